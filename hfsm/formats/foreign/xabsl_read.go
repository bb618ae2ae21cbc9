package foreign

// This part of the package reads options of XABSL, the Extensible Agent Behavior Specification Language (Lötzsch, Risler, Jüngel 2006), in the
// language that its compiler reads (.xabsl).
//
// The states of an option become those of a machine, and each way through a decision that ends in a goto becomes a
// transition. Symbols become typed inputs on topics of their own, parameters parameters, and the time in a state elapsed.
// A condition that cannot be expressed becomes an input. Actions are kept and not run.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gonao/hfsm/chart"
)

// xabslRateHz is how often an option is executed: once a frame of a camera.
const xabslRateHz = 30

// xabslReader turns one option into a chart.
type xabslReader struct {
	file, src    string
	findings     chart.Findings
	machine      *chart.Machine
	option       *option
	taken        map[string]int        // names of values
	types        map[string]chart.Type // types of symbols, and of parameters with their @
	names        map[string]string     // names of symbols
	parameters   map[string]string     // by name without @
	placeholders map[string]string     // by condition
	states       map[string]string     // their names in the machine, by those of the file
}

// ReadXABSL reads the first option of a file. The machine is nil when one of the findings is an error.
func ReadXABSL(file string, src []byte) (*chart.Machine, chart.Findings) {
	r := &xabslReader{
		file: file, src: strings.ToValidUTF8(string(src), "?"), taken: map[string]int{}, types: map[string]chart.Type{}, names: map[string]string{},
		parameters: map[string]string{}, placeholders: map[string]string{}, states: map[string]string{},
	}
	if len(src) > xabslMaxBytes {
		r.find(chart.Error, 1, "", "too-large", "%d bytes; expected at most %d", len(src), xabslMaxBytes)
		return nil, r.findings
	}
	var err error
	if r.option, err = parseFile(r.src); err != nil {
		var at fault
		errors.As(err, &at)
		r.find(chart.Error, at.line, "", "not-xabsl", "%v", err)
		return nil, r.findings
	}
	r.build()
	if len(r.findings.Errors()) > 0 {
		return nil, r.findings.Sorted()
	}
	return r.machine, r.findings.Sorted()
}

func (r *xabslReader) find(s chart.Severity, line int, key, code, format string, args ...any) {
	r.findings = append(r.findings, chart.Finding{Severity: s, File: r.file, Line: line, Column: 1, Key: key, Code: code, Text: fmt.Sprintf(format, args...)})
}

func (r *xabslReader) place(line int, key string) chart.Place {
	return chart.Place{Line: line, Column: 1, Key: key}
}

// build makes the chart.
func (r *xabslReader) build() {
	o := r.option
	r.machine = &chart.Machine{Place: r.place(o.line, ""), File: r.file, Name: r.named(o.line, o.name, "machine", map[string]int{}), SingleStep: true, Root: &chart.State{RateHz: xabslRateHz}}
	if len(o.states) == 0 {
		r.find(chart.Error, o.line, "", "no-state", "the option %s has no state", o.name)
		return
	}
	for _, p := range o.parameters {
		r.parameter(p)
	}
	taken := map[string]int{}
	for _, s := range o.states {
		switch {
		case r.states[s.name] != "":
			r.find(chart.Error, s.line, "states."+s.name, "twice", "a second state %s", s.name)
		case s.name == "FINAL" || s.name == "FAILED":
			r.find(chart.Error, s.line, "states."+s.name, "reserved", "a state cannot be named %s here", s.name)
		}
		r.states[s.name] = r.named(s.line, s.name, "state", taken)
		if s.initial {
			r.machine.Root.Initial = []string{r.states[s.name]}
		}
	}
	if r.machine.Root.Initial == nil {
		r.machine.Root.Initial = []string{r.states[o.states[0].name]}
		r.find(chart.Warning, o.line, "", "no-initial", "no state is initial; the first one, %s, is taken", o.states[0].name)
	}
	for _, s := range o.states {
		r.state(s)
	}
	r.find(chart.Note, o.line, "", "manner", "as XABSL's engine: one transition at each time (single_step), %d times a second; the symbols are inputs, on topics below %s", xabslRateHz, PlaceholderTopics)
}

// named returns the name that the option or a state has in the machine, and reports where it is another one.
func (r *xabslReader) named(line int, name, instead string, taken map[string]int) string {
	own := Unique(Identifier(name, instead), taken)
	if own != name {
		r.find(chart.Warning, line, "", "renamed", "the name %q cannot be used; it is now %s", shortened(name), own)
	}
	return own
}

