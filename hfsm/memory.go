package hfsm

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Memory is a copy of everything that changes in a machine, by the ids of its model, taken between two ticks. Times are
// since the machine's first entry unless the comment names another clock.
type Memory struct {
	Started bool
	Start   time.Duration // time of the first entry on the caller's clock
	Now     time.Duration // time of the last tick
	At      time.Duration // grid time that the machine stands at
	Epoch   uint32
	Tick    uint64
	Status  Status
	Cause   error

	Sequence   uint64        // of the next record
	Transition uint64        // number of the transition to come
	LastEdge   time.Duration // time of the last transition

	On         []bool // by state
	Automata   []AutomatonMemory
	Acted      []time.Duration // by transition that leaves no state: time in its state when it was last taken; otherwise -1
	Activities []ActivityMemory
	Values     []ValueMemory // by slot

	Events    []EventMemory // the last ones; NextEvent is the number after the last one's
	NextEvent uint64
	OldEvent  uint64 // all automata have looked at the events before this one
	Posted    int    // events of the host since the last tick
	Delayed   []DelayedEvent

	// Scripts is the data of the sessions, by [Model.Charts]; nil for those without.
	Scripts []json.RawMessage
	// Partial names missing parts; "" when the memory is complete.
	Partial string
}

// AutomatonMemory is one automaton.
type AutomatonMemory struct {
	Active  int           // present state, or the last one before it was left; -1 for none
	Live    bool          // the automaton itself is active
	Entered time.Duration // when it entered that state, minus the time spent there before
	Spent   time.Duration // time in that state before it was left
	Left    bool          // Spent is set
	Next    time.Duration // its next tick
	Last    time.Duration // its last tick; -1 for none
	Ended   Status
	Over    bool   // nothing of it is to be resumed
	Seen    uint64 // the next event that it looks at
	Waiting int    // decided transition that waits until activities have stopped; -1 for none
	From    int    // leaf when it was decided
	Event   Event  // event that the transition consumed
}

// EventMemory is an event and its fate.
type EventMemory struct {
	Event
	At       time.Duration // when it came
	Consumed bool          // by an automaton
	Missed   Missed        // why an automaton that looked at it did not consume it, or 0
	Edge     int           // the transition that waited for it then, or -1
}

// ActivityMemory is one use of an activity.
type ActivityMemory struct {
	Status Status
	Phase  Phase
	By     time.Duration // time by which it must have stopped, in the phase Stopping
	Args   Args
}

// Phase is the phase of an activity.
type Phase = phase

// The phases of activities.
const (
	Idle     = idle     // it is not started
	Acting   = acting   // it was started, and its state is active
	Stopping = stopping // it needs time to stop
)

// ValueMemory is an input, a variable, an output or a parameter.
type ValueMemory struct {
	Value Value
	Set   time.Duration // time when an input was set, on the caller's clock, or Never
	Fresh bool          // an input was set since the last tick
	Held  bool          // by a debugger

	// For inputs, the last recorded values.
	Recorded    Value
	RecordedSet time.Duration
}

// DelayedEvent is an event that was sent with a delay, or posted with a time.
type DelayedEvent struct {
	Due    time.Duration // on the caller's clock
	Event  Event
	Posted bool // by the host
}

// Memory returns a copy of everything that changes in the machine. It must be called between
// two ticks.
func (m *Machine) Memory() *Memory {
	c, t := &m.clock, &m.trace
	out := &Memory{
		Started: c.started, Start: c.start, Now: t.time, At: c.at, Epoch: c.epoch, Tick: c.tick,
		Status: m.status, Cause: m.cause, Sequence: t.next, Transition: t.number, LastEdge: t.lastAt,
		On: slices.Clone(m.tree.on), Events: m.events.last(), NextEvent: m.events.next, OldEvent: m.events.old, Posted: m.events.posted,
	}
	for i := range m.tree.autos {
		out.Automata = append(out.Automata, m.tree.autos[i].memory(m.model))
	}
	for i := range m.activities.runs {
		r := &m.activities.runs[i]
		out.Activities = append(out.Activities, ActivityMemory{r.status, r.phase, r.by, m.activities.args[i]})
	}
	v := &m.values
	for i := range v.of {
		out.Values = append(out.Values, ValueMemory{v.of[i], v.stamps[i], v.fresh[i], v.pinned != nil && v.pinned[i], t.known[i].value, t.known[i].stamp})
		if t.off {
			out.Values[i].Recorded, out.Values[i].RecordedSet = v.of[i], v.stamps[i]
		}
	}
	for _, d := range m.events.delayed {
		out.Delayed = append(out.Delayed, DelayedEvent{d.due, d.event, d.posted})
	}
	out.Scripts, out.Partial = m.scripts.keep()
	m.profile.remember(m, out)
	return out
}

// memory returns a copy.
func (a *automatonState) memory(m *Model) AutomatonMemory {
	out := AutomatonMemory{
		Active: a.active, Live: a.live, Entered: a.entered, Spent: a.spent, Left: a.left, Next: a.next, Last: a.last,
		Ended: a.ended, Over: a.over, Seen: a.seen, Waiting: none, From: a.from, Event: a.event,
	}
	if a.waiting != nil {
		out.Waiting = int(m.edgeID(a.waiting))
	}
	return out
}

// state is the inverse of memory.
func (a *AutomatonMemory) state(m *Model) automatonState {
	out := automatonState{
		active: a.Active, live: a.Live, entered: a.Entered, spent: a.Spent, left: a.Left, next: a.Next, last: a.Last,
		ended: a.Ended, over: a.Over, seen: a.Seen, from: a.From, event: a.Event,
	}
	if a.Waiting != none {
		out.waiting = m.edge(a.Waiting)
	}
	return out
}

