package hfsm

import (
	"fmt"
	"time"

	"gonao/hfsm/chart"
)

// unsetAge is the age of an input that has never been set, s.
const unsetAge = 1e9

// values are the inputs, variables, outputs and parameters, by slot.
type values struct {
	of      []Value
	stamps  []time.Duration // of inputs; never before the first value
	touched []int           // inputs set since the last tick
	fresh   []bool          // it is in touched
	pinned  []bool          // inputs that a debugger holds

	version uint64 // counts the changes, from 1
	beyond  bool   // expressions since the last reset read more than values: times, or active states
}

// changed must be called after a value was written. States whose guards were false evaluate them again.
func (v *values) changed() { v.version++ }

func newValues(slots int) values {
	return values{
		of: make([]Value, slots), stamps: make([]time.Duration, slots), touched: make([]int, 0, slots), fresh: make([]bool, slots),
		pinned: make([]bool, slots), version: 1,
	}
}

// SetBool writes an input of type bool. It counts as set at the next Tick.
func (m *Machine) SetBool(in Input, v bool) { m.set(in, BoolValue(v)) }

// SetInt writes an input of type int. It counts as set at the next Tick.
func (m *Machine) SetInt(in Input, v int64) { m.set(in, IntValue(v)) }

// SetFloat writes an input of type float. It counts as set at the next Tick.
func (m *Machine) SetFloat(in Input, v float64) { m.set(in, FloatValue(v)) }

// SetString writes an input of type string. It counts as set at the next Tick.
func (m *Machine) SetString(in Input, v string) { m.set(in, StringValue(v)) }

// SetBoolAt writes an input of type bool that is of time at, on the caller's clock.
func (m *Machine) SetBoolAt(in Input, v bool, at time.Duration) { m.setAt(in, BoolValue(v), at) }

// SetIntAt writes an input of type int that is of time at, on the caller's clock.
func (m *Machine) SetIntAt(in Input, v int64, at time.Duration) { m.setAt(in, IntValue(v), at) }

// SetFloatAt writes an input of type float that is of time at, on the caller's clock.
func (m *Machine) SetFloatAt(in Input, v float64, at time.Duration) { m.setAt(in, FloatValue(v), at) }

// SetStringAt writes an input of type string that is of time at, on the caller's clock.
func (m *Machine) SetStringAt(in Input, v string, at time.Duration) {
	m.setAt(in, StringValue(v), at)
}

// set writes an input as of the next Tick. A value of another type is ignored.
func (m *Machine) set(in Input, v Value) {
	if m.values.of[in].Type == v.Type {
		m.values.set(m, int(in), v)
	}
}

// setAt writes an input as of time at, on the caller's clock. A value of another type is ignored.
func (m *Machine) setAt(in Input, v Value, at time.Duration) {
	if m.values.of[in].Type == v.Type {
		m.values.write(m, int(in), v, at-m.clock.origin())
	}
}

// set writes an input from outside that counts as set at the next tick.
func (v *values) set(m *Machine, slot int, value Value) {
	if v.write(m, slot, value, v.stamps[slot]) {
		v.touch(Input(slot))
	}
}

// write writes an input from outside, which was set at a time. It is false when a debugger holds the input, which then stays
// as it is.
func (v *values) write(m *Machine, slot int, value Value, stamp time.Duration) bool {
	if v.pinned[slot] {
		return false
	}
	m.trace.inputs.writing(m, slot)
	if v.of[slot] != value {
		v.changed()
	}
	v.of[slot], v.stamps[slot] = value, stamp
	return true
}

// known returns an input as it stands.
func (v *values) known(slot int) known { return known{v.of[slot], v.stamps[slot]} }

// touch notes that an input was set.
func (v *values) touch(in Input) {
	if !v.fresh[in] {
		v.fresh[in] = true
		v.touched = append(v.touched, int(in)) // its capacity is the number of slots
	}
}

// stamp sets the times of the inputs that were set since the last tick to that of this one.
func (v *values) stamp(m *Machine) {
	for _, in := range v.touched {
		v.stamps[in] = m.clock.now - m.clock.origin()
		v.fresh[in] = false
		if !m.trace.off {
			m.trace.inputs.mark(in)
		}
	}
	v.touched = v.touched[:0]
}

// What expressions read besides values.

// elapsed returns the time in the active state of automaton a.
func (m *Machine) elapsed(a int) time.Duration {
	m.values.beyond = true
	return m.tree.elapsed(m.clock.at, a)
}

// outcome returns the outcome of the activities and the content of state s.
func (m *Machine) outcome(s int) Status {
	m.values.beyond = true
	return m.activities.outcome(m, s)
}

// age returns how old an input is, s.
func (m *Machine) age(slot int) float64 {
	m.values.beyond = true
	return m.values.age(m, slot)
}

// isActive reports whether state s is active.
func (m *Machine) isActive(s int) bool {
	m.values.beyond = true
	return m.tree.on[s]
}

// age returns how old an input is at the grid time the machine stands at, s.
func (v *values) age(m *Machine, slot int) float64 {
	if v.stamps[slot] == never {
		return unsetAge
	}
	return max(0, m.clock.at-v.stamps[slot]).Seconds()
}

// Value returns the value of a slot, see [Model.Slot].
func (m *Machine) Value(slot int) Value { return m.values.of[slot] }

// SetValue writes the value of a slot from outside. The error names the values that are
// accepted.
func (m *Machine) SetValue(slot int, v Value) error {
	if slot < 0 || slot >= len(m.values.of) {
		return fmt.Errorf("machine %s: no value %d", m.model.name, slot)
	}
	s := &m.model.slots[slot]
	if v.Type != s.value.Type {
		return fmt.Errorf("machine %s: %s: a %s; expected a %s", m.model.name, s.name, v.Type, s.value.Type)
	}
	if s.role == InputRole {
		err := m.model.allows(slot, &v)
		if err == nil {
			m.values.set(m, slot, v)
		}
		return err
	}
	err := m.values.put(m, slot, v)
	if err == nil {
		m.trace.recordSet(m, slot)
	}
	return err
}

// assign writes a value of a language to a slot.
func (v *values) assign(m *Machine, slot int, got any) error {
	to, ok := valueOf(got)
	if ok {
		to, ok = fitted(to, m.model.slots[slot].value.Type)
	}
	if !ok {
		return fmt.Errorf("machine %s: %s = %v; expected a value of type %s", m.model.name, m.model.slots[slot].name, got, m.model.slots[slot].value.Type)
	}
	return v.put(m, slot, to)
}

// put writes a value from within the machine, if its declaration allows it.
func (v *values) put(m *Machine, slot int, to Value) error {
	err := m.model.allows(slot, &to)
	if err == nil {
		v.of[slot] = to
		v.changed()
	}
	return err
}

// allows returns an error for a value that the declaration of a slot does not allow.
func (m *Model) allows(slot int, v *Value) error {
	if expected := outside(m.slots[slot].written, v); expected != "" {
		return &RangeError{m.name, m.slots[slot].name, *v, expected}
	}
	return nil
}

// RangeError is the error of a variable that was set to a value it does not accept.
type RangeError struct {
	Machine  string
	Variable string
	Value    Value
	Expected string
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("machine %s: %s = %s; expected %s", e.Machine, e.Variable, e.Value.Text(), e.Expected)
}

// outside returns what was expected instead of a value that its declaration does not allow, or "".
func outside(d *chart.Declaration, v *Value) string {
	if d == nil {
		return ""
	}
	return d.Expected(*v)
}
