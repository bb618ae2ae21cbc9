package native

import (
	"fmt"
	"time"

	"gonao/hfsm"
)

// Core is a machine as its generated functions see it: what [hfsm.Inside] offers, and the
// arguments that the host checks.
type Core struct {
	hfsm.Inside

	machine *hfsm.Machine
	kinds   []hfsm.Kind // what the host takes as arguments
}

// Open makes the machine of tables. Without activities none of its activities does anything.
func (c *Core) Open(t *hfsm.Tables, activities bool) error {
	m, err := hfsm.NewOfTables(t, activities)
	if err != nil {
		return err
	}
	c.machine, c.Inside = m, m.Inside()
	return nil
}

// Age returns how old an input is that was set at a time of the caller's clock, s.
func (c *Core) Age(set Stamp) float64 {
	if !set.Known {
		return unsetAge
	}
	return max(0, c.Grid()-set.Time).Seconds()
}

// unsetAge is the age of an input that has never been set, s.
const unsetAge = 1e9

// Stamp is when an input was set.
type Stamp struct {
	Time  time.Duration // of the caller's clock
	Known bool          // it was set
	Fresh bool          // since the last tick, whose time it gets
}

// Tick sets the time of an input that was set since the last tick.
func (s *Stamp) Tick(now time.Duration) {
	if s.Fresh {
		s.Time, s.Known, s.Fresh = now, true, false
	}
}

// OutOfRange returns the error of a variable that was to get a value it does not take.
func OutOfRange[T bool | int64 | float64 | string](c *Core, variable string, v T, expected string) error {
	return &hfsm.RangeError{Machine: c.Name(), Variable: variable, Value: valueOf(v), Expected: expected}
}

// valueOf returns a value of Go as package hfsm has it.
func valueOf[T bool | int64 | float64 | string](v T) hfsm.Value {
	switch v := any(v).(type) {
	case bool:
		return hfsm.BoolValue(v)
	case int64:
		return hfsm.IntValue(v)
	case float64:
		return hfsm.FloatValue(v)
	case string:
		return hfsm.StringValue(v)
	}
	return hfsm.Value{}
}

// Argument sets an argument that is an expression, where the host takes the value: see
// [Machine.Check].
func Argument[T bool | int64 | float64 | string](c *Core, use int, kind, name string, to *T, v T) error {
	for i := range c.kinds {
		if c.kinds[i].Name != kind {
			continue
		}
		for _, p := range c.kinds[i].Params {
			if p.Name != name || p.Check == nil {
				continue
			}
			value := valueOf(v)
			if expected := p.Check(value); expected != "" {
				return fmt.Errorf("%s.%s: %s; expected %s", c.Key(use), name, value.Text(), expected)
			}
		}
	}
	*to = v
	return nil
}
