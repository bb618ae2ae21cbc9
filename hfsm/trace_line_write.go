package hfsm

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"
)

// object writes one JSON object. Fields that are empty are left out.
type object struct{ out []byte }

func (l *object) key(name string) {
	if len(l.out) > 0 && l.out[len(l.out)-1] != '{' {
		l.out = append(l.out, ',')
	}
	l.out = append(l.out, '"')
	l.out = append(l.out, name...)
	l.out = append(l.out, '"', ':')
}

func (l *object) text(name, v string) {
	if v != "" {
		l.key(name)
		l.out = appendText(l.out, v)
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
	l.out = appendSeconds(l.out, v)
}

// appendText writes a text as JSON. What is no UTF-8 is replaced, as everywhere in JSON.
func appendText(out []byte, v string) []byte {
	for i := range len(v) {
		if c := v[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(v) // a string is always JSON
			return append(out, quoted...)
		}
	}
	out = append(out, '"')
	out = append(out, v...)
	return append(out, '"')
}

// appendSeconds writes a time in seconds, to the nanosecond and no longer than needed.
func appendSeconds(out []byte, d time.Duration) []byte {
	if d < 0 {
		out = append(out, '-')
	}
	n := uint64(d)
	if d < 0 {
		n = -n
	}
	out = strconv.AppendUint(out, n/1e9, 10)
	rest := n % 1e9
	if rest == 0 {
		return out
	}
	out = append(out, '.')
	for unit := uint64(1e8); rest > 0; unit /= 10 {
		out = append(out, byte('0'+rest/unit))
		rest %= unit
	}
	return out
}

func (l *object) value(v *Value) {
	l.text("type", v.Type.String())
	l.key("value")
	l.bare(v)
}

// bare writes a value without a key.
func (l *object) bare(v *Value) {
	switch v.Type {
	case Bool:
		l.out = strconv.AppendBool(l.out, v.Bool)
	case Int:
		l.out = strconv.AppendInt(l.out, v.Int, 10)
	case Float:
		l.out = appendFloat(l.out, v.Float)
	case String:
		l.out = appendText(l.out, v.String)
	default:
		l.out = append(l.out, "null"...)
	}
}

// appendFloat writes a number so that reading gives the same bits; what JSON has no
// number for is a text.
func appendFloat(out []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.AppendQuote(out, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strconv.AppendFloat(out, v, 'g', -1, 64)
}

// appendJSON writes the entry as one JSON object without a line end.
func (e *TraceLine) appendJSON(out []byte) []byte {
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

// details writes what this kind has besides.
func (e *TraceLine) details(l *object) {
	switch e.Kind {
	case RecordTick:
		l.time("time", e.Time)
	case RecordStart:
		l.time("time", e.Time)
		l.text("to", e.To)
	case RecordTransition, RecordInternal, RecordLeaving:
		e.edge(l)
	case RecordActivity, RecordStopping:
		l.text("path", e.Path)
		l.text("activity", e.Name)
		l.text("key", e.Key)
		l.text("status", e.Status.String())
		l.text("error", e.Text)
	case RecordInput:
		l.text("name", e.Name)
		l.value(&e.Value)
		if e.Time != never {
			l.time("time", e.Time)
		}
	case RecordSet:
		l.text("name", e.Name)
		l.value(&e.Value)
		l.hold(e.Status)
	case RecordEvent:
		l.text("name", e.Name)
		l.number("origin", uint64(e.Origin))
		l.data(e.Data)
	case RecordError:
		l.text("path", e.Path)
		l.text("error", e.Text)
	case RecordReload:
		l.text("hash", e.Text)
		l.text("to", e.To)
	case RecordStop, RecordResume:
		l.time("time", e.Time)
	case RecordLost:
		l.number("number", e.Number)
	case RecordSnapshot:
		l.snapshot(e.Data)
	case RecordPause:
		l.number("index", uint64(e.Index))
	}
}

// edge writes a transition.
func (e *TraceLine) edge(l *object) {
	l.number("number", e.Number)
	l.text("from", e.From)
	l.text("to", e.To)
	l.text("source", e.Source)
	l.text("target", e.Target)
	l.text("name", e.Name)
	l.number("index", uint64(e.Index))
	l.text("event", e.Event)
}

// hold says what became of an input that was set by hand.
func (l *object) hold(s Status) {
	switch s {
	case Final:
		l.text("hold", "begin")
	case Failed:
		l.text("hold", "end")
	case Running:
	}
}

// data writes the data of an event.
func (l *object) data(v any) {
	if v != nil {
		l.key("data")
		l.out = appendData(l.out, v)
	}
}

// appendData writes a value so that reading gives the same: a float has a point or
// an exponent, an int has none. What has no JSON becomes null.
func appendData(out []byte, v any) []byte {
	switch x := v.(type) {
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return appendFloat(out, x)
		}
		begin := len(out)
		out = appendFloat(out, x)
		if !bytes.ContainsAny(out[begin:], ".e") {
			out = append(out, ".0"...)
		}
		return out
	case []any:
		out = append(out, '[')
		for i, item := range x {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendData(out, item)
		}
		return append(out, ']')
	case map[string]any:
		l := object{append(out, '{')}
		for i, k := range slices.Sorted(maps.Keys(x)) {
			if i > 0 {
				l.out = append(l.out, ',')
			}
			l.out = append(appendText(l.out, k), ':')
			l.out = appendData(l.out, x[k])
		}
		return append(l.out, '}')
	}
	text, err := json.Marshal(v)
	if err != nil {
		return append(out, "null"...)
	}
	return append(out, text...)
}

// snapshot writes a whole machine.
func (l *object) snapshot(data any) {
	text, err := json.Marshal(data)
	if err != nil {
		text = []byte("null") // not with what Snapshot holds
	}
	l.key("snapshot")
	l.out = append(l.out, text...)
}
