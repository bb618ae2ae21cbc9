// Package onfield runs robots that play alone on the field, in one process: put down somewhere in its own half, a robot finds its
// place, walks round two others to the ball and kicks it at the goal. [Play] runs one seed and returns what happened; [Record.Film]
// draws it from above.
//
// Frame map, which is world here: the robot attacks the goal at +x. m, s, rad.
package onfield

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonao/internal/estimate"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/fieldfilm"
	"gonao/robot/percepts/plane"
	"gonao/sim"
	"gonao/sim/robot"
	"gonao/sim/scenery"
	"gonao/sim/world"
)

// Config describes what is played.
type Config struct {
	World   string
	Machine string
	Table   string // of errors of the percepts, see package sight
	// Rendered draws what the cameras see in the hall of the run's seed (package scenery), and vision finds what the robot perceives; the
	// table is not used.
	Rendered bool
	Profile  sim.Profile
	Limit    time.Duration // the longest time
}

// DefaultConfig returns the demo on the SPL field: a body of the profile real, percepts from truth with the errors of a NAO's vision.
func DefaultConfig() Config {
	return Config{World: "spl", Machine: "play_on_field", Table: "nao", Profile: sim.Real, Limit: 120 * time.Second}
}

// Scene is where things are at the beginning.
type Scene struct {
	Robot  plane.Pose
	BallX  float64
	BallY  float64
	Others [2]plane.Pose
}

// ballRadius is the radius of the ball, m. A ball is in the goal when all of it is behind the line.
const ballRadius = 0.05

// draw returns the scene of a seed: the robot anywhere in its own half, the ball in the other one, a robot between them and another
// one elsewhere. The way of the ball to the goal is free.
func draw(seed uint64, f *field.Map) Scene {
	rng := rand.New(rand.NewPCG(seed, 0x6669656c64))
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	halfLength, halfWidth := f.Length/2, f.Width/2
	for {
		s := Scene{
			Robot: plane.Pose{X: between(-halfLength+0.5, -0.4), Y: between(-halfWidth+0.4, halfWidth-0.4), Theta: between(-math.Pi, math.Pi)},
			BallX: between(0.4, halfLength-1.3), BallY: between(-halfWidth+1, halfWidth-1),
		}
		share, aside := between(0.35, 0.65), between(-0.25, 0.25)
		dx, dy := s.BallX-s.Robot.X, s.BallY-s.Robot.Y
		d := math.Hypot(dx, dy)
		s.Others[0] = plane.Pose{X: s.Robot.X + share*dx - aside*dy/d, Y: s.Robot.Y + share*dy + aside*dx/d, Theta: between(-math.Pi, math.Pi)}
		s.Others[1] = plane.Pose{X: between(-halfLength+1, halfLength-1), Y: between(-halfWidth+0.5, halfWidth-0.5), Theta: between(-math.Pi, math.Pi)}
		if d > 1.8 && s.free(halfLength) {
			return s
		}
	}
}

// free reports whether the others stand clear of robot and ball, of each other and of the ball's way to the goal.
func (s *Scene) free(goalX float64) bool {
	const clear = 0.75
	if s.Others[0].Distance(s.Others[1]) < 1.2 {
		return false
	}
	for _, o := range s.Others {
		if math.Hypot(o.X-s.BallX, o.Y-s.BallY) < clear || o.Distance(s.Robot) < clear {
			return false
		}
		gx, gy := goalX-s.BallX, -s.BallY
		along := ((o.X-s.BallX)*gx + (o.Y-s.BallY)*gy) / (gx*gx + gy*gy)
		if along > 0 && along < 1 && math.Abs((o.X-s.BallX)*gy-(o.Y-s.BallY)*gx)/math.Hypot(gx, gy) < 0.7 {
			return false
		}
	}
	return true
}

// Record is what happened in a run.
type Record struct {
	Seed   uint64
	Field  *field.Map
	Scene  Scene
	Frames []fieldfilm.Frame // five a second

	FoundSec  float64 // when it knew its place for the first time, within 30 cm of the truth; NaN: never
	ScoredSec float64 // NaN if it did not score
	Kicks     int
	Falls     int
	Touched   bool    // it came nearer than 25 cm to the middle of another robot
	ErrorM    float64 // median of the pose's error once it knew its place
}

// errNoField is returned for a world without a field.
var errNoField = errors.New("the world has no field")

