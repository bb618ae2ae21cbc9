package onfield

import (
	"context"
	_ "embed" // the machine
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/journal"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/robot"
	"gonao/sim/world"
)

//go:embed meet_ball.yaml
var meetBall []byte

// Rolling is a ball that rolls past a robot that stands in the middle of the field and looks along +x.
type Rolling struct {
	X, Y, VX, VY float64 // m, m/s, when the ball is let go
}

// drawRolling returns the ball of a seed: it begins 0.8 to 1.6 m in front of the robot within 35° to either side, at 0.2 to 1 m/s, in a
// direction that passes the robot within 0.4 m.
func drawRolling(seed uint64) Rolling {
	rng := rand.New(rand.NewPCG(seed, 0x726f6c6c))
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	d, a := between(0.8, 1.6), between(-0.6, 0.6)
	r := Rolling{X: d * math.Cos(a), Y: d * math.Sin(a)}
	speed, past := between(0.2, 1), between(-0.4, 0.4)
	// The line through the ball that lies past to the side of the robot.
	toward := math.Atan2(-r.Y, -r.X) + math.Asin(past/d)
	r.VX, r.VY = speed*math.Cos(toward), speed*math.Sin(toward)
	return r
}

// interception is how a robot met a ball.
type interception struct {
	Rolling
	Met     bool           // the ball came within metM of the middle between the feet, while it rolled or within afterRest of its rest
	MetSec  journal.Number // NaN if it never met the ball
	Rolled  bool           // it rolled at that moment
	Nearest float64        // m
	Fell    bool
}

// What counts as met.
const (
	metM      = 0.20 // m: the ball touches a foot, or lies just in front of it
	afterRest = 5 * time.Second
	restMPS   = 0.03
	ballGoes  = 4 * time.Second // after the beginning: the robot stands and has seen the ball
)

// Intercept runs the skill intercept_ball with one ball.
func Intercept(ctx context.Context, cfg Config, seed uint64) (interception, error) {
	in := interception{Rolling: drawRolling(seed), Nearest: math.Inf(1), MetSec: journal.Number(math.NaN())}
	dir, err := os.MkdirTemp("", "intercept")
	if err != nil {
		return in, fmt.Errorf("intercept: %w", err)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a directory of its own
	file := filepath.Join(dir, "meet_ball.yaml")
	if err := os.WriteFile(file, meetBall, 0o600); err != nil {
		return in, fmt.Errorf("intercept: %w", err)
	}
	rc := robot.DefaultConfig(file)
	onField := robot.DefaultFieldConfig()
	onField.Table = cfg.Table
	rc.World, rc.Seed, rc.Field = cfg.World, seed, &onField
	scene := Scene{Others: [2]plane.Pose{{X: -3, Y: 2}, {X: -3, Y: -2}}, BallX: in.X, BallY: in.Y}
	name := ""
	rc.Adjust = func(c *sim.Config) {
		scene.arrange(c, cfg.Profile)
		c.World.Puppets = []world.Puppet{}
		name = c.World.Balls[0].Name
	}
	r, err := robot.New(rc)
	if err != nil {
		return in, fmt.Errorf("intercept: seed %d: %w", seed, err)
	}
	defer r.Close()
	gone, rests := false, time.Duration(0)
	for r.Time() < ballGoes+12*time.Second {
		if err := ctx.Err(); err != nil {
			return in, err
		}
		if !gone && r.Time() >= ballGoes {
			gone = true
			if err := r.Simulation().RollBall(name, r3.Vec{X: in.X, Y: in.Y, Z: ballRadius}, r3.Vec{X: in.VX, Y: in.VY}); err != nil {
				return in, fmt.Errorf("intercept: seed %d: %w", seed, err)
			}
		}
		before := r.Truth().Balls
		var last r3.Vec
		if len(before) > 0 {
			last = before[0].P
		}
		if err := r.Step(); err != nil {
			return in, fmt.Errorf("intercept: seed %d: %w", seed, err)
		}
		t := r.Truth()
		in.Fell = in.Fell || t.Torso.R[8] < 0.5
		if !gone {
			continue
		}
		p := t.Balls[0].P
		d := math.Hypot(p.X-t.Torso.P.X, p.Y-t.Torso.P.Y)
		in.Nearest = min(in.Nearest, d)
		if d < metM {
			in.Met, in.MetSec = true, journal.Number((r.Time() - ballGoes).Seconds())
			in.Rolled = r.Time()-rests < 100*time.Millisecond
			return in, nil
		}
		if r3.Norm(r3.Sub(p, last)) > restMPS*0.012 || r.Time() < ballGoes+500*time.Millisecond {
			rests = r.Time()
		} else if r.Time()-rests > afterRest {
			return in, nil
		}
	}
	return in, nil
}

// String returns how a robot met a ball, on one line.
func (in *interception) String() string {
	return fmt.Sprintf("ball at (%.2f, %.2f) m, %.2f m/s: met %v, nearest %.2f m", in.X, in.Y, math.Hypot(in.VX, in.VY), in.Met, in.Nearest)
}

// interceptions returns a line with the number of balls that robots met.
func interceptions(all []interception) string {
	met, rolled, fell := 0, 0, 0
	for _, in := range all {
		if in.Met {
			met++
		}
		if in.Rolled {
			rolled++
		}
		if in.Fell {
			fell++
		}
	}
	return fmt.Sprintf("met %d of %d, %d of them while the ball rolled; fell %d", met, len(all), rolled, fell)
}
