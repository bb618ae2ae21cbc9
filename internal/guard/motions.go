package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/sim"
	"gonao/sim/world"
)

// motionParts returns parts for every slot motion, kicks in all directions, saves, and getting up from all sides.
func motionParts() []part {
	library, err := motion.Builtin()
	if err != nil {
		return []part{{"motion", func(*digest) error { return err }}}
	}
	var parts []part
	for _, name := range library.Names() {
		m := library[name]
		down := ""
		if m.Lying {
			down = sideFor(name)
		}
		parts = append(parts, part{"slot/" + name, func(d *digest) error {
			return perform(d, down, m.Length()+time.Second, func(b *body) error { return b.play(name) })
		}})
	}
	return append(append(parts, kickParts()...), getUpParts()...)
}

// sideFor returns the side on which a robot lies before it plays this slot motion: the one in its name, or its back.
func sideFor(name string) string {
	for _, side := range []string{"front", "back", "left", "right"} {
		if strings.HasSuffix(name, side) {
			return side
		}
	}
	return "back"
}

func kickParts() (parts []part) {
	for _, foot := range []kick.Foot{kick.LeftFoot, kick.RightFoot} {
		for _, k := range []struct {
			name      string
			direction float64
			distance  float64
		}{{"far", 0, 0}, {"near", 0, 0.8}, {"in", 0.6, 1.5}, {"out", -0.6, 1.5}, {"side", 1.4, 1}} {
			if foot == kick.RightFoot {
				k.direction = -k.direction
			}
			request := motion.KickRequest{Direction: k.direction, Distance: k.distance, Foot: foot}
			parts = append(parts, part{fmt.Sprintf("kick/%s/%s", foot, k.name), func(d *digest) error {
				return perform(d, "", 4*time.Second, func(b *body) error { return b.begin(b.motion.Kick(request)) })
			}})
		}
	}
	parts = append(parts, part{"kick/walking", func(d *digest) error {
		return perform(d, "", 5*time.Second, func(b *body) error {
			return b.begin(b.motion.KickWalking(motion.KickRequest{BallX: 0.5, BallY: 0.04, Direction: 0.2}))
		})
	}})
	for _, kind := range []motion.SaveKind{motion.SaveBlock, motion.SaveDiveLeft, motion.SaveDiveRight} {
		parts = append(parts, part{"save/" + kind.String(), func(d *digest) error {
			return perform(d, "", 4*time.Second, func(b *body) error { return b.begin(b.motion.Save(motion.SaveRequest{Kind: kind})) })
		}})
	}
	return parts
}

func getUpParts() (parts []part) {
	for _, side := range []string{"front", "back", "left", "right"} {
		parts = append(parts, part{"getup/" + side, func(d *digest) error {
			return perform(d, side, 7*time.Second, func(b *body) error { return b.begin(b.motion.GetUp()) })
		}})
	}
	for _, posture := range []string{"sit", "rest"} {
		parts = append(parts, part{"getup/" + posture, func(d *digest) error {
			return perform(d, "", 7*time.Second, func(b *body) error { return b.begin(b.motion.Posture(posture)) })
		}})
	}
	return parts
}

// body is one simulated robot with its motion and the driver's rules.
type body struct {
	d      *digest
	sim    *sim.Simulation
	motion *motion.Motion
	guard  *safety.Guard
	state  nao.State
	wanted nao.Command
	sent   nao.Command
	truth  sim.Truth
	report func()
}

// perform adds what a robot that stands, or lies on a side, does after a request.
func perform(d *digest, down string, lasts time.Duration, ask func(b *body) error) error {
	w, err := world.Load("empty")
	if err != nil {
		return err
	}
	library, err := motion.Builtin()
	if err != nil {
		return err
	}
	cfg := motion.DefaultConfig()
	cfg.AutoGetUp = false
	b := &body{d: d, guard: safety.New(safety.DefaultConfig())}
	if b.motion, err = motion.New(cfg, library); err != nil {
		return err
	}
	simulated := sim.DefaultConfig(w)
	simulated.StepSec = stepSec
	if b.sim, err = sim.New(simulated); err != nil {
		return err
	}
	defer b.sim.Close()
	if err := b.run(1500 * time.Millisecond); err != nil {
		return err
	}
	if down != "" {
		if err := b.lie(down); err != nil {
			return err
		}
	}
	if err := ask(b); err != nil {
		return err
	}
	return b.run(lasts)
}

// lie puts the robot on the ground on a side, where it rests for a second and a half.
func (b *body) lie(down string) error {
	angle := map[string][2]float64{"front": {0, math.Pi / 2}, "back": {0, -math.Pi / 2}, "left": {-math.Pi / 2, 0}, "right": {math.Pi / 2, 0}}[down]
	posture := nao.StandPosture()
	x := nao.RollPitchYaw(angle[0], angle[1], 0)
	const heightM = 0.12
	x.P.Z = heightM
	if err := b.sim.PlaceRobot(x, &posture); err != nil {
		return err
	}
	return b.run(1500 * time.Millisecond)
}

// begin starts a task. The end of the task is added to the digest.
func (b *body) begin(task motion.Task, err error) error {
	b.report = func() {
		r := b.motion.Report(task)
		b.d.ints(int(r.Outcome))
		b.d.bools(r.Hit)
		b.d.floats(r.Share)
	}
	return err
}

// play plays a slot motion. The end of the motion is added to the digest.
func (b *body) play(name string) error {
	play, err := b.motion.Play(name)
	b.report = func() {
		p := b.motion.Progress(play)
		b.d.ints(int(p.Outcome), p.Reached)
	}
	return err
}

// run steps the robot and adds commands, sensors and position.
func (b *body) run(lasts time.Duration) error {
	for end := b.sim.Time() + lasts; b.sim.Time() < end; {
		b.sim.State(&b.state)
		b.motion.Step(&b.state, &b.wanted)
		b.guard.Step(b.sim.Time(), &b.state, &b.wanted, &b.sent)
		b.d.command(&b.sent)
		if err := b.sim.Step(&b.sent); err != nil {
			return err
		}
		b.sim.Truth(&b.truth)
		b.d.pose(b.truth.Torso)
	}
	b.d.texts(b.motion.State().String())
	if b.report != nil {
		b.report()
	}
	return nil
}
