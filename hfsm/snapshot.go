package hfsm

import (
	"encoding/json"
	"time"

	"gonao/hfsm/internal/codec"
)

// Snapshot is everything that changes in a machine, with names in place of ids, so that it can be kept, sent, stored and
// shown. Its JSON leaves out empty fields. Times are since the machine's first entry unless the comment names another
// clock.
type Snapshot struct {
	Machine string `json:"machine"`
	Hash    string `json:"hash"`
	// Sequence is that of the record to come, Transition the number of the
	// transition to come.
	Sequence   uint64 `json:"sequence"`
	Transition uint64 `json:"transition"`
	Epoch      uint32 `json:"epoch,omitempty"`
	Tick       uint64 `json:"tick"`
	Started    bool   `json:"started,omitempty"`
	Status     string `json:"status"`
	Cause      string `json:"cause,omitempty"`

	Start    codec.Seconds `json:"start"`     // on the caller's clock, at the first entry
	Now      codec.Seconds `json:"now"`       // time of the last tick
	At       codec.Seconds `json:"at"`        // grid time it stands at
	Entry    codec.Seconds `json:"entry"`     // the same
	LastEdge codec.Seconds `json:"last_edge"` // time of the last transition

	Leaves     []string            `json:"leaves"` // paths of the innermost active states
	Active     []string            `json:"active"` // paths of all active states
	Automata   []AutomatonSnapshot `json:"automata"`
	Activities []ActivitySnapshot  `json:"activities,omitempty"`
	Values     []ValueSnapshot     `json:"values,omitempty"`
	Acted      []ActedSnapshot     `json:"acted,omitempty"`

	Events    []EventSnapshot `json:"events,omitempty"` // the last ones
	NextEvent uint64          `json:"next_event"`
	OldEvent  uint64          `json:"old_event,omitempty"` // all automata have looked at those before this one
	Posted    int             `json:"posted,omitempty"`    // by the host since the last tick
	Delayed   []EventSnapshot `json:"delayed,omitempty"`

	// Sessions is the data of scripts, by the path of the state that calls their machine, if their language can keep
	// them, see [Keeper].
	Sessions map[string]json.RawMessage `json:"sessions,omitempty"`
	// Partial names missing parts; "" when the snapshot is complete.
	Partial string `json:"partial,omitempty"`
}

// AutomatonSnapshot is one automaton.
type AutomatonSnapshot struct {
	Path    string         `json:"path"`              // of the state it is in; "" for the outermost
	State   string         `json:"state,omitempty"`   // path it is in, or was in when it was left
	Live    bool           `json:"live,omitempty"`    // the automaton itself is active
	Entered codec.Seconds  `json:"entered"`           // when it was entered, minus the time spent there before
	Spent   codec.Seconds  `json:"spent,omitempty"`   // there before it was left
	Left    bool           `json:"left,omitempty"`    // spent is set
	Next    codec.Seconds  `json:"next"`              // its next tick
	Last    codec.Seconds  `json:"last"`              // its last tick
	Ended   string         `json:"ended,omitempty"`   // final or failed
	Over    bool           `json:"over,omitempty"`    // nothing of it is to be resumed
	Seen    uint64         `json:"seen,omitempty"`    // the next event that it looks at
	Waiting *EdgeSnapshot  `json:"waiting,omitempty"` // decided, until activities have stopped
	From    string         `json:"from,omitempty"`    // leaf when it was decided
	Event   *EventSnapshot `json:"event,omitempty"`   // event that it consumed
}

// EdgeSnapshot names a transition: the state it is of, and its place there.
type EdgeSnapshot struct {
	Source  string `json:"source"`
	Index   int    `json:"index"`
	Failure bool   `json:"failure,omitempty"` // the transition of a failure
}

