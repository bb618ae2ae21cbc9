package hfsm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gonao/hfsm/chart"
)

// written is a line of a trace file with the fields of all kinds.
type written struct {
	Seq      *uint64         `json:"seq"`
	Epoch    uint32          `json:"epoch"`
	Tick     uint64          `json:"tick"`
	Kind     string          `json:"kind"`
	At       Seconds         `json:"at"`
	Call     uint32          `json:"call"`
	Time     *Seconds        `json:"time"`
	Last     Seconds         `json:"last"`
	Number   uint64          `json:"number"`
	From     string          `json:"from"`
	To       string          `json:"to"`
	Source   string          `json:"source"`
	Target   string          `json:"target"`
	Name     string          `json:"name"`
	Index    int             `json:"index"`
	Event    string          `json:"event"`
	Path     string          `json:"path"`
	Activity string          `json:"activity"`
	Key      string          `json:"key"`
	Status   string          `json:"status"`
	Error    string          `json:"error"`
	Type     string          `json:"type"`
	Value    json.RawMessage `json:"value"`
	Hold     string          `json:"hold"`
	Origin   uint8           `json:"origin"`
	Data     json.RawMessage `json:"data"`
	Hash     string          `json:"hash"`
	Snapshot *Snapshot       `json:"snapshot"`
}

// Seconds is a time that JSON has in seconds, exact to the nanosecond.
type Seconds time.Duration

// MarshalJSON writes a decimal number.
func (s Seconds) MarshalJSON() ([]byte, error) { return appendSeconds(nil, time.Duration(s)), nil }

// UnmarshalJSON reads a decimal number.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	d, err := parseSeconds(string(text))
	*s = Seconds(d)
	return err
}

// parseSeconds reads what appendSeconds writes.
func parseSeconds(text string) (time.Duration, error) {
	bad := fmt.Errorf("time %s: expected seconds with at most nine decimals", text)
	digits, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(fraction) > 9 {
		return 0, bad
	}
	sec, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || sec >= math.MaxInt64/uint64(time.Second) {
		return 0, bad
	}
	var ns uint64
	if fraction != "" {
		if ns, err = strconv.ParseUint((fraction + "000000000")[:9], 10, 64); err != nil {
			return 0, bad
		}
	}
	d := time.Duration(sec*1e9 + ns)
	if negative {
		d = -d
	}
	return d, nil
}

// decodeStrict reads one JSON object and refuses unknown fields and what follows.
func decodeStrict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	d.UseNumber()
	err := d.Decode(into)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("field %q: a %s; expected %s", wrong.Field, wrong.Value, jsonWord(wrong.Type.Kind()))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the line ends early; expected a whole JSON object")
	case err != nil:
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object; expected one object a line")
	}
	return nil
}

func jsonWord(k reflect.Kind) string {
	switch k { //nolint:exhaustive // the kinds of fields we have
	case reflect.String:
		return "a text"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.Bool:
		return "true or false"
	}
	return "a number without sign, in range"
}

// parseTraceLine reads a line of a trace file.
func parseTraceLine(text []byte) (TraceLine, error) {
	var w written
	if err := decodeStrict(text, &w); err != nil {
		return TraceLine{}, err
	}
	kind, ok := parseRecordKind(w.Kind)
	if !ok {
		return TraceLine{}, fmt.Errorf("field \"kind\": %q; expected tick, start, transition, internal, leaving, activity, stopping, input, event, set, error, reload, stop, pause, resume, lost or snapshot", w.Kind)
	}
	if w.Seq == nil {
		return TraceLine{}, errors.New(`field "seq": missing; expected the number of the record`)
	}
	e := TraceLine{
		Sequence: *w.Seq, Tick: w.Tick, Epoch: w.Epoch, Kind: kind, At: time.Duration(w.At), Call: w.Call,
		Last: time.Duration(w.Last), Number: w.Number,
		From: w.From, To: w.To, Source: w.Source, Target: w.Target, Name: w.Name, Index: w.Index,
		Path: w.Path, Key: w.Key, Text: w.Error + w.Hash, Event: w.Event, Origin: EventKind(w.Origin),
	}
	if w.Time != nil {
		e.Time = time.Duration(*w.Time)
	} else if kind == RecordInput {
		e.Time = never
	}
	return e, e.parseDetails(kind, &w)
}

// parseDetails reads what not every kind has.
func (e *TraceLine) parseDetails(kind RecordKind, w *written) (err error) {
	switch kind { //nolint:exhaustive // the others have nothing besides
	case RecordActivity, RecordStopping:
		e.Name = w.Activity
		e.Status, err = parseStatus(w.Status)
	case RecordInput:
		e.Value, err = parseValue(w.Type, w.Value)
	case RecordSet:
		switch w.Hold {
		case "":
		case "begin":
			e.Status = Final
		case "end":
			e.Status = Failed
		default:
			return fmt.Errorf(`field "hold": %q; expected begin or end`, w.Hold)
		}
		e.Value, err = parseValue(w.Type, w.Value)
	case RecordSnapshot:
		if w.Snapshot == nil {
			return errors.New(`field "snapshot": missing; expected the machine as a whole`)
		}
		e.Data = w.Snapshot
	case RecordEvent:
		if e.Name == "" {
			return errors.New(`field "name": missing; expected the event's name`)
		}
		e.Data, err = parseData(w.Data)
	}
	return err
}

func parseStatus(word string) (Status, error) {
	for _, s := range []Status{Running, Final, Failed} {
		if s.String() == word {
			return s, nil
		}
	}
	return 0, fmt.Errorf(`field "status": %q; expected running, final or failed`, word)
}

// parseValue reads a value of a type that is written beside it.
func parseValue(word string, text json.RawMessage) (Value, error) {
	t, ok := chart.ParseType(word)
	if !ok {
		return Value{}, fmt.Errorf(`field "type": %q; expected bool, int, float or string`, word)
	}
	v := Value{Type: t}
	var err error
	switch t {
	case Bool:
		err = json.Unmarshal(text, &v.Bool)
	case Int:
		err = json.Unmarshal(text, &v.Int)
	case Float:
		v.Float, err = parseFloat(text)
	case String:
		err = json.Unmarshal(text, &v.String)
	}
	if err != nil || string(text) == "null" {
		return Value{}, fmt.Errorf(`field "value": %s; expected a %s`, shortened(string(text)), word)
	}
	return v, nil
}

func parseFloat(text json.RawMessage) (float64, error) {
	if bare := strings.Trim(string(text), `"`); bare == "NaN" || bare == "+Inf" || bare == "-Inf" {
		return strconv.ParseFloat(bare, 64)
	}
	var v float64
	err := json.Unmarshal(text, &v)
	return v, err
}

// shortened keeps an error message readable.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// parseData reads the data of an event; whole numbers become int64.
func parseData(text json.RawMessage) (any, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // an event without data
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf(`field "data": %w`, err)
	}
	return plainNumbers(v), nil
}

// plainNumbers turns the numbers of JSON into int64 and float64.
func plainNumbers(v any) any {
	switch x := v.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil && !strings.ContainsAny(string(x), ".eE") {
			return n
		}
		f, _ := x.Float64()
		return f
	case []any:
		for i := range x {
			x[i] = plainNumbers(x[i])
		}
	case map[string]any:
		for k := range x {
			x[k] = plainNumbers(x[k])
		}
	}
	return v
}
