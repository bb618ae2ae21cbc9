// Package host runs state machines beside each other on one robot. It knows no ROS:
// the executor node and robot/ bring their robot and their clock.
//
// A [Machine] has one goroutine that ticks it, and any number of others that look at
// it or change it between two ticks; none of them can hold up a tick for longer than
// it takes to copy a snapshot. A [Hands] sees to it that the robot's parts are moved
// by one machine at a time.
package host

import (
	"fmt"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
)

// Options say which machine runs, on which robot.
type Options struct {
	Source  string // a machine's name or file, see [behavior.LoadMachine]
	Config  behavior.Config
	Inputs  behavior.Inputs
	Outputs behavior.Outputs
	// OnTransition, when set, is told of every transition, by the goroutine that
	// ticks. It must not call the machine's methods.
	OnTransition func(m *hfsm.Machine, t hfsm.Transition)
}

// Machine is a state machine that runs on a robot. Its methods may be called from
// any goroutine.
type Machine struct {
	opts Options

	mu    sync.Mutex // held during a tick
	brain *behavior.Brain
}

// New loads a machine. It begins at its first Tick.
func New(o Options) (*Machine, error) {
	model, err := behavior.LoadMachine(o.Source, &o.Config)
	if err != nil {
		return nil, err
	}
	m := &Machine{opts: o}
	if m.brain, err = behavior.New(model, o.Config, o.Inputs, o.Outputs); err != nil {
		return nil, fmt.Errorf("machine %q: %w", o.Source, err)
	}
	m.follow()
	return m, nil
}

// follow has transitions told.
func (m *Machine) follow() {
	machine := m.brain.Machine()
	machine.OnTransition = func(t hfsm.Transition) {
		if m.opts.OnTransition != nil {
			m.opts.OnTransition(machine, t)
		}
	}
}

// Model gives what runs now.
func (m *Machine) Model() *hfsm.Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.brain.Machine().Model()
}

// Look calls look with the machine between two ticks. It must be quick, and keep
// nothing of it.
func (m *Machine) Look(look func(*hfsm.Machine)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	look(m.brain.Machine())
}

// Tick brings the machine to now; see [behavior.Brain.Tick].
func (m *Machine) Tick(now time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.brain.Tick(now)
}

// Tune takes other figures from the next tick on.
func (m *Machine) Tune(cfg behavior.Config) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.brain.Tune(cfg)
}

// Reset makes the machine begin again at the next Tick.
func (m *Machine) Reset(now time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.brain.Reset(now)
}

// Stop stops all activities. The machine rests until Reset.
func (m *Machine) Stop(now time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.brain.Stop(now)
}
