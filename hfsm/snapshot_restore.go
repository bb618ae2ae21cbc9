package hfsm

import (
	"errors"
	"fmt"
	"time"
)

// Restore brings a machine that has not been ticked to where a snapshot of the same
// machine says it stands. Its time goes on from there at now; what ran runs again,
// as after an interruption. Where it fails, the machine is as it was.
func (m *Machine) Restore(s *Snapshot, now time.Duration) error {
	if m.clock.started {
		return fmt.Errorf("machine %s: it runs already; expected one that has not begun", m.model.name)
	}
	if s.Partial != "" {
		return fmt.Errorf("machine %s: the snapshot does not hold %s", m.model.name, s.Partial)
	}
	if err := m.restore(s); err != nil {
		return err
	}
	m.shift(now - m.clock.now)
	m.clock.now = now
	for i := range m.model.states {
		if m.tree.on[i] {
			for _, u := range m.model.states[i].do {
				if m.activities.runs[u].phase == acting && m.activities.runs[u].status == Running {
					m.activities.of[u].Start(now, Resumed)
				}
			}
		}
	}
	return nil
}

// shift moves the machine's time on the caller's clock: what lies in the past stays
// as long ago as it was.
func (m *Machine) shift(by time.Duration) {
	m.clock.start += by
	for i := range m.values.stamps {
		if m.values.stamps[i] != never {
			m.values.stamps[i] += by
		}
		if k := &m.trace.known[i]; k.stamp != never {
			k.stamp += by
		}
	}
	for i := range m.events.delayed {
		m.events.delayed[i].due += by
	}
}

// restore brings the machine to a snapshot, on the snapshot's own clock. It starts
// no activity. Everything is checked before anything is changed.
func (m *Machine) restore(s *Snapshot) error {
	if err := m.fits(s); err != nil {
		return fmt.Errorf("machine %s: snapshot: %w", m.model.name, err)
	}
	if err := m.restoreSessions(s); err != nil {
		return fmt.Errorf("machine %s: snapshot: %w", m.model.name, err)
	}
	m.clear()
	m.clock.start = time.Duration(s.Start)
	m.trace.begin(m)
	m.clock.started, m.clock.epoch, m.clock.tick = s.Started, s.Epoch, s.Tick
	m.status, _ = ParseStatus(s.Status)
	if s.Cause != "" {
		m.cause = errors.New(s.Cause)
	}
	m.clock.now = m.clock.start + time.Duration(s.Now)
	m.clock.at, m.clock.entry = time.Duration(s.At), time.Duration(s.Entry)
	m.trace.next, m.trace.number, m.trace.lastAt, m.trace.time = s.Sequence, s.Transition, time.Duration(s.LastEdge), time.Duration(s.Now)
	m.trace.first, m.trace.oldest = s.Sequence, s.Transition // nothing from before is remembered
	if s.Started {
		m.tree.on[0] = true
	}
	for _, path := range s.Active {
		m.tree.on[m.model.byPath[path]] = true
	}
	m.restoreAutomata(s)
	m.restoreActivities(s)
	m.restoreValues(s)
	m.restoreEvents(s)
	return nil
}

// restoreSessions gives scripts their data, or leaves all of them as they begin.
func (m *Machine) restoreSessions(s *Snapshot) error {
	for i, session := range m.scripts.sessions {
		keeper, ok := session.(Keeper)
		if !ok {
			continue
		}
		path := m.model.frames[i].path
		err := fmt.Errorf("no data of the scripts of %q", path)
		if data, there := s.Sessions[path]; there {
			err = keeper.Restore(data)
		}
		if err == nil {
			continue
		}
		for _, begun := range m.scripts.sessions[:i+1] {
			if begun != nil {
				err = errors.Join(err, begun.Reset())
			}
		}
		return err
	}
	return nil
}

