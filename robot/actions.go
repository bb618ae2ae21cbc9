package robot

import (
	"errors"
	"time"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/robot/goals"
)

// Open opens a port: one with a stub, or an action that a machine may use, whether the robot can do it or not.
func (h output) Open(port behavior.Port, feedback []string) (behavior.Caller, error) {
	stub, err := h.cfg.Stubs.Open(port, func() time.Duration { return h.now })
	switch {
	case err == nil || !errors.Is(err, behavior.ErrNoStub):
		return stub, err
	case port.Name == "execute_skill" && port.Kind == vocabulary.ActionPort:
		return skillCaller{h.Agent}, nil
	case !h.knows(port):
		return nil, err
	}
	return h.hands.Open(port.Name, feedback), nil
}

// knows reports whether a port belongs to one of the robot's own actions.
func (a *Agent) knows(port behavior.Port) bool {
	for _, entry := range a.cfg.Behavior.Actions() {
		if entry.Port.Name == port.Name && entry.Port.Kind == port.Kind {
			return true
		}
	}
	return false
}

// Subscribe returns the value of a stubbed topic.
func (h output) Subscribe(port behavior.Port, field string, t hfsm.Type) (behavior.Source, error) {
	return h.cfg.Stubs.Subscribe(port, field, t)
}

// skillCaller calls skills in the same robot.
type skillCaller struct{ robot *Agent }

// Begin begins a call.
func (c skillCaller) Begin(goal any) behavior.Task {
	call, ok := goal.(*goals.ExecuteSkill)
	if c.robot.skillRunner == nil || !ok {
		return behavior.Ended{Status: hfsm.Failed, Outcome: vocabulary.Unsupported}
	}
	return c.robot.skillRunner.Execute(call.Call)
}
