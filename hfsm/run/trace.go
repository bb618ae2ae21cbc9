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

	paths  []string // of the states
	edges  []Edge
	ring   []entry
	next   uint64 // sequence of the next transition
	lastAt time.Duration
}

// Edge is a transition as traces name it.
type Edge struct {
	Source int // state
	Target string
	Name   string
}

// entry is one transition; edge is None at the first entry.
type entry struct {
	at             time.Duration
	from, to, edge int
	event          string // that it has consumed
}

// NewTrace makes one for a machine with these states and transitions.
func NewTrace(paths []string, edges []Edge) Trace {
	return Trace{paths: paths, edges: edges, ring: make([]entry, traceLength)}
}

func (t *Trace) begin() { t.next, t.lastAt = 0, 0 }

// Record adds a transition; from and to are the innermost active states, event is the
// one it has consumed.
func (c *Core) Record(edge, from, to int, event string) {
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
	out := Transition{Epoch: c.Epoch, Sequence: sequence, Time: e.at, From: t.Path(e.from), To: t.Path(e.to)}
	out.Target = out.To
	if e.edge != None {
		edge := &t.edges[e.edge]
		out.Source, out.Target, out.Name, out.Event = t.Path(edge.Source), edge.Target, edge.Name, e.event
	}
	return out
}

// Path gives a state's path, "" for None.
func (t *Trace) Path(s int) string {
	if s == None {
		return ""
	}
	return t.paths[s]
}

// Sequence gives the number of the last transition of this epoch.
func (t *Trace) Sequence() uint64 { return max(t.next, 1) - 1 }

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
