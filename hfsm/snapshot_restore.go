package hfsm

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gonao/hfsm/internal/codec"
)

// Restore sets a machine that has not been ticked to the state of a snapshot of the same machine. Its time continues from
// there at now; what was active is started again, as after an interruption. After an error the machine is unchanged.
func (m *Machine) Restore(s *Snapshot, now time.Duration) error {
	switch err := s.fits(m.model); {
	case err != nil:
		return fmt.Errorf("machine %s: snapshot: %w", m.model.name, err)
	case m.clock.started:
		return fmt.Errorf("machine %s: it runs already; expected one that has not begun", m.model.name)
	case s.Partial != "":
		return fmt.Errorf("machine %s: the snapshot does not hold %s", m.model.name, s.Partial)
	}
	if err := s.restore(m); err != nil {
		return err
	}
	m.Control().Stand(now)
	for i := range m.model.states {
		if !m.tree.on[i] {
			continue
		}
		for _, u := range m.model.states[i].do {
			if m.activities.running(u) {
				m.activities.start(m, u, Resumed)
			}
		}
	}
	return nil
}

// restore brings the machine to a snapshot that fits it, on the snapshot's own clock. It starts no activity.
func (s *Snapshot) restore(m *Machine) error {
	if err := m.scripts.restore(m.model, s); err != nil {
		return fmt.Errorf("machine %s: snapshot: %w", m.model.name, err)
	}
	m.clear()
	m.clock.start = time.Duration(s.Start)
	m.trace.begin(m)
	c, t := &m.clock, &m.trace
	c.started, c.now, c.at, c.epoch, c.tick = s.Started, time.Duration(s.Start+s.Now), time.Duration(s.At), s.Epoch, s.Tick
	m.status, _ = ParseStatus(s.Status)
	if s.Cause != "" {
		m.cause = errors.New(s.Cause)
	}
	t.next, t.number, t.lastAt, t.time = s.Sequence, s.Transition, time.Duration(s.LastEdge), time.Duration(s.Now)
	t.passed.count, t.others.count = 0, 0 // nothing from before is remembered
	s.setTree(m)
	s.setActivities(m)
	s.setValues(m)
	s.setEvents(m)
	return nil
}

// fits returns an error for the parts of a snapshot that are not in a model.
func (s *Snapshot) fits(model *Model) error {
	known := func(path string) error {
		if _, ok := model.byPath[path]; !ok {
			return fmt.Errorf("the machine has no state %q", path)
		}
		return nil
	}
	if _, err := ParseStatus(s.Status); err != nil {
		return err
	}
	for _, path := range s.Active {
		if err := known(path); err != nil {
			return err
		}
	}
	if len(s.Automata) != len(model.automata) {
		return fmt.Errorf("%d automata; expected %d", len(s.Automata), len(model.automata))
	}
	for i := range s.Automata {
		a := &s.Automata[i]
		if want := model.path(model.automata[i].state); a.Path != want {
			return fmt.Errorf("automaton %q; expected %q", a.Path, want)
		}
		if a.State != "" {
			if id, ok := model.byPath[a.State]; !ok || model.states[id].around != i {
				return fmt.Errorf("automaton %q has no state %q", a.Path, a.State)
			}
		}
		if a.Waiting != nil && model.findEdge(a.Waiting) == nil {
			return fmt.Errorf("automaton %q waits for a transition of %q that is not there", a.Path, a.Waiting.Source)
		}
		if err := known(a.From); err != nil {
			return err
		}
	}
	for i := range s.Values {
		v := &s.Values[i]
		if slot, ok := model.Slot(v.Name); !ok || model.slots[slot].value.Type != v.Value.Type {
			return fmt.Errorf("the machine has no %s %q of type %s", v.Role, v.Name, v.Value.Type)
		}
	}
	if len(s.Activities) != len(model.uses) {
		return fmt.Errorf("%d uses of activities; expected %d", len(s.Activities), len(model.uses))
	}
	if len(s.Events) > maxEvents || s.NextEvent == 0 {
		return fmt.Errorf("%d events; expected at most %d, and the number of the next one", len(s.Events), maxEvents)
	}
	return nil
}

// findEdge returns the transition that a snapshot names, or nil.
func (m *Model) findEdge(e *EdgeSnapshot) *transition {
	if source, ok := m.byPath[e.Source]; ok {
		return m.edgeAt(source, e.Index, e.Failure)
	}
	return nil
}

// edgeAt returns the transition at a place of a state, in the order of trying, or, with failure, the one that the automaton
// of the state takes when it fails; nil if it does not exist.
func (m *Model) edgeAt(source, index int, failure bool) *transition {
	switch s := &m.states[source]; {
	case failure && s.automaton != none:
		return &m.automata[s.automaton].failure
	case !failure && index >= 0 && index < len(s.trans):
		return &s.trans[index]
	}
	return nil
}

