package host

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/hfsm/debug"
)

// Options selects the machine and its robot.
type Options struct {
	Source  string           // a machine's name or file, see [behavior.Loader.Load]; may be ""
	Loader  behavior.Loader  // its Config is the machine's
	Senses  *behavior.Senses // shared with the robot's other machines
	Outputs behavior.Outputs
	// States are the states of the machines that tick before this one, see [Host.Before]; may be nil.
	States behavior.States
	// Robot, if set, is held while the machine may move the robot or read it. Machines that share one robot share this
	// lock too: other goroutines than the ticking one also move them when they pause, step or reload one of them.
	Robot sync.Locker
	// Motions, if set, returns the motions that play may name, again for each machine that is read: directories of motions
	// change. nil: those of the configuration.
	Motions func() []string
	// OnTransition, if set, is called on every transition, by the ticking goroutine. It must not call the machine's
	// methods. runs is that of [Machine.Look].
	OnTransition func(m *hfsm.Machine, runs uint32, t hfsm.Transition)
	// Fixed, when not "", is why no other machine can be loaded, started or swapped here.
	Fixed string
	// OnChange, if set, is called after the machine was changed other than by a tick: by a debugger's step, another
	// model, a breakpoint. The goroutine that made the change calls it. It must not call the machine's methods.
	OnChange func()
}

// Runner is a machine with its connection to the robot: [behavior.Brain], or a generated node's.
type Runner interface {
	Machine() *hfsm.Machine
	Debug(d *debug.Debugger) // ticks the machine from now on
	Tick(now time.Duration) error
	Stop(now time.Duration)
	Reset(now time.Duration)
	// Reload continues with another model, or returns an error with the reason.
	Reload(model *hfsm.Model) (hfsm.Reloaded, error)
}

// Machine is a state machine that runs on a robot, or the place for one. Its methods
// may be called from any goroutine.
type Machine struct {
	opts Options

	loading sync.Mutex // held while files are read; before mu

	mu         sync.Mutex      // held during a tick
	cfg        behavior.Config // of the running machine, and for the next one
	brain      Runner          // nil: no machine has run yet
	ended      *ending         // nil: it runs; otherwise the state at its end, visible until another machine runs
	debug      *debug.Debugger // debugger of its machine
	reached    bool            // RunTo has come to its end
	source     source          // of the running machine
	runs       uint32          // number of machines started here
	revision   uint32          // counts its models
	files      []string        // files that it was read from
	disk       [32]byte        // hash of their contents, see FilesChanged
	refused    error           // why the changed file was not taken
	points     []string        // breakpoints, also of states that are not there
	recordings recordings
	history    *History // may be nil
}

// New loads a machine. It begins at its first Tick.
func New(o Options) (*Machine, error) {
	m := &Machine{opts: o, cfg: *o.Loader.Config, source: source{generated: o.Fixed}}
	if o.Source == "" {
		return m, nil
	}
	model, files, err := m.load(o.Source)
	if err != nil {
		return nil, err
	}
	m.files, m.source.name, m.source.text, m.disk = files, o.Source, m.opts.Loader.Source(), sumOf(files)
	return m, m.run(model, 0)
}

