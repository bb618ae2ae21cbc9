package machinetopics

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/ros"
)

// generated is a generated machine that has the topics and services of a machine. Requests to load another machine are
// refused with the reason. Its methods must be called by the goroutine that ticks it.
type generated struct {
	topics  *Topics
	machine *host.Machine
	done    chan struct{}
}

// openGenerated opens the topics and services of a generated machine, in the namespace of its node.
// Viewers are served until ctx ends.
func openGenerated(ctx context.Context, n *ros.Node, m *hfsm.Machine) (*generated, error) {
	g := &generated{topics: New(n, Options{TraceDir: "."}), done: make(chan struct{})}
	file := m.Model().File()
	g.machine = host.Adopt(&ticked{m: m}, host.Options{
		OnTransition: g.topics.Transition, OnChange: g.topics.Wake,
		Fixed: fmt.Sprintf("this machine was generated as Go from %s: change that file, generate and build the node again", file),
	})
	if err := g.topics.Open(g.machine); err != nil {
		return nil, err
	}
	go func() {
		defer close(g.done)
		g.topics.Run(ctx)
	}()
	return g, nil
}

// tick steps the machine to now, unless a debugger has paused it.
func (g *generated) tick(now time.Time) error {
	g.topics.Begin(now)
	err := g.machine.Tick(clockTime(now))
	g.topics.End(now)
	return err
}

// catchUp steps the machine over the grid times that a late tick has missed, up to one period before now. These steps use
// the earlier inputs, so catchUp must be called before inputs are set for the tick.
func (g *generated) catchUp(now time.Time, period time.Duration) error {
	late := false
	g.machine.Look(func(m *hfsm.Machine, _ uint32) {
		due, ok := m.Due()
		late = ok && due <= clockTime(now)-period
	})
	if !late {
		return nil
	}
	g.topics.Begin(now)
	return g.machine.Tick(clockTime(now) - period)
}

// reset makes the machine begin again at the next tick. It is called when the clock was set back.
func (g *generated) reset(now time.Time) {
	g.machine.Reset(clockTime(now))
	g.topics.Restart()
}

// stop stops the machine's activities, and waits until ctx has ended and viewers are done.
func (g *generated) stop(now time.Time) {
	g.machine.Stop(clockTime(now))
	<-g.done
}

// ticked adapts a generated machine to package host.
type ticked struct {
	m     *hfsm.Machine
	debug *debug.Debugger
}

// Machine returns the machine.
func (t *ticked) Machine() *hfsm.Machine { return t.m }

// Stop stops the machine's activities.
func (t *ticked) Stop(now time.Duration) { t.m.Stop(now) }

// Reset makes the machine begin again at the next Tick.
func (t *ticked) Reset(now time.Duration) { t.m.Reset(now) }

// Debug makes a debugger tick the machine.
func (t *ticked) Debug(d *debug.Debugger) { t.debug = d }

// Tick steps the machine to now.
func (t *ticked) Tick(now time.Duration) error { return t.debug.Tick(now) }

// Reload returns an error: a generated machine cannot change.
func (t *ticked) Reload(*hfsm.Model) (hfsm.Reloaded, error) {
	return hfsm.Reloaded{}, errors.New("a generated machine cannot be replaced by another model")
}
