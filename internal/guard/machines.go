package main

import (
	"context"
	"fmt"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/hfsm"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/sim"
	"gonao/sim/robot"
)

// machineRun is a machine that runs in the one-process robot.
type machineRun struct {
	name    string
	file    string // YAML, or the name of a machine of gonao
	onField bool   // the robot sees the field, and no colored balls
	lasts   time.Duration
}

// own is the directory of the machines that exist only for the digests.
const own = "internal/guard/machines/"

// machineRuns returns the demo's machines, an agent with skills, a machine in Lua, those of the lessons, and some with
// regions, events, timers, variables and histories.
func machineRuns() []machineRun {
	return []machineRun{
		{"follow_and_dance", "follow_and_dance", false, 11 * time.Second},
		{"follow_ball", "follow_ball", false, 3 * time.Second},
		{"dance", "dance", false, 4 * time.Second},
		{"play_on_field", "play_on_field", true, 10 * time.Second},
		{"watch_balls", "behavior/machines/agents/watch_balls.yaml", false, 5 * time.Second},
		{"dance_lua", "behavior/machines/skills/dance_lua.lua", false, 3 * time.Second},
		{"drive", own + "drive.yaml", false, 8 * time.Second},
		{"nod", own + "nod.yaml", false, 3 * time.Second},
		{"to_ball", own + "to_ball.yaml", true, 8 * time.Second},
		{"march", own + "march.yaml", false, 8 * time.Second},
		{"levels", own + "levels.yaml", false, 7 * time.Second},
		{"keeper", own + "keeper.yaml", false, 9 * time.Second},
	}
}

// stepSec is the length of a physics step: twice that of the worlds, which halves the cost.
const stepSec = 0.004

// seeds are the seeds of the robots of each machine, on three kinds of bodies.
var seeds = []struct {
	seed    uint64
	profile sim.Profile
}{{1, sim.Real}, {2, sim.Ideal}, {3, sim.Paper}}

func machineParts() (parts []part) {
	for _, m := range machineRuns() {
		for _, s := range seeds {
			parts = append(parts, part{fmt.Sprintf("machine/%s/%d", m.name, s.seed), func(d *digest) error {
				return runMachine(d, &m, s.seed, s.profile)
			}})
		}
	}
	return parts
}

// runMachine adds the motion of the robot's body, its percepts, and the transitions of its machine.
func runMachine(d *digest, m *machineRun, seed uint64, profile sim.Profile) error {
	cfg := robot.DefaultConfig(m.file)
	cfg.Seed, cfg.Observer = seed, watcher{d}
	cfg.Camera.Width, cfg.Camera.Height, cfg.Camera.RateHz, cfg.MinPixels = 160, 120, 10, 4
	cfg.Adjust = func(s *sim.Config) { s.Profile, s.StepSec = profile, stepSec }
	if cfg.World = "empty"; m.onField {
		cfg.World = "spl"
		onField := robot.DefaultFieldConfig()
		cfg.Field = &onField
	}
	r, err := robot.New(cfg)
	if err != nil {
		return err
	}
	defer r.Close()
	const clap = 3 * time.Second
	var state nao.State
	var truth sim.Truth
	for r.Time() < m.lasts {
		if err := r.Run(context.Background(), nao.CyclePeriod); err != nil {
			return err
		}
		if r.Time()-nao.CyclePeriod < clap && r.Time() >= clap {
			d.bools(r.Post(hfsm.Event{Name: "clap"}))
		}
		r.Simulation().State(&state)
		d.sensors(&state)
		r.Simulation().Truth(&truth)
		d.pose(truth.Torso)
		for _, ball := range truth.Balls {
			d.pose(ball)
		}
	}
	outcome, _ := r.Outcome()
	d.texts(r.Machine(), outcome)
	return nil
}

// watcher is the observer of a robot's run.
type watcher struct{ d *digest }

// Truth does nothing: runMachine reads the truth.
func (watcher) Truth(time.Duration, nao.Pose, map[string]r3.Vec) {}

// Image adds the results of vision.
func (w watcher) Image(image *percepts.Image) {
	w.d.texts("image")
	w.d.time(image.Stamp)
	w.d.floats(image.HeadYaw, image.HeadPitch)
	for _, b := range image.Blobs {
		w.d.texts(b.Color)
		w.d.floats(b.Azimuth, b.Elevation, b.ImageAzimuth, b.ImageElevation, b.AngularRadius, b.Distance, b.Confidence)
	}
}

// Transition adds a transition.
func (w watcher) Transition(now, sinceEntry time.Duration, from, to string) {
	w.d.texts("transition", from, to)
	w.d.time(now)
	w.d.time(sinceEntry)
}

// PositionReached adds that a motion has reached a position.
func (w watcher) PositionReached() { w.d.texts("position") }
