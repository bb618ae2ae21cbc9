package hfsm

import (
	"reflect"
	"time"
)

// TraceLine is a [Record] with names in place of ids: one line of a trace file. Which
// fields are set depends on its kind; see [RecordKind].
type TraceLine struct {
	Sequence uint64
	Tick     uint64
	Epoch    uint32
	Kind     RecordKind
	At       time.Duration // grid time the machine stood at
	Call     uint32

	Time time.Duration // of a tick; when an input was set; of the caller's clock at start and stop
	Last time.Duration // time of the tick before

	// Of a start and of the transitions:
	Number uint64 // in its epoch
	From   string // leaf that was active, "" for none
	To     string // leaf that is active now
	Source string // state whose transition it is
	Target string
	Name   string // of the transition; of an input, a value, an activity, an event
	Index  int    // of the transition in its state, the first to be tried first

	Path   string // state an activity belongs to
	Key    string // where the activity is written
	Status Status
	Value  Value
	Data   any
	Origin EventKind
	Event  string // that a transition consumed
	Text   string // an error; the hash of a new model
}

// same says whether two entries tell the same. Numbers are compared bit by bit but
// for not-a-number, which equals itself.
func (e *TraceLine) same(o *TraceLine) bool {
	a, b := *e, *o
	if !sameValue(&a.Value, &b.Value) || !reflect.DeepEqual(a.Data, b.Data) {
		return false
	}
	a.Value, b.Value, a.Data, b.Data = Value{}, Value{}, nil, nil
	return a == b
}

func sameValue(a, b *Value) bool {
	return *a == *b || a.Type == Float && b.Type == Float && a.Float != a.Float && b.Float != b.Float
}

// String gives the entry as a line of a trace file.
func (e *TraceLine) String() string { return string(e.appendJSON(nil)) }
