package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	"gonao/nao"
	"gonao/sim/mujoco"
)

// Lie is a way of a robot to stand or lie on the ground.
type Lie string

// The ways to stand and to lie.
const (
	Upright Lie = "upright" // on its soles
	OnFront Lie = "front"   // on its face
	OnBack  Lie = "back"
	OnLeft  Lie = "left" // on its left side
	OnRight Lie = "right"
)

// Lies returns all of them.
func Lies() []Lie { return []Lie{Upright, OnFront, OnBack, OnLeft, OnRight} }

// Placement is a place on the ground with a way to stand or lie there.
type Placement struct {
	X, Y, Yaw float64    // m, rad in the world; yaw is where its face (upright) or its head (lying) points
	Lie       Lie        // "" is upright
	Posture   nao.Joints // rad
}

// attitude returns the torso's rotation.
func (p *Placement) attitude() (nao.Pose, error) {
	turn := nao.Rotation(r3.Vec{Z: 1}, p.Yaw)
	switch p.Lie {
	case Upright, "":
		return turn, nil
	case OnFront:
		return turn.Mul(nao.Rotation(r3.Vec{Y: 1}, math.Pi/2)), nil
	case OnBack: // the head still points along yaw
		return turn.Mul(nao.Rotation(r3.Vec{Z: 1}, math.Pi)).Mul(nao.Rotation(r3.Vec{Y: 1}, -math.Pi/2)), nil
	case OnLeft:
		return turn.Mul(nao.Rotation(r3.Vec{Z: 1}, math.Pi/2)).Mul(nao.Rotation(r3.Vec{X: 1}, -math.Pi/2)), nil
	case OnRight:
		return turn.Mul(nao.Rotation(r3.Vec{Z: 1}, -math.Pi/2)).Mul(nao.Rotation(r3.Vec{X: 1}, math.Pi/2)), nil
	}
	return nao.Pose{}, fmt.Errorf("lie %q: expected one of %v", string(p.Lie), Lies())
}

// Place puts a robot onto the ground at rest; its lowest point touches it. The motors
// hold the posture until a new command comes through; Body.State reports it from the next
// Step on.
func (w *World) Place(robot int, p Placement) error {
	x_WT, err := p.attitude()
	if err != nil {
		return fmt.Errorf("place robot: %w", err)
	}
	if !(math.Hypot(p.X, p.Y) <= farM) || !si.IsFinite(p.Yaw) {
		return fmt.Errorf("place robot: at (%g m, %g m, %g rad): expected numbers, within %g m", p.X, p.Y, p.Yaw, farM)
	}
	for j, q := range p.Posture {
		if !si.IsFinite(q) {
			return fmt.Errorf("place robot: %s at %g: expected a number", nao.Joint(j), q)
		}
	}
	x_WT.P = r3.Vec{X: p.X, Y: p.Y, Z: 1}
	if err := w.PlaceRobot(robot, x_WT, &p.Posture); err != nil {
		return err
	}
	x_WT.P.Z -= lowest(w.model, w.data, w.bodies[robot].Prefix())
	return w.PlaceRobot(robot, x_WT, &p.Posture)
}

// PlaceRobot puts a robot anywhere, at rest: x_WT is the torso in the world. The motors
// hold the posture until a new command comes through.
func (w *World) PlaceRobot(robot int, x_WT nao.Pose, posture *nao.Joints) error {
	b := w.bodies[robot]
	if b.limbs.rootQPos < 0 {
		return fmt.Errorf("place robot: the torso is held: expected a free robot")
	}
	b.bend(w.data, posture)
	w.forces.forget(b.limbs.torso)
	w.setFree(b.Prefix()+"root", x_WT, r3.Vec{}, r3.Vec{})
	return w.data.Forward()
}

// PlaceBall puts a free ball somewhere, at rest; p is its centre in the world, m.
func (w *World) PlaceBall(name string, p r3.Vec) error { return w.RollBall(name, p, r3.Vec{}) }

// RollBall puts a free ball somewhere with a velocity, m/s in the world; it rolls without sliding.
func (w *World) RollBall(name string, p, velocity r3.Vec) error {
	if !(r3.Norm(p) <= farM) || !(r3.Norm(velocity) <= farM) {
		return fmt.Errorf("place %s: at (%g, %g, %g) m with (%g, %g, %g) m/s: expected numbers, within %g m and m/s",
			name, p.X, p.Y, p.Z, velocity.X, velocity.Y, velocity.Z, farM)
	}
	for _, ball := range w.cfg.World.Balls {
		if ball.Name == name {
			body, err := w.model.ID(mujoco.Body, name)
			if err != nil {
				return fmt.Errorf("place: %w", err)
			}
			w.forces.forget(body)
			p.Z = max(p.Z, ball.DiameterM/2)
			w.setFree(name, nao.Translation(p), velocity, r3.Scale(2/ball.DiameterM, r3.Cross(r3.Vec{Z: 1}, velocity)))
			return w.data.Forward()
		}
	}
	if _, err := w.movable(name); err != nil {
		return fmt.Errorf("place: %w", err)
	}
	return fmt.Errorf("place ball %q: it is a part of the robot", name)
}

// setFree sets the pose and the velocities of a free joint, all in the world; spin is in
// the joint's own axes, which are the world's where it is only moved.
func (w *World) setFree(joint string, x nao.Pose, velocity, spin r3.Vec) {
	id, err := w.model.ID(mujoco.Joint, joint)
	if err != nil {
		return // the caller has checked that it is there
	}
	at, dof := w.model.JointQPos[id], w.model.JointDof[id]
	q := x.Quat()
	copy(w.data.QPos[at:at+7], []float64{x.P.X, x.P.Y, x.P.Z, q.Real, q.Imag, q.Jmag, q.Kmag})
	copy(w.data.QVel[dof:dof+6], []float64{velocity.X, velocity.Y, velocity.Z, spin.X, spin.Y, spin.Z})
}

// lowest returns the height of a robot's lowest point, m.
func lowest(m *mujoco.Model, d *mujoco.Data, prefix string) float64 {
	least := math.Inf(1)
	shapes := nao.Collisions()
	for leg := range nao.Leg(nao.NumLegs) {
		shapes = append(shapes, nao.SoleSpheres(leg)...)
	}
	for _, shape := range shapes {
		body, err := m.ID(mujoco.Body, prefix+shape.Link.String())
		if err != nil {
			continue
		}
		x := bodyPose(d, body).Mul(shape.Pose)
		least = min(least, x.P.Z-below(&shape, [3]float64{x.R[6], x.R[7], x.R[8]}))
	}
	return least
}

// below returns how far a shape reaches down from its centre, m; z is the world's
// vertical in the shape's axes.
func below(shape *nao.Shape, z [3]float64) float64 {
	size := shape.Size
	switch shape.Kind {
	case nao.Sphere:
		return size[0]
	case nao.Capsule:
		return size[0] + size[1]*math.Abs(z[2])
	default: // boxes, and shapes that are enclosed by a box of that size
		return size[0]*math.Abs(z[0]) + size[1]*math.Abs(z[1]) + size[2]*math.Abs(z[2])
	}
}
