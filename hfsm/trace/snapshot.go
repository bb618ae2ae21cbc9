package trace

// This part of the package holds the state of a running machine with names in place of ids: to store, send and show it,
// and to continue from it.

import (
	"encoding/json"
	"fmt"

	"gonao/hfsm"
)

// SnapshotSeconds is a time that JSON has in seconds, exact to the nanosecond.
type SnapshotSeconds = Seconds

// Snapshot is the changing state of a machine, with names in place of ids, so that it can be sent, stored and shown.
// Empty fields are left out of its JSON.
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

	Start    SnapshotSeconds `json:"start"`     // on the caller's clock, at the first entry
	Now      SnapshotSeconds `json:"now"`       // time of the last tick, since then, as all below
	At       SnapshotSeconds `json:"at"`        // grid time it stands at
	Entry    SnapshotSeconds `json:"entry"`     // the same
	LastEdge SnapshotSeconds `json:"last_edge"` // time of the last transition

	Leaves     []string    `json:"leaves"` // paths of the innermost active states
	Active     []string    `json:"active"` // paths of all active states
	Automata   []Automaton `json:"automata"`
	Activities []Activity  `json:"activities,omitempty"`
	Values     []Value     `json:"values,omitempty"`
	Acted      []Acted     `json:"acted,omitempty"`

	Events    []Event `json:"events,omitempty"`
	NextEvent uint64  `json:"next_event"`
	OldEvent  uint64  `json:"old_event,omitempty"` // all automata have looked at those before this one
	Posted    int     `json:"posted,omitempty"`
	Delayed   []Event `json:"delayed,omitempty"`

	// Sessions is the data of scripts, by the path of the state that calls their machine, if their language can keep
	// them, see [hfsm.Keeper].
	Sessions map[string]json.RawMessage `json:"sessions,omitempty"`
	// Partial names missing parts; "" when the snapshot is complete.
	Partial string `json:"partial,omitempty"`
}

// Automaton is one automaton.
type Automaton struct {
	Path    string          `json:"path"`              // of the state it is in; "" for the outermost
	State   string          `json:"state,omitempty"`   // path it is in, or was in when it was left
	Live    bool            `json:"live,omitempty"`    // the automaton itself is active
	Entered SnapshotSeconds `json:"entered"`           // when it was entered, minus the time spent there before
	Spent   SnapshotSeconds `json:"spent,omitempty"`   // there before it was left
	Left    bool            `json:"left,omitempty"`    // spent is set
	Next    SnapshotSeconds `json:"next"`              // its next tick
	Last    SnapshotSeconds `json:"last"`              // its last tick
	Ended   string          `json:"ended,omitempty"`   // final or failed
	Over    bool            `json:"over,omitempty"`    // nothing of it is to be resumed
	Seen    uint64          `json:"seen,omitempty"`    // the next event that it looks at
	Waiting *Edge           `json:"waiting,omitempty"` // decided, until activities have stopped
	From    string          `json:"from,omitempty"`    // leaf when it was decided
	Event   *Event          `json:"event,omitempty"`   // event that it consumed
}

// Edge names a transition: the state it is of, and its place there.
type Edge struct {
	Source  string `json:"source"`
	Index   int    `json:"index"`
	Failure bool   `json:"failure,omitempty"` // the transition of a failure
}

// Activity is one use of an activity.
type Activity struct {
	Path     string          `json:"path"`
	Key      string          `json:"key"`
	Activity string          `json:"activity"`
	Status   string          `json:"status"`
	Phase    string          `json:"phase,omitempty"` // acting or stopping
	By       SnapshotSeconds `json:"by,omitempty"`    // time by which it must have stopped
	Args     map[string]Sent `json:"args,omitempty"`  // arguments that are evaluated at each entry
}

// Value is an input, a variable, an output or a parameter.
type Value struct {
	Name  string           `json:"name"`
	Role  string           `json:"role"`
	Value Sent             `json:"value"`
	Set   *SnapshotSeconds `json:"set,omitempty"`   // when an input was set; nil: never
	Fresh bool             `json:"fresh,omitempty"` // set since the last tick
	Held  bool             `json:"held,omitempty"`  // by a debugger

	// The last recorded value of an input, if it differs.
	Known    *Sent            `json:"known,omitempty"`
	KnownSet *SnapshotSeconds `json:"known_set,omitempty"`
}

// Acted is a transition that leaves nothing: the time in its state when it was taken last.
type Acted struct {
	Edge
	Elapsed SnapshotSeconds `json:"elapsed"`
	Tick    uint64          `json:"tick,omitempty"` // in older snapshots
}

// Event is an event that automata may still see, or that is still to come.
type Event struct {
	Name     string          `json:"name"`
	Origin   hfsm.EventKind  `json:"origin,omitempty"`
	Data     any             `json:"data,omitempty"`
	Sequence uint64          `json:"sequence,omitempty"`
	Due      SnapshotSeconds `json:"due,omitempty"`
	Posted   bool            `json:"posted,omitempty"` // posted by the host with that time
	SendID   string          `json:"send_id,omitempty"`

	// Fate of an event: when it came, whether an automaton has consumed it, and why one that looked at it has not, with
	// the transition that waited for it.
	At       SnapshotSeconds `json:"at,omitempty"`
	Consumed bool            `json:"consumed,omitempty"`
	Missed   string          `json:"missed,omitempty"`
	Edge     *Edge           `json:"edge,omitempty"`
}

// Sent is a value that JSON has with its type: {"float": 1.5}.
type Sent hfsm.Value

// MarshalJSON writes it.
func (s Sent) MarshalJSON() ([]byte, error) {
	v := hfsm.Value(s)
	out := appendKey([]byte{'{'}, v.Type.String())
	return append(appendValue(out, &v), '}'), nil
}

// UnmarshalJSON reads it.
func (s *Sent) UnmarshalJSON(text []byte) error {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return err
	}
	if len(parts) != 1 {
		return fmt.Errorf("value %s: expected one, such as {\"float\": 1.5}", shorten(string(text)))
	}
	for word, part := range parts {
		v, err := parseValue(word, part)
		if err != nil {
			return err
		}
		*s = Sent(v)
	}
	return nil
}
