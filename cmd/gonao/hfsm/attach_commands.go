package hfsm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
)

// attachCommand is a command of hfsm attach.
type attachCommand struct {
	names       []string // the full name, then short ones
	args, about string
	// least and most are the number of arguments; a negative most is any number.
	least, most int
	do          func(a *attached, args []string) error
}

// attachCommands are the commands of hfsm attach.
var attachCommands = []attachCommand{
	{[]string{"pause", "p"}, "", "pause the machine: its time stops and the robot rests", 0, 0, (*attached).pause},
	{[]string{"resume", "c"}, "", "let the machine run again", 0, 0, (*attached).resume},
	{[]string{"step", "s"}, "[N]", "run N ticks of a paused machine", 0, 1, (*attached).step},
	{[]string{"next", "n"}, "", "run a paused machine up to its next transition", 0, 0, (*attached).next},
	{[]string{"until", "u"}, "PATH", "run until this state is entered", 1, 1, (*attached).until},
	{[]string{"finish", "f"}, "[PATH]", "run until the state (default: the active one) is left", 0, 1, (*attached).finish},
	{[]string{"break", "b"}, "[PATH[#N]]", "pause when the state is entered, or after its transition N; without PATH list", 0, 1, (*attached).breakAt},
	{[]string{"delete", "d"}, "[PATH[#N]]", "remove a breakpoint, or all", 0, 1, (*attached).remove},
	{[]string{"why", "w"}, "[PATH[#N]]", "show why transitions are not taken, with the values of guards", 0, 1, (*attached).why},
	{[]string{"tree", "t"}, "", "show all states with their times", 0, 0, (*attached).tree},
	{[]string{"values", "v"}, "", "show inputs, variables, outputs and parameters", 0, 0, (*attached).values},
	{[]string{"set"}, "NAME VALUE", "set a value once", 2, -1, (*attached).set},
	{[]string{"hold"}, "NAME VALUE", "keep an input at a value, whatever the robot writes", 2, -1, (*attached).hold},
	{[]string{"release"}, "NAME", "end that", 1, 1, (*attached).release},
	{[]string{"post"}, "EVENT [DATA]", "post an event", 1, -1, (*attached).post},
	{[]string{"wait"}, "", "wait until the machine is paused", 0, 0, (*attached).wait},
	{[]string{"help", "h"}, "", "show these commands; quit ends attach", 0, 0, nil}, // see attached.do
}

// trigger calls a service without arguments.
func (a *attached) trigger(name string) error {
	r, err := ask[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](a.live, name, stdsrvs.TriggerRequest{})
	return done(err, r.Success, r.Message)
}

func (a *attached) pause([]string) error  { return a.trigger("pause") }
func (a *attached) resume([]string) error { return a.trigger("resume") }

// stepped calls machine/step and prints the state that the machine is in.
func (a *attached) stepped(q msgs.StepMachineRequest) error {
	r, err := ask[msgs.StepMachineRequest, msgs.StepMachineResponse](a.live, "step", q)
	if err := done(err, r.Success, r.Message); err != nil {
		return err
	}
	a.printf("in %s\n", r.Path)
	return nil
}

func (a *attached) step(args []string) error {
	n := uint64(1)
	if len(args) > 0 {
		var err error
		if n, err = strconv.ParseUint(args[0], 10, 32); err != nil || n == 0 {
			return fmt.Errorf("%q: expected a number of ticks", args[0])
		}
	}
	return a.stepped(msgs.StepMachineRequest{Ticks: uint32(n)})
}

func (a *attached) next([]string) error {
	return a.stepped(msgs.StepMachineRequest{How: msgs.StepMachineRequestTransition})
}

func (a *attached) until(args []string) error {
	return a.runTo(msgs.RunToStateGoal{Path: args[0], Until: msgs.RunToStateGoalEntered})
}

func (a *attached) finish(args []string) error {
	return a.runTo(msgs.RunToStateGoal{Path: strings.Join(args, ""), Until: msgs.RunToStateGoalLeft})
}

