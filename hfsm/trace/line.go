package trace

import (
	"reflect"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// Line is a [hfsm.Record] with names in place of ids: one line of a trace file. Which
// fields are set depends on its kind; see [hfsm.RecordKind].
type Line struct {
	Sequence uint64
	Tick     uint64
	Epoch    uint32
	Kind     hfsm.RecordKind
	At       time.Duration // grid time of the machine
	Call     uint32

	Time time.Duration // of a tick; when an input was set; on the caller's clock at start and stop
	Last time.Duration // time of the tick before

	// Of a start and of the transitions:
	Number uint64 // in its epoch
	From   string // leaf that was active, "" for none
	To     string // leaf that is active now
	Source string // source state
	Target string
	Name   string // name of the transition, input, value, activity or event
	Index  int    // order of the transition in its state, in the order of trying
	Place  int    // the same in the order of the file, -1 for none; not in trace files

	Path   string // state an activity belongs to
	Key    string // place of the activity in the file
	Status hfsm.Status
	Value  chart.Value
	Data   any
	Origin hfsm.EventKind
	Event  string // event that a transition consumed
	Text   string // an error; the hash of a new model; why no automaton consumed an event
}

// noID is the id of a record that names nothing.
const noID = -1

// NewLine returns a record of a machine of this model as a line.
func NewLine(m *hfsm.Model, r *hfsm.Record) Line {
	l := Line{
		Sequence: r.Sequence, Tick: r.Tick, Epoch: r.Epoch, Kind: r.Kind, At: r.At, Call: r.Call, Time: r.Time, Last: r.Last,
	}
	switch r.Kind {
	case hfsm.RecordTick: // times alone
	case hfsm.RecordStart, hfsm.RecordTransition, hfsm.RecordInternal, hfsm.RecordLeaving:
		t := m.Transition(r)
		l.Number, l.From, l.To, l.Source, l.Name, l.Event = r.Number, t.From, t.To, t.Source, t.Name, t.Event
		if r.ID != noID {
			l.Target, l.Index = t.Target, m.EdgeIndex(int(r.ID))
		}
		l.Place = t.Place
	case hfsm.RecordActivity, hfsm.RecordStopping:
		u := m.ActivityUse(int(r.ID))
		l.Path, l.Name, l.Key, l.Status, l.Text = u.State, u.Name, u.Key, r.Status, r.Text
	case hfsm.RecordInput, hfsm.RecordSet, hfsm.RecordSeen:
		l.Name, l.Value, l.Status = m.SlotName(int(r.ID)), r.Value(), r.Status
	case hfsm.RecordActive:
		l.Path, l.To = pathOf(m, r.From), pathOf(m, r.To)
	case hfsm.RecordEvent:
		l.Name, l.Data, l.Origin = r.Text, r.Data, hfsm.EventKind(r.From)
	case hfsm.RecordMissed:
		l.Name, l.Text = r.Text, hfsm.Missed(r.From).String()
		if r.ID != noID {
			e := m.Edge(int(r.ID))
			l.Source, l.Index, l.Place = m.PathOf(e.Source), e.Index, e.Place
		}
	case hfsm.RecordError:
		l.Path, l.Text = pathOf(m, r.From), r.Text
	case hfsm.RecordReload:
		l.Text, l.To = r.Text, pathOf(m, r.To)
	case hfsm.RecordPause:
		l.Index = int(r.ID)
	case hfsm.RecordStop, hfsm.RecordResume, hfsm.RecordLost, hfsm.RecordSnapshot:
	}
	return l
}

// pathOf returns the path of a state, "" for none.
func pathOf(m *hfsm.Model, state int32) string {
	if state == noID {
		return ""
	}
	return m.State(int(state)).Path
}

// Same reports whether two lines are equal. Floats are compared bit by bit, except that NaN equals NaN.
func (e *Line) Same(o *Line) bool {
	a, b := *e, *o
	if !a.Value.Same(b.Value) || !reflect.DeepEqual(a.Data, b.Data) {
		return false
	}
	a.Value, b.Value, a.Data, b.Data, a.Place, b.Place = chart.Value{}, chart.Value{}, nil, nil, 0, 0
	return a == b
}

// String returns the line as it stands in a trace file.
func (e *Line) String() string { return string(e.appendJSON(nil)) }
