package eyes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts/field"
	"gonao/sim"
	"gonao/sim/kinematic"
	"gonao/sim/mujoco"
	"gonao/soccer/match/physics"
)

// A stage is a world of bodies that are never stepped: they stand where the robots of a kinematic match are.
type stage struct {
	sim    *sim.World
	robots []puppet
	ball   int // of its free joint, in Data.QPos
}

// A puppet is a robot of a stage: where its joints are in Data.QPos.
type puppet struct {
	root, headYaw int
	uprightM      float64 // height of the torso of a robot that stands
}

// Posture of the bodies on a stage: the pitch of the heads, rad, and the height of the torso of a robot that lies, m.
const (
	headPitch = 0.2
	lyingM    = 0.08
)

// newStage returns a stage for robots on a field.
func newStage(cfg *physics.Config, f *field.Map) (*stage, error) {
	cfg.Profile = sim.Ideal
	w, ball, err := physics.NewSimulator(cfg)
	if err != nil {
		return nil, err
	}
	s := &stage{sim: w, robots: make([]puppet, len(cfg.Robots))}
	if err := s.find(f, cfg.Motion.Stand, ball); err != nil {
		w.Close()
		return nil, err
	}
	return s, nil
}

// find finds the joints of robots and ball, and has all robots stand.
func (s *stage) find(f *field.Map, posture nao.Joints, ball string) error {
	posture[nao.HeadPitch] = headPitch
	model := s.sim.Model()
	at := func(joint string) (int, error) {
		id, err := model.ID(mujoco.Joint, joint)
		if err != nil {
			return 0, err
		}
		return int(model.JointQPos[id]), nil
	}
	var err error
	if s.ball, err = at(ball); err != nil {
		return err
	}
	for i := range s.robots {
		p, prefix := &s.robots[i], s.sim.Bodies()[i].Prefix()
		if p.root, err = at(prefix + "root"); err != nil {
			return err
		}
		if p.headYaw, err = at(prefix + nao.HeadYaw.String()); err != nil {
			return err
		}
		beside := physics.Parking(f, i)
		if err := s.sim.Place(i, sim.Placement{X: beside.X, Y: beside.Y, Yaw: beside.Theta, Posture: posture}); err != nil {
			return err
		}
		p.uprightM = s.sim.Data().QPos[p.root+2]
	}
	return nil
}

// arrange puts all robots and the ball where they are in the kinematic world. A robot that is away stands beside the field.
func (s *stage) arrange(w *kinematic.World) {
	q := s.sim.Data().QPos
	for i := range s.robots {
		p, r := &s.robots[i], &w.Robots[i]
		at, height := r.Pose, p.uprightM
		if r.Away {
			at = physics.Parking(w.Field, i)
		}
		x := nao.Rotation(r3.Vec{Z: 1}, at.Theta)
		if r.Posture == kinematic.Fallen || r.Posture == kinematic.GettingUp {
			x, height = x.Mul(nao.Rotation(r3.Vec{Y: 1}, math.Pi/2)), lyingM
		}
		turn := x.Quat()
		copy(q[p.root:p.root+7], []float64{at.X, at.Y, height, turn.Real, turn.Imag, turn.Jmag, turn.Kmag})
		q[p.headYaw] = r.HeadYaw
	}
	copy(q[s.ball:s.ball+3], []float64{w.Ball.X, w.Ball.Y, w.Preset.Ball.Radius})
}