// runTo sends a goal of machine/run_to_state and waits for its end.
func (a *attached) runTo(goal msgs.RunToStateGoal) error {
	client, err := ros.NewActionClient[msgs.RunToStateGoal, msgs.RunToStateResult, msgs.RunToStateFeedback](a.n, a.name+"/machine/run_to_state")
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	ready, cancel := context.WithTimeout(a.ctx, a.patience)
	defer cancel()
	if err := client.WaitForServer(ready); err != nil {
		return err
	}
	handle, err := client.Send(a.ctx, goal, nil)
	if err != nil {
		return err
	}
	r, _, err := handle.Result(a.ctx)
	switch {
	case r.ErrorMsg != "":
		return errors.New(r.ErrorMsg)
	case err != nil:
		return err
	}
	a.printf("in %s at %.3f s\n", r.Path, r.Time)
	return nil
}

// setPoints replaces the breakpoints.
func (a *attached) setPoints(points []string) error {
	r, err := ask[msgs.SetBreakpointsRequest, msgs.SetBreakpointsResponse](a.live, "set_breakpoints", msgs.SetBreakpointsRequest{Paths: points})
	if err := done(err, r.Success, r.Message); err != nil {
		return err
	}
	a.points = points
	a.printf("breakpoints: %s\n", strings.Join(points, ", "))
	return nil
}

func (a *attached) breakAt(args []string) error {
	if len(args) == 0 || slices.Contains(a.points, args[0]) {
		a.printf("breakpoints: %s\n", strings.Join(a.points, ", "))
		return nil
	}
	return a.setPoints(append(slices.Clone(a.points), args[0]))
}

func (a *attached) remove(args []string) error {
	if len(args) == 0 {
		return a.setPoints(nil)
	}
	if !slices.Contains(a.points, args[0]) {
		return fmt.Errorf("no breakpoint %s; there are %s", args[0], strings.Join(a.points, ", "))
	}
	return a.setPoints(slices.DeleteFunc(slices.Clone(a.points), func(p string) bool { return p == args[0] }))
}

func (a *attached) why(args []string) error {
	r, err := ask[msgs.WhyNotRequest, msgs.WhyNotResponse](a.live, "why_not", msgs.WhyNotRequest{Path: strings.Join(args, "")})
	if err := done(err, r.Success, r.Message); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	writeWhyNot(a.t.Out, r.Transitions)
	return nil
}

// shown prints the machine as it is now.
func (a *attached) shown(write func(s *msgs.MachineSnapshot)) error {
	s, err := a.snapshot()
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintln(a.t.Out, stateText(&s))
	write(&s)
	return nil
}

func (a *attached) tree([]string) error {
	return a.shown(func(s *msgs.MachineSnapshot) { writeTree(a.t.Out, s) })
}

func (a *attached) values([]string) error {
	return a.shown(func(s *msgs.MachineSnapshot) { writeValues(a.t.Out, s) })
}

// setValue calls machine/set_value.
func (a *attached) setValue(args []string, how uint8) error {
	q := msgs.SetMachineValueRequest{Name: args[0], Value: strings.Join(args[1:], " "), How: how}
	r, err := ask[msgs.SetMachineValueRequest, msgs.SetMachineValueResponse](a.live, "set_value", q)
	return done(err, r.Success, r.Message)
}

func (a *attached) set(args []string) error { return a.setValue(args, msgs.SetMachineValueRequestOnce) }

func (a *attached) hold(args []string) error {
	return a.setValue(args, msgs.SetMachineValueRequestHold)
}

func (a *attached) release(args []string) error {
	return a.setValue(args, msgs.SetMachineValueRequestRelease)
}

func (a *attached) post(args []string) error {
	q := msgs.PostEventRequest{Name: args[0], Data: strings.Join(args[1:], " ")}
	r, err := ask[msgs.PostEventRequest, msgs.PostEventResponse](a.live, "post_event", q)
	return done(err, r.Success, r.Message)
}

// wait waits until the machine is paused.
func (a *attached) wait([]string) error {
	for {
		s, err := a.snapshot()
		if err != nil || s.Paused || s.Idle {
			return err
		}
		select {
		case <-a.changed:
		case <-a.ctx.Done():
			return context.Cause(a.ctx)
		}
	}
}
