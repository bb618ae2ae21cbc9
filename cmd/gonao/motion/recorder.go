package motion

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/motion/slot"
	"gonao/msgs"
	"gonao/ros"
)

// recorder records postures of one robot.
type recorder struct {
	graph.Access
	*recordFlags
	robot *robot
	file  string
	rec   *slot.Recording

	states *ros.Subscription[msgs.RobotState]
	typed  <-chan string   // lines of the standard input
	last   msgs.RobotState // newest state that was received
}

// errNotWritten is returned when the person ends a recording without writing it.
var errNotWritten = errors.New("nothing was written")

// run records until the person ends it, and writes the motion. When it returns, also with an error, the joints are
// stiff.
func (r *recorder) run(ctx context.Context) (err error) {
	r.states, err = ros.Subscribe[msgs.RobotState](r.robot.n, r.robot.full("robot_state"), ros.BestEffort(), ros.Depth(1))
	if err != nil {
		return err
	}
	r.typed = lines(r.In)
	if err := r.first(ctx); err != nil {
		return err
	}
	if err := r.soften(ctx); err != nil {
		return err
	}
	if len(r.limp) > 0 {
		defer func() { err = errors.Join(err, r.robot.limp(1)) }()
	}
	if r.take > 0 {
		err = r.takeMany(ctx)
	} else {
		err = r.converse(ctx)
	}
	if err != nil {
		return err
	}
	m, err := r.rec.Motion(r.name)
	if err != nil {
		return err
	}
	if err := writeMotion(r.file, m, fmt.Sprintf("Recorded: %s.", cli.Count(r.rec.Len(), "posture"))); err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "wrote %s: %s\n", r.file, verdict(m))
	return nil
}

// first blocks until the first robot_state has arrived.
func (r *recorder) first(ctx context.Context) error {
	select {
	case r.last = <-r.states.C():
		return nil
	case <-time.After(r.wait):
		return fmt.Errorf("no robot_state from %s within %s: does the robot run, and is --robot right?", r.robot.full("robot_state"), r.wait)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// soften makes the joints limp. Before it makes legs limp, it asks the person to confirm that somebody holds the
// robot.
func (r *recorder) soften(ctx context.Context) error {
	if len(r.limp) == 0 {
		return nil
	}
	if r.legs && r.take == 0 {
		fmt.Fprint(r.Out, "The legs will go limp: hold the robot. Press Enter to continue, anything else to end. ")
		select {
		case line, more := <-r.typed:
			if !more || line != "" {
				return errNotWritten
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return r.renew()
}

// renew keeps the joints limp for 3 more seconds.
func (r *recorder) renew() error {
	if len(r.limp) == 0 {
		return nil
	}
	return r.robot.limp(3, r.limp...)
}

// takeMany records one posture every --every until it has --take of them.
func (r *recorder) takeMany(ctx context.Context) error {
	next := time.After(r.every)
	renew := time.NewTicker(time.Second)
	defer renew.Stop()
	for r.rec.Len() < r.take {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-renew.C:
			if err := r.renew(); err != nil {
				return err
			}
		case r.last = <-r.states.C():
		case <-next:
			next = time.After(r.every)
			if err := r.takeOne(); err != nil {
				return err
			}
		}
	}
	return nil
}
