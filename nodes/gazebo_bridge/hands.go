package gazebobridge

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	bridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
)

// orderPatience is how long a service of Gazebo may take.
const orderPatience = 2 * time.Second

var errNoWorld = errors.New("no Gazebo server is connected yet")

func answer(err error) (bool, string) {
	if err != nil {
		return false, err.Error()
	}
	return true, ""
}

// place puts the robot or a free ball elsewhere.
func (w *world) place(ctx context.Context, q msgs.PlaceObjectRequest) (a msgs.PlaceObjectResponse, _ error) {
	a.Success, a.Message = answer(w.put(ctx, &q))
	return a, nil
}

func (w *world) put(ctx context.Context, q *msgs.PlaceObjectRequest) error {
	w.mu.Lock()
	found, names := w.found, w.names
	x, err := w.frame(q.Frame, "world")
	free := w.balls()
	w.mu.Unlock()
	switch {
	case found == (bridge.World{}):
		return errNoWorld
	case err != nil:
		return fmt.Errorf("place: %w", err)
	case q.Velocity != (geometrymsgs.Vector3{}):
		return errors.New("place: with a velocity: Gazebo's set_pose knows none")
	}
	to := x.Apply(r3.Vec(q.Position))
	pose := &gzmsgs.Pose{Name: w.model}
	turned := nao.Identity()
	if q.Object == "" || q.Object == "robot" {
		_, _, yaw := x.RollPitchYaw()
		if turned, to.Z, err = lying(q.Lie, q.Posture, yaw+q.Yaw); err != nil {
			return err
		}
	} else {
		pose.Name = q.Object
		var there []string
		for _, b := range free {
			there = append(there, b.name)
		}
		if !contains(there, q.Object) {
			return missing("place", q.Object, append(there, "robot"))
		}
	}
	if !number(to.X) || !number(to.Y) || !number(to.Z) {
		return errors.New("place: position: expected numbers")
	}
	o := turned.Quat()
	pose.Position = &gzmsgs.Vector3D{X: to.X, Y: to.Y, Z: to.Z}
	pose.Orientation = &gzmsgs.Quaternion{W: o.Real, X: o.Imag, Y: o.Jmag, Z: o.Kmag}
	ctx, cancel := context.WithTimeout(ctx, orderPatience)
	defer cancel()
	var done gzmsgs.Boolean
	if err := w.gz.Ask(ctx, found.Generation, names.SetPose(), pose, &done); err != nil {
		return fmt.Errorf("place %s: %w", pose.GetName(), err)
	}
	if !done.GetData() {
		return fmt.Errorf("place %s: Gazebo refused: is there such a model?", pose.GetName())
	}
	return nil
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// lying gives how a robot's trunk is turned, and how high it is.
func lying(lie, posture string, yaw float64) (nao.Pose, float64, error) {
	if posture != "" && posture != "keep" {
		return nao.Pose{}, 0, fmt.Errorf("place robot: posture %q: expected keep: Gazebo moves joints by their controllers only", posture)
	}
	if !number(yaw) {
		return nao.Pose{}, 0, errors.New("place robot: yaw: expected a number")
	}
	const down = 0.2 // m: it drops the rest
	switch lie {
	case "", "upright":
		return nao.RollPitchYaw(0, 0, yaw), nao.StandHeight, nil
	case "front":
		return nao.RollPitchYaw(0, math.Pi/2, yaw), down, nil
	case "back":
		return nao.RollPitchYaw(0, -math.Pi/2, yaw+math.Pi), down, nil
	case "left":
		return nao.RollPitchYaw(-math.Pi/2, 0, yaw), down, nil
	case "right":
		return nao.RollPitchYaw(math.Pi/2, 0, yaw), down, nil
	}
	return nao.Pose{}, 0, fmt.Errorf("place robot: lie %q: expected upright, front, back, left or right", lie)
}

// frame gives the pose of a frame in the world; the caller holds mu.
func (w *world) frame(name, otherwise string) (nao.Pose, error) {
	if name == "" {
		name = otherwise
	}
	switch name {
	case "world":
		return nao.Identity(), nil
	case "robot":
		torso, ok := w.poseOf(w.model)
		if !ok {
			return nao.Pose{}, errors.New("frame robot: nobody has told yet where it is")
		}
		_, _, yaw := torso.RollPitchYaw()
		x := nao.Rotation(r3.Vec{Z: 1}, yaw)
		x.P = r3.Vec{X: torso.P.X, Y: torso.P.Y}
		return x, nil
	}
	return nao.Pose{}, fmt.Errorf("frame %q: expected world or robot", name)
}

// force is a push that lasts: Gazebo applies a force for one step of its physics, once
// each cycle of ours.
type force struct {
	wrench *gzmsgs.EntityWrench
	cycles int // still to come
}

// pushObject gives the robot an impulse.
func (w *world) pushObject(_ context.Context, q msgs.PushObjectRequest) (a msgs.PushObjectResponse, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	a.Success, a.Message = answer(w.beginPush(&q))
	return a, nil
}

func (w *world) beginPush(q *msgs.PushObjectRequest) error {
	step := w.driver.PhysicsStep()
	switch {
	case w.found == (bridge.World{}) || w.push == nil:
		return errNoWorld
	case !w.push.Subscribed():
		return fmt.Errorf("push: the world %s has no system that takes forces: expected apply-link-wrench (ApplyLinkWrench) among its plugins, "+
			"as in the worlds of gonao model world; Fortress has it from 6.11 on", w.found.Name)
	case step == 0:
		return errors.New("push: the length of a physics step is known in lockstep only; see the parameter lockstep")
	case !(q.DurationSec >= 0 && q.DurationSec <= 3600):
		return fmt.Errorf("push: for %g s: expected 0 to 3600", q.DurationSec)
	}
	link, err := linkOf(q.Object)
	if err != nil {
		return err
	}
	x, err := w.frame(q.Frame, "robot")
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	f := x.Rotate(r3.Vec(q.Impulse))
	if !number(f.X) || !number(f.Y) || !number(f.Z) {
		return errors.New("push: impulse: expected numbers")
	}
	cycles := max(1, int(math.Round(q.DurationSec/nao.CyclePeriod.Seconds())))
	f = r3.Scale(1/(float64(cycles)*step.Seconds()), f)
	w.force = force{cycles: cycles, wrench: &gzmsgs.EntityWrench{
		Entity: &gzmsgs.Entity{Name: w.model + "::" + link, Type: gzmsgs.Entity_LINK},
		Wrench: &gzmsgs.Wrench{Force: &gzmsgs.Vector3D{X: f.X, Y: f.Y, Z: f.Z}, Torque: &gzmsgs.Vector3D{}},
	}}
	return nil
}

// linkOf gives the robot's link to push.
func linkOf(object string) (string, error) {
	if object == "" || object == "robot" {
		return nao.LinkTorso.String(), nil
	}
	var names []string
	for l := range nao.Link(nao.NumLinks) {
		if l.String() == object {
			return object, nil
		}
		names = append(names, l.String())
	}
	return "", fmt.Errorf("push %q: expected robot or one of its links %s; other things cannot be pushed in Gazebo", object, strings.Join(names, ", "))
}

// act sends the force of a push; the caller holds mu.
func (w *world) act() {
	if w.force.cycles == 0 || w.push == nil {
		return
	}
	w.force.cycles--
	if err := w.push.Send(w.force.wrench); err != nil {
		w.complain(err)
	}
}

func poseMsg(x nao.Pose) geometrymsgs.Pose {
	q := x.Quat()
	return geometrymsgs.Pose{
		Position:    geometrymsgs.Point{X: x.P.X, Y: x.P.Y, Z: x.P.Z},
		Orientation: geometrymsgs.Quaternion{X: q.Imag, Y: q.Jmag, Z: q.Kmag, W: q.Real},
	}
}

// fromQuat gives a pose; what is no rotation turns nothing.
func fromQuat(p r3.Vec, w, x, y, z float64) nao.Pose {
	q := quat.Number{Real: w, Imag: x, Jmag: y, Kmag: z}
	if n := quat.Abs(q); !(n > 0.5 && n < 2) {
		return nao.Translation(p)
	}
	return nao.FromQuat(p, q)
}
