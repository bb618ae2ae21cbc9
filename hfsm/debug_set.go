package hfsm

import (
	"fmt"
)

// Set gives a variable, an output, a parameter or an input a value, between two
// ticks. An input keeps it until the host sets it again.
func (d *Debugger) Set(name string, v Value) error { return d.set(name, v, Running) }

// Hold gives an input a value that stays, and stays fresh, whatever the host sets.
func (d *Debugger) Hold(name string, v Value) error { return d.set(name, v, Final) }

// Release ends Hold.
func (d *Debugger) Release(name string) error {
	slot, ok := d.m.model.Slot(name)
	if !ok {
		return fmt.Errorf("machine %s: no value %q", d.m.model.name, name)
	}
	return d.m.set(slot, d.m.values.of[slot], Failed)
}

func (d *Debugger) set(name string, v Value, hold Status) error {
	slot, ok := d.m.model.Slot(name)
	if !ok {
		return fmt.Errorf("machine %s: no value %q", d.m.model.name, name)
	}
	return d.m.set(slot, v, hold)
}

// Finish lets the running uses of an activity, by its name or by the key of one of
// them, end so at their next step. It says how many those are.
func (d *Debugger) Finish(activity string, how Status) int {
	n := 0
	for i := range d.m.activities.runs {
		u := &d.m.model.uses[i]
		if r := &d.m.activities.runs[i]; r.phase == acting && r.status == Running && (u.kind == activity || u.key == activity) {
			if g, ok := d.m.activities.of[i].(*gate); ok {
				g.told = how
				n++
			}
		}
	}
	return n
}

// set writes a value from outside; hold is Final when an input is held from now on
// and Failed when it is let go.
func (m *Machine) set(slot int, v Value, hold Status) error {
	input := m.model.slots[slot].role == InputRole
	switch {
	case hold != Running && !input:
		return fmt.Errorf("machine %s: %s is no input; expected one to hold or release", m.model.name, m.model.SlotName(slot))
	case input && v.Type != m.values.of[slot].Type, !input:
		off := m.trace.off
		m.trace.off = true // it is told below
		err := m.SetValue(slot, v)
		m.trace.off = off
		if err != nil {
			return err
		}
	default:
		m.values.unpin(m, slot)
		_ = m.trace.writing(m, slot) // it is not held
		m.values.of[slot] = v
		if hold != Failed {
			m.values.touch(m, Input(slot))
		}
	}
	if hold == Final {
		m.values.pin(m, slot)
	}
	m.trace.tellSet(m, slot, hold)
	return nil
}

func (v *values) pin(m *Machine, slot int) {
	if v.pinned == nil {
		v.pinned = make([]bool, len(v.of))
	}
	v.pinned[slot] = true
}

func (v *values) unpin(m *Machine, slot int) {
	if v.pinned != nil {
		v.pinned[slot] = false
	}
}

// retouch keeps held inputs fresh.
func (v *values) retouch(m *Machine) {
	for slot, held := range v.pinned {
		if held {
			v.touch(m, Input(slot))
		}
	}
}