// kinds are the types of parameters.
var kinds = map[string]chart.Type{"bool": chart.Bool, "float": chart.Float, "enum": chart.String}

func (r *xabslReader) parameter(p parameter) {
	t, ok := kinds[p.kind]
	if !ok {
		t = chart.String // an enumeration declared elsewhere
	}
	name := Identifier(p.name, "parameter")
	if Reserved[name] {
		name += "_parameter"
	}
	name = Unique(name, r.taken)
	r.machine.Parameters = append(r.machine.Parameters, chart.Declaration{Place: r.place(p.line, ""), Name: name, Type: t, Initial: &chart.Value{Type: t}})
	r.parameters[p.name], r.types["@"+p.name] = name, t
}

// state adds a state with its transitions, and keeps its action.
func (r *xabslReader) state(s *state) {
	name := r.states[s.name]
	key := "states." + name
	made := &chart.State{Place: r.place(s.line, key), Name: name}
	r.machine.Root.States = append(r.machine.Root.States, made)
	w := &ways{r: r, state: made, of: s.name, names: map[string]int{}}
	w.walk(r.option.common, nil)
	if !r.option.common.decides() {
		w.kept = w.staying // if the common decision keeps the state, its own is ignored
		w.walk(s.decision, nil)
	}
	if strings.TrimSpace(s.action) != "" {
		r.machine.Kept = append(r.machine.Kept, chart.Kept{Place: made.Place, Path: name, Role: "action", Language: "xabsl", Text: s.action})
		hint := ""
		if len(s.calls) > 0 {
			hint = " It calls " + chart.Listed(s.calls) + ": call their machines, or skills."
		}
		r.find(chart.Note, s.line, key, "needs-port", "the action of %s is kept and not run; it needs a port: activities (do).%s", name, hint)
	}
	if s.target {
		r.find(chart.Warning, s.line, key, "target", "%s is a target state: action_done of the option that calls this one holds in it; lead it to FINAL where the option is called", name)
	}
}

// ways collects the ways through the decisions of one state.
type ways struct {
	r       *xabslReader
	state   *chart.State
	of      string // the state's name in the file
	names   map[string]int
	staying []term // negation of each way that ends in the state itself
	kept    []term // those of the common decision, once it has been walked
}

// walk adds a transition for each way that ends in a goto; given are the conditions that hold.
func (w *ways) walk(d *decision, given []term) {
	switch {
	case d == nil:
	case d.cond == nil && w.stays(d):
		w.staying = append(w.staying, not(all(given)))
	case d.cond == nil:
		w.add(d, given)
	default:
		holds := w.r.condition(d.cond, w.state.Key)
		w.walk(d.then, append(given[:len(given):len(given)], holds))
		if d.other == nil {
			return
		}
		if !w.leaves(d.then) { // otherwise the transition before it has been taken
			given = append(given[:len(given):len(given)], not(holds))
		}
		w.walk(d.other, given)
	}
}

// stays reports whether a way ends in the state that it begins in.
func (w *ways) stays(d *decision) bool { return d.to == "" || d.to == w.of }

// decides reports whether every way through a decision ends in a goto or a stay.
func (d *decision) decides() bool {
	return d != nil && (d.cond == nil || d.then.decides() && d.other.decides())
}

// leaves reports whether every way through a decision ends in another state.
func (w *ways) leaves(d *decision) bool {
	switch {
	case d == nil:
		return false
	case d.cond == nil:
		return !w.stays(d)
	}
	return w.leaves(d.then) && w.leaves(d.other)
}

// all returns the conjunction of conditions; true for an empty list.
func all(list []term) term {
	if len(list) == 0 {
		return term{"true", chart.Bool, 7}
	}
	out := list[0]
	for _, t := range list[1:] {
		out = term{put(out, 2) + " and " + put(t, 3), chart.Bool, 2}
	}
	return out
}

// add adds a transition.
func (w *ways) add(d *decision, given []term) {
	r := w.r
	key := w.state.Key + ".transitions[" + strconv.Itoa(len(w.state.Transitions)) + "]"
	to := r.states[d.to]
	if to == "" {
		r.find(chart.Error, d.line, key, "no-such-state", "goto %s: there is no such state", d.to)
		return
	}
	t := &chart.Transition{Place: r.place(d.line, key), Name: Unique("to_"+to, w.names), To: []string{to}}
	if conditions := append(w.kept[:len(w.kept):len(w.kept)], given...); len(conditions) > 0 {
		t.If = &chart.Expression{Place: r.place(d.line, key+".if"), Text: all(conditions).text}
	}
	w.state.Transitions = append(w.state.Transitions, t)
}
