package hfsm

import (
	"fmt"
)

// begin enters the machine for the first time.
func (r *robot) begin(m *Machine) {
	m.tree.autos[0].live = true
	m.events.mark = m.events.next // nothing older than the entry is seen
	if err := r.introduce(m, m.model.frames[0]); err != nil {
		r.blame(m, 0, err)
	} else {
		r.enter(m, 0, Anew, 0, none)
	}
	m.trace.recordEdge(m, none, nil)
	r.settle(m)
}

// introduce checks the preconditions of a chart, and runs its first actions.
func (r *robot) introduce(m *Machine, f *frame) error {
	for i := range f.demands {
		d := &f.demands[i]
		if d.holds(m) {
			continue
		}
		if err := m.scripts.takeError(); err != nil {
			return err
		}
		return &PreconditionError{m.model.name, f.path, d.text}
	}
	if f.begin == nil {
		return nil
	}
	return f.begin(m, Anew)
}

// takeError returns the error of the last evaluation, and removes it.
func (s *scripts) takeError() error {
	err := s.problem
	s.problem = nil
	return err
}

// PreconditionError is the error of a machine that was started where it must not be.
type PreconditionError struct {
	Machine   string
	Path      string // path of the state that calls it, "" for the machine itself
	Condition string
}

func (e *PreconditionError) Error() string {
	at := ""
	if e.Path != "" {
		at = " at " + e.Path
	}
	return fmt.Sprintf("machine %s%s: the precondition %q does not hold", e.Machine, at, e.Condition)
}
