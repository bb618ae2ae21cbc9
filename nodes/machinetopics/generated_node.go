package machinetopics

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"gonao/hfsm"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/ros"
)

// GeneratedNode is a generated machine as a node. C is the node's Config.
type GeneratedNode[C any] struct {
	Machine   *hfsm.Machine
	Period    time.Duration
	Configure func(C) error // sets the machine's parameters
	Inputs    []GeneratedPort
	Outputs   []GeneratedPort
	Events    bool // it receives events on the topic event
}

// GeneratedPort is an input or an output of a machine, by its slot, with its topic. Its message is std_msgs' Bool, Int64,
// Float64 or String.
type GeneratedPort struct {
	Slot  int
	Topic string
}

// generatedPorts are the open topics of a generated machine.
type generatedPorts struct {
	events *ros.Subscription[ros.Arrival[stdmsgs.String]] // nil for a machine without events
	read   []func(jumped bool)                            // each sets an input
	write  []func() error                                 // each publishes an output, if it has changed
}

// RunGenerated runs a generated machine until ctx ends: it sets the inputs from their topics, ticks the machine, and
// publishes its outputs. When the clock goes back, the machine restarts.
func RunGenerated[C any](ctx context.Context, n *ros.Node, cfg C, g GeneratedNode[C]) error {
	looked, stop := context.WithCancel(ctx)
	defer stop()
	if err := g.Configure(cfg); err != nil {
		return err
	}
	epoch := g.Machine.Epoch() // of the machine when cfg was set
	ports, err := openPorts(n, g.Machine, g.Inputs, g.Outputs, g.Events)
	if err != nil {
		return err
	}
	live, err := openGenerated(looked, n, g.Machine)
	if err != nil {
		return err
	}
	changes, err := ros.WatchConfig[C](n, nil)
	if err != nil {
		return err
	}
	var jumped atomic.Bool // the clock went back since the last tick
	n.Clock.OnJump(func(_, _ time.Time) { jumped.Store(true) })
	for now := range n.Clock.Tick(ctx, g.Period) {
		back := jumped.Swap(false)
		if back {
			live.reset(now)
		}
		next, changed := changes.Next()
		if changed {
			cfg = next
		}
		if changed || epoch != g.Machine.Epoch() { // a machine that restarts has the parameters of its file
			epoch = g.Machine.Epoch()
			if err := g.Configure(cfg); err != nil {
				n.Log.Error("parameters", "error", err)
			}
		}
		if err := ports.tick(n, live, g.Machine, now, g.Period, back); err != nil {
			n.Log.Error("machine", "error", err)
		}
	}
	stop()
	live.stop(n.Clock.Now())
	return nil
}

// openPorts opens the topics of a machine.
func openPorts(n *ros.Node, m *hfsm.Machine, inputs, outputs []GeneratedPort, events bool) (p *generatedPorts, err error) {
	p = &generatedPorts{}
	if events {
		if p.events, err = ros.SubscribeArrivals[stdmsgs.String](n, "event", ros.Depth(64)); err != nil {
			return nil, err
		}
	}
	for _, port := range inputs {
		read, err := openInput(n, m, port)
		if err != nil {
			return nil, err
		}
		p.read = append(p.read, read)
	}
	for _, port := range outputs {
		write, err := openOutput(n, m, port)
		if err != nil {
			return nil, err
		}
		p.write = append(p.write, write)
	}
	return p, nil
}

// tick is one round of the node.
func (p *generatedPorts) tick(n *ros.Node, live *generated, m *hfsm.Machine, now time.Time, period time.Duration, jumped bool) error {
	for more := p.events != nil; more; {
		select {
		case e := <-p.events.C():
			if !m.PostAt(hfsm.Event{Name: e.Message.Data}, min(clockTime(e.At), clockTime(now))) {
				n.Log.Warn("too many events", "lost", e.Message.Data)
			}
		default:
			more = false
		}
	}
	err := live.catchUp(now, period)
	for _, read := range p.read {
		read(jumped)
	}
	err = errors.Join(err, live.tick(now))
	for _, write := range p.write {
		err = errors.Join(err, write())
	}
	return err
}

// openInput returns the function that sets an input.
func openInput(n *ros.Node, m *hfsm.Machine, p GeneratedPort) (func(jumped bool), error) {
	in := hfsm.Input(p.Slot)
	switch m.Value(p.Slot).Type {
	case hfsm.Bool:
		return watch(n, p.Topic, func(v stdmsgs.Bool, at time.Duration) { m.SetBoolAt(in, v.Data, at) })
	case hfsm.Int:
		return watch(n, p.Topic, func(v stdmsgs.Int64, at time.Duration) { m.SetIntAt(in, v.Data, at) })
	case hfsm.Float:
		return watch(n, p.Topic, func(v stdmsgs.Float64, at time.Duration) { m.SetFloatAt(in, v.Data, at) })
	case hfsm.String:
	}
	return watch(n, p.Topic, func(v stdmsgs.String, at time.Duration) { m.SetStringAt(in, v.Data, at) })
}

// watch returns a function that calls set with the latest message of a topic, once for each, with the time at which it
// came.
func watch[T any, PT ros.Message[T]](n *ros.Node, topic string, set func(T, time.Duration)) (func(jumped bool), error) {
	w, err := ros.Watch[T, PT](n, topic)
	var last time.Time
	return func(jumped bool) {
		if jumped {
			last = time.Time{}
		}
		at := w.Received()
		if v, ok := w.Get(); ok && at.After(last) {
			last = at
			set(v, clockTime(at))
		}
	}, err
}

// openOutput returns the function that publishes an output.
func openOutput(n *ros.Node, m *hfsm.Machine, p GeneratedPort) (func() error, error) {
	switch m.Value(p.Slot).Type {
	case hfsm.Bool:
		return advertise(n, m, p, func(v hfsm.Value) stdmsgs.Bool { return stdmsgs.Bool{Data: v.Bool} })
	case hfsm.Int:
		return advertise(n, m, p, func(v hfsm.Value) stdmsgs.Int64 { return stdmsgs.Int64{Data: v.Int} })
	case hfsm.Float:
		return advertise(n, m, p, func(v hfsm.Value) stdmsgs.Float64 { return stdmsgs.Float64{Data: v.Float} })
	case hfsm.String:
	}
	return advertise(n, m, p, func(v hfsm.Value) stdmsgs.String { return stdmsgs.String{Data: v.String} })
}

// advertise returns a function that publishes a value first and whenever it has changed.
func advertise[T any, PT ros.Message[T]](n *ros.Node, m *hfsm.Machine, p GeneratedPort, message func(hfsm.Value) T) (func() error, error) {
	out, err := ros.Advertise[T, PT](n, p.Topic, ros.TransientLocal(), ros.Depth(1))
	var last hfsm.Value
	return func() error {
		now := m.Value(p.Slot)
		if now == last {
			return nil
		}
		last = now
		return out.Publish(message(now))
	}, err
}
