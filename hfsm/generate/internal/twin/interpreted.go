package twin

import (
	"fmt"
	"strings"
	"time"

	"gonao/hfsm"
	"gonao/hfsm/embedded"
)

// Interpreted makes the machine that runs from its file.
func Interpreted(model *hfsm.Model, h *Host) (Machine, error) {
	m, err := hfsm.New(model, interpretedHost{h})
	if err != nil {
		return nil, err
	}
	return &interpreted{m}, nil
}

type interpreted struct{ m *hfsm.Machine }

func (m *interpreted) input(name string) hfsm.Input {
	in, _ := m.m.Model().Input(name)
	return in
}

func (m *interpreted) SetX(v int64)                         { m.m.SetInt(m.input("x"), v) }
func (m *interpreted) SetY(v float64)                       { m.m.SetFloat(m.input("y"), v) }
func (m *interpreted) SetB(v bool)                          { m.m.SetBool(m.input("b"), v) }
func (m *interpreted) SetS(v string)                        { m.m.SetString(m.input("s"), v) }
func (m *interpreted) OnTransition(f func(hfsm.Transition)) { m.m.OnTransition = f }

func (m *interpreted) Tick(now time.Duration) error { return m.m.Tick(now) }
func (m *interpreted) Stop(now time.Duration)       { m.m.Stop(now) }
func (m *interpreted) Reset(now time.Duration)      { m.m.Reset(now) }
func (m *interpreted) Post(e hfsm.Event) bool       { return m.m.Post(e) }
func (m *interpreted) Path() string                 { return m.m.Path() }
func (m *interpreted) Status() hfsm.Status          { return m.m.Status() }
func (m *interpreted) Cause() error                 { return m.m.Cause() }

// Values returns the machine's own variables and outputs.
func (m *interpreted) Values() string {
	var all []any
	for _, name := range Names {
		slot, ok := m.m.Model().Slot(name)
		if !ok {
			panic("twin: no " + name)
		}
		v := m.m.Value(slot)
		all = append(all, []any{nil, v.Bool, v.Int, v.Float, v.String}[v.Type])
	}
	return Values(all...)
}

// Names are the variables and outputs that all machines of the tests have.
var Names = []string{"count", "level", "flag", "word", "out"}

// Values writes the values of Names.
func Values(all ...any) string {
	var b strings.Builder
	for _, v := range all {
		fmt.Fprintf(&b, " %v", v)
	}
	return b.String()
}

// interpretedHost is the host in the form of package hfsm.
type interpretedHost struct{ *Host }

func (h interpretedHost) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	return h.Make(name, args.Int("id"), func() string {
		if name == "halt" {
			return ""
		}
		return hfsm.FloatValue(embedded.Args(args).Float("x", 0.5)).Text() // as in a generated package's method
	}), nil
}

func (h interpretedHost) Log(_ *hfsm.Machine, label string, value any) { h.Host.Log(label, value) }
