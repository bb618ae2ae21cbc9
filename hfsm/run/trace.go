package run

import (
	"iter"
	"time"
)

// traceLength is the number of transitions a machine remembers.
const traceLength = 1024

// Trace is the ring of a machine's last transitions.
type Trace struct {
	// OnTransition, when set, is called at each, before the tick that took it returns.
	OnTransition func(Transition)

	ring   []entry
	next   uint64 // sequence of the next transition
	lastAt time.Duration
}

// entry is one transition; edge is None at the first entry.
type entry struct {
	at             time.Duration
	from, to, edge int
	event          string // that it has consumed
}

func (t *Trace) begin() { t.next, t.lastAt = 0, 0 }

// record adds a transition; from and to are the innermost active states.
func (c *Core) record(edge, from, to int) {
	event := ""
	if c.Events != nil && edge != None {
		event = c.Events.Current.Name
	}
	t := &c.Trace
	sequence := t.next
	t.ring[sequence%traceLength] = entry{c.At, from, to, edge, event}
	t.next++
	t.lastAt = c.At
	if t.OnTransition != nil {
		t.OnTransition(c.transition(sequence))
	}
}

// transition gives an entry that is still remembered.
func (c *Core) transition(sequence uint64) Transition {
	t := &c.Trace
	e := &t.ring[sequence%traceLength]
	out := Transition{Epoch: c.Epoch, Sequence: sequence, Time: e.at, From: c.path(e.from), To: c.path(e.to)}
	out.Target = out.To
	if e.edge != None {
		edge := &c.edges[e.edge]
		out.Source, out.Target, out.Name, out.Event = c.path(edge.Source), c.target(edge), edge.Name, e.event
	}
	return out
}

// path gives a state's path, "" for None.
func (m *Model) path(s int) string {
	if s == None {
		return ""
	}
	return m.states[s].Path
}

// Transitions gives those of this epoch from a sequence number on, as far as they
// are remembered: the last 1024.
func (c *Core) Transitions(from uint64) iter.Seq[Transition] {
	return func(yield func(Transition) bool) {
		if c.Trace.next > traceLength {
			from = max(from, c.Trace.next-traceLength)
		}
		for ; from < c.Trace.next; from++ {
			if !yield(c.transition(from)) {
				return
			}
		}
	}
}
