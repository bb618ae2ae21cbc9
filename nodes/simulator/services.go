package simulator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/wording"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
	"gonao/ros"
	"gonao/sim"
)

// services are those of one robot's namespace.
type services struct {
	Push  ros.Service[msgs.PushObjectRequest, msgs.PushObjectResponse]   `service:"{robot}simulator/push" doc:"robot, link or ball: an impulse"`
	Pull  ros.Service[msgs.PullObjectRequest, msgs.PullObjectResponse]   `service:"{robot}simulator/pull" doc:"the same: towards a point"`
	Place ros.Service[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse] `service:"{robot}simulator/place" doc:"robot or ball: elsewhere"`
	Press ros.Service[msgs.PressButtonRequest, msgs.PressButtonResponse] `service:"{robot}simulator/press" doc:"the robot's button, bumper or touch pad: pressed for a while"`
	Reset ros.Service[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse]   `service:"{robot}simulator/reset" doc:"all back to the start; time goes on"`
}

// serve offers the services of one robot's namespace that push, pull, place, press and reset.
func serve(n *ros.Node, p *physics, robot int) error {
	prefix := p.world.Bodies()[robot].Prefix()
	var in services
	in.Push.Handle(ros.Outcome(func(ctx context.Context, q msgs.PushObjectRequest) (a msgs.PushObjectResponse, _ error) {
		return a, p.request(ctx, func(w *sim.World) error { return scene{w, robot}.push(&q) })
	}))
	in.Pull.Handle(ros.Outcome(func(ctx context.Context, q msgs.PullObjectRequest) (a msgs.PullObjectResponse, _ error) {
		return a, p.request(ctx, func(w *sim.World) error { return scene{w, robot}.pull(&q) })
	}))
	in.Place.Handle(ros.Outcome(func(ctx context.Context, q msgs.PlaceObjectRequest) (a msgs.PlaceObjectResponse, _ error) {
		return a, p.request(ctx, func(w *sim.World) error { return scene{w, robot}.place(&q) })
	}))
	in.Press.Handle(ros.Outcome(func(ctx context.Context, q msgs.PressButtonRequest) (a msgs.PressButtonResponse, _ error) {
		return a, p.request(ctx, func(w *sim.World) error { return scene{w, robot}.press(&q) })
	}))
	in.Reset.Handle(ros.Outcome(func(ctx context.Context, _ stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, _ error) {
		return a, p.request(ctx, (*sim.World).Restart)
	}))
	return ros.Open(n, &in, "{robot}", prefix)
}

// scene is the world as seen from one robot's namespace: "robot" is that robot.
type scene struct {
	world *sim.World
	robot int
}

func (s scene) push(q *msgs.PushObjectRequest) error {
	x, err := s.frame(q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	d, err := duration(q.DurationSec)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	return s.world.PushObject(s.object(q.Object), x.Rotate(r3.Vec(q.Impulse)), d)
}

func (s scene) pull(q *msgs.PullObjectRequest) error {
	x, err := s.frame(q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	d, err := duration(q.DurationSec)
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	return s.world.Pull(s.object(q.Object), x.Apply(r3.Vec(q.To)), q.Strength, d)
}

func (s scene) place(q *msgs.PlaceObjectRequest) error {
	x, err := s.frame(q.Frame, "world")
	if err != nil {
		return fmt.Errorf("place: %w", err)
	}
	to := x.Apply(r3.Vec(q.Position))
	robot, ok := s.robotOf(q.Object)
	if !ok {
		return s.world.RollBall(s.object(q.Object), to, x.Rotate(r3.Vec(q.Velocity)))
	}
	if q.Velocity != (geometrymsgs.Vector3{}) {
		return errors.New("place robot: with a velocity: only a ball can have one")
	}
	posture, err := postureOf(s.world.Bodies()[robot], q.Posture)
	if err != nil {
		return err
	}
	_, _, turned := x.RollPitchYaw()
	return s.world.Place(robot, sim.Placement{X: to.X, Y: to.Y, Yaw: turned + q.Yaw, Lie: sim.Lie(q.Lie), Posture: posture})
}

// pressed is how long a button is pressed where no time is given: a short press of nao/body's.
const pressed = 150 * time.Millisecond

func (s scene) press(q *msgs.PressButtonRequest) error {
	button, ok := nao.ParseButton(q.Button)
	if !ok {
		return fmt.Errorf("press %q: expected %s%s", q.Button, strings.Join(nao.ButtonNames(), ", "), wording.DidYouMean(q.Button, nao.ButtonNames()))
	}
	d, err := duration(q.DurationSec)
	if err != nil {
		return fmt.Errorf("press: %w", err)
	}
	s.world.Bodies()[s.robot].PressTimes(button, cmp.Or(d, pressed), max(int(q.Times), 1))
	return nil
}

func postureOf(b *sim.Body, name string) (nao.Joints, error) {
	switch name {
	case "", "stand":
		return nao.StandPosture(), nil
	case "crouch":
		return nao.CrouchPosture(), nil
	case "keep":
		var state nao.State
		b.State(&state)
		return state.Position, nil
	}
	return nao.Joints{}, fmt.Errorf("place robot: posture %q: expected stand, crouch or keep", name)
}

// robotOf returns the number of the robot that an object or a frame names: "" and "robot"
// are the robot of the namespace.
func (s scene) robotOf(name string) (robot int, ok bool) {
	if name == "" || name == "robot" {
		return s.robot, true
	}
	for i, b := range s.world.Bodies() {
		if b.Name() == name {
			return i, true
		}
	}
	return 0, false
}

// object returns the world's name of an object: of a link of the robot of the namespace,
// which may be named without its prefix, of a robot, or of anything else.
func (s scene) object(name string) string {
	if robot, ok := s.robotOf(name); ok {
		if b := s.world.Bodies()[robot]; b.Name() != "" {
			return b.Name()
		}
		return "robot"
	}
	for l := range nao.Link(nao.NumLinks) {
		if strings.EqualFold(l.String(), name) {
			return s.world.Bodies()[s.robot].Prefix() + name
		}
	}
	return name
}

// frame returns the pose of a frame in the world: the world's own, or a robot's on the
// ground under its trunk, turned as that is.
func (s scene) frame(name, otherwise string) (nao.Pose, error) {
	name = cmp.Or(name, otherwise)
	if name == "world" {
		return nao.Identity(), nil
	}
	robot, ok := s.robotOf(name)
	if !ok {
		return nao.Pose{}, fmt.Errorf("frame %q: expected world or robot", name)
	}
	var truth sim.Truth
	s.world.Truth(robot, &truth)
	_, _, yaw := truth.Torso.RollPitchYaw()
	x := nao.Rotation(r3.Vec{Z: 1}, yaw)
	x.P = r3.Vec{X: truth.Torso.P.X, Y: truth.Torso.P.Y}
	return x, nil
}

func duration(sec float64) (time.Duration, error) {
	if !(sec >= 0 && sec <= 3600) {
		return 0, fmt.Errorf("for %g s: expected 0 to 3600", sec)
	}
	return time.Duration(math.Round(sec * float64(time.Second))), nil
}
