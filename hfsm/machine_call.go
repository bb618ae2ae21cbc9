package hfsm

import (
	"gonao/hfsm/chart"
	"gonao/hfsm/check"
	"gonao/hfsm/expr"
)

// frame is one use of a chart in a model: the machine's own, or a call of another machine, whose states were added to the
// calling state.
type frame struct {
	id       int
	parent   *frame
	state    int    // the calling state; 0 for the machine's own chart
	path     string // path of that state, "" for the machine's own chart
	chart    *chart.Machine
	names    map[string]scoped
	words    *expr.Reader // names, for expressions
	guards   *expr.Reader // includes the words that only guards have
	call     *chart.Call
	slots    []int  // its variables, outputs and parameters
	unit     Unit   // nil without scripts
	language string // language of unit
	broken   bool   // the language does not exist: reported once
	used     check.Usage
	demands  []precondition
	begin    doing
	args     []argument
	returns  []outputCopy
}

// precondition must hold when a machine begins.
type precondition struct {
	text  string
	holds boolFunc
}

// argument is a parameter of a call.
type argument struct {
	slot   int
	assign func(*Machine) error
}

// outputCopy copies an output of a called machine to a variable of the caller.
type outputCopy struct {
	key      string
	from, to int
}

// called starts a called machine. A machine that continues after an interruption is not started: it keeps its values,
// including its arguments.
func (r *robot) called(m *Machine, frame int) error {
	f := m.model.frames[frame]
	for _, slot := range f.slots {
		m.values.of[slot] = m.model.first[slot]
	}
	m.values.changed()
	for i := range f.args {
		if err := f.args[i].assign(m); err != nil {
			return err
		}
	}
	if s := m.scripts.sessions[frame]; s != nil {
		if err := s.Reset(); err != nil {
			return err
		}
	}
	return r.introduce(m, f)
}

// copyOutputs copies the outputs of a called machine that is left.
func (r *robot) copyOutputs(m *Machine, frame int) {
	for _, out := range m.model.frames[frame].returns {
		if err := m.values.put(m, out.to, m.values.of[out.from]); err != nil {
			r.blame(m, m.model.states[m.model.frames[frame].state].around, err)
		}
	}
}
