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
	Source   string        // path of the source state; "" at the first entry
	Target   string        // target in the file: a path, FINAL or FAILED
	Name     string        // may be ""
	Event    string        // event that it has consumed; may be ""
	Place    int           // place in its state, in the order of the file; -1 for none
}

// Transition returns the transition that a record of the kinds start, transition,
// internal and leaving holds, with names in place of ids.
func (m *Model) Transition(r *Record) Transition {
	t := Transition{
		Epoch:    r.Epoch,
		Sequence: r.Number,
		Time:     r.At,
		From:     m.path(int(r.From)),
		To:       m.path(int(r.To)),
	}
	t.Target, t.Place = t.To, none
	if r.ID != none {
		how := m.edge(int(r.ID))
		if r.ID > none {
			t.Place = how.place
		}
		t.Source, t.Name, t.Target, t.Event = m.path(how.source), how.name, how.target, r.Text
	}
	return t
}

// Trace returns the transitions of this epoch from a sequence number on that are still stored: the last 512, whatever
// else was recorded; none from before a restored snapshot.
func (m *Machine) Trace(from uint64) iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		passed := &m.trace.passed
		for i := passed.first(); i < passed.count; i++ {
			r := passed.at(i)
			if r.Epoch == m.clock.epoch && r.Number >= from && !yield(m.ModelOf(r).Transition(r)) {
				return
			}
		}
	}
}

// Records returns the records from a sequence number on, as far as they are remembered without a gap: the last 512
// transitions and the last 512 other records. They are the machine's until its next tick.
func (m *Machine) Records(from uint64) iter.Seq[*Record] {
	return func(yield func(*Record) bool) {
		passed, others := &m.trace.passed, &m.trace.others
		from := max(from, passed.whole(), others.whole())
		i, k := passed.first(), others.first()
		for i < passed.count || k < others.count {
			var r *Record
			if k == others.count || i < passed.count && passed.at(i).Sequence < others.at(k).Sequence {
				r, i = passed.at(i), i+1
			} else {
				r, k = others.at(k), k+1
			}
			if r.Sequence >= from && !yield(r) {
				return
			}
		}
	}
}

// ModelOf returns the model that the ids of a remembered record belong to: the present one, or one before a reload.
func (m *Machine) ModelOf(r *Record) *Model {
	for i := range m.trace.models {
		if p := &m.trace.models[i]; r.Sequence < p.until {
			return p.model
		}
	}
	return m.model
}

// SlotName returns the name by which [Model.Slot] finds a slot.
func (m *Model) SlotName(id int) string {
	if s := &m.slots[id]; s.path != "" {
		return s.path + "." + s.name
	}
	return m.slots[id].name
}

// failureEdge is the id of the transition that the first automaton takes when it fails; ids of the others are lower.
const failureEdge = none - 1

// edgeID returns the id by which edge finds a transition.
func (m *Model) edgeID(tr *transition) int32 {
	if tr.id == none {
		return int32(failureEdge - tr.domain)
	}
	return int32(tr.id)
}

// edge returns a transition by its id in records.
func (m *Model) edge(id int) *transition {
	if id <= failureEdge {
		return &m.automata[failureEdge-id].failure
	}
	return m.edges[id]
}

// EdgeIndex returns the place of a transition in its state, in the order they are
// tried; 0 when it is not one of the state's own. id is that of a record.
func (m *Model) EdgeIndex(id int) int {
	if id <= none {
		return 0
	}
	transitions := m.states[m.edges[id].source].trans
	for i := range transitions {
		if transitions[i].id == id {
			return i
		}
	}
	return 0
}