// Adopt returns the place of an existing machine: a generated one, in whose place no other can be loaded, or a player's.
// Of the options only Loader, Robot, Fixed and the functions are used.
func Adopt(r Runner, o Options) *Machine {
	m := &Machine{opts: o, source: source{generated: o.Fixed}}
	if o.Loader.Config != nil {
		m.cfg = *o.Loader.Config
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(r)
	return m
}

// Run puts another machine in the place of the one before, which has ended or was
// stopped. It begins at the next Tick.
func (m *Machine) Run(model *hfsm.Model) error {
	m.mu.Lock()
	m.source = source{generated: m.opts.Fixed}
	m.mu.Unlock()
	return m.run(model, 0)
}

// run puts another machine in the place of the one before, which is stopped if it runs.
func (m *Machine) run(model *hfsm.Model, now time.Duration) error {
	brain, err := behavior.New(model, m.config(), m.opts.Senses, m.opts.Outputs)
	if err == nil {
		err = brain.Read(m.opts.States)
	}
	if err != nil {
		return fmt.Errorf("machine %q: %w", model.Name(), err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		release := m.hold()
		m.brain.Stop(now)
		release()
	}
	m.put(brain)
	return nil
}

// put makes a runner the machine's; mu is held.
func (m *Machine) put(r Runner) {
	machine := r.Machine()
	machine.OnTransition = func(t hfsm.Transition) {
		if m.opts.OnTransition != nil {
			m.opts.OnTransition(machine, m.runs, t)
		}
	}
	m.close()
	m.brain, m.debug = r, debug.NewDebugger(machine)
	m.debug.OnPause = func(b debug.Breakpoint) { m.reached = m.reached || b.Once }
	r.Debug(m.debug)
	m.ended, m.refused = nil, nil
	m.runs++
	m.revision++
	m.history.attach(machine, m.runs, m.revision)
	m.rebreak()
	m.changed()
}

// changed reports a change of the machine other than by a tick.
func (m *Machine) changed() {
	if m.opts.OnChange != nil {
		m.opts.OnChange()
	}
}

// load loads a machine with the figures of now. It must not be called with mu held.
func (m *Machine) load(from string) (*hfsm.Model, []string, error) {
	cfg, loader := m.config(), &m.opts.Loader
	loader.Config = &cfg
	model, err := loader.Load(from)
	return model, slices.Clone(loader.Files()), err
}

// config returns the figures of now.
func (m *Machine) config() behavior.Config {
	m.mu.Lock()
	cfg := m.cfg
	m.mu.Unlock() // a tick does not wait for the disk
	if m.opts.Motions != nil {
		cfg.Motions = m.opts.Motions()
	}
	return cfg
}

// close frees the resources of the machine; mu must be held. The next Drain writes the rest of its trace.
func (m *Machine) close() {
	if m.brain == nil {
		return
	}
	m.recordings.detach(m.brain.Machine())
	m.history.detach(m.brain.Machine())
	m.brain.Machine().Close()
	m.brain = nil
}

// Files returns the files it was made from.
func (m *Machine) Files() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.files)
}

// Model returns the running machine's model, nil if none runs.
func (m *Machine) Model() *hfsm.Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return nil
	}
	return m.brain.Machine().Model()
}

// Running returns the running machine's model, nil if none runs, and the number of machines started here.
func (m *Machine) Running() (model *hfsm.Model, runs uint32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		model = m.brain.Machine().Model()
	}
	return model, m.runs
}

// Due returns the running machine's model, nil if none runs, and the time when it has something to do next: a period
// later while it has not begun or its time stands still.
func (m *Machine) Due(now time.Duration) (model *hfsm.Model, at time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return nil, 0
	}
	machine := m.brain.Machine()
	model = machine.Model()
	at = now + model.Period()
	if due, ok := machine.Due(); ok && due > now && !m.debug.Paused() {
		at = due
	}
	return model, at
}

// Directories returns the directories of the files it was made from.
func (x Loading) Directories() []string {
	var all []string
	for _, file := range x.m.Files() {
		if dir := filepath.Dir(file); !slices.Contains(all, dir) {
			all = append(all, dir)
		}
	}
	return all
}

// Look calls look with the machine between two ticks, if there is one. look must be quick, and must not keep the machine.
// runs is the number of machines started here.
func (m *Machine) Look(look func(machine *hfsm.Machine, runs uint32)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		look(m.brain.Machine(), m.runs)
	}
}

// Path returns the active path of the running machine; "" if none runs, before its first entry and after its end.
func (m *Machine) Path() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return ""
	}
	return m.brain.Machine().Path()
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

// Post posts an event; it returns false when the queue is full.
func (m *Machine) Post(e hfsm.Event) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.running() && m.brain.Machine().Post(e)
}

// Tune sets another configuration from the next tick on.
func (m *Machine) Tune(cfg behavior.Config) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.hold()()
	if m.opts.Senses != nil {
		m.opts.Senses.Tune(cfg)
	}
	if tuned, ok := m.brain.(interface{ Tune(cfg behavior.Config) }); ok {
		tuned.Tune(cfg)
	}
	cfg.Controller, cfg.Colors, cfg.Types, cfg.Motions = m.cfg.Controller, m.cfg.Colors, m.cfg.Types, m.cfg.Motions
	m.cfg = cfg
}

// forget clears the balls in the machine's senses.
func (m *Machine) forget() {
	defer m.hold()()
	m.opts.Senses.Forget()
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
	cause error // nil: it reached its goal
}

// End stops the running machine. From then on none runs, but its last state is visible until another machine runs. cause
// is the reason of a failure, or nil.
func (m *Machine) End(now time.Duration, cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return
	}
	defer m.hold()()
	m.brain.Stop(now)
	m.ended = &ending{now, cause}
	m.changed()
}

// running reports whether something runs; mu is held.
func (m *Machine) running() bool { return m.brain != nil && m.ended == nil }

// hold locks the robot and returns the unlock function.
func (m *Machine) hold() (release func()) {
	if m.opts.Robot == nil {
		return func() {}
	}
	m.opts.Robot.Lock()
	return m.opts.Robot.Unlock
}
