package hfsm

import (
	"encoding/json"
	"time"
)

// Snapshot tells the machine as a whole; take it between two ticks.
func (m *Machine) Snapshot() *Snapshot {
	s := &Snapshot{
		Machine: m.model.name, Hash: m.model.Hash(),
		Sequence: m.trace.next, Transition: m.trace.number, Epoch: m.clock.epoch, Tick: m.clock.tick,
		Started: m.clock.started, Status: m.status.String(),
		Start: Seconds(m.clock.start), Now: Seconds(m.trace.time), At: Seconds(m.clock.at), Entry: Seconds(m.clock.entry), LastEdge: Seconds(m.trace.lastAt),
		Leaves: m.Leaves([]string{}), Active: []string{},
		NextEvent: m.events.next, Posted: m.events.posted,
	}
	if m.cause != nil {
		s.Cause = m.cause.Error()
	}
	for i := range m.tree.on {
		if m.tree.on[i] && i > 0 {
			s.Active = append(s.Active, m.model.states[i].path)
		}
	}
	m.tellAutomata(s)
	m.tellActivities(s)
	m.tellValues(s)
	m.tellEvents(s)
	m.tellSessions(s)
	return s
}

func (m *Machine) tellAutomata(s *Snapshot) {
	for i := range m.tree.autos {
		a := &m.tree.autos[i]
		out := AutomatonSnapshot{
			Path: m.model.path(m.model.automata[i].state), State: m.model.path(a.active),
			Live: a.live, Entered: Seconds(a.entered), Spent: Seconds(a.spent), Left: a.left,
			Next: Seconds(a.next), Last: Seconds(a.last), Over: a.over, Seen: a.seen, From: m.model.path(a.from),
		}
		if a.ended != Running {
			out.Ended = a.ended.String()
		}
		if a.waiting != nil {
			edge := m.model.edgeSnapshot(a.waiting)
			out.Waiting = &edge
			if e := &a.event; e.Name != "" {
				out.Event = &EventSnapshot{Name: e.Name, Origin: e.Kind, Data: e.Data, SendID: e.SendID}
			}
		}
		s.Automata = append(s.Automata, out)
	}
	for _, tr := range m.model.edges {
		if tr.acts != none && m.robot.actedIn[tr.acts] != 0 {
			s.Acted = append(s.Acted, ActedSnapshot{m.model.edgeSnapshot(tr), Seconds(m.robot.acted[tr.acts]), m.robot.actedIn[tr.acts]})
		}
	}
}

func (m *Model) edgeSnapshot(tr *transition) EdgeSnapshot {
	id := int(m.edgeID(tr))
	if id <= failureEdge {
		return EdgeSnapshot{Source: m.path(m.automata[tr.domain].state), Failure: true}
	}
	return EdgeSnapshot{Source: m.path(tr.source), Index: m.EdgeIndex(id)}
}

// findEdge gives the transition a snapshot names, or nil.
func (m *Model) findEdge(e *EdgeSnapshot) *transition {
	s, ok := m.byPath[e.Source]
	switch {
	case !ok && e.Source != "":
		return nil
	case e.Failure && m.states[s].automaton != none:
		return &m.automata[m.states[s].automaton].failure
	case e.Failure || e.Index < 0 || e.Index >= len(m.states[s].trans):
		return nil
	}
	return &m.states[s].trans[e.Index]
}

func (m *Machine) tellActivities(s *Snapshot) {
	for i := range m.model.uses {
		u, r := &m.model.uses[i], &m.activities.runs[i]
		out := ActivitySnapshot{Path: m.model.path(u.state), Key: u.key, Activity: u.kind, Status: r.status.String()}
		switch r.phase {
		case acting:
			out.Phase = "acting"
		case stopping:
			out.Phase, out.By = "stopping", Seconds(r.by)
		case idle:
		}
		for _, g := range u.given {
			if out.Args == nil {
				out.Args = map[string]Sent{}
			}
			if v, ok := m.activities.args[i][g.name]; ok {
				out.Args[g.name] = Sent(v)
			}
		}
		s.Activities = append(s.Activities, out)
	}
}

func (m *Machine) tellValues(s *Snapshot) {
	for i := range m.model.slots {
		role := m.model.slots[i].role
		out := ValueSnapshot{Name: m.model.SlotName(i), Role: role.String(), Value: Sent(m.values.of[i]), Fresh: m.values.fresh[i]}
		if role == InputRole {
			out.Set = m.sent(m.values.stamps[i])
			out.Held = m.values.pinned != nil && m.values.pinned[i]
			k := &m.trace.known[i]
			if !m.trace.off && (k.stamp != m.values.stamps[i] || !k.value.Same(m.values.of[i])) {
				v := Sent(k.value)
				out.Known, out.KnownSet = &v, m.sent(k.stamp)
			}
		}
		s.Values = append(s.Values, out)
	}
}

// sent gives a stamp as snapshots have it.
func (m *Machine) sent(stamp time.Duration) *Seconds {
	if stamp == never {
		return nil
	}
	t := Seconds(stamp - m.clock.start)
	return &t
}

// received is the inverse of sent.
func (m *Machine) received(t *Seconds) time.Duration {
	if t == nil {
		return never
	}
	return time.Duration(*t) + m.clock.start
}

func (m *Machine) tellEvents(s *Snapshot) {
	first := uint64(1)
	if m.events.next > maxEvents {
		first = m.events.next - maxEvents
	}
	for n := first; n < m.events.next; n++ {
		e := &m.events.ring[n%maxEvents]
		s.Events = append(s.Events, EventSnapshot{Name: e.Name, Origin: e.Kind, Data: e.Data, Sequence: n, SendID: e.SendID})
	}
	for _, d := range m.events.delayed {
		s.Delayed = append(s.Delayed, EventSnapshot{Name: d.event.Name, Origin: d.event.Kind, Data: d.event.Data, Due: Seconds(d.due - m.clock.start), SendID: d.event.SendID})
	}
}

func (m *Machine) tellSessions(s *Snapshot) {
	for i, session := range m.scripts.sessions {
		if session == nil {
			continue
		}
		path := m.model.frames[i].path
		keeper, ok := session.(Keeper)
		if !ok {
			s.Partial = "the data of its scripts"
			continue
		}
		data, err := keeper.Keep()
		if err != nil {
			s.Partial = "the data of its scripts: " + err.Error()
			continue
		}
		if s.Sessions == nil {
			s.Sessions = map[string]json.RawMessage{}
		}
		s.Sessions[path] = data
	}
	if m.model.profile != 0 {
		s.Partial = "what a machine of the profile scxml does"
	}
}
