package host

import (
	"gonao/behavior"
	"gonao/hfsm"
)

// Execute begins a call as a machine in the same process asks for it, one that is not
// the skiller's own.
func (s *Skiller) Execute(call string) behavior.Execution {
	g, err := s.Begin(call)
	return &execution{g, err}
}

// execution is a goal as machines see it.
type execution struct {
	goal *Goal // nil: it was refused
	err  error
}

// Progress says how it stands; see [behavior.Execution].
func (x *execution) Progress() (hfsm.Status, error) {
	if x.goal == nil {
		return hfsm.Failed, x.err
	}
	select {
	case <-x.goal.Done():
	default:
		return hfsm.Running, nil
	}
	if err := x.goal.Err(); err != nil {
		return hfsm.Failed, err
	}
	return hfsm.Final, nil
}

// Cancel asks for its end; see [behavior.Execution].
func (x *execution) Cancel() {
	if x.goal != nil {
		x.goal.Cancel()
	}
}
