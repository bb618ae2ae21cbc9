package twin

import (
	"fmt"
	"slices"
	"strings"

	"gonao/hfsm"
)

// Interpreted makes the machine that runs from its file.
func Interpreted(model *hfsm.Model, h *Host) (Machine, error) {
	m := &interpreted{}
	var err error
	if m.Machine, err = hfsm.New(model, interpretedHost{h}); err != nil {
		return nil, err
	}
	return m, nil
}

type interpreted struct{ *hfsm.Machine }

func (m *interpreted) input(name string) hfsm.Input {
	in, _ := m.Model().Input(name)
	return in
}

func (m *interpreted) SetX(v int64)                         { m.SetInt(m.input("x"), v) }
func (m *interpreted) SetY(v float64)                       { m.SetFloat(m.input("y"), v) }
func (m *interpreted) SetB(v bool)                          { m.SetBool(m.input("b"), v) }
func (m *interpreted) SetS(v string)                        { m.SetString(m.input("s"), v) }
func (m *interpreted) OnTransition(f func(hfsm.Transition)) { m.Machine.OnTransition = f }

// Values gives the machine's own variables and outputs.
func (m *interpreted) Values() string {
	var all []any
	for _, name := range Names {
		slot, ok := m.Model().Slot(name)
		if !ok {
			panic("twin: no " + name)
		}
		v := m.Value(slot)
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

// interpretedHost is the host as package hfsm knows it.
type interpretedHost struct{ *Host }

func (h interpretedHost) Activity(_ *hfsm.Machine, name string, args hfsm.Args) (hfsm.Activity, error) {
	return h.Make(name, args.Int("id"), func() string {
		var all []string
		for name, v := range args {
			if name != "id" {
				all = append(all, v.Text())
			}
		}
		slices.Sort(all)
		return strings.Join(all, " ")
	}), nil
}

func (h interpretedHost) Log(_ *hfsm.Machine, label string, value any) { h.Host.Log(label, value) }
