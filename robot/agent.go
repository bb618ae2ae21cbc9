// Package robot runs one robot without its body and without ROS: its belief about the field, its paths, and its state
// machines, which move a body through a [mover.Mover]. The body is a simulated one (sim/robot), or any that has a Mover.
//
// There is no wall clock: the same configuration and inputs give the same requests.
package robot

import (
	"time"

	"gonao/behavior"
	"gonao/behavior/host"
	"gonao/behavior/skills"
	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/motion"
	"gonao/nao"
	"gonao/robot/goals"
	"gonao/robot/hands"
	"gonao/robot/mover"
	"gonao/robot/percepts"
)

// Config holds the parts of an agent.
type Config struct {
	Machine string   // a machine's name or file, see package behavior
	Skills  []string // directories of skills that an agent may call besides those of ours

	// Field, if set, enables perception of the field: localization, world model and planner run in the same loop.
	Field *FieldConfig

	Behavior behavior.Config
	// Stubs replace ports that machines call and no part of this robot serves.
	Stubs behavior.Stubs

	// OnTransition is called for each transition of a machine; may be nil.
	OnTransition func(m *hfsm.Machine, epoch uint32, t hfsm.Transition)
	// OnPosition is called when a motion has reached one more of its positions; may be nil.
	OnPosition func()
}

// Agent is one robot without its body. One goroutine at a time may use it.
type Agent struct {
	cfg   Config
	body  mover.Mover
	field *fieldLoop // nil: the robot does not see the field
	hands hands.Hands

	machines    host.Host[*host.Slot]
	machine     *host.Machine     // the last of them, which the configuration names
	skillRunner *host.SkillRunner // nil unless the machine is of the level agent

	now     time.Duration // time of the last step
	state   *nao.State    // of the body, in the last step
	image   *percepts.Image
	started bool
}

// New returns an agent that moves a body. The machines begin with the first step in which the robot stands and an image has come.
func New(cfg Config, body mover.Mover) (*Agent, error) {
	a := &Agent{cfg: cfg, body: body, hands: hands.Hands{Body: body, OnPosition: cfg.OnPosition}}
	if cfg.Field != nil {
		var err error
		if a.field, err = newField(*cfg.Field); err != nil {
			return nil, err
		}
		a.hands.GoTo = func(g *goals.GoTo) (hands.Running, error) { return a.field.goTo(g, a.now) }
		a.image = &percepts.Image{} // balls of a colour are not looked for
	}
	return a, a.buildMachines()
}

// buildMachines loads the machine, and the earlier ones whose states it reads, and connects them to camera, head and
// arms.
func (a *Agent) buildMachines() error {
	assignment := &host.Assignment{Outputs: output{a}}
	loader := behavior.Loader{Config: &a.cfg.Behavior}
	before, err := loader.Before(a.cfg.Machine)
	if err != nil {
		return err
	}
	senses := a.senses()
	for _, b := range append(before, behavior.Beside{Name: "machine", Source: a.cfg.Machine}) {
		a.machine, err = host.New(host.Options{
			Source: b.Source, Loader: loader, Senses: senses, States: a.machines.Before(b.Name), Outputs: assignment.For(b.Name),
			OnTransition: a.cfg.OnTransition,
		})
		if err != nil {
			return err
		}
		a.machines.Add(host.NewSlot(b.Name, a.machine))
	}
	if !a.machine.Model().Uses("skill") {
		return nil
	}
	return a.buildSkillRunner(assignment)
}

// senses returns a machine's view of the robot.
func (a *Agent) senses() *behavior.Senses { return behavior.NewSenses(a.cfg.Behavior, senses{a}) }

// buildSkillRunner creates the runner of the skills that an agent calls.
func (a *Agent) buildSkillRunner(assignment *host.Assignment) error {
	library, err := skills.Load(skills.Options{
		Directories: a.cfg.Skills, Space: chart.Space{Platform: "nao"}, Words: a.cfg.Behavior.Vocabulary(),
	})
	if err != nil {
		return err
	}
	place, err := host.New(host.Options{Loader: behavior.Loader{Config: &a.cfg.Behavior}, Senses: a.senses(), Outputs: assignment.For("skill")})
	if err != nil {
		return err
	}
	a.skillRunner = host.NewSkillRunner(place, library)
	a.machines.Add(host.NewSkillSlot("skill", a.skillRunner))
	return nil
}

// See sets the newest image, which stays the agent's until the next one.
func (a *Agent) See(image *percepts.Image) { a.image = image }

// Step looks, locates, plans and ticks the machines. The body is stepped afterwards, and then [Agent.Follow] called. The state
// stays the agent's until the next step.
func (a *Agent) Step(now time.Duration, state *nao.State) error {
	a.now, a.state = now, state
	if a.field != nil {
		if err := a.field.step(a, now); err != nil {
			return err
		}
	}
	if a.started = a.started || stands(a.body.State()) && a.image != nil; !a.started {
		return nil
	}
	return a.machines.Tick(now)
}

// Follow reads how the goals of machines stand after the body was stepped.
func (a *Agent) Follow() { a.hands.Follow(a.body) }

// Started reports whether the machines have begun.
func (a *Agent) Started() bool { return a.started }

// Post posts an event to the machine from outside, which sees it in the next step. It is
// false when the machine has no room for it.
func (a *Agent) Post(e hfsm.Event) bool { return a.machine.Post(e) }

// Outcome returns whether the machine is "running", or ended "final" or "failed", and its last error.
func (a *Agent) Outcome() (outcome string, cause error) {
	a.machine.Look(func(m *hfsm.Machine, _ uint32) { outcome, cause = m.Status().String(), m.Cause() })
	return outcome, cause
}

// Machine returns the path of the machine's state.
func (a *Agent) Machine() string { return a.machine.Path() }

// stands reports whether a body is past its start and on its feet.
func stands(s motion.BodyState) bool { return s != motion.Starting && s != motion.Resting && !lies(s) }
