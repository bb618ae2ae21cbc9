package behavior

import (
	"time"

	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/internal/declared"
)

// neverSeen is the age of a ball that was never seen, s.
const neverSeen = 1e9

// Brain runs one machine on one robot. It is not safe for use by several
// goroutines at once.
type Brain struct {
	cfg     Config
	senses  *Senses
	out     Outputs
	machine *hfsm.Machine
	step    func(now time.Duration) error // its tick
	period  time.Duration                 // its shortest

	image    time.Duration // stamp of the last image that control has learnt from
	anyImage bool
	control  track.Controller
	search   track.Search
	followed *track.Target // the target of the active track, or nil

	age, azimuth, elevation *hfsm.Input // nil when the machine does not read it
	odomX, odomY, odomTheta *hfsm.Input
	body                    []bodyInput
	beliefs                 []usedBelief
	plays                   []usedPlay
	order                   int // place of the machine in the order of the robot's machines
	subscriptions           []subscription
	states                  StateInputs
	actions                 []Action // actions of the table
}

// New makes a brain, which may share its senses with others of the robot. The machine begins at the
// first Tick.
func New(model *hfsm.Model, cfg Config, senses *Senses, out Outputs) (*Brain, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, err
	}
	b := &Brain{cfg: cfg, senses: senses, out: out, order: senses.machines, actions: cfg.Actions()}
	senses.machines++
	b.control = &track.Predictive{Config: cfg.Track}
	if cfg.Controller == "proportional" {
		b.control = &track.Proportional{Config: cfg.Track}
	}
	var err error
	if b.subscriptions, err = b.subscribe(model); err != nil {
		return nil, err
	}
	b.bind(model)
	b.machine, err = hfsm.New(model, b)
	if err == nil {
		b.step = b.machine.Tick
	}
	return b, err
}

// bind finds the inputs that a model reads.
func (b *Brain) bind(model *hfsm.Model) {
	for name, at := range map[string]**hfsm.Input{
		"ball_age": &b.age, "ball_azimuth": &b.azimuth, "ball_elevation": &b.elevation,
		"odom_x": &b.odomX, "odom_y": &b.odomY, "odom_theta": &b.odomTheta,
	} {
		*at = nil
		if handle, ok := model.Input(name); ok {
			*at = &handle
		}
	}
	b.body, b.beliefs, b.plays = usedBodyInputs(model), usedBeliefs(model), usedPlays(model)
	b.period = model.Period()
}

// Read connects the machine's inputs that are states of machines that tick before it. The error names an input whose
// machine does not. It must be called before the first Tick of a machine with such inputs.
func (b *Brain) Read(states States) (err error) {
	b.states, err = NewStateInputs(b.machine.Model(), states)
	return err
}

// Debug makes a debugger of the machine tick it.
func (b *Brain) Debug(d *debug.Debugger) { b.step = d.Tick }

// Reload continues with another model; see [hfsm.Machine.Reload].
func (b *Brain) Reload(model *hfsm.Model) (hfsm.Reloaded, error) {
	subscriptions, err := b.subscribe(model)
	if err != nil {
		return hfsm.Reloaded{}, err
	}
	states, err := NewStateInputs(model, b.states.states)
	if err != nil {
		return hfsm.Reloaded{}, err
	}
	changed, err := b.machine.Reload(model)
	if err == nil {
		b.bind(model)
		b.subscriptions, b.states = subscriptions, states
	}
	return changed, err
}

// Tune sets another configuration from now on. The controller and the colours, with which the machine was created, stay.
func (b *Brain) Tune(cfg Config) {
	cfg.Controller, cfg.Colors, cfg.Types = b.cfg.Controller, b.cfg.Colors, b.cfg.Types
	b.cfg = cfg
	switch c := b.control.(type) {
	case *track.Predictive:
		c.Tune(cfg.Track)
	case *track.Proportional:
		c.Config = cfg.Track
	}
}

// Machine returns the machine that runs: its trace, its path, its status.
func (b *Brain) Machine() *hfsm.Machine { return b.machine }

// Tick reads the robot and steps the machine. The error is the machine's, see [hfsm.Machine.Tick]; the brain continues
// with the next tick.
func (b *Brain) Tick(now time.Duration) error {
	// After a stall, the missed times are run with the old inputs; a robot that is ticked by images has no times between
	// them.
	if due, ok := b.machine.Due(); ok && b.senses.solo != nil && due <= now-b.period {
		if err := b.step(now - b.period); err != nil {
			return err
		}
	}
	b.readImage()
	b.setBallInputs(now)
	b.setBodyInputs()
	b.setBeliefInputs()
	b.setPlayInputs(now)
	b.setTopicInputs()
	b.states.Write(b.machine)
	return b.step(now)
}

// Stop stops all activities; the head rests.
func (b *Brain) Stop(now time.Duration) { b.machine.Stop(now) }

// Reset makes the machine start again at the next Tick, and forgets the balls.
func (b *Brain) Reset(now time.Duration) {
	b.machine.Reset(now)
	b.senses.Forget()
	b.anyImage = false
	b.search.Stop()
}

// readImage reads the balls of a new image.
func (b *Brain) readImage() {
	b.senses.readImage()
	if b.anyImage == b.senses.anyImage && b.image == b.senses.image {
		return
	}
	b.image, b.anyImage = b.senses.image, b.senses.anyImage
	if b.followed != nil && b.senses.shows(b.followed) {
		b.control.Observe(b.followed)
	}
}

// setBallInputs sets the machine's inputs about the followed ball.
func (b *Brain) setBallInputs(now time.Duration) {
	age, az, el := neverSeen, 0.0, 0.0
	if b.followed != nil {
		if seen, ok := b.followed.Seen(); ok {
			age = (now - seen).Seconds()
			az, el = b.followed.Bearing()
		}
	}
	for _, v := range [...]struct {
		in    *hfsm.Input
		value float64
	}{{b.age, age}, {b.azimuth, az}, {b.elevation, el}} {
		if v.in != nil {
			b.machine.SetFloat(*v.in, v.value)
		}
	}
}

// setBodyInputs sets the machine's inputs that come from the body and from walking.
func (b *Brain) setBodyInputs() {
	if state, ok := b.senses.Body(); ok {
		for _, f := range b.body {
			if f.entry.bool != nil {
				b.machine.SetBoolAt(f.in, f.entry.bool(state), state.Time)
			} else {
				b.machine.SetFloatAt(f.in, f.entry.float(state), state.Time)
			}
		}
	}
	at, ok := b.senses.Odometry()
	if !ok {
		return
	}
	for _, v := range [...]struct {
		in    *hfsm.Input
		value float64
	}{{b.odomX, at.X}, {b.odomY, at.Y}, {b.odomTheta, at.Theta}} {
		if v.in != nil {
			b.machine.SetFloatAt(*v.in, v.value, at.Stamp)
		}
	}
}

// set sets an input of a machine by its name, if the machine reads it.
func (b *Brain) set(m *hfsm.Machine, name string, v hfsm.Value) {
	if in, ok := m.Model().Input(name); ok {
		write(m, in, v)
	}
}

// write sets an input of a machine.
func write(m *hfsm.Machine, in hfsm.Input, v hfsm.Value) {
	switch v.Type {
	case hfsm.Bool:
		m.SetBool(in, v.Bool)
	case hfsm.Int:
		m.SetInt(in, v.Int)
	case hfsm.Float:
		m.SetFloat(in, v.Float)
	case hfsm.String:
		m.SetString(in, v.String)
	}
}