// ActivitySnapshot is one use of an activity.
type ActivitySnapshot struct {
	Path     string                 `json:"path"`
	Key      string                 `json:"key"`
	Activity string                 `json:"activity"`
	Status   string                 `json:"status"`
	Phase    string                 `json:"phase,omitempty"` // acting or stopping
	By       codec.Seconds          `json:"by,omitempty"`    // time by which it must have stopped
	Args     map[string]codec.Value `json:"args,omitempty"`  // arguments that are evaluated at each entry
}

// ValueSnapshot is an input, a variable, an output or a parameter.
type ValueSnapshot struct {
	Name  string         `json:"name"`
	Role  string         `json:"role"`
	Value codec.Value    `json:"value"`
	Set   *codec.Seconds `json:"set,omitempty"`   // when an input was set; nil: never
	Fresh bool           `json:"fresh,omitempty"` // set since the last tick
	Held  bool           `json:"held,omitempty"`  // by a debugger

	// The last recorded value of an input, if it differs.
	Known    *codec.Value   `json:"known,omitempty"`
	KnownSet *codec.Seconds `json:"known_set,omitempty"`
}

// ActedSnapshot is a transition that leaves nothing: the time in its state when it was taken last.
type ActedSnapshot struct {
	EdgeSnapshot
	Elapsed codec.Seconds `json:"elapsed"`
	Tick    uint64        `json:"tick,omitempty"` // in older snapshots
}

// EventSnapshot is an event that automata may still see, or that is still to come.
type EventSnapshot struct {
	Name     string        `json:"name"`
	Origin   EventKind     `json:"origin,omitempty"`
	Data     any           `json:"data,omitempty"`
	Sequence uint64        `json:"sequence,omitempty"`
	Due      codec.Seconds `json:"due,omitempty"`
	Posted   bool          `json:"posted,omitempty"` // posted by the host with that time
	SendID   string        `json:"send_id,omitempty"`

	// Fate of an event: when it came, whether an automaton has consumed it, and why one that looked at it has not, with
	// the transition that waited for it.
	At       codec.Seconds `json:"at,omitempty"`
	Consumed bool          `json:"consumed,omitempty"`
	Missed   string        `json:"missed,omitempty"`
	Edge     *EdgeSnapshot `json:"edge,omitempty"`
}

// Snapshot returns the machine as a whole. It must be called between two ticks.
func (m *Machine) Snapshot() *Snapshot {
	c, t := &m.clock, &m.trace
	out := &Snapshot{
		Machine: m.model.name, Hash: m.model.Hash(), Sequence: t.next, Transition: t.number, Epoch: c.epoch, Tick: c.tick,
		Started: c.started, Status: m.status.String(),
		Start: codec.Seconds(c.start), Now: codec.Seconds(t.time), At: codec.Seconds(c.at), Entry: codec.Seconds(c.at), LastEdge: codec.Seconds(t.lastAt),
		Leaves: m.Leaves([]string{}), Active: []string{},
		NextEvent: m.events.next, OldEvent: m.events.old, Posted: m.events.posted,
	}
	if m.cause != nil {
		out.Cause = m.cause.Error()
	}
	for s := 1; s < len(m.tree.on); s++ {
		if m.tree.on[s] {
			out.Active = append(out.Active, m.model.states[s].path)
		}
	}
	out.takeAutomata(m)
	out.takeActivities(m)
	out.takeValues(m)
	out.takeEvents(m)
	m.scripts.keep(m.model, out)
	m.profile.remember(m, out)
	return out
}

func (s *Snapshot) takeAutomata(m *Machine) {
	for i := range m.tree.autos {
		a := &m.tree.autos[i]
		out := AutomatonSnapshot{
			Path: m.model.path(m.model.automata[i].state), State: m.model.path(a.active), Live: a.live,
			Entered: codec.Seconds(a.entered), Spent: codec.Seconds(a.spent), Left: a.left,
			Next: codec.Seconds(a.next), Last: codec.Seconds(a.last), Over: a.over, Seen: a.seen, From: m.model.path(a.from),
		}
		if a.ended != Running {
			out.Ended = a.ended.String()
		}
		if a.waiting != nil {
			out.Waiting = m.model.edgeName(a.waiting)
			if e := &a.event; e.Name != "" {
				out.Event = &EventSnapshot{Name: e.Name, Origin: e.Kind, Data: e.Data, SendID: e.SendID}
			}
		}
		s.Automata = append(s.Automata, out)
	}
}

