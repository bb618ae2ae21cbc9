package trace

import (
	"encoding/json"
	"time"

	"gonao/hfsm"
)

// TakeSnapshot returns the machine as a whole. It must be called between two ticks.
func TakeSnapshot(m *hfsm.Machine) *Snapshot {
	memory, model := m.Memory(), m.Model()
	t := taking{model, memory, &Snapshot{
		Machine: model.Name(), Hash: model.Hash(),
		Sequence: memory.Sequence, Transition: memory.Transition, Epoch: memory.Epoch, Tick: memory.Tick,
		Started: memory.Started, Status: memory.Status.String(),
		Start: SnapshotSeconds(memory.Start), Now: SnapshotSeconds(memory.Now), At: SnapshotSeconds(memory.At), Entry: SnapshotSeconds(memory.At), LastEdge: SnapshotSeconds(memory.LastEdge),
		Leaves: m.Leaves([]string{}), Active: []string{},
		NextEvent: memory.NextEvent, OldEvent: memory.OldEvent, Posted: memory.Posted, Partial: memory.Partial,
	}}
	if memory.Cause != nil {
		t.out.Cause = memory.Cause.Error()
	}
	for i, on := range memory.On {
		if on && i > 0 {
			t.out.Active = append(t.out.Active, model.PathOf(i))
		}
	}
	t.automata()
	t.activities()
	t.values()
	t.events()
	for i, path := range model.Charts() {
		if data := memory.Scripts[i]; data != nil {
			if t.out.Sessions == nil {
				t.out.Sessions = map[string]json.RawMessage{}
			}
			t.out.Sessions[path] = data
		}
	}
	return t.out
}

// taking is a snapshot that is being taken.
type taking struct {
	model  *hfsm.Model
	memory *hfsm.Memory
	out    *Snapshot
}

func (t *taking) automata() {
	automata := t.model.Automata()
	for i := range t.memory.Automata {
		a := &t.memory.Automata[i]
		out := Automaton{
			Path: t.model.PathOf(automata[i].State), State: t.model.PathOf(a.Active),
			Live: a.Live, Entered: SnapshotSeconds(a.Entered), Spent: SnapshotSeconds(a.Spent), Left: a.Left,
			Next: SnapshotSeconds(a.Next), Last: SnapshotSeconds(a.Last), Over: a.Over, Seen: a.Seen, From: t.model.PathOf(a.From),
		}
		if a.Ended != hfsm.Running {
			out.Ended = a.Ended.String()
		}
		if a.Waiting != snapshotNone {
			edge := t.edge(a.Waiting)
			out.Waiting = &edge
			if e := &a.Event; e.Name != "" {
				out.Event = &Event{Name: e.Name, Origin: e.Kind, Data: e.Data, SendID: e.SendID}
			}
		}
		t.out.Automata = append(t.out.Automata, out)
	}
	for id, acted := range t.memory.Acted {
		if acted >= 0 {
			t.out.Acted = append(t.out.Acted, Acted{Edge: t.edge(id), Elapsed: SnapshotSeconds(acted)})
		}
	}
}

// edge returns the name of a transition.
func (t *taking) edge(id int) Edge {
	e := t.model.Edge(id)
	return Edge{Source: t.model.PathOf(e.Source), Index: e.Index, Failure: e.Failure}
}

func (t *taking) activities() {
	for i, u := range t.model.ActivityUses() {
		a := &t.memory.Activities[i]
		out := Activity{Path: u.State, Key: u.Key, Activity: u.Name, Status: a.Status.String()}
		switch a.Phase {
		case hfsm.Acting:
			out.Phase = "acting"
		case hfsm.Stopping:
			out.Phase, out.By = "stopping", SnapshotSeconds(a.By)
		case hfsm.Idle:
		}
		for _, name := range u.Evaluated {
			if out.Args == nil {
				out.Args = map[string]Sent{}
			}
			if v, ok := a.Args[name]; ok {
				out.Args[name] = Sent(v)
			}
		}
		t.out.Activities = append(t.out.Activities, out)
	}
}

func (t *taking) values() {
	for i, slot := range t.model.Slots() {
		v := &t.memory.Values[i]
		out := Value{Name: t.model.SlotName(i), Role: slot.Role.String(), Value: Sent(v.Value), Fresh: v.Fresh}
		if slot.Role == hfsm.InputRole {
			out.Set, out.Held = t.since(v.Set), v.Held
			if v.RecordedSet != v.Set || !v.Recorded.Same(v.Value) {
				recorded := Sent(v.Recorded)
				out.Known, out.KnownSet = &recorded, t.since(v.RecordedSet)
			}
		}
		t.out.Values = append(t.out.Values, out)
	}
}

// since converts a time of the caller's clock to the time since the first entry; nil for never.
func (t *taking) since(at time.Duration) *SnapshotSeconds {
	if at == hfsm.Never {
		return nil
	}
	s := SnapshotSeconds(at - t.memory.Start)
	return &s
}

func (t *taking) events() {
	first := t.memory.NextEvent - uint64(len(t.memory.Events))
	for i := range t.memory.Events {
		e := &t.memory.Events[i]
		out := Event{Name: e.Name, Origin: e.Kind, Data: e.Data, Sequence: first + uint64(i), SendID: e.SendID, At: SnapshotSeconds(e.At), Consumed: e.Consumed}
		if e.Missed != 0 {
			out.Missed = e.Missed.String()
		}
		if e.Edge != snapshotNone {
			edge := t.edge(e.Edge)
			out.Edge = &edge
		}
		t.out.Events = append(t.out.Events, out)
	}
	for _, d := range t.memory.Delayed {
		t.out.Delayed = append(t.out.Delayed, Event{Name: d.Event.Name, Origin: d.Event.Kind, Data: d.Event.Data, Due: SnapshotSeconds(d.Due - t.memory.Start), Posted: d.Posted, SendID: d.Event.SendID})
	}
}
