package studio

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/studio/foxglove"
)

// brake stops robots and lets them down. Every session with the role driver may do both at any time, without the lease.
type brake struct {
	node  *ros.Node
	drive *drive
	goals *goals
}

// brakeWait is the time limit for the answer of each part of a robot.
const brakeWait = 3 * time.Second

// downWait is the time limit for the robot to sit down.
const downWait = 20 * time.Second

// stop answers studio/stop: machines are paused, all goals canceled, the walk ends in a stand.
func (b *brake) stop(ctx context.Context, _ *foxglove.Session, q RobotRequest) (Said, error) {
	if err := b.drive.stop(q.Robot); err != nil {
		return Said{}, err
	}
	return Said{display(q.Robot) + " stops: its machine is paused, its goals are canceled"}, b.quiet(ctx, q.Robot)
}

// quiet stops all movements of a robot. The error names parts that do not answer; the others are stopped nevertheless.
func (b *brake) quiet(ctx context.Context, robot string) error {
	ctx, cancel := context.WithTimeout(ctx, brakeWait)
	defer cancel()
	paused := b.pause(ctx, robot)
	canceled := b.goals.cancelAll(ctx, robot)
	return errors.Join(paused, canceled, b.drive.stop(robot)) // the machine may have driven on until it was paused
}

// letDown answers studio/let_down: the robot stops, squats and goes limp. A lying robot goes limp where it is.
func (b *brake) letDown(ctx context.Context, _ *foxglove.Session, q RobotRequest) (Said, error) {
	if err := b.drive.stop(q.Robot); err != nil {
		return Said{}, err
	}
	quiet := b.quiet(ctx, q.Robot)
	ctx, cancel := context.WithTimeout(ctx, downWait)
	defer cancel()
	code, text, err := b.rest(ctx, q.Robot)
	switch {
	case err != nil:
		return Said{}, errors.Join(quiet, err)
	case code == msgs.SetPostureResultNone:
		return Said{display(q.Robot) + " rests, without stiffness"}, nil
	case code == msgs.SetPostureResultFallen:
		return Said{display(q.Robot) + " lies and is limp for ten seconds"}, b.limp(ctx, q.Robot)
	}
	return Said{}, errors.Join(quiet, fmt.Errorf("let down %s: %s", display(q.Robot), text))
}

// restAgain is the pause before another try while the robot still ends its last task.
const restAgain = 200 * time.Millisecond

// The calls that let a robot down.
type (
	postureCall struct {
		Posture *ros.ActionClient[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback] `action:"{robot}/set_posture" doc:"to let a robot down"`
	}
	limpCall struct {
		Limp *ros.Client[msgs.SetLimpRequest, msgs.SetLimpResponse] `service:"{robot}/set_limp" doc:"the same, when it lies"`
	}
	pauseCall struct {
		Pause *ros.Client[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse] `service:"{machine}machine/pause" doc:"the same: all its machines"`
	}
)

// rest requests the posture rest until the robot accepts it.
func (b *brake) rest(ctx context.Context, robot string) (code uint16, text string, err error) {
	var call postureCall
	if err := ros.Open(b.node, &call, "{robot}", robot); err != nil {
		return 0, "", err
	}
	defer call.Posture.Close() //nolint:errcheck // it ends either way
	for {
		h, err := call.Posture.Send(ctx, msgs.SetPostureGoal{Posture: "rest"}, nil)
		if err != nil {
			return 0, "", fmt.Errorf("let down: %w", err)
		}
		r, _, err := h.Result(ctx)
		if err != nil {
			return 0, "", fmt.Errorf("let down: %w", err)
		}
		if r.ErrorCode != msgs.SetPostureResultNotReady && r.ErrorCode != msgs.SetPostureResultPreempted {
			return r.ErrorCode, r.ErrorMsg, nil
		}
		select {
		case <-b.drive.clock.After(restAgain):
		case <-ctx.Done():
			return r.ErrorCode, r.ErrorMsg, nil
		}
	}
}

// limp makes all joints of a robot that lies limp.
func (b *brake) limp(ctx context.Context, robot string) error {
	var call limpCall
	if err := ros.Open(b.node, &call, "{robot}", robot); err != nil {
		return err
	}
	defer call.Limp.Close() //nolint:errcheck // it ends either way
	a, err := call.Limp.Call(ctx, msgs.SetLimpRequest{Names: []string{"all"}, Seconds: 10})
	if err == nil && !a.Success {
		err = errors.New(a.Message)
	}
	return err
}

// pause pauses all machines of a robot.
func (b *brake) pause(ctx context.Context, robot string) error {
	g, err := b.node.Graph()
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range g.Services {
		if s.Publishers > 0 && strings.HasPrefix(s.Name, robot+"/") && strings.HasSuffix(s.Name, "/machine/pause") {
			errs = append(errs, b.call(ctx, s.Name))
		}
	}
	return errors.Join(errs...)
}

// call calls a service without arguments.
func (b *brake) call(ctx context.Context, name string) error {
	var call pauseCall
	if err := ros.Open(b.node, &call, "{machine}machine/pause", name); err != nil {
		return err
	}
	defer call.Pause.Close() //nolint:errcheck // it ends either way
	if err := call.Pause.WaitForServer(ctx); err != nil {
		return err
	}
	a, err := call.Pause.Call(ctx, stdsrvs.TriggerRequest{})
	if err == nil && !a.Success && !strings.Contains(a.Message, "paused") { // it is paused already
		err = fmt.Errorf("%s: %s", name, a.Message)
	}
	return err
}