// keep returns the data of all sessions, and the name of missing parts.
func (s *scripts) keep() (all []json.RawMessage, partial string) {
	all = make([]json.RawMessage, len(s.sessions))
	for i, session := range s.sessions {
		if session == nil {
			continue
		}
		keeper, ok := session.(Keeper)
		if !ok {
			partial = "the data of its scripts"
			continue
		}
		data, err := keeper.Keep()
		if err != nil {
			partial = "the data of its scripts: " + err.Error()
			continue
		}
		all[i] = data
	}
	return all, partial
}

// Restore sets a machine that has not been ticked to the state of a memory. Its time continues from there at now; what
// was active is started again, as after an interruption. After an error the machine is unchanged.
func (m *Machine) Restore(memory *Memory, now time.Duration) error {
	if m.clock.started {
		return fmt.Errorf("machine %s: it runs already; expected one that has not begun", m.model.name)
	}
	if memory.Partial != "" {
		return fmt.Errorf("machine %s: the snapshot does not hold %s", m.model.name, memory.Partial)
	}
	if err := memory.restore(m); err != nil {
		return err
	}
	m.Control().Stand(now)
	for i := range m.model.states {
		if !m.tree.on[i] {
			continue
		}
		for _, u := range m.model.states[i].do {
			if r := &m.activities.runs[u]; r.phase == acting && r.status == Running {
				m.activities.of[u].Start(now, Resumed)
			}
		}
	}
	return nil
}

// restore brings the machine to a memory, on the memory's own clock. It starts no activity.
func (in *Memory) restore(m *Machine) error {
	if err := m.scripts.restore(m.model, in.Scripts); err != nil {
		return fmt.Errorf("machine %s: snapshot: %w", m.model.name, err)
	}
	m.clear()
	m.clock.start = in.Start
	m.trace.begin(m)
	in.set(m)
	return nil
}

// set sets everything but the data of scripts.
func (in *Memory) set(m *Machine) {
	c, t := &m.clock, &m.trace
	c.started, c.start, c.now, c.at, c.epoch, c.tick = in.Started, in.Start, in.Start+in.Now, in.At, in.Epoch, in.Tick
	m.status, m.cause = in.Status, in.Cause
	t.next, t.number, t.lastAt, t.time = in.Sequence, in.Transition, in.LastEdge, in.Now
	t.first, t.oldest = in.Sequence, in.Transition // nothing from before is remembered
	in.setTree(m)
	for i := range in.Activities {
		a := &in.Activities[i]
		m.activities.runs[i] = run{a.Status, a.Phase, a.By}
		for name, v := range a.Args {
			if m.activities.args[i] != nil {
				m.activities.args[i][name] = v
			}
		}
	}
	in.setValues(m)
	m.events.restore(in)
}

// setTree sets which states are active.
func (in *Memory) setTree(m *Machine) {
	copy(m.tree.on, in.On)
	for i := range in.Automata {
		m.tree.autos[i] = in.Automata[i].state(m.model)
	}
	for i, tr := range m.model.edges {
		if tr.acts != none {
			m.robot.acted[tr.acts] = in.Acted[i]
		}
	}
}

func (in *Memory) setValues(m *Machine) {
	for i := range in.Values {
		v := &in.Values[i]
		m.values.of[i] = v.Value
		m.values.changed()
		if m.model.slots[i].role != InputRole {
			continue
		}
		m.values.stamps[i] = v.Set
		if v.Fresh {
			m.values.touch(m, Input(i))
		}
		m.trace.known[i] = known{v.Recorded, v.RecordedSet}
		if !m.trace.off && (v.RecordedSet != v.Set || !v.Recorded.Same(v.Value)) {
			m.trace.mark(m, i)
		}
	}
}

// restore sets the data of all sessions, or leaves all of them as they begin.
func (s *scripts) restore(m *Model, data []json.RawMessage) error {
	for i, session := range s.sessions {
		keeper, ok := session.(Keeper)
		if !ok {
			continue
		}
		err := fmt.Errorf("no data of the scripts of %q", m.frames[i].path)
		if i < len(data) && data[i] != nil {
			err = keeper.Restore(data[i])
		}
		if err == nil {
			continue
		}
		for _, begun := range s.sessions[:i+1] {
			if begun != nil {
				err = errors.Join(err, begun.Reset())
			}
		}
		return err
	}
	return nil
}

// last returns the last events.
func (q *eventQueue) last() []EventMemory {
	first := uint64(1)
	if q.next > maxEvents {
		first = q.next - maxEvents
	}
	var out []EventMemory
	for n := first; n < q.next; n++ {
		f := &q.fates[n%maxEvents]
		out = append(out, EventMemory{q.ring[n%maxEvents], f.at, f.consumed, f.missed, int(f.edge)})
	}
	return out
}

// restore sets the events of a memory.
func (q *eventQueue) restore(in *Memory) {
	first := in.NextEvent - uint64(len(in.Events))
	q.next, q.old, q.posted = in.NextEvent, max(in.OldEvent, first, 1), in.Posted
	for i := range in.Events {
		e := &in.Events[i]
		n := (first + uint64(i)) % maxEvents
		q.ring[n], q.fates[n] = e.Event, fate{e.At, e.Consumed, e.Missed, int32(e.Edge)}
	}
	for _, d := range in.Delayed {
		q.delayed = append(q.delayed, delayedEvent{d.Due, d.Event, d.Posted})
		if d.Posted {
			q.coming++
		}
	}
}
