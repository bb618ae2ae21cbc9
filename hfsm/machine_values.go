package hfsm

import (
	"fmt"
	"time"

	"gonao/hfsm/chart"
)

// unsetAge is the age of an input that has never been set, s.
const unsetAge = 1e9

// SetBool writes an input of type bool. It counts as set at the next Tick.
func (m *Machine) SetBool(in Input, v bool) {
	if m.writing(int(in)) {
		m.values[in].Bool = v
		m.touch(in)
	}
}

// SetInt writes an input of type int. It counts as set at the next Tick.
func (m *Machine) SetInt(in Input, v int64) {
	if m.writing(int(in)) {
		m.values[in].Int = v
		m.touch(in)
	}
}

// SetFloat writes an input of type float. It counts as set at the next Tick.
func (m *Machine) SetFloat(in Input, v float64) {
	if m.writing(int(in)) {
		m.values[in].Float = v
		m.touch(in)
	}
}

// SetString writes an input of type string. It counts as set at the next Tick.
func (m *Machine) SetString(in Input, v string) {
	if m.writing(int(in)) {
		m.values[in].String = v
		m.touch(in)
	}
}

// SetBoolAt writes an input of type bool that is of time at, on the caller's clock.
func (m *Machine) SetBoolAt(in Input, v bool, at time.Duration) {
	if m.writing(int(in)) {
		m.values[in].Bool, m.stamps[in] = v, at
	}
}

// SetIntAt writes an input of type int that is of time at, on the caller's clock.
func (m *Machine) SetIntAt(in Input, v int64, at time.Duration) {
	if m.writing(int(in)) {
		m.values[in].Int, m.stamps[in] = v, at
	}
}

// SetFloatAt writes an input of type float that is of time at, on the caller's clock.
func (m *Machine) SetFloatAt(in Input, v float64, at time.Duration) {
	if m.writing(int(in)) {
		m.values[in].Float, m.stamps[in] = v, at
	}
}

// SetStringAt writes an input of type string that is of time at, on the caller's clock.
func (m *Machine) SetStringAt(in Input, v string, at time.Duration) {
	if m.writing(int(in)) {
		m.values[in].String, m.stamps[in] = v, at
	}
}

// touch notes that an input was set.
func (m *Machine) touch(in Input) {
	if !m.fresh[in] {
		m.fresh[in] = true
		m.touched = append(m.touched, int(in)) // its capacity is the number of slots
	}
}

// stamp gives the inputs that were set since the last tick the time of this one.
func (m *Machine) stamp() {
	for _, in := range m.touched {
		m.stamps[in] = m.now
		m.fresh[in] = false
		if !m.trace.off {
			m.mark(in)
		}
	}
	m.touched = m.touched[:0]
	if m.model.open != nil {
		m.model.open(m.now)
	}
}

// age says how old an input is at the grid time the machine stands at, s.
func (m *Machine) age(slot int) float64 {
	if m.stamps[slot] == never {
		return unsetAge
	}
	return max(0, m.start+m.at-m.stamps[slot]).Seconds()
}

// Value gives the value of a slot, see [Model.Slot].
func (m *Machine) Value(slot int) Value { return m.values[slot] }

// SetValue writes the value of a slot from outside. The error says which values it
// takes.
func (m *Machine) SetValue(slot int, v Value) error {
	if slot < 0 || slot >= len(m.values) {
		return fmt.Errorf("machine %s: no value %d", m.model.name, slot)
	}
	s := &m.model.slots[slot]
	if v.Type != s.value.Type {
		return fmt.Errorf("machine %s: %s: a %s; expected a %s", m.model.name, s.name, v.Type, s.value.Type)
	}
	if expected := outside(s.written, &v); expected != "" {
		return &RangeError{m.model.name, s.name, v, expected}
	}
	if s.role == InputRole {
		if m.writing(slot) {
			m.values[slot] = v
			m.touch(Input(slot))
		}
		return nil
	}
	m.values[slot] = v
	m.recordSet(slot)
	return nil
}

// RangeError says that a variable was to get a value it does not take.
type RangeError struct {
	Machine  string
	Variable string
	Value    Value
	Expected string
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("machine %s: %s = %s; expected %s", e.Machine, e.Variable, e.Value.Text(), e.Expected)
}

// outside says what was expected of a value that its declaration does not allow,
// or "".
func outside(d *chart.Declaration, v *Value) string {
	if d == nil {
		return ""
	}
	return d.Expected(*v)
}

// limited says whether a declaration allows only some values of its type.
func limited(d *chart.Declaration) bool {
	return d != nil && (d.Min != nil || d.Max != nil || len(d.Enum) > 0)
}
