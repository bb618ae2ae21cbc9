package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"gonao/hfsm"
	"gonao/hfsm/chart"
)

// ecmascript is the suite's data model, appendix B.2 of the recommendation.
type ecmascript struct{}

// Unit begins a document.
func (ecmascript) Unit(c *chart.Machine) (hfsm.Unit, error) { return &unit{chart: c}, nil }

// unit holds a document's texts. Faults in them are reported when they run, as the suite expects.
type unit struct {
	chart  *chart.Machine
	pieces []piece
}

type piece struct {
	text string
	use  hfsm.Use
}

func (u *unit) Piece(text chart.Expression, use hfsm.Use) (int, error) {
	u.pieces = append(u.pieces, piece{text.Text, use})
	return len(u.pieces) - 1, nil
}

func (u *unit) Open(scope *hfsm.Scope) (hfsm.Session, error) {
	s := &script{unit: u, machine: scope.Machine}
	return s, s.Reset()
}

// script holds the data of one session.
type script struct {
	unit    *unit
	machine *hfsm.Machine
	js      *goja.Runtime
	event   goja.Value
}

// held is a value that only its own session can use as it is.
type held struct {
	js    *goja.Runtime
	value goja.Value
}

func (h held) String() string { return h.value.String() }

// Reset declares the document's variables and those that every document has.
func (s *script) Reset() error {
	s.js, s.event = goja.New(), goja.Undefined()
	ioprocessors := s.js.NewObject()
	where := s.js.NewObject()
	if err := errors.Join(
		where.Set("location", "#_scxml_"+s.machine.SCXML().SessionID()),
		ioprocessors.Set(hfsm.ProcessorName, where), ioprocessors.Set("scxml", where),
		s.js.Set("In", s.machine.SCXML().InState),
		s.system("_sessionid", func() goja.Value { return s.js.ToValue(s.machine.SCXML().SessionID()) }),
		s.system("_name", func() goja.Value { return s.js.ToValue(s.unit.chart.Name) }),
		s.system("_event", func() goja.Value { return s.event }),
		s.system("_ioprocessors", func() goja.Value { return ioprocessors }),
	); err != nil {
		return err
	}
	for _, d := range s.unit.chart.Variables {
		if err := s.declare(d.Name); err != nil {
			return err
		}
	}
	return nil
}

// system defines a variable that documents cannot write.
func (s *script) system(name string, get func() goja.Value) error {
	return s.js.GlobalObject().DefineAccessorProperty(name, s.js.ToValue(get), nil, goja.FLAG_FALSE, goja.FLAG_TRUE)
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func (s *script) declare(name string) error {
	if !identifier.MatchString(name) {
		return fmt.Errorf("%q; expected the name of a variable", name)
	}
	_, err := s.js.RunString("var " + name + ";")
	return err
}

func (s *script) expression(id int) (goja.Value, error) {
	return s.js.RunString("(" + s.unit.pieces[id].text + "\n)")
}

func (s *script) Bool(id int) (bool, error) {
	v, err := s.expression(id)
	return err == nil && v.ToBoolean(), err
}

func (s *script) Value(id int) (any, error) {
	if p := s.unit.pieces[id]; p.use == hfsm.Content {
		return s.content(p.text), nil
	}
	v, err := s.expression(id)
	if err != nil {
		return nil, err
	}
	return s.out(v), nil
}

// content parses inline content as JSON, markup or text.
func (s *script) content(text string) any {
	var value any
	if json.Unmarshal([]byte(text), &value) == nil {
		if v, err := s.js.RunString("(" + text + "\n)"); err == nil {
			return s.out(v)
		}
	}
	if strings.HasPrefix(strings.TrimSpace(text), "<") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// out converts a value for the machine: a plain one, or one held for this session.
func (s *script) out(v goja.Value) any {
	if v == nil || goja.IsUndefined(v) {
		return nil
	}
	if _, object := v.(*goja.Object); object || goja.IsNull(v) {
		return held{s.js, v}
	}
	return v.Export()
}

// in converts a value of the machine.
func (s *script) in(v any) goja.Value {
	switch v := v.(type) {
	case nil:
		return goja.Undefined()
	case held:
		if v.js == s.js {
			return v.value
		}
		return s.js.ToValue(v.value.Export()) // a value of another session
	case map[string]any:
		o := s.js.NewObject()
		for name, part := range v {
			if err := o.Set(name, s.in(part)); err != nil {
				return goja.Undefined()
			}
		}
		return o
	}
	return s.js.ToValue(v)
}

func (s *script) Run(id int) error {
	_, err := s.js.RunString(s.unit.pieces[id].text)
	return err
}

// Assign sets a variable. One that is not declared is an error, as in strict code.
func (s *script) Assign(id int, value any) error {
	f, err := s.js.RunString("(function(v) { 'use strict'; " + s.unit.pieces[id].text + " = v; })")
	if err != nil {
		return err
	}
	call, _ := goja.AssertFunction(f)
	_, err = call(goja.Undefined(), s.in(value))
	return err
}

// Each iterates over a copy of an array.
func (s *script) Each(array int, item, index string, body func() error) error {
	v, err := s.expression(array)
	if err != nil {
		return err
	}
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return fmt.Errorf("%s is not an array", s.unit.pieces[array].text)
	}
	names := []string{item}
	if index != "" {
		names = append(names, index)
	}
	for _, name := range names {
		if err := s.declare(name); err != nil {
			return err
		}
	}
	var items []goja.Value
	for i := range o.Get("length").ToInteger() {
		items = append(items, o.Get(fmt.Sprint(i)))
	}
	for i, one := range items {
		if err := s.js.Set(item, one); err != nil {
			return err
		}
		if index != "" {
			if err := s.js.Set(index, i); err != nil {
				return err
			}
		}
		if err := body(); err != nil {
			return err
		}
	}
	return nil
}

// Event sets the variable _event.
func (s *script) Event(e *hfsm.Event) {
	if e == nil {
		return
	}
	word := func(text string) any {
		if text == "" {
			return goja.Undefined()
		}
		return text
	}
	kinds := map[hfsm.EventKind]string{hfsm.External: "external", hfsm.Internal: "internal", hfsm.Platform: "platform"}
	o := s.js.NewObject()
	for name, value := range map[string]any{
		"name": e.Name, "type": kinds[e.Kind], "sendid": word(e.SendID), "origin": word(e.Origin),
		"origintype": word(e.OriginType), "invokeid": word(e.InvokeID), "data": s.in(e.Data),
	} {
		if err := o.Set(name, value); err != nil {
			panic(err) // a new object accepts any property
		}
	}
	s.event = o
}

func (s *script) Begin() {}
func (s *script) Close() {}
