package debug

// This part of the package explains why the transitions of a machine are not taken: what each waits for, its guard, and
// the values that the guard reads. It works on any machine between two ticks: a running one, one restored from a
// snapshot, and a replayed one ([hfsm.Playback.Machine]).

import (
	"fmt"
	"slices"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// Reason is the obstacle that keeps a transition from being taken.
type Reason uint8

// The reasons, see the message MachineWhyNot.
const (
	Enabled  Reason = iota // nothing: it is taken in the next tick
	Inactive               // its state is not active
	Event                  // no event that it waits for has come
	Time                   // its time is not up
	Guard                  // its guard is false
	Behind                 // another transition comes first
	Leaving                // its state waits for its activities to stop
	Disabled               // it is disabled in the file
	Unknown                // its guard is a script
	Ended                  // the machine, or an enclosing state, has ended
)

// String returns the reason as one word.
func (r Reason) String() string {
	words := [...]string{"enabled", "inactive", "event", "time", "guard", "behind", "leaving", "disabled", "unknown", "ended"}
	if int(r) < len(words) {
		return words[r]
	}
	return "no reason"
}

// UntakenTransition is why one transition is not taken.
type UntakenTransition struct {
	State     string // path of its source state
	Index     int    // its place there in the order of the file
	Name      string
	Target    string
	Priority  int
	Reason    Reason // the first obstacle, in the order of the engine
	Text      string // the same as a sentence
	Events    []string
	After     time.Duration
	Remaining time.Duration // remaining part of After
	Guard     string        // as in the file, "" for none
	Known     bool          // Holds means something
	Holds     bool
	Operands  []Operand
	BlockedBy string // the transition that comes first, as [hfsm.Written.EdgeID] names it
}

// ID returns the transition as [hfsm.Written.EdgeID] names it.
func (t *UntakenTransition) ID() string { return fmt.Sprintf("%s#%d", t.State, t.Index) }

// WhyNot returns why transitions are not taken: those of a state and of the states around it, in the
// order in which they are tried. path may name one transition (followBall/red#0), and "" stands
// for all active states. It must be called between two ticks and changes nothing.
func WhyNot(m *hfsm.Machine, path string) ([]UntakenTransition, error) {
	model := m.Model()
	e := &explaining{m: m, model: model, guards: m.Guards()}
	only := none
	if id, ok := model.Written().FindEdgeID(path); ok {
		only, path = id, model.PathOf(model.Edge(id).Source)
	}
	states, err := e.states(path)
	if err != nil {
		return nil, err
	}
	for _, s := range states {
		e.state(s)
	}
	if only == none {
		return e.out, nil
	}
	name := model.Written().EdgeID(only)
	return slices.DeleteFunc(e.out, func(t UntakenTransition) bool { return t.ID() != name }), nil
}

// none means no transition.
const none = -1

// explaining is an explanation under way.
type explaining struct {
	m      *hfsm.Machine
	model  *hfsm.Model
	guards hfsm.Guards
	out    []UntakenTransition
	first  []candidate // enabled so far
}

// candidate is a transition that nothing keeps from being taken.
type candidate struct{ id, state int }

// states returns a state with those around it, the outermost first; "" is all active ones.
func (e *explaining) states(path string) ([]int, error) {
	if path == "" {
		var all []int
		for s := 1; s < e.model.States(); s++ {
			if e.m.On(s) {
				all = append(all, s)
			}
		}
		return all, nil
	}
	at, ok := e.model.Find(path)
	if !ok {
		return nil, fmt.Errorf("no state %q%s", path, wording.DidYouMean(path, e.model.Paths()))
	}
	var up []int
	for ; at > 0; at = e.model.State(at).Parent {
		up = append(up, at)
	}
	slices.Reverse(up)
	return up, nil
}

// state explains the transitions of one state, in the order in which they are tried, then its disabled ones.
func (e *explaining) state(s int) {
	ids := e.model.Written().EdgesOf(s)
	known := map[int]bool{}
	for _, id := range ids {
		edge := e.model.Edge(id)
		known[edge.Place] = true
		e.out = append(e.out, e.transition(s, id, &edge))
	}
	source := e.model.State(s).Source
	if source == nil {
		return
	}
	for place, written := range source.Transitions {
		if known[place] {
			continue
		}
		t := UntakenTransition{
			State: e.model.PathOf(s), Index: place, Name: written.Name, Priority: written.Priority, Reason: Disabled,
			Text: "it is switched off in the file", Events: written.Events, After: written.After,
		}
		if len(written.To) > 0 {
			t.Target = written.To[0]
		}
		if written.If != nil {
			t.Guard = written.If.Text
		}
		e.out = append(e.out, t)
	}
}

// transition explains one transition.
func (e *explaining) transition(s, id int, edge *hfsm.Edge) UntakenTransition {
	t := UntakenTransition{
		State: e.model.PathOf(s), Index: edge.Place, Name: edge.Name, Target: edge.Target, Priority: edge.Priority,
		Events: edge.Events, After: edge.After,
	}
	t.Guard = edge.Text
	active := e.m.On(s)
	if active {
		t.Remaining = e.guards.Remaining(id)
	} else {
		t.Remaining = t.After
	}
	event, came := e.event(s, id, edge)
	t.Holds, t.Known = e.guards.Holds(id, event)
	e.operands(&t, s, edge, event.Name)
	t.Reason = e.reason(&t, s, active, came)
	t.Text = e.sentence(&t, s)
	if t.Reason == Enabled {
		e.first = append(e.first, candidate{id, s})
	}
	return t
}

// event returns the new event that a transition would consume, and reports whether one it waits
// for has come. Of several the first one counts for which its guard holds.
func (e *explaining) event(s, id int, edge *hfsm.Edge) (event hfsm.Event, came bool) {
	if edge.Events == nil {
		return hfsm.Event{}, true
	}
	for _, next := range e.guards.NewEvents(s) {
		if !chart.MatchesEvent(edge.Events, next.Name) {
			continue
		}
		if !came {
			event, came = next, true
		}
		if holds, known := e.guards.Holds(id, next); holds && known {
			return next, true
		}
	}
	return event, came
}

// reason returns the first obstacle, in the order of the engine.
func (e *explaining) reason(t *UntakenTransition, s int, active, came bool) Reason {
	_, leaving := e.guards.Leaving(s)
	switch {
	case e.m.Status() != hfsm.Running || active && e.guards.Ended(s):
		return Ended
	case !active:
		return Inactive
	case leaving:
		return Leaving
	case t.Remaining > 0:
		return Time
	case !came:
		return Event
	case !t.Known:
		return Unknown
	case !t.Holds:
		return Guard
	}
	for _, c := range e.first {
		if c.state == s || e.inside(s, c.state) && e.guards.Due(c.state) <= e.guards.Due(s) {
			t.BlockedBy = e.model.Written().EdgeID(c.id)
			return Behind
		}
	}
	return Enabled
}

// inside reports whether a state lies inside another one.
func (e *explaining) inside(state, around int) bool {
	return around < state && state <= e.model.State(around).Last
}
