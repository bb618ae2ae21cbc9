package simulator

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
	"gonao/sim"
)

// order is what a service wants of the physics, which do it between two cycles.
type order struct {
	do   func(*sim.Simulation) error
	done chan error
}

// ordersAtOnce is how many orders may wait for the next cycle.
const ordersAtOnce = 16

// orderPatience is how long an order waits for it.
const orderPatience = 2 * time.Second

var errStill = errors.New("the simulation stands still: in lockstep it goes on with the commands of a LoLA client")

// order lets the physics do something before the next cycle and waits for it.
func (b *body) order(ctx context.Context, do func(*sim.Simulation) error) error {
	ctx, cancel := context.WithTimeout(ctx, orderPatience)
	defer cancel()
	o := order{do: do, done: make(chan error, 1)}
	select {
	case b.hands <- o:
	case <-ctx.Done():
		return errStill
	}
	select {
	case err := <-o.done:
		return err
	case <-ctx.Done():
		return errStill
	}
}

// obey does what was ordered since the last cycle.
func (b *body) obey() {
	for {
		select {
		case o := <-b.hands:
			o.done <- o.do(b.Simulation)
		default:
			return
		}
	}
}

// lendHands offers the services that push, pull, place and reset.
func lendHands(n *ros.Node, b *body) error {
	var errs [4]error
	_, errs[0] = ros.Serve[msgs.PushObjectRequest](n, "simulator/push", func(ctx context.Context, q msgs.PushObjectRequest) (a msgs.PushObjectResponse, _ error) {
		a.Success, a.Message = answer(b.order(ctx, func(s *sim.Simulation) error { return push(s, &q) }))
		return a, nil
	})
	_, errs[1] = ros.Serve[msgs.PullObjectRequest](n, "simulator/pull", func(ctx context.Context, q msgs.PullObjectRequest) (a msgs.PullObjectResponse, _ error) {
		a.Success, a.Message = answer(b.order(ctx, func(s *sim.Simulation) error { return pull(s, &q) }))
		return a, nil
	})
	_, errs[2] = ros.Serve[msgs.PlaceObjectRequest](n, "simulator/place", func(ctx context.Context, q msgs.PlaceObjectRequest) (a msgs.PlaceObjectResponse, _ error) {
		a.Success, a.Message = answer(b.order(ctx, func(s *sim.Simulation) error { return place(s, &q) }))
		return a, nil
	})
	_, errs[3] = ros.Serve[stdsrvs.TriggerRequest](n, "simulator/reset", func(ctx context.Context, _ stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, _ error) {
		a.Success, a.Message = answer(b.order(ctx, (*sim.Simulation).Restart))
		return a, nil
	})
	if err := errors.Join(errs[:]...); err != nil {
		return fmt.Errorf("simulator: %w", err)
	}
	return nil
}

// answer is what a service says of how it went.
func answer(err error) (bool, string) {
	if err != nil {
		return false, err.Error()
	}
	return true, ""
}

func push(s *sim.Simulation, q *msgs.PushObjectRequest) error {
	x, err := frame(s, q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	d, err := duration(q.DurationSec)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	return s.PushObject(orRobot(q.Object), x.Rotate(r3.Vec(q.Impulse)), d)
}

func pull(s *sim.Simulation, q *msgs.PullObjectRequest) error {
	x, err := frame(s, q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	d, err := duration(q.DurationSec)
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	return s.Pull(orRobot(q.Object), x.Apply(r3.Vec(q.To)), q.Strength, d)
}

func place(s *sim.Simulation, q *msgs.PlaceObjectRequest) error {
	x, err := frame(s, q.Frame, "world")
	if err != nil {
		return fmt.Errorf("place: %w", err)
	}
	to := x.Apply(r3.Vec(q.Position))
	if orRobot(q.Object) != "robot" {
		return s.RollBall(q.Object, to, x.Rotate(r3.Vec(q.Velocity)))
	}
	if q.Velocity != (geometrymsgs.Vector3{}) {
		return errors.New("place robot: with a velocity: only a ball can have one")
	}
	posture, err := postureOf(s, q.Posture)
	if err != nil {
		return err
	}
	_, _, turned := x.RollPitchYaw()
	return s.Place(sim.Placement{X: to.X, Y: to.Y, Yaw: turned + q.Yaw, Lie: sim.Lie(q.Lie), Posture: posture})
}

func postureOf(s *sim.Simulation, name string) (nao.Joints, error) {
	switch name {
	case "", "stand":
		return nao.StandPosture(), nil
	case "crouch":
		return nao.CrouchPosture(), nil
	case "keep":
		var state nao.State
		s.State(&state)
		return state.Position, nil
	}
	return nao.Joints{}, fmt.Errorf("place robot: posture %q: expected stand, crouch or keep", name)
}

func orRobot(object string) string {
	if object == "" {
		return "robot"
	}
	return object
}

// frame gives the pose of a frame in the world: the world's own, or the robot's on the
// ground under its trunk, turned as that is.
func frame(s *sim.Simulation, name, otherwise string) (nao.Pose, error) {
	if name == "" {
		name = otherwise
	}
	switch name {
	case "world":
		return nao.Identity(), nil
	case "robot":
		var truth sim.Truth
		s.Truth(&truth)
		_, _, yaw := truth.Torso.RollPitchYaw()
		x := nao.Rotation(r3.Vec{Z: 1}, yaw)
		x.P = r3.Vec{X: truth.Torso.P.X, Y: truth.Torso.P.Y}
		return x, nil
	}
	return nao.Pose{}, fmt.Errorf("frame %q: expected world or robot", name)
}

func duration(sec float64) (time.Duration, error) {
	if !(sec >= 0 && sec <= 3600) {
		return 0, fmt.Errorf("for %g s: expected 0 to 3600", sec)
	}
	return time.Duration(math.Round(sec * float64(time.Second))), nil
}
