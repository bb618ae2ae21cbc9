package sim

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// push is a force on the torso that lasts for a while.
type push struct {
	force r3.Vec // in the world, N
	steps int    // of the physics that are left
}

// Push gives the torso an impulse, N·s in the world's axes, at its own centre of mass:
// an even force from the next Step on, for d, rounded up to whole steps of the
// physics. A push that still lasts is replaced.
func (s *Simulation) Push(impulse r3.Vec, d time.Duration) error {
	if !finite(impulse.X) || !finite(impulse.Y) || !finite(impulse.Z) {
		return fmt.Errorf("push (%g, %g, %g) N s: expected numbers", impulse.X, impulse.Y, impulse.Z)
	}
	if s.body.rootQPos < 0 {
		return fmt.Errorf("push: the torso is held: expected a free robot")
	}
	steps := max(1, int(math.Ceil(d.Seconds()/s.stepSec-1e-9)))
	s.push = push{force: r3.Scale(1/(float64(steps)*s.stepSec), impulse), steps: steps}
	return nil
}

// stepPush applies the push for one step of the physics.
func (s *Simulation) stepPush() {
	wrench := s.data.AppliedWrench[6*s.body.torso:]
	if s.push.steps == 0 {
		wrench[0], wrench[1], wrench[2] = 0, 0, 0
		return
	}
	s.push.steps--
	wrench[0], wrench[1], wrench[2] = s.push.force.X, s.push.force.Y, s.push.force.Z
}

// PlaceRobot puts the robot somewhere else, at rest: x_WT is the torso in the world.
// What the motors were told stays.
func (s *Simulation) PlaceRobot(x_WT nao.Pose, posture *nao.Joints) error {
	if s.body.rootQPos < 0 {
		return fmt.Errorf("place robot: the torso is held: expected a free robot")
	}
	for j, at := range s.body.qpos {
		s.data.QPos[at] = nao.Joint(j).Clamp(posture[j])
		s.data.QVel[s.body.dof[j]] = 0
	}
	s.data.QPos[s.body.followQPos] = s.data.QPos[s.body.qpos[nao.LHipYawPitch]]
	s.setFree("root", x_WT)
	return s.data.Forward()
}

// PlaceBall puts a free ball somewhere, at rest; p is its centre in the world, m.
func (s *Simulation) PlaceBall(name string, p r3.Vec) error {
	for _, ball := range s.cfg.World.Balls {
		if ball.Name == name {
			s.setFree(name, nao.Translation(p))
			return s.data.Forward()
		}
	}
	return fmt.Errorf("place ball %q: no free ball of that name in the world", name)
}

// setFree sets the pose of a free joint, without speed.
func (s *Simulation) setFree(joint string, x nao.Pose) {
	id, err := s.model.ID(mujoco.Joint, joint)
	if err != nil {
		return // the caller knows that it is there
	}
	at, dof := s.model.JointQPos[id], s.model.JointDof[id]
	q := x.Quat()
	copy(s.data.QPos[at:at+7], []float64{x.P.X, x.P.Y, x.P.Z, q.Real, q.Imag, q.Jmag, q.Kmag})
	clear(s.data.QVel[dof : dof+6])
}
