package match

import (
	"fmt"
	"time"

	"gonao/motion"
	"gonao/nao"
	"gonao/robot/mover"
	"gonao/robot/percepts/plane"
	"gonao/sim/kinematic"
	"gonao/soccer/match/physics"
)

// The worlds that a match is played in.
const (
	Kinematic = "kinematic" // moves and tables, no physics
	Physics   = "physics"   // bodies in MuJoCo
)

// A ground moves robots and ball, and keeps the match's World true.
type ground interface {
	// Mover returns the mover of a robot.
	Mover(i int) mover.Mover
	// State returns the measurements of a robot's joints and sensors; nil if it has none.
	State(i int) *nao.State
	Step(dt time.Duration) error
	Place(i int, p plane.Pose) error
	Remove(i int) error
	PlaceBall(x, y float64) error
	Ping()
	Append(b []byte) []byte
	Close()
	// Cover returns the share of the ball under a robot, seen from above.
	Cover(i int) float64
	// Stance returns how far the outer edges of a robot's feet are apart, m.
	Stance(i int) float64
	// BallHeight returns the height of the ball's centre, m.
	BallHeight() float64
}

// flat is a ground without physics: the World itself.
type flat struct{ *kinematic.World }

func (k flat) Mover(i int) mover.Mover         { return kinematic.Mover{Robot: &k.Robots[i]} }
func (k flat) State(int) *nao.State            { return nil }
func (k flat) Step(dt time.Duration) error     { k.World.Step(dt); return nil }
func (k flat) Place(i int, p plane.Pose) error { k.World.Place(i, p); return nil }
func (k flat) Remove(i int) error              { k.World.Remove(i); return nil }
func (k flat) PlaceBall(x, y float64) error    { k.World.PlaceBall(x, y); return nil }
func (k flat) Close()                          {}

// Cover takes the rectangle that the feet span for the robot.
func (k flat) Cover(i int) float64 {
	r := &k.Robots[i]
	x, y := r.Pose.Local(k.Ball.X, k.Ball.Y)
	t, b := &k.Preset.Body.Base, k.Preset.Ball.Radius
	part := func(v, from, to float64) float64 { return max(0, min(v+b, to)-max(v-b, from)) / (2 * b) }
	return part(x, t[0], t[1]) * part(y, -t[2], t[2])
}

// Stance returns the width of the feet, or of the block.
func (k flat) Stance(i int) float64 {
	const wide = 0.5 // m, of a robot that stands with its feet far apart
	switch r := &k.Robots[i]; {
	case r.Posture == kinematic.Blocking:
		return 2 * k.Preset.Keeper.BlockHalf
	case r.Posture == kinematic.Upright && r.Foul == kinematic.StandWide:
		return wide
	}
	return 2 * k.Preset.Body.Base[2]
}

// BallHeight returns the height of the ball's centre, m.
func (m *Match) BallHeight() float64 { return m.ground.BallHeight() }

// BallHeight returns the ball's radius: it never leaves the ground.
func (k flat) BallHeight() float64 { return k.Preset.Ball.Radius }

// BodiesConfig returns the configuration of a world of bodies for the robots of the match.
func (m *Match) BodiesConfig() physics.Config {
	cfg := physics.Config{World: m.book.World, Profile: m.Body, Seed: m.Seed, Motion: motion.DefaultConfig(), StepSec: m.StepSec}
	for i := range m.World.Robots {
		side, number := m.Number(i)
		color := [...]string{"red", "blue"}[side-1]
		cfg.Robots = append(cfg.Robots, physics.Robot{Name: fmt.Sprintf("%s%d", color, number), Color: color, Number: number})
	}
	return cfg
}

// newGround returns the ground that moves the World.
func (m *Match) newGround() (ground, error) {
	if m.WorldKind == Kinematic {
		return flat{m.World}, nil
	}
	w, err := physics.New(m.BodiesConfig(), m.World)
	if err != nil {
		return nil, err
	}
	m.Bodies = w
	return w, nil
}

// move steps the world. An error ends the match: Err returns it.
func (m *Match) move() {
	if err := m.ground.Step(Cycle); err != nil {
		m.fail(err)
	}
}

// placeBall puts the ball at rest.
func (m *Match) placeBall(x, y float64) { m.fail(m.ground.PlaceBall(x, y)) }

// fail ends the match with its first error.
func (m *Match) fail(err error) {
	if err != nil && m.err == nil {
		m.err, m.over = fmt.Errorf("match of seed %d at %v: %w", m.Seed, m.World.Now, err), true
	}
}

// Err returns why the match ended before its end; nil: it did not.
func (m *Match) Err() error { return m.err }
