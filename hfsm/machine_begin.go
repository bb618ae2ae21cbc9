package hfsm

import (
	"fmt"
)

// begin enters the machine for the first time.
func (m *Machine) begin() {
	m.started, m.start, m.at, m.entry = true, m.now, 0, 0
	m.autos[0].live = true
	m.events.mark = m.events.next // nothing older than the entry is seen
	if err := m.introduce(m.model.frames[0]); err != nil {
		m.blame(0, err)
	} else {
		m.enter(0, Anew, 0, none)
	}
	m.record(none, none, nil)
	m.settle()
}

// introduce checks what a chart demands before it begins, and does what it does
// first.
func (m *Machine) introduce(f *frame) error {
	for i := range f.demands {
		d := &f.demands[i]
		if d.holds(m) {
			continue
		}
		if err := m.took(); err != nil {
			return err
		}
		return &PreconditionError{m.model.name, f.path, d.text}
	}
	if f.begin == nil {
		return nil
	}
	return f.begin(m, Anew)
}

// took gives the error of what was evaluated last, and forgets it.
func (m *Machine) took() error {
	err := m.problem
	m.problem = nil
	return err
}

// PreconditionError says that a machine was started where it must not be.
type PreconditionError struct {
	Machine   string
	Path      string // of the state that calls it, "" for the machine itself
	Condition string
}

func (e *PreconditionError) Error() string {
	at := ""
	if e.Path != "" {
		at = " at " + e.Path
	}
	return fmt.Sprintf("machine %s%s: the precondition %q does not hold", e.Machine, at, e.Condition)
}
