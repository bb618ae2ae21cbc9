package trace

import (
	"encoding/json"
	"strconv"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/internal/codec"
)

// object writes one JSON object. Fields that are empty are left out.
type object struct{ out []byte }

func (l *object) key(name string) { l.out = codec.AppendKey(l.out, name) }

func (l *object) text(name, v string) {
	if v != "" {
		l.key(name)
		l.out = codec.AppendText(l.out, v)
	}
}

func (l *object) number(name string, v uint64) {
	if v != 0 {
		l.key(name)
		l.out = strconv.AppendUint(l.out, v, 10)
	}
}

func (l *object) time(name string, v time.Duration) {
	l.key(name)
	l.out = codec.AppendSeconds(l.out, v)
}

func (l *object) value(v *chart.Value) {
	l.text("type", v.Type.String())
	l.key("value")
	l.out = codec.AppendValue(l.out, v)
}

// appendJSON writes the entry as one JSON object without a line end.
func (e *Line) appendJSON(out []byte) []byte {
	l := object{append(out, '{')}
	l.key("seq")
	l.out = strconv.AppendUint(l.out, e.Sequence, 10)
	l.number("epoch", uint64(e.Epoch))
	l.key("tick")
	l.out = strconv.AppendUint(l.out, e.Tick, 10)
	l.text("kind", e.Kind.String())
	l.time("at", e.At)
	l.number("call", uint64(e.Call))
	if e.Last != 0 {
		l.time("last", e.Last)
	}
	e.details(&l)
	return append(l.out, '}')
}

// details writes the fields of this kind.
func (e *Line) details(l *object) {
	switch e.Kind {
	case hfsm.RecordTick:
		l.time("time", e.Time)
	case hfsm.RecordStart:
		l.time("time", e.Time)
		l.text("to", e.To)
	case hfsm.RecordTransition, hfsm.RecordInternal, hfsm.RecordLeaving:
		e.edge(l)
	case hfsm.RecordActivity, hfsm.RecordStopping:
		l.text("path", e.Path)
		l.text("activity", e.Name)
		l.text("key", e.Key)
		l.text("status", e.Status.String())
		l.text("error", e.Text)
	case hfsm.RecordActive:
		l.time("time", e.Time)
		l.text("path", e.Path)
		l.text("to", e.To)
	case hfsm.RecordInput, hfsm.RecordSeen:
		l.text("name", e.Name)
		l.value(&e.Value)
		if e.Time != hfsm.Never {
			l.time("time", e.Time)
		}
	case hfsm.RecordSet:
		l.text("name", e.Name)
		l.value(&e.Value)
		l.hold(e.Status)
	case hfsm.RecordEvent:
		l.text("name", e.Name)
		l.number("origin", uint64(e.Origin))
		if e.Time != 0 {
			l.time("time", e.Time)
		}
		l.data(e.Data)
	case hfsm.RecordMissed:
		l.text("name", e.Name)
		l.text("reason", e.Text)
		l.text("source", e.Source)
		l.number("index", uint64(e.Index))
	case hfsm.RecordError:
		l.text("path", e.Path)
		l.text("error", e.Text)
	case hfsm.RecordReload:
		l.text("hash", e.Text)
		l.text("to", e.To)
	case hfsm.RecordStop, hfsm.RecordResume:
		l.time("time", e.Time)
	case hfsm.RecordLost:
		l.number("number", e.Number)
	case hfsm.RecordSnapshot:
		l.snapshot(e.Data)
	case hfsm.RecordPause:
		l.number("index", uint64(e.Index))
	}
}

// edge writes a transition.
func (e *Line) edge(l *object) {
	l.number("number", e.Number)
	l.text("from", e.From)
	l.text("to", e.To)
	l.text("source", e.Source)
	l.text("target", e.Target)
	l.text("name", e.Name)
	l.number("index", uint64(e.Index))
	l.text("event", e.Event)
}

// hold writes whether an input that was set by hand is held from now on or released.
func (l *object) hold(s hfsm.Status) {
	switch s {
	case hfsm.Final:
		l.text("hold", "begin")
	case hfsm.Failed:
		l.text("hold", "end")
	case hfsm.Running:
	}
}

// data writes the data of an event.
func (l *object) data(v any) {
	if v != nil {
		l.key("data")
		l.out = codec.AppendData(l.out, v)
	}
}

// snapshot writes a whole machine.
func (l *object) snapshot(data any) {
	text, err := json.Marshal(data)
	if err != nil {
		text = []byte("null") // not the contents of Snapshot
	}
	l.key("snapshot")
	l.out = append(l.out, text...)
}
