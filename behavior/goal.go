package behavior

import (
	"fmt"
	"time"

	"gonao/behavior/vocabulary"
	"gonao/hfsm"
)

// goal runs an action of another program: a goal of an action, a request to a service, or a message to a topic. It is
// sent again when its state is resumed, because leaving the state has canceled it.
type goal struct {
	brain   *Brain
	machine *hfsm.Machine
	name    string // name of the action
	inputs  []string
	caller  Caller
	goal    func() any // see [Caller]

	task     Task // nil: none is under way
	canceled bool
}

// newGoal opens the port of an action.
func newGoal(b *Brain, m *hfsm.Machine, a *vocabulary.Action, port Port, make func() any) (*goal, error) {
	g := &goal{brain: b, machine: m, name: a.Name, goal: make}
	var paths []string
	for _, f := range a.Feedback {
		paths, g.inputs = append(paths, f.Field), append(g.inputs, f.Input.Name)
	}
	var err error
	if g.caller, err = b.out.Open(port, paths); err != nil {
		return nil, fmt.Errorf("%s %s: %w", port.Kind, port.Name, err)
	}
	return g, nil
}

// Start sends the goal.
func (g *goal) Start(time.Duration, hfsm.Entry) {
	g.task, g.canceled = g.caller.Begin(g.goal()), false
}

// Step follows the goal to its end.
func (g *goal) Step(time.Duration) (hfsm.Status, error) {
	for i, name := range g.inputs {
		if v, ok := g.task.Feedback(i); ok {
			g.brain.set(g.machine, name, v)
		}
	}
	return g.follow()
}

// follow returns how the goal stands, and sets the input outcome at its end.
func (g *goal) follow() (hfsm.Status, error) {
	r := g.task.Report()
	if r.Status == hfsm.Running {
		return r.Status, nil
	}
	g.brain.set(g.machine, outcomeInput, hfsm.StringValue(r.Outcome))
	switch {
	case r.Status == hfsm.Final:
		return r.Status, nil
	case r.Err != nil:
		return r.Status, fmt.Errorf("%s: %s: %w", g.name, r.Outcome, r.Err)
	}
	return r.Status, fmt.Errorf("%s: %s", g.name, r.Outcome)
}

// Stopping cancels the goal and waits until the robot is safe.
func (g *goal) Stopping(time.Duration) (done bool) {
	if g.task == nil {
		return true
	}
	if !g.canceled {
		g.canceled = true
		g.task.Cancel()
	}
	if g.task.Report().Status == hfsm.Running {
		return false
	}
	g.task = nil
	return true
}

// Stop cancels the goal without waiting.
func (g *goal) Stop(now time.Duration) {
	g.Stopping(now)
	g.task = nil
}
