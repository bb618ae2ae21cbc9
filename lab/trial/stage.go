// Package trial runs a controller on a simulated robot and measures it: walking, falling, getting up, kicking. It uses no ROS,
// no camera and no wall clock; the same setup gives the same bytes.
//
// World frame: x forward of the start, y left, z up; m, rad, s.
package trial

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion/paper/cpg"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/sim"
	"gonao/sim/world"
)

// Controller answers every state of the body with a complete command.
type Controller interface {
	Step(state *nao.State, out *nao.Command)
}

// Setup is the world, body and seed of a trial.
type Setup struct {
	World   string // a world's name or file; "empty" when left out
	Profile sim.Profile
	Seed    uint64
	Body    *sim.Figures       // figures of the body in place of the profile's; nil: none
	Adjust  func(*sim.Config)  // when set, changes the simulation before it is built
	Watch   func(*Stage)       // if set, is called after every cycle: films, plots, records
	Spoil   func(*nao.State)   // when set, changes what the sensors read before the controller gets it
	Values  map[string]float64 // of the engine's fields, by name, where they differ; see package motion/tunable
	Seconds float64            // how long to walk and so on; 0: as the row does
	File    string             // of a slot or CPG motion in place of the built-in one
	CPG     *cpg.Motion        // the same, loaded already

	Simulated bool // the paper's behaviours as they were for its simulator, in whatever profile
}

// adjusted returns the setup with a further change of the simulation, before its own.
func (s Setup) adjusted(change func(*sim.Config)) Setup {
	own := s.Adjust
	s.Adjust = func(cfg *sim.Config) {
		change(cfg)
		if own != nil {
			own(cfg)
		}
	}
	return s
}

// simulated reports whether the paper's behaviours are those for its simulator.
func (s *Setup) simulated() bool { return s.Simulated || s.Profile == sim.Paper }

// Stage is one robot in its world with the driver's own rules. Close it.
type Stage struct {
	Sim   *sim.Simulation
	State nao.State   // of the last cycle
	Sent  nao.Command // of the last cycle, after the rules

	setup   Setup
	guard   *safety.Guard
	wanted  nao.Command
	truth   sim.Truth
	events  []event
	closers []func()
	rng     *rand.Rand // for pushes and postures; the simulation has its own
	prefix  string     // of the robot's names in the model
	torso   int        // of the model's bodies
	feet    [nao.NumLegs]int
	ball    int // the free ball, of the world's; -1 without one
}

// New builds the world; the robot stands at ease at its origin.
func New(setup Setup) (*Stage, error) {
	if setup.World == "" {
		setup.World = "empty"
	}
	w, err := world.Load(setup.World)
	if err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	cfg := sim.DefaultConfig(w)
	cfg.Profile, cfg.Seed, cfg.Body = setup.Profile, setup.Seed, setup.Body
	if setup.Adjust != nil {
		setup.Adjust(&cfg)
	}
	s, err := sim.New(cfg)
	if err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	stage := &Stage{
		Sim: s, setup: setup, guard: safety.New(safety.DefaultConfig()),
		rng: rand.New(rand.NewPCG(setup.Seed, 0x7472_6961_6c)),
	}
	if len(cfg.Robots) > 0 {
		stage.prefix = cfg.Robots[0].Name + "/"
	}
	if err := stage.find(); err != nil {
		s.Close()
		return nil, fmt.Errorf("trial: %w", err)
	}
	stage.ball = slices.Index(s.BallNames(), "ball")
	s.State(&stage.State)
	stage.wanted.Position = cfg.Start
	for j := range stage.wanted.Stiffness {
		stage.wanted.Stiffness[j] = 1
	}
	return stage, nil
}

// Close frees the world.
func (s *Stage) Close() {
	for _, f := range s.closers {
		f()
	}
	s.closers = nil
	s.Sim.Close()
}

// BeforeClose calls f when the stage is closed, while the world is still there.
func (s *Stage) BeforeClose(f func()) { s.closers = append(s.closers, f) }

// Time is the simulated time.
func (s *Stage) Time() time.Duration { return s.Sim.Time() }

// Step runs one cycle of the body.
func (s *Stage) Step(c Controller) error {
	if err := s.happen(); err != nil {
		return err
	}
	s.Sim.State(&s.State)
	s.State.Guard = s.guard.Doing()
	if s.setup.Spoil != nil {
		s.setup.Spoil(&s.State)
	}
	c.Step(&s.State, &s.wanted)
	s.guard.Step(s.Sim.Time(), &s.State, &s.wanted, &s.Sent)
	if err := s.Sim.Step(&s.Sent); err != nil {
		return fmt.Errorf("trial: %w", err)
	}
	if s.setup.Watch != nil {
		s.setup.Watch(s)
	}
	return nil
}

// Torso returns X_WT, where the torso really is.
func (s *Stage) Torso() nao.Pose {
	s.Sim.Truth(&s.truth)
	return s.truth.Torso
}

// Ball returns the centre of ball i of the world, m.
func (s *Stage) Ball(i int) r3.Vec {
	s.Sim.Truth(&s.truth)
	return s.truth.Balls[i].P
}

// fallenLean is the lean of the trunk beyond which a robot has fallen, rad.
const fallenLean = 60 * math.Pi / 180

// Fallen reports whether the robot lies: its trunk leans by more than 60°, or is
// nearer to the ground than in a squat.
func (s *Stage) Fallen() bool {
	x := s.Torso()
	return x.AxisZ().Z < math.Cos(fallenLean) || x.P.Z < 0.17
}
