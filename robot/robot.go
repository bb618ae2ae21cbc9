// Package robot wires the rooms together as one robot in one process, without ROS: simulated body and cameras, the
// driver's rules, motion, vision and a state machine. Tests, tuning and batch runs use it.
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

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/behavior/skills"
	"gonao/body/safety"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/motion"
	"gonao/nao"
	"gonao/sim"
	"gonao/sim/carrier"
	"gonao/sim/world"
)

// Robot is one robot in its world. One goroutine at a time may use it. Close it.
type Robot struct {
	cfg    Config
	sim    *sim.Simulation
	mover  *carrier.Mover
	guard  *safety.Guard
	motion *motion.Motion
	eyes   *eyes
	field  *fieldLoop // nil: the robot does not see the field
	hands  hands

	signaller   signaller
	machines    host.Host[*host.Slot]
	machine     *host.Machine     // the last of them, which the configuration names
	skillRunner *host.SkillRunner // nil unless that is an agent's

	state   nao.State
	wanted  nao.Command
	sent    nao.Command
	truth   sim.Truth
	balls   map[string]r3.Vec // p_WB by colour, for the observer
	started bool
	digest  hash.Hash
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
		r.cfg.Observer = nobody{}
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
	return r, r.buildMachines()
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
	r.eyes = &eyes{any: true}
	on, err := fieldOf(&simulated)
	if err != nil {
		return err
	}
	r.field, err = newField(*r.cfg.Field, r, on)
	return err
}

// buildMachines loads the machine, and those in front of it whose states it reads, and ties them to
// eyes, head and arms.
func (r *Robot) buildMachines() (err error) {
	r.hands = hands{robot: r}
	assignment := &host.Assignment{Outputs: &r.hands}
	loader := behavior.Loader{Config: &r.cfg.Behavior}
	before, err := loader.Before(r.cfg.Machine)
	if err != nil {
		return err
	}
	senses := r.senses()
	for _, b := range append(before, behavior.Beside{Name: "machine", Source: r.cfg.Machine}) {
		r.machine, err = host.New(host.Options{
			Source: b.Source, Loader: loader, Senses: senses, States: r.machines.Before(b.Name), Outputs: assignment.For(b.Name),
			OnTransition: r.transition,
		})
		if err != nil {
			return err
		}
		r.machines.Add(host.NewSlot(b.Name, r.machine))
	}
	if !r.machine.Model().Uses("skill") {
		return nil
	}
	return r.buildSkillRunner(assignment)
}

// senses returns what a machine reads of the robot.
func (r *Robot) senses() *behavior.Senses { return behavior.NewSenses(r.cfg.Behavior, senses{r}) }

// buildSkillRunner makes what executes the skills that an agent calls.
func (r *Robot) buildSkillRunner(assignment *host.Assignment) error {
	library, err := skills.Load(skills.Options{
		Directories: r.cfg.Skills, Space: chart.Space{Platform: "nao"}, Words: r.cfg.Behavior.Vocabulary(),
	})
	if err != nil {
		return err
	}
	place, err := host.New(host.Options{Loader: behavior.Loader{Config: &r.cfg.Behavior}, Senses: r.senses(), Outputs: assignment.For("skill")})
	if err != nil {
		return err
	}
	r.skillRunner = host.NewSkillRunner(place, library)
	r.machines.Add(host.NewSkillSlot("skill", r.skillRunner))
	return nil
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
	if err := r.eyes.look(now, r.sim, &r.state, r.cfg.Observer); err != nil {
		return err
	}
	if r.field != nil {
		if err := r.field.step(r, now); err != nil {
			return fmt.Errorf("robot: %w", err)
		}
	}
	if r.started = r.started || r.motion.Standing() && r.eyes.any; r.started {
		if err := r.machines.Tick(now); err != nil {
			return fmt.Errorf("robot: %w", err)
		}
	}
	r.motion.Step(&r.state, &r.wanted)
	r.hands.follow()
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
	for !r.started {
		if r.Time() > patience {
			return errors.New("robot: the machine did not start: no image came, or the robot does not stand")
		}
		if err := r.Run(ctx, nao.CyclePeriod); err != nil {
			return err
		}
	}
	return r.Run(ctx, d)
}

// Post posts an event to the machine from outside, which sees it in the next step. It is
// false when the machine has no room for it.
func (r *Robot) Post(e hfsm.Event) bool { return r.machine.Post(e) }

// Digest is a SHA-256 over all commands sent and all transitions taken so far.
func (r *Robot) Digest() [sha256.Size]byte { return [sha256.Size]byte(r.digest.Sum(nil)) }

// Motion returns the robot's motion. What is commanded before a step takes effect in it.
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
		_ = r.sim.MoveCarrier(c.Name, c.To) // a world without that ball moves none
	}
}