// fits says what of a snapshot is not this machine's.
func (m *Machine) fits(s *Snapshot) error {
	known := func(path string) error {
		if _, ok := m.model.byPath[path]; !ok && path != "" {
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
	if len(s.Automata) != len(m.tree.autos) {
		return fmt.Errorf("%d automata; expected %d", len(s.Automata), len(m.tree.autos))
	}
	for i := range s.Automata {
		a := &s.Automata[i]
		if want := m.model.path(m.model.automata[i].state); a.Path != want {
			return fmt.Errorf("automaton %q; expected %q", a.Path, want)
		}
		if a.State != "" {
			if id, ok := m.model.byPath[a.State]; !ok || m.model.states[id].around != i {
				return fmt.Errorf("automaton %q has no state %q", a.Path, a.State)
			}
		}
		if a.Waiting != nil && m.model.findEdge(a.Waiting) == nil {
			return fmt.Errorf("automaton %q waits for a transition of %q that is not there", a.Path, a.Waiting.Source)
		}
		if err := known(a.From); err != nil {
			return err
		}
	}
	for i := range s.Values {
		v := &s.Values[i]
		if slot, ok := m.model.Slot(v.Name); !ok || m.model.slots[slot].value.Type != v.Value.Type {
			return fmt.Errorf("the machine has no %s %q of type %s", v.Role, v.Name, v.Value.Type)
		}
	}
	if len(s.Activities) != len(m.activities.runs) {
		return fmt.Errorf("%d uses of activities; expected %d", len(s.Activities), len(m.activities.runs))
	}
	if len(s.Events) > maxEvents || s.NextEvent == 0 {
		return fmt.Errorf("%d events; expected at most %d, and the number of the next one", len(s.Events), maxEvents)
	}
	return nil
}

func (m *Machine) restoreAutomata(s *Snapshot) {
	for i := range s.Automata {
		in, a := &s.Automata[i], &m.tree.autos[i]
		*a = automatonState{
			active: m.model.id(in.State), live: in.Live, entered: time.Duration(in.Entered), spent: time.Duration(in.Spent),
			left: in.Left, next: time.Duration(in.Next), last: time.Duration(in.Last), over: in.Over, seen: in.Seen, from: m.model.id(in.From),
		}
		if in.Ended != "" {
			a.ended, _ = ParseStatus(in.Ended)
		}
		if in.Waiting != nil {
			a.waiting = m.model.findEdge(in.Waiting)
			if e := in.Event; e != nil {
				a.event = Event{Name: e.Name, Kind: e.Origin, Data: e.Data, SendID: e.SendID}
			}
		}
	}
	for i := range s.Acted {
		if tr := m.model.findEdge(&s.Acted[i].EdgeSnapshot); tr != nil && tr.acts != none {
			m.robot.acted[tr.acts], m.robot.actedIn[tr.acts] = time.Duration(s.Acted[i].Elapsed), s.Acted[i].Tick
		}
	}
}

// id gives the state with a path, or none for "".
func (m *Model) id(path string) int {
	if s, ok := m.byPath[path]; ok && path != "" {
		return s
	}
	return none
}

func (m *Machine) restoreActivities(s *Snapshot) {
	for i := range s.Activities {
		in, r := &s.Activities[i], &m.activities.runs[i]
		*r = run{}
		if status, err := ParseStatus(in.Status); err == nil {
			r.status = status
		}
		switch in.Phase {
		case "acting":
			r.phase = acting
		case "stopping":
			r.phase, r.by = stopping, time.Duration(in.By)
		}
		for name, v := range in.Args {
			if m.activities.args[i] != nil {
				m.activities.args[i][name] = Value(v)
			}
		}
	}
}

func (m *Machine) restoreValues(s *Snapshot) {
	for i := range s.Values {
		in := &s.Values[i]
		slot, _ := m.model.Slot(in.Name)
		m.values.of[slot] = Value(in.Value)
		if m.model.slots[slot].role != InputRole {
			continue
		}
		m.values.stamps[slot] = m.received(in.Set)
		if in.Fresh {
			m.values.touch(m, Input(slot))
		}
		m.trace.known[slot] = known{m.values.of[slot], m.values.stamps[slot]}
		if in.Known != nil && in.Known.Type == in.Value.Type {
			m.trace.known[slot] = known{Value(*in.Known), m.received(in.KnownSet)}
			if !m.trace.off {
				m.trace.mark(m, slot)
			}
		}
	}
}

func (m *Machine) restoreEvents(s *Snapshot) {
	m.events.next, m.events.posted = s.NextEvent, s.Posted
	for _, e := range s.Events {
		m.events.ring[e.Sequence%maxEvents] = Event{Name: e.Name, Kind: e.Origin, Data: e.Data, SendID: e.SendID}
	}
	for _, d := range s.Delayed {
		m.events.delayed = append(m.events.delayed, delayedEvent{m.clock.start + time.Duration(d.Due), Event{Name: d.Name, Kind: d.Origin, Data: d.Data, SendID: d.SendID}})
	}
}
