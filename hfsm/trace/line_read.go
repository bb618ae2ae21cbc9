package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/internal/codec"
)

// written is a line of a trace file with the fields of all kinds.
type written struct {
	Seq      *uint64         `json:"seq"`
	Epoch    uint32          `json:"epoch"`
	Tick     uint64          `json:"tick"`
	Kind     string          `json:"kind"`
	At       codec.Seconds   `json:"at"`
	Call     uint32          `json:"call"`
	Time     *codec.Seconds  `json:"time"`
	Last     codec.Seconds   `json:"last"`
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
	Reason   string          `json:"reason"`
	Snapshot *hfsm.Snapshot  `json:"snapshot"`
}

// decodeStrict reads one JSON object and refuses unknown fields and trailing data.
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

// parseLine reads a line of a trace file.
func parseLine(text []byte) (Line, error) {
	var w written
	if err := decodeStrict(text, &w); err != nil {
		return Line{}, err
	}
	kind, ok := hfsm.ParseRecordKind(w.Kind)
	if !ok {
		return Line{}, fmt.Errorf("field \"kind\": %q; expected tick, start, transition, internal, leaving, activity, stopping, input, event, set, error, reload, stop, pause, resume, lost, snapshot, seen, active or missed", w.Kind)
	}
	if w.Seq == nil {
		return Line{}, errors.New(`field "seq": missing; expected the number of the record`)
	}
	e := Line{
		Sequence: *w.Seq, Tick: w.Tick, Epoch: w.Epoch, Kind: kind, At: time.Duration(w.At), Call: w.Call,
		Last: time.Duration(w.Last), Number: w.Number,
		From: w.From, To: w.To, Source: w.Source, Target: w.Target, Name: w.Name, Index: w.Index,
		Path: w.Path, Key: w.Key, Text: w.Error + w.Hash + w.Reason, Event: w.Event, Origin: hfsm.EventKind(w.Origin),
	}
	if w.Time != nil {
		e.Time = time.Duration(*w.Time)
	} else if kind == hfsm.RecordInput || kind == hfsm.RecordSeen {
		e.Time = hfsm.Never
	}
	return e, e.parseDetails(kind, &w)
}

// parseDetails reads the fields of certain kinds.
func (e *Line) parseDetails(kind hfsm.RecordKind, w *written) (err error) {
	switch kind { //nolint:exhaustive // the others have nothing besides
	case hfsm.RecordActivity, hfsm.RecordStopping:
		e.Name = w.Activity
		e.Status, err = hfsm.ParseStatus(w.Status)
	case hfsm.RecordInput, hfsm.RecordSeen:
		e.Value, err = codec.ParseValue(w.Type, w.Value)
	case hfsm.RecordSet:
		switch w.Hold {
		case "":
		case "begin":
			e.Status = hfsm.Final
		case "end":
			e.Status = hfsm.Failed
		default:
			return fmt.Errorf(`field "hold": %q; expected begin or end`, w.Hold)
		}
		e.Value, err = codec.ParseValue(w.Type, w.Value)
	case hfsm.RecordSnapshot:
		if w.Snapshot == nil {
			return errors.New(`field "snapshot": missing; expected the machine as a whole`)
		}
		e.Data = w.Snapshot
	case hfsm.RecordEvent:
		if e.Name == "" {
			return errors.New(`field "name": missing; expected the event's name`)
		}
		if e.Data, err = codec.ParseData(w.Data); err != nil {
			err = fmt.Errorf(`field "data": %w`, err)
		}
	}
	return err
}