// Play runs a seed until the ball is in the goal or the time is over.
func Play(ctx context.Context, cfg Config, seed uint64) (*Record, error) {
	w, err := world.Load(cfg.World)
	if err != nil {
		return nil, fmt.Errorf("field demo: %w", err)
	}
	if w.Map == nil {
		return nil, fmt.Errorf("field demo: world %q: %w", cfg.World, errNoField)
	}
	rec := &Record{Seed: seed, Field: w.Map, Scene: draw(seed, w.Map), FoundSec: math.NaN(), ScoredSec: math.NaN()}
	rc := robot.DefaultConfig(cfg.Machine)
	onField := robot.DefaultFieldConfig()
	onField.Table = cfg.Table
	rc.World, rc.Seed, rc.Field = cfg.World, seed, &onField
	var hall *world.World
	if cfg.Rendered {
		drawn, cameras, err := scenery.Draw(seed, scenery.Options{World: cfg.World, Samples: 1, ShadowSize: -1})
		if err != nil {
			return nil, fmt.Errorf("field demo: %w", err)
		}
		hall, onField.Cameras = &drawn, &cameras
	}
	rc.Adjust = func(s *sim.Config) {
		if hall != nil {
			s.World = *hall
		}
		rec.Scene.arrange(s, cfg.Profile)
	}
	count := &counter{}
	rc.Observer = count
	r, err := robot.New(rc)
	if err != nil {
		return nil, fmt.Errorf("field demo: seed %d: %w", seed, err)
	}
	defer r.Close()
	if err := rec.run(ctx, cfg, r); err != nil {
		return nil, fmt.Errorf("field demo: seed %d: %w", seed, err)
	}
	rec.Kicks, rec.Falls = count.kicks, count.falls
	rec.ErrorM = rec.medianError()
	return rec, nil
}

// Film draws the run from above, see package fieldfilm.
func (rec *Record) Film() string {
	film := fieldfilm.Film{Field: rec.Field, Others: rec.Scene.Others[:], Frames: rec.Frames, Title: fmt.Sprintf("seed %d", rec.Seed)}
	return film.SVG()
}

// arrange puts robot, ball and others into a world.
func (s *Scene) arrange(c *sim.Config, profile sim.Profile) {
	c.Profile = profile
	c.World.Carriers = nil
	c.World.Robot.XM, c.World.Robot.YM, c.World.Robot.YawDeg = s.Robot.X, s.Robot.Y, s.Robot.Theta*180/math.Pi
	balls := append([]world.Ball(nil), c.World.Balls[:min(1, len(c.World.Balls))]...)
	if len(balls) > 0 {
		balls[0].XM, balls[0].YM = s.BallX, s.BallY
	}
	c.World.Balls = balls
	c.World.Puppets = nil
	for i, o := range s.Others {
		c.World.Puppets = append(c.World.Puppets, world.Puppet{
			Name: fmt.Sprintf("other%d", i+1), Make: world.MakeNAO, XM: o.X, YM: o.Y, YawDeg: o.Theta * 180 / math.Pi, Posture: "stand",
			Color: world.Color{0.8, 0.1, 0.1}, Jersey: "red", Number: i + 2,
		})
	}
}

// frameEvery is the time between two frames.
const frameEvery = 200 * time.Millisecond

// run steps the robot and takes frames.
func (rec *Record) run(ctx context.Context, cfg Config, r *robot.Robot) error {
	next := time.Duration(0)
	for r.Time() < cfg.Limit {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.Step(); err != nil {
			return err
		}
		if r.Time() >= next {
			next += frameEvery
			rec.take(r)
		}
		p := r.Truth().Balls[0].P
		if p.X > rec.Field.Length/2+ballRadius && math.Abs(p.Y) < rec.Field.GoalWidth/2 {
			rec.take(r)
			rec.ScoredSec = r.Time().Seconds()
			return nil
		}
	}
	return nil
}

// take adds a frame.
func (rec *Record) take(r *robot.Robot) {
	t := r.Truth()
	_, _, yaw := t.Torso.RollPitchYaw()
	f := fieldfilm.Frame{At: r.Time(), Truth: plane.Pose{X: t.Torso.P.X, Y: t.Torso.P.Y, Theta: yaw}, State: r.Machine(), Ball: true}
	f.BallX, f.BallY = t.Balls[0].P.X, t.Balls[0].P.Y
	if b, ok := r.Belief(); ok {
		f.Known, f.Localized, f.Belief = true, b.Localized, b.Pose
		if b.World != nil && b.World.Ball.Known {
			f.BelievesBall = true
			f.BelievedX, f.BelievedY = b.Pose.Point(b.World.Ball.X, b.World.Ball.Y)
		}
	}
	if e, ok := r.Estimate(); ok {
		for _, h := range e.Hypotheses[:e.Count] {
			f.Hypotheses = append(f.Hypotheses, h.Pose)
		}
	}
	if l, ok := r.Lead(); ok {
		f.Path = append(f.Path, l.Points[:l.Count]...)
	}
	if math.IsNaN(rec.FoundSec) && f.Localized && f.Truth.Distance(f.Belief) < 0.3 {
		rec.FoundSec = f.At.Seconds()
	}
	for _, o := range rec.Scene.Others {
		rec.Touched = rec.Touched || f.Truth.Distance(o) < 0.25
	}
	rec.Frames = append(rec.Frames, f)
}

// medianError returns the median of the pose's error while localization trusts it.
func (rec *Record) medianError() float64 {
	var all []float64
	for i := range rec.Frames {
		if f := &rec.Frames[i]; f.Localized && f.At.Seconds() >= rec.FoundSec {
			all = append(all, f.Truth.Distance(f.Belief))
		}
	}
	return estimate.Quantile(all, 0.5)
}
