// Package robot is one robot in one process with its simulated body, without ROS: body and cameras, the driver's rules, motion and
// vision around the agent of gonao/robot. Tests, tuning and batch runs use it.
//
// One [Robot.Step] is one 12 ms cycle of the body: state in, command out. There is
// no wall clock: the same configuration gives the same bytes, on the same machine
// and build, as fast as the machine can.
package robot

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/hfsm"
	"gonao/motion"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/robot"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// Robot is one robot in its world. One goroutine at a time may use it. Close it.
type Robot struct {
	*robot.Agent
	cfg    Config
	sim    *sim.Simulation
	mover  *carrier.Mover
	guard  *safety.Guard
	motion *motion.Motion
	eyes   *eyes      // nil: the robot sees the field
	field  *fieldEyes // nil: the robot does not see the field

	signaller signaller
	state     nao.State
	wanted    nao.Command
	sent      nao.Command
	truth     sim.Truth
	balls     map[string]r3.Vec // p_WB by colour, for the observer
	digest    hash.Hash
}

// New builds a robot. Errors name the part and what was expected.
func New(cfg Config) (_ *Robot, err error) {
	r := &Robot{cfg: cfg, guard: safety.New(cfg.Safety), digest: sha256.New(), balls: make(map[string]r3.Vec)}
	defer func() {
		if err != nil {
			err = fmt.Errorf("robot: %w", err)
			r.Close()
		}
	}()
	if r.cfg.Observer == nil {
		r.cfg.Observer = Nobody{}
	}
	if r.mover, err = carrier.NewMover(cfg.Paths, cfg.Near, true); err != nil {
		return nil, err
	}
	library, err := motion.LoadMotions(cfg.Motions)
	if err != nil {
		return nil, err
	}
	r.cfg.Behavior.Motions = library.Names()
	if r.motion, err = motion.New(cfg.Motion, library); err != nil {
		return nil, err
	}
	if err := r.buildWorld(); err != nil {
		return nil, err
	}
	return r, r.buildAgent()
}

// buildWorld makes the simulation and the cameras that look into it.
func (r *Robot) buildWorld() error {
	w, err := world.Load(r.cfg.World)
	if err != nil {
		return err
	}
	simulated := sim.DefaultConfig(w)
	simulated.Seed = r.cfg.Seed
	if r.cfg.Adjust != nil {
		r.cfg.Adjust(&simulated)
	}
	if r.sim, err = sim.New(simulated); err != nil {
		return err
	}
	if r.cfg.Field == nil {
		r.eyes, err = newEyes(&r.cfg, r.sim)
		return err
	}
	on, err := fieldOf(&simulated)
	if err != nil {
		return err
	}
	r.field, err = newFieldEyes(r.cfg.Field, r, on)
	return err
}

// buildAgent makes the agent that moves the body.
func (r *Robot) buildAgent() (err error) {
	cfg := robot.Config{
		Machine: r.cfg.Machine, Skills: r.cfg.Skills, Behavior: r.cfg.Behavior, Stubs: r.cfg.Stubs,
		OnTransition: r.transition, OnPosition: r.cfg.Observer.PositionReached,
	}
	if f := r.field; f != nil {
		cfg.Field = &robot.FieldConfig{
			Map: f.scene.Field, Every: r.cfg.Field.Every, Start: r.cfg.Field.Start,
			Look: func(now time.Duration, i *robot.FieldImage) (bool, error) { return f.look(r, now, i) },
		}
	}
	r.Agent, err = robot.New(cfg, r.motion)
	return err
}

// Close frees the simulation and the cameras.
func (r *Robot) Close() {
	if r.eyes != nil {
		r.eyes.close()
	}
	if r.field != nil {
		r.field.cameras.close()
	}
	if r.sim != nil {
		r.sim.Close()
	}
}

// Time is the simulated time.
func (r *Robot) Time() time.Duration { return r.sim.Time() }

// Step runs one cycle: the body reports, eyes look, the machine decides, motion
// answers, the guard checks, and the body moves.
func (r *Robot) Step() error {
	now := r.sim.Time()
	r.sim.State(&r.state)
	r.state.Guard = r.guard.Doing()
	r.watch(now)
	if r.eyes != nil {
		image, err := r.eyes.look(now, r.sim, &r.state, r.cfg.Observer)
		if err != nil {
			return err
		}
		if image != nil {
			r.See(image)
		}
	}
	if err := r.Agent.Step(now, &r.state); err != nil {
		return fmt.Errorf("robot: %w", err)
	}
	r.motion.Step(&r.state, &r.wanted)
	r.Follow()
	r.guard.Step(now, &r.state, &r.wanted, &r.sent)
	r.note(&r.sent)
	r.shine(now)
	r.moveBalls()
	if err := r.sim.Step(&r.sent); err != nil {
		return fmt.Errorf("robot: %w", err)
	}
	return nil
}

// Run steps for a simulated time, or until ctx ends.
func (r *Robot) Run(ctx context.Context, d time.Duration) error {
	for end := r.Time() + d; r.Time() < end; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.Step(); err != nil {
			return err
		}
	}
	return nil
}

// RunMachine steps until the machine has run for a simulated time.
func (r *Robot) RunMachine(ctx context.Context, d time.Duration) error {
	const patience = 30 * time.Second // simulated, for the first entry
	for !r.Started() {
		if r.Time() > patience {
			return errors.New("robot: the machine did not start: no image came, or the robot does not stand")
		}
		if err := r.Run(ctx, nao.CyclePeriod); err != nil {
			return err
		}
	}
	return r.Run(ctx, d)
}

// Digest is a SHA-256 over all commands sent and all transitions taken so far.
func (r *Robot) Digest() [sha256.Size]byte { return [sha256.Size]byte(r.digest.Sum(nil)) }

// Motion returns the robot's motion. A command before a step takes effect in that step.
func (r *Robot) Motion() *motion.Motion { return r.motion }

// Simulation returns the body's world, for pictures.
func (r *Robot) Simulation() *sim.Simulation { return r.sim }

// watch reports where things really are.
func (r *Robot) watch(now time.Duration) {
	r.sim.Truth(&r.truth)
	for i, name := range r.sim.BallNames() {
		if color, ok := colorOf(name); ok && i < len(r.truth.Balls) {
			r.balls[color] = r.truth.Balls[i].P
		}
	}
	r.cfg.Observer.Truth(now, r.truth.Cameras[nao.TopCamera], r.balls)
}

// note adds a command to the digest.
func (r *Robot) note(c *nao.Command) {
	_ = binary.Write(r.digest, binary.LittleEndian, c) // a hash never fails
}

func (r *Robot) transition(_ *hfsm.Machine, _ uint32, t hfsm.Transition) {
	fmt.Fprintln(r.digest, t.Sequence, t.Time, t.From, t.To, t.Name)
	r.cfg.Observer.Transition(r.sim.Time(), t.Time, t.From, t.To)
}

// moveBalls leads the balls along their paths.
func (r *Robot) moveBalls() {
	for i, name := range r.sim.CarrierNames() {
		r.mover.Saw(name, r.sim.Carrier(i))
	}
	r.mover.Step()
	for i := range r.mover.Len() {
		c := r.mover.Command(i)
		_ = r.sim.MoveCarrier(c.Name, c.To) // ignored in a world without that ball
	}
}
