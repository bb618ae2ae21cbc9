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
	"gonao/hfsm/trace"
)

// Options say which machine runs, on which robot.
type Options struct {
	Source  string           // a machine's name or file, see [behavior.Loader.Load]; "": none yet
	Loader  behavior.Loader  // its Config is the machine's
	Senses  *behavior.Senses // shared with the robot's other machines
	Outputs behavior.Outputs
	// States are those of the machines that tick before this one, see [Host.Before]; nil: none.
	States behavior.States
	// Robot, when set, is held while the machine may move the robot or look at it.
	// Machines that share one robot share this lock too: they are also moved by who
	// pauses, steps or reloads one of them, beside the goroutine that ticks.
	Robot sync.Locker
	// OnTransition, when set, is told of every transition, by the goroutine that
	// ticks. It must not call the machine's methods.
	// runs is that of [Machine.Look].
	OnTransition func(m *hfsm.Machine, runs uint32, t hfsm.Transition)
	// Fixed, when not "", is why no other machine can be loaded, started or swapped here.
	Fixed string
	// OnChange, when set, is called after something else than a tick has changed the machine, by
	// whoever did: a debugger's step, another model, a breakpoint. It must not call the machine's
	// methods.
	OnChange func()
}

// Runner is a machine with what connects it to its robot: [behavior.Brain], or a generated node's.
type Runner interface {
	Machine() *hfsm.Machine
	Debug(d *debug.Debugger) // ticks the machine from now on
	Tick(now time.Duration) error
	Stop(now time.Duration)
	Reset(now time.Duration)
	// Reload goes on with another model, or returns an error with the reason.
	Reload(model *hfsm.Model) (trace.Reloaded, error)
}

// Machine is a state machine that runs on a robot, or the place for one. Its methods
// may be called from any goroutine.
type Machine struct {
	opts Options

	loading sync.Mutex // held while files are read; before mu

	mu         sync.Mutex      // held during a tick
	cfg        behavior.Config // of what runs, and of what is loaded next
	brain      Runner          // nil: nothing has run yet
	ended      *ending         // nil: it runs; what has ended stays to be looked at until something else runs
	debug      *debug.Debugger // of its machine
	reached    bool            // RunTo has come to its end
	source     source          // of what runs
	runs       uint32          // how often something has begun to run here
	revision   uint32          // counts its models
	models     segments        // that have made the trace
	files      []string        // that it is made from
	disk       [32]byte        // what was in them, see FilesChanged
	refused    error           // why the changed file was not taken
	points     []string        // breakpoints, also of states that are not there
	recordings recordings
	history    *History // nil: none is kept
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

// Adopt returns the place of a machine that is made already: a generated one, into whose place no
// other can be loaded, or a player's. Of the options only Loader, Robot, Fixed and the functions are used.
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
	m.models = segments{{0, machine.Model()}}
	m.ended, m.refused = nil, nil
	m.runs++
	m.revision++
	m.history.attach(machine, m.runs, m.revision)
	m.rebreak()
	m.changed()
}

// changed reports that something else than a tick has changed the machine.
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

// Model returns what runs now, nil when nothing does.
func (m *Machine) Model() *hfsm.Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.running() {
		return nil
	}
	return m.brain.Machine().Model()
}

// Running returns what runs now, nil when nothing does, and counts what has begun to run here.
func (m *Machine) Running() (model *hfsm.Model, runs uint32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		model = m.brain.Machine().Model()
	}
	return model, m.runs
}

// Due returns what runs now, nil when nothing does, and when it has something to do next: a period later while it has not begun or
// its time stands still.
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

// Look calls look with the machine between two ticks, if there is one. It must be
// quick, and keep nothing of it. runs counts what has begun to run here.
func (m *Machine) Look(look func(machine *hfsm.Machine, runs uint32)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.running() {
		look(m.brain.Machine(), m.runs)
	}
}

// Path returns the active path of what runs; "" when nothing does, before its first entry and
// after its end.
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

// forget makes the machine's senses forget what was seen.
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
	m.changed()
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