// stateAt returns the state with a path, or none for "".
func (m *Model) stateAt(path string) int {
	if id, ok := m.byPath[path]; ok && path != "" {
		return id
	}
	return none
}

// setTree sets which states are active.
func (s *Snapshot) setTree(m *Machine) {
	m.tree.on[0] = s.Started
	for _, path := range s.Active {
		m.tree.on[m.model.byPath[path]] = true
	}
	for i := range s.Automata {
		in, a := &s.Automata[i], &m.tree.autos[i]
		*a = automatonState{
			active: m.model.stateAt(in.State), live: in.Live, entered: time.Duration(in.Entered), spent: time.Duration(in.Spent),
			left: in.Left, next: time.Duration(in.Next), last: time.Duration(in.Last), over: in.Over, seen: in.Seen, from: m.model.stateAt(in.From),
		}
		a.ended, _ = ParseStatus(in.Ended) // Running for ""
		if in.Waiting != nil {
			a.waiting = m.model.findEdge(in.Waiting)
			if in.Event != nil {
				a.event = in.Event.event()
			}
		}
	}
	for i := range s.Acted {
		if tr := m.model.findEdge(&s.Acted[i].EdgeSnapshot); tr != nil && tr.acts != none {
			m.robot.acted[tr.acts] = time.Duration(s.Acted[i].Elapsed)
		}
	}
}

func (s *Snapshot) setActivities(m *Machine) {
	for i := range s.Activities {
		in, r := &s.Activities[i], &m.activities.runs[i]
		r.status, _ = ParseStatus(in.Status)
		r.phase = phase(max(0, slices.Index(phases[:], in.Phase)))
		if r.phase == stopping {
			r.by = time.Duration(in.By)
		}
		for name, v := range in.Args {
			if m.activities.args[i] != nil {
				m.activities.args[i][name] = Value(v)
			}
		}
	}
}

// setValues sets the values that the snapshot has; the others are as they begin.
func (s *Snapshot) setValues(m *Machine) {
	at := func(since *codec.Seconds) time.Duration {
		if since == nil {
			return never
		}
		return time.Duration(*since)
	}
	for i := range s.Values {
		v := &s.Values[i]
		slot, _ := m.model.Slot(v.Name)
		m.values.of[slot] = Value(v.Value)
		m.values.changed()
		if m.model.slots[slot].role != InputRole {
			continue
		}
		m.values.stamps[slot] = at(v.Set)
		if v.Fresh {
			m.values.touch(Input(slot))
		}
		t := &m.trace.inputs
		t.known[slot] = known{Value(v.Value), at(v.Set)}
		if v.Known != nil && v.Known.Type == v.Value.Type {
			now := t.known[slot]
			t.known[slot] = known{Value(*v.Known), at(v.KnownSet)}
			if was := &t.known[slot]; !m.trace.off && (was.stamp != now.stamp || !was.value.Same(now.value)) {
				t.mark(slot)
			}
		}
	}
}

// setEvents sets the events that automata may still see, and those that are still to come.
func (s *Snapshot) setEvents(m *Machine) {
	q := &m.events
	first := s.NextEvent - uint64(len(s.Events))
	q.next, q.old, q.posted = s.NextEvent, max(s.OldEvent, first, 1), s.Posted
	for i := range s.Events {
		e := &s.Events[i]
		if e.Sequence < first || e.Sequence >= s.NextEvent {
			continue
		}
		f := fate{at: time.Duration(e.At), consumed: e.Consumed, edge: none}
		f.missed, _ = ParseMissed(e.Missed)
		if e.Edge != nil {
			if tr := m.model.findEdge(e.Edge); tr != nil {
				f.edge = m.model.edgeID(tr)
			}
		}
		q.ring[e.Sequence%maxEvents], q.fates[e.Sequence%maxEvents] = e.event(), f
	}
	for i := range s.Delayed {
		d := &s.Delayed[i]
		q.delayed = append(q.delayed, delayedEvent{due: time.Duration(d.Due), event: d.event(), posted: d.Posted})
		if d.Posted {
			q.coming++
		}
	}
}

// event returns the event.
func (e *EventSnapshot) event() Event {
	return Event{Name: e.Name, Kind: e.Origin, Data: e.Data, SendID: e.SendID}
}

// restore sets the data of all sessions, or leaves all of them as they begin.
func (s *scripts) restore(m *Model, from *Snapshot) error {
	for i, session := range s.sessions {
		keeper, ok := session.(Keeper)
		if !ok {
			continue
		}
		err := fmt.Errorf("no data of the scripts of %q", m.frames[i].path)
		if data := from.Sessions[m.frames[i].path]; data != nil {
			err = keeper.Restore(data)
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