// edgeName returns the name of a transition.
func (m *Model) edgeName(tr *transition) *EdgeSnapshot {
	id := int(m.edgeID(tr))
	return &EdgeSnapshot{Source: m.path(tr.source), Index: m.EdgeIndex(id), Failure: id <= failureEdge}
}

// phases are the words for the phases of activities.
var phases = [...]string{idle: "", acting: "acting", stopping: "stopping"}

func (s *Snapshot) takeActivities(m *Machine) {
	for i := range m.model.uses {
		u, r := &m.model.uses[i], &m.activities.runs[i]
		out := ActivitySnapshot{Path: m.model.path(u.state), Key: u.key, Activity: u.kind, Status: r.status.String(), Phase: phases[r.phase]}
		if r.phase == stopping {
			out.By = codec.Seconds(r.by)
		}
		for _, g := range u.given {
			if out.Args == nil {
				out.Args = map[string]codec.Value{}
			}
			if v, ok := m.activities.args[i][g.name]; ok {
				out.Args[g.name] = codec.Value(v)
			}
		}
		s.Activities = append(s.Activities, out)
	}
}

func (s *Snapshot) takeValues(m *Machine) {
	since := func(stamp time.Duration) *codec.Seconds {
		if stamp == never {
			return nil
		}
		t := codec.Seconds(stamp)
		return &t
	}
	for i := range m.model.slots {
		v := m.values.of[i]
		out := ValueSnapshot{Name: m.model.SlotName(i), Role: m.model.slots[i].role.String(), Value: codec.Value(v), Fresh: m.values.fresh[i]}
		if m.model.slots[i].role == InputRole {
			stamp := m.values.stamps[i]
			out.Set, out.Held = since(stamp), m.values.pinned[i]
			if was := &m.trace.inputs.known[i]; !m.trace.off && (was.stamp != stamp || !was.value.Same(v)) {
				recorded := codec.Value(was.value)
				out.Known, out.KnownSet = &recorded, since(was.stamp)
			}
		}
		s.Values = append(s.Values, out)
	}
}

func (s *Snapshot) takeEvents(m *Machine) {
	q := &m.events
	for n := q.first(); n < q.next; n++ {
		e, f := &q.ring[n%maxEvents], &q.fates[n%maxEvents]
		out := EventSnapshot{Name: e.Name, Origin: e.Kind, Data: e.Data, Sequence: n, SendID: e.SendID, At: codec.Seconds(f.at), Consumed: f.consumed}
		if f.missed != 0 {
			out.Missed = f.missed.String()
		}
		if f.edge != none {
			out.Edge = m.model.edgeName(m.model.edge(int(f.edge)))
		}
		s.Events = append(s.Events, out)
	}
	for _, d := range q.delayed {
		e := &d.event
		s.Delayed = append(s.Delayed, EventSnapshot{Name: e.Name, Origin: e.Kind, Data: e.Data, Due: codec.Seconds(d.due), Posted: d.posted, SendID: e.SendID})
	}
}

// keep adds the data of all sessions.
func (s *scripts) keep(m *Model, out *Snapshot) {
	for i, session := range s.sessions {
		if session == nil {
			continue
		}
		keeper, ok := session.(Keeper)
		if !ok {
			out.Partial = "the data of its scripts"
			continue
		}
		data, err := keeper.Keep()
		if err != nil {
			out.Partial = "the data of its scripts: " + err.Error()
			continue
		}
		if out.Sessions == nil {
			out.Sessions = map[string]json.RawMessage{}
		}
		out.Sessions[m.frames[i].path] = data
	}
}
