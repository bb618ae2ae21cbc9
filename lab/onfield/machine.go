package onfield

// This part of the package tries a state machine on simulated robots, one a seed, each in one process: how it ends and when, in which
// states it spent its time, how far the robot walked and how often it fell. The runs are written as a table and drawn.
//
// Times are simulated seconds since the machine began; distances are m in the world's frame.

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"gonao/sim"
	"gonao/sim/robot"
)

// MachineConfig describes the machine and the conditions of its runs.
type MachineConfig struct {
	Machine string
	World   string
	Profile sim.Profile
	Limit   time.Duration // of a run
	Field   bool          // percepts of field, ball and robots from truth, in place of images
	Table   string        // of the errors of these percepts, see package sight
	// Adjust, if not nil, changes the robot's configuration before it is built.
	Adjust func(*robot.Config)
	// Observer is told what happens in the run; it may be nil.
	Observer robot.Observer
}

// Outcomes of a run.
const (
	Final   = "final"   // the machine reached its end
	Failed  = "failed"  // it failed
	Running = "running" // the time was over
)

// MachineRun is what one robot did.
type MachineRun struct {
	Seed        uint64
	Outcome     string
	Cause       string // of a machine that failed
	Seconds     float64
	Transitions int
	Falls       int
	WalkedM     float64 // length of the torso's way over ground
	Reached     int     // positions of played motions
	Spans       []MachineSpan
}

// MachineSpan is a time in a state: the outermost one of the active path.
type MachineSpan struct {
	State    string
	From, To float64 // s
}

// TimeIn returns the time spent in a state, s.
func (r *MachineRun) TimeIn(state string) float64 {
	total := 0.0
	for _, s := range r.Spans {
		if s.State == state {
			total += s.To - s.From
		}
	}
	return total
}

// TryMachine runs the machine with the robot of a seed.
func TryMachine(ctx context.Context, cfg MachineConfig, seed uint64) (*MachineRun, error) {
	run := &MachineRun{Seed: seed}
	rc := robot.DefaultConfig(cfg.Machine)
	rc.World, rc.Seed = cfg.World, seed
	rc.Camera.Seed = seed
	rc.Adjust = func(c *sim.Config) { c.Profile = cfg.Profile }
	if cfg.Field {
		field := robot.DefaultFieldConfig()
		field.Table = cfg.Table
		rc.Field = &field
	}
	watch := &watcher{run: run, Observer: cfg.Observer}
	if cfg.Observer == nil {
		watch.Observer = robot.Nobody{}
	}
	rc.Observer = watch
	if cfg.Adjust != nil {
		cfg.Adjust(&rc)
	}
	r, err := robot.New(rc)
	if err != nil {
		return nil, fmt.Errorf("trial: seed %d: %w", seed, err)
	}
	defer r.Close()
	if err := watch.follow(ctx, r, cfg.Limit); err != nil {
		return nil, fmt.Errorf("trial: seed %d: %w", seed, err)
	}
	return run, nil
}

// watcher fills a run from what a robot reports.
type watcher struct {
	robot.Observer // gets the same reports
	run            *MachineRun
	each           func(r *robot.Robot) // called after each step while the machine runs; nil: not
	began          bool
	since          time.Duration // of the machine's first entry
	state          string
	from           float64

	down bool
	x, y float64
}

// PositionReached counts.
func (w *watcher) PositionReached() {
	w.run.Reached++
	w.Observer.PositionReached()
}

// Transition ends the span of a state and begins another one.
func (w *watcher) Transition(now, sinceEntry time.Duration, from, to string) {
	w.Observer.Transition(now, sinceEntry, from, to)
	if !w.began {
		w.began, w.since = true, now
	}
	at := (now - w.since).Seconds()
	if from != "" {
		w.run.Transitions++
	}
	if outer, _, _ := strings.Cut(to, "/"); outer != w.state {
		w.end(at)
		w.state, w.from = outer, at
	}
}

// end ends the span of the present state.
func (w *watcher) end(at float64) {
	if w.state != "" && at > w.from {
		w.run.Spans = append(w.run.Spans, MachineSpan{w.state, w.from, at})
	}
}

// follow steps the robot until the machine ends or the time is over.
func (w *watcher) follow(ctx context.Context, r *robot.Robot, limit time.Duration) error {
	w.run.Outcome = Running
	const toBegin = 30 * time.Second // as robot.RunMachine waits
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.Step(); err != nil {
			return err
		}
		w.walk(r.Truth())
		if w.began && w.each != nil {
			w.each(r)
		}
		at := r.Time() - w.since
		switch status, cause := r.Outcome(); {
		case !w.began && r.Time() > toBegin:
			return fmt.Errorf("the machine did not begin within %v: no image came, or the robot does not stand", toBegin)
		case !w.began:
			continue
		case status != Running:
			w.run.Outcome = status
			if status == Failed && cause != nil {
				w.run.Cause = cause.Error()
			}
		case at < limit:
			continue
		}
		w.run.Seconds = at.Seconds()
		w.end(w.run.Seconds)
		return nil
	}
}

// walk adds to the distance that the robot walked and counts its falls.
func (w *watcher) walk(t *sim.Truth) {
	p := t.Torso.P
	if w.began {
		w.run.WalkedM += math.Hypot(p.X-w.x, p.Y-w.y)
	}
	w.x, w.y = p.X, p.Y
	const lying, standing = 0.5, 0.8 // cosines of the trunk's tilt
	up := t.Torso.R[8]
	switch {
	case !w.down && up < lying:
		w.down = true
		w.run.Falls++
	case w.down && up > standing:
		w.down = false
	}
}
