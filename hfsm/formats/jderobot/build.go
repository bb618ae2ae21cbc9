package jderobot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/foreign"
	"gonao/internal/wording"
)

// defaultPeriodMs is the period of an automaton without a period in the file.
const defaultPeriodMs = 100

// The periods the engine can run, in ms.
const (
	minPeriodMs = 1.0
	maxPeriodMs = 1_000_000
)

// built is a state of the machine and where it came from.
type built struct {
	raw   *rawState
	state *chart.State
	path  string
	owner *level
}

// level is an automaton under construction: its state, and the names that its conditions may use.
type level struct {
	states   []*built
	up       *level
	names    map[string]string // from names in the file to names in the machine
	periodMs float64
}

// build makes the machine.
func (r *reader) build(d *document) *chart.Machine {
	r.language = languageOf(d)
	r.byID = map[string][]*built{}
	r.taken = map[string]int{}
	r.idsOfFile = !strings.HasPrefix(d.dialect, "A")
	m := &chart.Machine{
		Place: d.root.at.place(""), File: r.file, Name: nameOf(d.name, r.file),
		Root: &chart.State{Place: d.root.at.place("")}, Layout: map[string]chart.Layout{},
	}
	r.machine = m
	r.manner(d)
	r.keepDocument(d)

	global := &level{names: map[string]string{}}
	r.declare(d.globalParameters, d.globalVariables, global, "", "global ")
	var levels []*pair
	r.automaton(d.root, m.Root, "", global, 1, &levels)
	if len(m.Root.States) == 0 {
		r.fail(m.Place, "no-state", "no state; expected at least one")
	}
	for _, l := range levels { // once all states and variables are known
		r.transitions(l.raw, l.level)
	}
	for _, e := range d.kept { // gonao 0.2 wrote them
		r.keep(e.place(""), e.attr("path"), e.attr("role"), e.attr("language"), e.Text)
	}
	slices.SortStableFunc(m.Kept, func(a, b chart.Kept) int { return isLost(a) - isLost(b) })
	return m
}

func isLost(k chart.Kept) int {
	if k.Role == roleLost {
		return 1
	}
	return 0
}

// pair is an automaton of the file and the state built from it.
type pair struct {
	raw   *rawState
	level *level
}

// automaton builds the content of a state.
func (r *reader) automaton(raw *rawState, into *chart.State, path string, up *level, depth int, levels *[]*pair) {
	l := &level{up: up, names: map[string]string{}}
	r.keepState(raw, path)
	r.declare(raw.parameters, raw.variables, l, path, "")
	l.periodMs = r.period(raw, into, path)
	if depth > maxAutomata {
		if len(raw.states) > 0 {
			r.warn(raw.at.place(key(path)), "too-deep", "more than %d automata inside each other; the inner ones are left out", maxAutomata)
		}
		return
	}
	*levels = append(*levels, &pair{raw, l})
	taken := map[string]int{}
	ids := map[string]bool{}
	for _, inner := range raw.states {
		if r.states++; r.states > maxStates {
			r.warn(inner.at.place(key(path)), "too-many", "more than %d states; the rest is left out", maxStates)
			break
		}
		b := r.state(inner, path, taken)
		b.owner = l
		l.states = append(l.states, b)
		into.States = append(into.States, b.state)
		switch at := inner.at.place(key(b.path)); {
		case inner.id == "":
		case ids[inner.id]:
			r.warn(at, "duplicate-id", "the id %s twice; transitions go to the first state that has it", short(inner.id))
		case r.idsOfFile && len(r.byID[inner.id]) > 0:
			r.warn(at, "duplicate-id", "the id %s twice in the file; transitions mean the state beside theirs", short(inner.id))
		}
		ids[inner.id] = true
		r.byID[inner.id] = append(r.byID[inner.id], b)
		r.automaton(inner, b.state, b.path, l, depth+1, levels)
	}
	r.initial(l, into, raw, path)
}

// state builds one state without its content.
func (r *reader) state(raw *rawState, path string, taken map[string]int) *built {
	name := raw.name
	if usable := func(name string) bool { return chart.IsStateName(name) && name != "itself" }; !usable(name) {
		name = foreign.Identifier(name, "state")
		if !usable(name) {
			name = "state_" + name
		}
	}
	name = foreign.Unique(name, taken)
	b := &built{raw: raw, path: join(path, name)}
	at := raw.at.place(key(b.path))
	if name != raw.name {
		r.warn(at, "renamed", "the name %q cannot be used, or is used twice; it is now %s", raw.name, name)
		r.keep(at, b.path, "name", "", raw.name)
	}
	b.state = &chart.State{Place: at, Name: name}
	r.position(b, at)
	return b
}

// position notes where the editor drew the state.
func (r *reader) position(b *built, at chart.Place) {
	if b.raw.x == "" && b.raw.y == "" {
		return
	}
	x, okX := coordinate(b.raw.x)
	y, okY := coordinate(b.raw.y)
	if !okX || !okY {
		r.warn(at, "bad-number", "the position %q, %q is not a pair of numbers; ignored", b.raw.x, b.raw.y)
		return
	}
	r.machine.Layout[b.path] = chart.Layout{X: x, Y: y}
}

func coordinate(text string) (float64, bool) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) && math.Abs(v) < 1e9
}

// period sets the rate of the automaton inside a state. A state without an automaton may have a period too: that of its
// code, which is kept.
func (r *reader) period(raw *rawState, into *chart.State, path string) float64 {
	ms := float64(defaultPeriodMs)
	if text := raw.period; text != nil && strings.TrimSpace(text.Text) != "" {
		v, err := strconv.ParseFloat(strings.TrimSpace(text.Text), 64)
		switch {
		case err != nil || math.IsNaN(v) || v < minPeriodMs || v > maxPeriodMs:
			r.warn(text.place(key(path)), "bad-number", "the period %q; expected ms from %g to %g, taken as %d", short(text.Text), minPeriodMs, float64(maxPeriodMs), defaultPeriodMs)
		default:
			ms = v
		}
	}
	switch {
	case len(raw.states) > 0:
		into.RateHz = 1000 / ms
	case ms != defaultPeriodMs:
		r.keep(raw.period.place(key(path)), path, "period", "", strconv.FormatFloat(ms, 'g', -1, 64))
	}
	if raw.compound && len(raw.states) == 0 && path != "" {
		r.warn(raw.at.place(key(path)), "empty-automaton", "an automaton without states; the state has none inside it")
	}
	return ms
}

// initial finds the state an automaton begins with.
func (r *reader) initial(l *level, into *chart.State, raw *rawState, path string) {
	if len(l.states) == 0 {
		return
	}
	var first *built
	for _, b := range l.states {
		switch {
		case !b.raw.initial:
		case first == nil:
			first = b
		default:
			r.warn(b.state.Place, "two-initial", "a second initial state; %s stays the one", first.state.Name)
		}
	}
	if first == nil {
		first = l.states[0]
		r.warn(raw.at.place(key(path)), "no-initial", "no initial state; it begins with the first, %s", first.state.Name)
	}
	into.Initial = []string{first.state.Name}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "/" + name
}

// key returns where a state is in the document gonao makes of it.
func key(path string) string {
	if path == "" {
		return ""
	}
	return "states." + strings.ReplaceAll(path, "/", ".states.")
}

// short shortens a text for a finding.
func short(text string) string { return wording.Short(strings.Join(strings.Fields(text), " "), 60) }
