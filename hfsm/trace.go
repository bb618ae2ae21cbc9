package hfsm

import (
	"iter"
	"time"
)

// Transition is a transition as people read it. Paths are "outer/inner"; they
// belong to the model and cost nothing.
type Transition struct {
	Epoch    uint32        // counts the machine's restarts
	Sequence uint64        // counts the transitions of this epoch; 0 is the first entry
	Time     time.Duration // grid time since the machine's first entry
	From     string        // path that was active; "" at the first entry
	To       string        // path that is active now; "" when the machine has ended
	Source   string        // path of the state whose transition it is; "" at the first entry
	Target   string        // what the transition names: a path, FINAL or FAILED
	Name     string        // the transition's name, "" when it has none
	Event    string        // that it has consumed, "" when none
}

// transition gives a record of a transition with names.
func (m *Model) transition(r *Record) Transition {
	t := Transition{
		Epoch:    r.Epoch,
		Sequence: r.Number,
		Time:     r.At,
		From:     m.path(int(r.From)),
		To:       m.path(int(r.To)),
	}
	t.Target = t.To
	if r.ID != none {
		how := m.edge(int(r.ID))
		t.Source, t.Name, t.Target, t.Event = m.path(how.source), how.name, how.target, r.Text
	}
	return t
}

// Trace gives the transitions of this epoch from a sequence number on, as far as
// they are remembered: the last 1024, whatever else was recorded; none from before a
// snapshot that the machine was brought to.
func (m *Machine) Trace(from uint64) iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		t := &m.trace
		if t.off {
			return
		}
		from := max(from, t.oldest)
		if t.number > edgesLength {
			from = max(from, t.number-edgesLength)
		}
		for ; from < t.number; from++ {
			e := &t.edges[from%edgesLength]
			r := Record{Epoch: m.epoch, Number: from, At: e.at, Text: e.event, ID: e.id, From: e.from, To: e.to}
			if !yield(e.model.transition(&r)) {
				return
			}
		}
	}
}

// Records gives the records from a sequence number on, as far as they are
// remembered: the last 512. They are the machine's until its next tick.
func (m *Machine) Records(from uint64) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		t := &m.trace
		if t.off {
			return
		}
		from := max(from, t.first)
		if t.next > traceLength {
			from = max(from, t.next-traceLength)
		}
		for ; from < t.next; from++ {
			if !yield(&t.ring[from%traceLength]) {
				return
			}
		}
	}
}

// TraceLine gives a record with names in place of ids.
func (m *Model) TraceLine(r *Record) TraceLine {
	l := TraceLine{
		Sequence: r.Sequence, Tick: r.Tick, Epoch: r.Epoch, Kind: r.Kind, At: r.At, Call: r.Call, Time: r.Time, Last: r.Last,
	}
	switch r.Kind {
	case RecordTick: // times alone
	case RecordStart, RecordTransition, RecordInternal, RecordLeaving:
		t := m.transition(r)
		l.Number, l.From, l.To, l.Source, l.Name, l.Event = r.Number, t.From, t.To, t.Source, t.Name, t.Event
		if r.ID != none {
			l.Target, l.Index = t.Target, m.edgeIndex(int(r.ID))
		}
	case RecordActivity, RecordStopping:
		u := &m.uses[r.ID]
		l.Path, l.Name, l.Key, l.Status, l.Text = m.path(u.state), u.kind, u.key, r.Status, r.Text
	case RecordInput, RecordSet:
		l.Name, l.Value, l.Status = m.slotName(int(r.ID)), r.Value(), r.Status
	case RecordEvent:
		l.Name, l.Data, l.Origin = r.Text, r.Data, EventKind(r.From)
	case RecordError:
		l.Path, l.Text = m.path(int(r.From)), r.Text
	case RecordReload:
		l.Text, l.To = r.Text, m.path(int(r.To))
	case RecordPause:
		l.Index = int(r.ID)
	case RecordStop, RecordResume, RecordLost, RecordSnapshot:
	}
	return l
}

// slotName gives the name by which [Model.Slot] finds a slot.
func (m *Model) slotName(id int) string {
	if s := &m.slots[id]; s.path != "" {
		return s.path + "." + s.name
	}
	return m.slots[id].name
}

// failureEdge is the id of the transition that the first automaton takes when it
// fails; those of the others are below it.
const failureEdge = none - 1

// edgeID gives the id by which edge finds a transition.
func (m *Model) edgeID(tr *transition) int32 {
	if tr == &m.automata[tr.domain].failure {
		return int32(failureEdge - tr.domain)
	}
	return int32(tr.id)
}

// edge gives a transition by its id in records.
func (m *Model) edge(id int) *transition {
	if id <= failureEdge {
		return &m.automata[failureEdge-id].failure
	}
	return m.edges[id]
}

// edgeIndex gives the place of a transition in its state, in the order they are tried.
func (m *Model) edgeIndex(id int) int {
	if id <= failureEdge {
		return 0 // none of the state's own; its target says that
	}
	transitions := m.states[m.edges[id].source].trans
	for i := range transitions {
		if transitions[i].id == id {
			return i
		}
	}
	return 0
}
