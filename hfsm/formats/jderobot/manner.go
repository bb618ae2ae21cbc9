package jderobot

import (
	"strings"

	"gonao/hfsm/chart"
)

// histories describe what happens to an automaton whose state is entered again, by their names in <manner>.
var histories = map[string]struct {
	history chart.History
	text    string
}{
	"none":   {chart.None, "begins from the start"},
	"deep":   {chart.Deep, "continues in its last state, whose timer restarts,"},
	"resume": {chart.Inherit, "goes on where it was"},
}

// manner sets how the machine runs, according to the runtime of its dialect. All runtimes take one transition of an
// automaton per period. They differ in what happens when a state with an inner automaton is entered again. In
// VisualHFSM the automaton continues where it was, with the remaining time, as its paper describes. In VisualStates
// from 2017 to 0.2.2, which writes the dialects D1 and D2, it continues in its last state and the timers of that state
// restart. In VisualStates since 0.2.3, which writes E, it begins with the initial state.
func (r *reader) manner(d *document) {
	m := r.machine
	m.SingleStep = true
	name := "resume"
	switch {
	case d.dialect == "E":
		name = "none"
	case strings.HasPrefix(d.dialect, "D"):
		name = "deep"
	}
	m.Root.History = histories[name].history
	if d.manner != nil { // gonao 0.2 wrote it
		m.SingleStep = isTrue(d.manner.attr("single_step"))
		m.Root.History = histories[mannerHistory(d.manner)].history
		return
	}
	r.note(m.Place, "manner", "as the runtime of dialect %s: an automaton takes one transition a period (single_step), and %s when its state is entered again (history: %s)",
		d.dialect, histories[name].text, name)
}

// mannerHistory returns the history that an element <manner> names. Older ones have resume="true" instead.
func mannerHistory(e *element) string {
	if name := e.attr("history"); histories[name].text != "" {
		return name
	}
	if isTrue(e.attr("resume")) {
		return "resume"
	}
	return "none"
}
