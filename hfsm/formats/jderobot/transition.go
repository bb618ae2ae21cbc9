package jderobot

import (
	"math"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
	"gonao/hfsm/formats/foreign"
)

// transitions builds those of one automaton, in the order of the file.
func (r *reader) transitions(raw *rawState, l *level) {
	taken := map[*built]map[string]int{}
	ids := map[string]bool{}
	for _, t := range raw.transitions {
		from := r.origin(t, l)
		if from == nil {
			r.warn(t.at.place(""), "no-such-state", "the transition %q comes from %q, where no state is; kept aside", short(t.name), short(t.origin))
			r.keep(t.at.place(""), "", roleLost, "xml", t.at.Raw())
			continue
		}
		at := t.at.place(key(from.path) + ".transitions[" + strconv.Itoa(len(from.state.Transitions)) + "]")
		if t.id != "" && ids[t.id] {
			r.warn(at, "duplicate-id", "the transition id %s twice; both are kept", short(t.id))
		}
		ids[t.id] = true
		to, ok := r.target(t, from, at)
		if !ok {
			r.warn(at, "no-such-state", "the transition %q goes to %q, where no state is; kept aside", short(t.name), short(t.target))
			r.keep(at, from.path, roleLost, "xml", t.at.Raw())
			continue
		}
		if taken[from] == nil {
			taken[from] = map[string]int{}
		}
		made := &chart.Transition{Place: at, Name: r.transitionName(t, to, taken[from], at), To: []string{to}}
		from.state.Transitions = append(from.state.Transitions, made)
		if t.x != "" || t.y != "" {
			r.keep(at, from.path, transitionRole(made.Name, rolePosition), "", strings.TrimSpace(t.x+" "+t.y))
		}
		if t.timed {
			made.After = r.after(t, l, at)
		} else {
			r.condition(t, made, from, l, at)
		}
		r.keepCode(t.code, from.path, transitionRole(made.Name, roleCode), "it needs a port: actions (then)")
	}
}

// origin returns the state that a transition leaves: by its id among the states of its automaton, otherwise the state
// that contains it.
func (r *reader) origin(t *rawTransition, l *level) *built {
	var inside *built
	for _, b := range l.states {
		if b.raw == t.within {
			inside = b
		}
	}
	if inside != nil && (t.origin == "" || inside.raw.id == t.origin) {
		return inside
	}
	found := among(l.states, t.origin)
	if found == nil {
		found = inside
	}
	if inside != nil {
		r.warn(t.at.place(key(inside.path)), "other-origin", "the transition is written in %s but names the state with id %q as its origin; read as leaving %s",
			inside.state.Name, short(t.origin), found.state.Name)
	}
	return found
}

// target finds the state a transition enters: a sibling, or one elsewhere.
func (r *reader) target(t *rawTransition, from *built, at chart.Place) (string, bool) {
	if b := among(from.owner.states, t.target); b != nil {
		return b.state.Name, true
	}
	elsewhere := r.byID[t.target]
	if t.target == "" || len(elsewhere) == 0 {
		return "", false
	}
	b := elsewhere[0]
	r.warn(at, "across", "it goes to %s in another automaton; the original's editor links siblings only", b.path)
	return b.path, true
}

func among(states []*built, id string) *built {
	for _, b := range states {
		if b.raw.id == id && id != "" {
			return b
		}
	}
	return nil
}

// transitionName returns the name of a transition, unique among those of its state.
func (r *reader) transitionName(t *rawTransition, to string, taken map[string]int, at chart.Place) string {
	name := strings.Join(strings.Fields(t.name), " ")
	if r := []rune(name); len(r) > foreign.Longest {
		name = string(r[:foreign.Longest])
	}
	if name == "" {
		name = "to_" + foreign.Identifier(to, "state")
	}
	own := foreign.Unique(name, taken)
	if own != name {
		r.warn(at, "renamed", "a second transition %q of its state; it is now %q", name, own)
	}
	return own
}

// maxAfterMs is a week.
const maxAfterMs = 7 * 24 * 3600 * 1000

// after reads a time in ms. With a time of zero the state would be left in the tick that entered it; JdeRobot's runtime
// waits for one period, and so does the machine.
func (r *reader) after(t *rawTransition, l *level, at chart.Place) time.Duration {
	period := time.Duration(math.Round(l.periodMs * float64(time.Millisecond)))
	text := ""
	if t.time != nil {
		text = strings.TrimSpace(t.time.Text)
	}
	ms, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(ms) || ms < 0 || ms > maxAfterMs:
		r.warn(at, "bad-number", "the time %q; expected ms from 0 to %d, taken as one period, %v", short(text), maxAfterMs, period)
		return period
	case ms == 0:
		r.warn(at, "no-time", "after 0 ms; read as one period of its automaton, %v", period)
		return period
	}
	return max(1, time.Duration(math.Round(ms*float64(time.Millisecond))))
}

// condition keeps a condition, and makes a guard of it or puts an input in its place.
func (r *reader) condition(t *rawTransition, made *chart.Transition, from *built, l *level, at chart.Place) {
	text := ""
	if t.condition != nil {
		text = t.condition.Text
	}
	if strings.TrimSpace(text) != "" {
		r.keep(t.condition.place(at.Key), from.path, transitionRole(made.Name, roleCondition), r.language, text)
	}
	where := at
	where.Key += ".if"
	if guard, ok := r.guard(text, l); ok {
		made.If = &chart.Expression{Place: where, Text: guard}
		r.note(where, "condition", "the condition %q reads as %q; its variables keep their first values until the code that sets them is ported", short(text), guard)
		return
	}
	name := foreign.Identifier(made.Name, "transition")
	if foreign.Reserved[name] {
		name += "_holds"
	}
	name = foreign.Unique(name, r.taken)
	r.machine.Inputs = append(r.machine.Inputs, foreign.Placeholder(where, name, chart.Bool, "placeholder for the condition of the transition "+made.Name+" of "+from.path))
	made.If = &chart.Expression{Place: where, Text: name}
	if strings.TrimSpace(text) == "" {
		r.warn(where, "placeholder", "no condition; the input %s stands for it: publish true on the topic %s%s when the transition is to be taken", name, foreign.PlaceholderTopics, name)
		return
	}
	r.warn(where, "placeholder", "the condition %q needs a port; the input %s stands for it: publish true on the topic %s%s while the condition holds", short(text), name, foreign.PlaceholderTopics, name)
}
