package calibrate

import (
	"fmt"
	"time"

	"gonao/motion"
	"gonao/nao"
	"gonao/nao/preset"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/kinematic"
	"gonao/soccer/match/physics"
)

// bench is robots alone on a field.
type bench struct {
	*physics.World
	err error
}

// settleFor is how long a robot that was placed stands before something is measured.
const settleFor = 3 * time.Second

// newBench returns n robots of a seed; orders are scaled by the limits of the preset free.
func newBench(c *Config, seed uint64, n int, free *preset.Preset) (*bench, error) {
	f, err := field.Load(c.World)
	if err != nil {
		return nil, err
	}
	p, err := kinematic.New(free, f, n, seed)
	if err != nil {
		return nil, err
	}
	cfg := physics.Config{World: c.World, Profile: c.Body, Seed: seed, Motion: motion.DefaultConfig()}
	for i := range n {
		cfg.Robots = append(cfg.Robots, physics.Robot{Name: fmt.Sprintf("robot%d", i+1), Color: "red", Number: i + 1})
	}
	w, err := physics.New(cfg, p)
	if err != nil {
		return nil, err
	}
	b := &bench{World: w}
	b.note(w.PlaceBall(3, 2.5))
	return b, nil
}

func (b *bench) note(err error) {
	if b.err == nil {
		b.err = err
	}
}

// robot returns a robot as it is on the ground.
func (b *bench) robot(i int) *kinematic.Robot { return &b.Plane.Robots[i] }

// begin places a robot, which then stands for a while.
func (b *bench) begin(i int, at plane.Pose) {
	b.note(b.Place(i, at))
	b.run(settleFor, nil)
}

// lie lays a robot down.
func (b *bench) lie(i int, at plane.Pose, l sim.Lie) { b.note(b.Lay(i, at, l)) }

// run steps for a time, or until done returns true, and returns how long that was.
func (b *bench) run(d time.Duration, done func() bool) float64 {
	begin := b.Plane.Now
	for b.err == nil && b.Plane.Now-begin < d {
		b.note(b.Step(nao.CyclePeriod))
		if done != nil && done() {
			break
		}
	}
	return (b.Plane.Now - begin).Seconds()
}

// down reports whether a robot lies or gets up.
func (b *bench) down(i int) bool {
	p := b.robot(i).Posture
	return p == kinematic.Fallen || p == kinematic.GettingUp
}

// walk has a robot walk with a velocity.
func (b *bench) walk(i int, v motion.Velocity) { b.note(b.Mover(i).SetVelocity(v)) }

// save has the first robot block or dive.
func (b *bench) save(kind motion.SaveKind) {
	_, _ = b.Mover(0).Save(motion.SaveRequest{Kind: kind}) // a refused save covers nothing
}
