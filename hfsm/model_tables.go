package hfsm

import (
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
	"gonao/hfsm/expr"
)

// Edge is a transition of a model.
type Edge struct {
	Source  int // its source state
	Index   int // its place in that state, in the order they are tried
	Place   int // its place in that state, in the order of the file; -1 where Failure is set
	Failure bool
	Target  string // path, FINAL or FAILED

	Name     string
	Events   []string // events, of which it waits for one; nil: none. Must not be changed
	After    time.Duration
	Priority int
	Text     string // its guard as it is written
	// Guard is its guard if that is a typed expression; nil without a guard and for scripts.
	Guard *expr.Node
}

// Edges returns the number of transitions. Their ids are from 0, in the order of the document;
// an automaton that fails takes a transition with an id below -1.
func (m *Model) Edges() int { return len(m.edges) }

// Edge returns a transition by its id. Failure is set for the transition that an automaton takes when it fails.
func (m *Model) Edge(id int) Edge {
	t := m.edge(id)
	e := Edge{
		Source: t.source, Index: m.EdgeIndex(id), Place: t.place, Failure: id <= failureEdge, Target: t.target,
		Name: t.name, Events: t.events, After: t.after, Priority: t.priority, Guard: t.node, Text: t.text,
	}
	if e.Failure {
		e.Place = none
	}
	return e
}

// Written returns the transitions of a model as its file has them.
func (m *Model) Written() Written { return Written{m} }

// Written is the transitions of a model as its file has them.
type Written struct{ m *Model }

// EdgeID returns the name of a transition that a viewer of the file can match: the path of its state, "#", and its place
// in that state in the order of the file, from 0. It is "" for the first entry and for the transition of a failure. id is
// that of a record.
func (w Written) EdgeID(id int) string {
	if id <= none {
		return ""
	}
	t := w.m.edges[id]
	return w.m.states[t.source].path + "#" + strconv.Itoa(t.place)
}

// FindEdgeID returns the id of the transition that EdgeID names.
func (w Written) FindEdgeID(name string) (id int, ok bool) {
	at := strings.LastIndexByte(name, '#')
	if at < 0 {
		return none, false
	}
	place, err := strconv.Atoi(name[at+1:])
	s, known := w.m.byPath[name[:at]]
	if err != nil || !known {
		return none, false
	}
	for i := range w.m.states[s].trans {
		if t := &w.m.states[s].trans[i]; t.place == place {
			return t.id, true
		}
	}
	return none, false
}

// EdgesOf returns the ids of the transitions of a state, in the order they are tried.
func (w Written) EdgesOf(state int) []int {
	ids := make([]int, 0, len(w.m.states[state].trans))
	for i := range w.m.states[state].trans {
		ids = append(ids, w.m.states[state].trans[i].id)
	}
	return ids
}

// FirstAfter returns the time in a state after which the first of its timed transitions that leave it may be taken; ok is
// false if none of them is timed.
func (w Written) FirstAfter(state int) (after time.Duration, ok bool) {
	for i := range w.m.states[state].trans {
		t := &w.m.states[state].trans[i]
		if t.after > 0 && t.acts == none && (!ok || t.after < after) {
			after, ok = t.after, true
		}
	}
	return after, ok
}

// CalledMachine is a machine that a state of a model runs.
type CalledMachine struct {
	State int            // the calling state
	Chart *chart.Machine // must not be changed
}

// CalledMachines returns the machines that states of a model run, in the order of the document.
func (m *Model) CalledMachines() []CalledMachine {
	var all []CalledMachine
	for _, f := range m.frames[1:] {
		if f.chart != nil {
			all = append(all, CalledMachine{f.state, f.chart})
		}
	}
	return all
}

// ActivityUses returns the uses of activities by their ids.
func (m *Model) ActivityUses() []ActivityUse {
	all := make([]ActivityUse, len(m.uses))
	for i := range m.uses {
		all[i] = m.ActivityUse(i)
		for _, g := range m.uses[i].given {
			all[i].Evaluated = append(all[i].Evaluated, g.name)
		}
	}
	return all
}

// PathOf returns the path of a state; "" for -1 and for the machine itself.
func (m *Model) PathOf(state int) string { return m.path(state) }
