package physics

import (
	"gonao/motion"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/robot/mover"
	"gonao/robot/percepts/plane"
	"gonao/sim"
)

// A body is a simulated robot with its motion.
type body struct {
	world  *World
	index  int
	body   *sim.Body
	guard  *safety.Guard
	mover  *mover.Motion
	state  nao.State
	wanted nao.Command
	sent   nao.Command
	links  sim.ModelLinks

	at   plane.Pose // in world
	lean float64    // rad, of the torso
}

func newBody(w *World, index int, s *sim.Body) (*body, error) {
	b := &body{world: w, index: index, body: s}
	var err error
	if b.links, err = s.ModelLinks(w.sim.Model()); err != nil {
		return nil, err
	}
	if b.mover, err = mover.NewMotion(w.motion, w.library, w.Plane.Preset.Kicks.All()); err != nil {
		return nil, err
	}
	b.wake()
	return b, nil
}

// wake resets the driver's rules and the stand of the robot.
func (b *body) wake() {
	b.guard = safety.New(safety.DefaultConfig())
	b.body.State(&b.state)
	b.wanted = nao.Command{Position: b.world.motion.Stand}
	for j := range b.wanted.Stiffness {
		b.wanted.Stiffness[j] = 1
	}
}

// place puts the robot down standing, with a restarted motion. Its odometry does not count the way.
func (b *body) place(p plane.Pose) error { return b.lay(p, sim.Upright) }

// lay puts the robot down in a way to stand or to lie.
func (b *body) lay(p plane.Pose, lie sim.Lie) error {
	err := b.world.sim.Place(b.index, sim.Placement{X: p.X, Y: p.Y, Yaw: p.Theta, Lie: lie, Posture: b.world.motion.Stand})
	if err != nil {
		return err
	}
	b.at = p
	b.wake()
	return b.mover.Restart(b.world.motion, b.world.library)
}

// rest ends the robot's requests: it stands and looks ahead.
func (b *body) rest() {
	_ = b.mover.SetVelocity(motion.Velocity{}) // neither is refused
	_ = b.mover.SetHead(mover.Ahead)
}

// step runs a cycle of the robot: its sensors, motion and the driver's rules.
func (b *body) step() {
	b.body.State(&b.state)
	b.state.Guard = b.guard.Doing()
	b.mover.Step(&b.state, &b.wanted)
	b.guard.Step(b.state.Time, &b.state, &b.wanted, &b.sent)
	b.body.Command(&b.sent)
}
