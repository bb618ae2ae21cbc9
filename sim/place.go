package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// Lie says how a robot is put onto the ground.
type Lie string

// The ways to stand and lie.
const (
	Upright Lie = "upright" // on its soles
	OnFront Lie = "front"   // on its face
	OnBack  Lie = "back"
	OnLeft  Lie = "left" // on its left side
	OnRight Lie = "right"
)

// Lies lists them all.
func Lies() []Lie { return []Lie{Upright, OnFront, OnBack, OnLeft, OnRight} }

// Placement says where on the ground a robot is put.
type Placement struct {
	X, Y, Yaw float64    // m, rad in the world; yaw is where its face (upright) or its head (lying) points
	Lie       Lie        // "" is upright
	Posture   nao.Joints // rad
}

// attitude gives the torso's rotation; the robot lies on one side.
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

// Place puts the robot onto the ground at rest; its lowest point touches it. The motors
// hold the posture until a new command comes through; State tells of it from the next
// Step on.
func (s *Simulation) Place(p Placement) error {
	x_WT, err := p.attitude()
	if err != nil {
		return fmt.Errorf("place robot: %w", err)
	}
	if !(math.Hypot(p.X, p.Y) <= farM) || !finite(p.Yaw) {
		return fmt.Errorf("place robot: at (%g m, %g m, %g rad): expected numbers, within %g m", p.X, p.Y, p.Yaw, farM)
	}
	for j, q := range p.Posture {
		if !finite(q) {
			return fmt.Errorf("place robot: %s at %g: expected a number", nao.Joint(j), q)
		}
	}
	x_WT.P = r3.Vec{X: p.X, Y: p.Y, Z: 1}
	if err := s.PlaceRobot(x_WT, &p.Posture); err != nil {
		return err
	}
	x_WT.P.Z -= s.lowest()
	return s.PlaceRobot(x_WT, &p.Posture)
}

// PlaceRobot puts the robot anywhere, at rest: x_WT is the torso in the world. The motors
// hold the posture until a new command comes through.
func (s *Simulation) PlaceRobot(x_WT nao.Pose, posture *nao.Joints) error {
	if s.body.rootQPos < 0 {
		return fmt.Errorf("place robot: the torso is held: expected a free robot")
	}
	for j, at := range s.body.qpos {
		s.command.Position[j] = nao.Joint(j).Clamp(posture[j])
		s.data.QPos[at] = s.command.Position[j] + s.is.Offset[j]
		s.data.QVel[s.body.dof[j]] = 0
		s.gears[j].rest()
	}
	s.data.QPos[s.body.followQPos] = s.data.QPos[s.body.qpos[nao.LHipYawPitch]]
	s.data.QVel[s.body.followDof] = 0
	s.delay.reset(&s.command)
	s.forget(s.body.torso)
	s.setFree("root", x_WT, r3.Vec{})
	return s.data.Forward()
}

// PlaceBall puts a free ball somewhere, at rest; p is its centre in the world, m.
func (s *Simulation) PlaceBall(name string, p r3.Vec) error { return s.RollBall(name, p, r3.Vec{}) }

// RollBall puts a free ball somewhere with a velocity, m/s in the world, with which it
// rolls: it turns as one that does not slide.
func (s *Simulation) RollBall(name string, p, velocity r3.Vec) error {
	if !(r3.Norm(p) <= farM) || !(r3.Norm(velocity) <= farM) {
		return fmt.Errorf("place %s: at (%g, %g, %g) m with (%g, %g, %g) m/s: expected numbers, within %g m and m/s",
			name, p.X, p.Y, p.Z, velocity.X, velocity.Y, velocity.Z, farM)
	}
	for _, ball := range s.cfg.World.Balls {
		if ball.Name == name {
			body, err := s.model.ID(mujoco.Body, name)
			if err != nil {
				return fmt.Errorf("place: %w", err)
			}
			s.forget(body)
			p.Z = max(p.Z, ball.DiameterM/2)
			s.setFree(name, nao.Translation(p), velocity, r3.Scale(2/ball.DiameterM, r3.Cross(r3.Vec{Z: 1}, velocity)))
			return s.data.Forward()
		}
	}
	if _, _, err := s.movable(name); err != nil {
		return fmt.Errorf("place: %w", err)
	}
	return fmt.Errorf("place ball %q: it is a part of the robot", name)
}

// Restart puts everything back to the start, as Reset does, but time goes on.
func (s *Simulation) Restart() error {
	cycle := s.cycle
	if err := s.Reset(); err != nil {
		return err
	}
	s.cycle = cycle
	s.data.SetTime(s.Time().Seconds())
	s.exact.Time, s.exact.Cycle = s.Time(), cycle
	s.sensed.Time, s.sensed.Cycle = s.Time(), cycle
	return nil
}

// forget ends what pushes or pulls a thing that is put elsewhere: the body, or with the
// torso all of the robot.
func (s *Simulation) forget(body int) {
	for i := range s.forces {
		if b := s.forces[i].body; b == body || b > 0 && int(s.model.BodyRoot[b]) == body {
			s.forces[i].steps = 0
		}
	}
}

// setFree sets the pose and the velocities of a free joint, all in the world.
func (s *Simulation) setFree(joint string, x nao.Pose, velocity r3.Vec, spin ...r3.Vec) {
	id, err := s.model.ID(mujoco.Joint, joint)
	if err != nil {
		return // the caller knows that it is there
	}
	at, dof := s.model.JointQPos[id], s.model.JointDof[id]
	q := x.Quat()
	copy(s.data.QPos[at:at+7], []float64{x.P.X, x.P.Y, x.P.Z, q.Real, q.Imag, q.Jmag, q.Kmag})
	copy(s.data.QVel[dof:dof+6], []float64{velocity.X, velocity.Y, velocity.Z, 0, 0, 0})
	for _, w := range spin { // in the joint's own axes, which are the world's where it is only moved
		copy(s.data.QVel[dof+3:dof+6], []float64{w.X, w.Y, w.Z})
	}
}

// lowest gives the height of the robot's lowest point, m.
func (s *Simulation) lowest() float64 {
	least := math.Inf(1)
	shapes := nao.Collisions()
	for leg := range nao.Leg(nao.NumLegs) {
		shapes = append(shapes, nao.SoleSpheres(leg)...)
	}
	for _, shape := range shapes {
		body, err := s.model.ID(mujoco.Body, shape.Link.String())
		if err != nil {
			continue
		}
		x := bodyPose(s.data, body).Mul(shape.Pose)
		least = min(least, x.P.Z-below(&shape, [3]float64{x.R[6], x.R[7], x.R[8]}))
	}
	return least
}

// below tells how far a shape reaches down from its middle; z are the world's vertical
// in its axes.
func below(shape *nao.Shape, z [3]float64) float64 {
	size := shape.Size
	switch shape.Kind {
	case nao.Sphere:
		return size[0]
	case nao.Capsule:
		return size[0] + size[1]*math.Abs(z[2])
	default: // boxes; what is round inside them reaches less far
		return size[0]*math.Abs(z[0]) + size[1]*math.Abs(z[1]) + size[2]*math.Abs(z[2])
	}
}
