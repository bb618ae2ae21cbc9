package gazebobridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	bridge "gonao/gazebo_bridge"
	"gonao/internal/si"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/nao"
)

// arrangeWithin is the time limit for a service of Gazebo.
const arrangeWithin = 2 * time.Second

var errNoWorld = errors.New("no Gazebo server is connected yet")

// place serves simulator/place: it moves the robot or a free ball.
func (w *world) place(ctx context.Context, q msgs.PlaceObjectRequest) (a msgs.PlaceObjectResponse, _ error) {
	wanted, err := w.arrangement(&q)
	if err != nil {
		return a, err
	}
	return a, w.arrange(ctx, wanted)
}

// arrange makes the driver move things between two cycles.
func (w *world) arrange(ctx context.Context, a bridge.Arrangement) error {
	ctx, cancel := context.WithTimeout(ctx, arrangeWithin)
	defer cancel()
	return w.driver.Arrange(ctx, a)
}

// arrangement returns the requested arrangement.
func (w *world) arrangement(q *msgs.PlaceObjectRequest) (a bridge.Arrangement, _ error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	x, err := w.frame(q.Frame, "world")
	switch {
	case w.found == (bridge.World{}):
		return a, errNoWorld
	case err != nil:
		return a, fmt.Errorf("place: %w", err)
	case q.Velocity != (geometrymsgs.Vector3{}):
		return a, errors.New("place: with a velocity: in Gazebo things are placed at rest")
	}
	to := x.Apply(r3.Vec(q.Position))
	if !si.IsFinite(to.X + to.Y + to.Z) {
		return a, errors.New("place: position: expected numbers")
	}
	if q.Object != "" && q.Object != "robot" {
		var there []string
		for _, b := range w.balls() {
			if b.name == q.Object && b.model != 0 {
				a.Models = map[uint32]nao.Pose{b.model: nao.Translation(to)}
				return a, nil
			}
			if b.model != 0 {
				there = append(there, b.name)
			}
		}
		return a, missingError("place", q.Object, append(there, "robot"))
	}
	_, _, turned := x.RollPitchYaw()
	if a.Posture, err = postureOf(q.Posture); err != nil {
		return a, err
	}
	joints := w.state.Position
	if a.Posture != nil {
		joints = *a.Posture
	}
	torso, err := lying(q.Lie, &joints, turned+q.Yaw)
	if err != nil {
		return a, err
	}
	torso.P.X, torso.P.Y = to.X, to.Y
	a.Torso = &torso
	return a, nil
}

// postureOf returns a posture by its name; nil keeps the joints as they are.
func postureOf(name string) (*nao.Joints, error) {
	var q nao.Joints
	switch name {
	case "", "stand":
		q = nao.StandPosture()
	case "crouch":
		q = nao.CrouchPosture()
	case "keep":
		return nil, nil
	default:
		return nil, fmt.Errorf("place robot: posture %q: expected stand, crouch or keep", name)
	}
	return &q, nil
}

// lying returns the orientation and the height of the trunk of a robot that lies as named.
func lying(lie string, joints *nao.Joints, yaw float64) (nao.Pose, error) {
	if !si.IsFinite(yaw) {
		return nao.Pose{}, errors.New("place robot: yaw: expected a number")
	}
	var x nao.Pose
	switch lie {
	case "", "upright":
		x = nao.RollPitchYaw(0, 0, yaw)
		for leg := range nao.Leg(nao.NumLegs) {
			x.P.Z = max(x.P.Z, -nao.SoleInTorso(leg, joints).P.Z)
		}
		return x, nil
	case "front":
		x = nao.RollPitchYaw(0, math.Pi/2, yaw)
	case "back":
		x = nao.RollPitchYaw(0, -math.Pi/2, yaw+math.Pi)
	case "left":
		x = nao.RollPitchYaw(-math.Pi/2, 0, yaw)
	case "right":
		x = nao.RollPitchYaw(math.Pi/2, 0, yaw)
	default:
		return nao.Pose{}, fmt.Errorf("place robot: lie %q: expected upright, front, back, left or right", lie)
	}
	x.P.Z = 0.2 // m: it falls from there
	return x, nil
}

// start holds the poses of the world when the bridge found it.
type start struct {
	robot nao.Pose
	balls map[uint32]nao.Pose // the free ones, by their models' numbers
}

// recordStart records the first poses of a world; the caller holds mu.
func (w *world) recordStart() {
	torso, ok := w.poseOf(w.model)
	if w.start != nil || !ok {
		return
	}
	w.start = &start{robot: torso, balls: map[uint32]nao.Pose{}}
	for _, b := range w.balls() {
		if b.model != 0 {
			w.start.balls[b.model] = b.pose
		}
	}
}

// reset serves simulator/reset: it moves everything to where the bridge found it, the robot on
// its feet; time continues.
func (w *world) reset(ctx context.Context, _ stdsrvs.TriggerRequest) (a stdsrvs.TriggerResponse, _ error) {
	w.mu.Lock()
	s := w.start
	w.mu.Unlock()
	if s == nil {
		return a, errNoWorld
	}
	stand := nao.StandPosture()
	_, _, yaw := s.robot.RollPitchYaw()
	torso, err := lying("upright", &stand, yaw)
	if err != nil {
		return a, err
	}
	torso.P.X, torso.P.Y = s.robot.P.X, s.robot.P.Y
	return a, w.arrange(ctx, bridge.Arrangement{Torso: &torso, Posture: &stand, Models: s.balls})
}

// frame returns the pose of a frame in the world; the caller holds mu.
func (w *world) frame(name, otherwise string) (nao.Pose, error) {
	name = cmp.Or(name, otherwise)
	switch name {
	case "world":
		return nao.Identity(), nil
	case "robot":
		torso, ok := w.poseOf(w.model)
		if !ok {
			return nao.Pose{}, errors.New("frame robot: its pose has not come yet")
		}
		_, _, yaw := torso.RollPitchYaw()
		x := nao.Rotation(r3.Vec{Z: 1}, yaw)
		x.P = r3.Vec{X: torso.P.X, Y: torso.P.Y}
		return x, nil
	}
	return nao.Pose{}, fmt.Errorf("frame %q: expected world or robot", name)
}

// fromQuat returns a pose. A quaternion that is not a rotation counts as the identity.
func fromQuat(p r3.Vec, w, x, y, z float64) nao.Pose {
	q := quat.Number{Real: w, Imag: x, Jmag: y, Kmag: z}
	if n := quat.Abs(q); !(n > 0.5 && n < 2) {
		return nao.Translation(p)
	}
	return nao.FromQuat(p, q)
}
