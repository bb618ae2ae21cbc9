package hfsm

import (
	"math"
	"slices"
	"time"
)

// RecordKind is the kind of a [Record].
type RecordKind uint8

// The kinds of records, each with the fields that it uses in addition to Sequence, Tick, Epoch, Call and At. A record
// between two ticks also has Last, the time of the tick before it.
const (
	// RecordTick opens a tick in which something is recorded: Time is that of the
	// tick, Last that of the tick before it, which need not have been recorded. At
	// is where the machine stood before the tick.
	RecordTick RecordKind = iota + 1
	// RecordStart is the first entry: To. Time is the caller's clock.
	RecordStart
	// RecordTransition is a transition that leaves and enters: ID of the transition, From, To, Number;
	// Text is the event that was consumed.
	RecordTransition
	// RecordInternal is a transition that leaves nothing: as RecordTransition, without Number.
	RecordInternal
	// RecordLeaving is a transition that was decided and waits until activities
	// have stopped: as RecordTransition.
	RecordLeaving
	// RecordActivity is the end of an activity: ID of its use, Status, and Text, its error.
	RecordActivity
	// RecordStopping is an activity that needs time to stop: ID of its use; Status is Final when it has stopped.
	RecordStopping
	// RecordInput is a changed input: ID of its slot, its value, and Time, when it was set.
	RecordInput
	// RecordEvent is a posted event: Text and Data; From is its EventKind, Time when it came, or 0 if the host did not
	// set it.
	RecordEvent
	// RecordSet is a value set by a debugger: ID of its slot, its value; Status is Final when an input is held from now
	// on and Failed when it is released.
	RecordSet
	// RecordError is an error of a guard or an action, or too many transitions: Text.
	RecordError
	// RecordReload is a new model: Data is the *Model, Text its hash; From and To.
	RecordReload
	// RecordStop is the end of the machine from outside: Time is the caller's clock.
	RecordStop
	// RecordPause is the time standing still. Within a tick, which then goes on with the
	// next one, ID is one more than the transitions it had.
	RecordPause
	// RecordResume is the time going on: Time is how long it stood.
	RecordResume
	// RecordLost is in a trace file where Number records are missing, and
	// RecordSnapshot holds the machine as a whole: Data is a *snapshot.Snapshot.
	// A machine itself writes neither.
	RecordLost
	RecordSnapshot
	// RecordSeen and RecordActive are samples at the end of a tick, only in the streams of [Control.Sampled]. They have
	// no number: Sequence is that of the next record. RecordSeen is an input as the tick read it: ID of its slot, its
	// value, Time, when it was set, and Last, the time of the tick. RecordActive is an automaton that has changed its
	// state: From is the automaton's state, To its new active state, and Time that of the tick.
	RecordSeen
	RecordActive

	// RecordMissed is an event that no automaton consumed: Text is its name, From the reason, a
	// Missed, and ID the transition that waited for it, if one did.
	RecordMissed
)

// recordWords are the words of the kinds in traces.
var recordWords = [...]string{
	RecordTick:       "tick",
	RecordStart:      "start",
	RecordTransition: "transition",
	RecordInternal:   "internal",
	RecordLeaving:    "leaving",
	RecordActivity:   "activity",
	RecordStopping:   "stopping",
	RecordInput:      "input",
	RecordEvent:      "event",
	RecordSet:        "set",
	RecordError:      "error",
	RecordReload:     "reload",
	RecordStop:       "stop",
	RecordPause:      "pause",
	RecordResume:     "resume",
	RecordLost:       "lost",
	RecordSnapshot:   "snapshot",
	RecordSeen:       "seen",
	RecordActive:     "active",
	RecordMissed:     "missed",
}

// String returns the word that trace files use.
func (k RecordKind) String() string { return wordOf(recordWords[:], int(k), "no record") }

// Sample reports whether records of this kind are samples: they show how the machine stood at
// the end of a tick, and a replay does without them.
func (k RecordKind) Sample() bool { return k == RecordSeen || k == RecordActive }

// ParseRecordKind returns the kind that String writes as word.
func ParseRecordKind(word string) (RecordKind, bool) {
	i := slices.Index(recordWords[:], word)
	return RecordKind(max(i, 0)), i > 0
}

// wordOf returns a word by its number, or another one for a number without a word.
func wordOf(words []string, i int, otherwise string) string {
	if i < len(words) && words[i] != "" {
		return words[i]
	}
	return otherwise
}

// Record is one event in the life of a machine, with ids of its model: package trace writes it with names. It has the
// same size for each kind, so that a loop writes it without allocating. Times are since the machine's first entry.
type Record struct {
	Sequence uint64 // counts the records of a machine
	Tick     uint64 // counts the ticks of an epoch; of the next one, when it happened between two
	At       time.Duration
	Time     time.Duration
	Last     time.Duration
	Number   uint64 // of a transition in its epoch
	bits     uint64 // a number, of a value
	Text     string
	Data     any
	ID       int32
	From     int32
	To       int32
	Call     uint32 // calls of activities in this tick so far
	Epoch    uint32
	Kind     RecordKind
	Status   Status
	typ      Type // type of a value
}

// Value returns the value of an input or of a variable that was set.
func (r *Record) Value() Value {
	v := Value{Type: r.typ}
	switch r.typ {
	case Bool:
		v.Bool = r.bits != 0
	case Int:
		v.Int = int64(r.bits)
	case Float:
		v.Float = math.Float64frombits(r.bits)
	case String:
		v.String = r.Text
	}
	return v
}

// setValue keeps a value in the record.
func (r *Record) setValue(v *Value) {
	r.typ = v.Type
	switch v.Type {
	case Bool:
		if v.Bool {
			r.bits = 1
		}
	case Int:
		r.bits = uint64(v.Int)
	case Float:
		r.bits = math.Float64bits(v.Float)
	case String:
		r.Text = v.String
	}
}
