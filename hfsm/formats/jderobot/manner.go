package jderobot

import (
	"strconv"

	"gonao/hfsm/chart"
)

// manner sets how the machine runs: as the runtime of its dialect does. All runtimes take one transition of an automaton a
// period. That of VisualStates 0.2 begins an automaton anew when its state is entered again; those before it leave it where it
// was, as the paper of VisualHFSM has it.
func (r *reader) manner(d *document) {
	m := r.machine
	m.SingleStep = true
	says := "an automaton takes one transition a period (single_step), and goes on where it was when its state is entered again (history: resume)"
	if d.dialect == "E" {
		m.Root.History = chart.None
		says = "an automaton takes one transition a period (single_step), and begins anew when its state is entered again (history: none)"
	}
	if d.manner != nil { // by our own hand
		m.SingleStep = isTrue(d.manner.attr("single_step"))
		m.Root.History = chart.None
		if isTrue(d.manner.attr("resume")) {
			m.Root.History = chart.Inherit
		}
		return
	}
	r.note(m.Place, "manner", "as the runtime of dialect %s: %s", d.dialect, says)
}

// manner writes how the machine runs where that differs from VisualStates, which passes the element over.
func (w *writer) manner() {
	resume := w.m.Root.History != chart.None
	if resume || !w.m.SingleStep {
		w.line(`<manner resume="` + strconv.FormatBool(resume) + `" single_step="` + strconv.FormatBool(w.m.SingleStep) + `"/>`)
	}
}
