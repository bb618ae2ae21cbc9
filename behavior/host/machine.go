package host

import (
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/debug"
)

// Options say which machine runs, on which robot.
type Options struct {
	Source  string          // a machine's name or file, see [behavior.Loader.Load]; "": none yet
	Loader  behavior.Loader // its Config is the machine's
	Inputs  behavior.Inputs
	Outputs behavior.Outputs
	// Robot, when set, is held while the machine may move the robot or look at it.
	// Machines that share one robot share this lock too: they are also moved by who
	// pauses, steps or reloads one of them, beside the goroutine that ticks.
	Robot sync.Locker
	// OnTransition, when set, is told of every transition, by the goroutine that
	// ticks. It must not call the machine's methods.
	// runs is that of [Machine.Look].
	OnTransition func(m *hfsm.Machine, runs uint32, t hfsm.Transition)
}

// Machine is a state machine that runs on a robot, or the place for one. Its methods
// may be called from any goroutine.
type Machine struct {
	opts Options

	loading sync.Mutex // held while files are read; before mu

	mu         sync.Mutex      // held during a tick
	cfg        behavior.Config // of what runs, and of what is loaded next
	brain      *behavior.Brain // nil: nothing has run yet
	ended      *ending         // nil: it runs; what has ended stays to be looked at until something else runs
	debug      *debug.Debugger // of its machine
	runs       uint32          // how often something has begun to run here
	revision   uint32          // counts its models
	models     segments        // that have made the trace
	files      []string        // that it is made from
	refused    error           // why the changed file was not taken
	points     []string        // breakpoints
	recordings recordings
}

// New loads a machine. It begins at its first Tick.
func New(o Options) (*Machine, error) {
	m := &Machine{opts: o, cfg: *o.Loader.Config}
	if o.Source == "" {
		return m, nil
	}
	model, files, err := m.load()
	if err != nil {
		return nil, err
	}
	m.files = files
	return m, m.Run(model)
}

// Run puts another machine in the place of the one before, which has ended or was
// stopped. It begins at the next Tick.
func (m *Machine) Run(model *hfsm.Model) error {
	brain, err := behavior.New(model, m.config(), m.opts.Inputs, m.opts.Outputs)
	if err != nil {
		return fmt.Errorf("machine %q: %w", model.Name(), err)
	}
	machine := brain.Machine()
	machine.OnTransition = func(t hfsm.Transition) {
		if m.opts.OnTransition != nil {
			m.opts.OnTransition(machine, m.runs, t)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.close()
	m.brain, m.debug = brain, debug.New(machine)
	brain.Debug(m.debug)
	m.models = segments{{0, model}}
	m.ended, m.refused = nil, nil
	m.runs++
	m.revision++
	return m.rebreak()
}

// load loads the machine's source with the figures of now. It must not be called with
// mu held.
func (m *Machine) load() (*hfsm.Model, []string, error) {
	cfg, loader := m.config(), m.opts.Loader
	loader.Config = &cfg
	model, err := loader.Load(m.opts.Source)
	return model, slices.Clone(loader.Files()), err
}

// config returns the figures of now.
func (m *Machine) config() behavior.Config {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cfg
}

// close frees what the machine holds; mu is held. Its trace is written to the end by the
// next Drain.
func (m *Machine) close() {
	if m.brain == nil {
		return
	}
	m.recordings.detach(m.brain.Machine())
	m.brain.Machine().Close()
	m.brain = nil
}

// Files returns the files it was made from.
func (m *Machine) Files() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.files)
}

// Model returns what runs now, nil when nothing does.
func (m *Machine) Model() *hfsm.Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return nil
	}
	return m.brain.Machine().Model()
}

// Look calls look with the machine between two ticks, if there is one. It must be
// quick, and keep nothing of it. runs counts what has begun to run here.
func (m *Machine) Look(look func(machine *hfsm.Machine, runs uint32)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		look(m.brain.Machine(), m.runs)
	}
}

// Tick brings the machine to now; see [behavior.Brain.Tick].
func (m *Machine) Tick(now time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return nil
	}
	defer m.hold()()
	return m.brain.Tick(now)
}

// eventName is how an event may be called.
var eventName = regexp.MustCompile(`^[\pL_][\pL\pN_-]*(\.[\pL\pN_-]+)*$`)

// PostEvent posts an event from outside, which the machine sees in its next tick. data is
// nil, bool, int64, float64, string, or lists and mappings of these.
func (m *Machine) PostEvent(name string, data any) error {
	if !eventName.MatchString(name) {
		return fmt.Errorf("event %q; expected words joined by dots", name)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case !m.running():
		return ErrIdle
	case !m.brain.Machine().Post(hfsm.Event{Name: name, Data: data}):
		return fmt.Errorf("event %s: the machine has no room for more before its next tick", name)
	}
	return nil
}

// Post posts an event; it is false when there is no room for it.
func (m *Machine) Post(e hfsm.Event) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running() && m.brain.Machine().Post(e)
}

// Tune takes other figures from the next tick on.
func (m *Machine) Tune(cfg behavior.Config) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.brain != nil {
		m.brain.Tune(cfg)
	}
	cfg.Controller, cfg.Colors, cfg.Types = m.cfg.Controller, m.cfg.Colors, m.cfg.Types
	m.cfg = cfg
}

// Reset makes the machine begin again at the next Tick.
func (m *Machine) Reset(now time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		defer m.hold()()
		m.brain.Reset(now)
	}
}

// Stop stops all activities. The machine rests until Reset.
func (m *Machine) Stop(now time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		defer m.hold()()
		m.brain.Stop(now)
	}
}

// ending is how something ended that ran here.
type ending struct {
	at    time.Duration
	cause error // nil: it did what it should
}

// End stops what runs. From then on nothing does, but how it ended may be seen until
// something else runs. cause is why it did not do what it should, or nil.
func (m *Machine) End(now time.Duration, cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return
	}
	defer m.hold()()
	m.brain.Stop(now)
	m.ended = &ending{now, cause}
}

// running reports whether something runs; mu is held.
func (m *Machine) running() bool { return m.brain != nil && m.ended == nil }

// hold takes the robot, and gives what lets it go.
func (m *Machine) hold() (release func()) {
	if m.opts.Robot == nil {
		return func() {}
	}
	m.opts.Robot.Lock()
	return m.opts.Robot.Unlock
}
