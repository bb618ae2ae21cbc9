package host

import (
	"errors"

	"gonao/behavior"
	"gonao/behavior/skills"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

// Execute begins a call for a machine in the same process, other than the skillRunner's
// own.
func (s *SkillRunner) Execute(call string) behavior.Task {
	g, err := s.Begin(call)
	if err != nil {
		return behavior.Ended{Status: hfsm.Failed, Outcome: Outcome(err), Err: err}
	}
	return &execution{g}
}

// execution is a goal as machines see it.
type execution struct{ goal *Goal }

// Report returns how the call stands; see [behavior.Task].
func (x *execution) Report() behavior.Report {
	select {
	case <-x.goal.Done():
	default:
		return behavior.Report{}
	}
	if err := x.goal.Err(); err != nil {
		return behavior.Report{Status: hfsm.Failed, Outcome: Outcome(err), Err: err}
	}
	return behavior.Report{Status: hfsm.Final, Outcome: vocabulary.Succeeded}
}

// Feedback returns nothing; see [behavior.Task].
func (x *execution) Feedback(int) (hfsm.Value, bool) { return hfsm.Value{}, false }

// Cancel requests the end; see [behavior.Task].
func (x *execution) Cancel() { x.goal.Cancel() }

// Outcome returns the word of the action skill for the reason why a call ended.
func Outcome(err error) string {
	for _, row := range []struct {
		err  error
		word string
	}{
		{skills.ErrInvalid, "invalid_call"},
		{skills.ErrUnknown, "unknown_skill"},
		{skills.ErrNotOffered, "not_offered"},
		{ErrBusy, "busy"},
		{ErrCancelled, "canceled"},
		{ErrEnded, "canceled"},
		{ErrRestarted, "restarted"},
	} {
		if errors.Is(err, row.err) {
			return row.word
		}
	}
	return "skill_failed"
}
