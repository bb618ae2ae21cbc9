package scripted

import (
	"time"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/native"
)

// Type is a type that machines have.
type Type interface {
	bool | int64 | float64 | string
}

// Value is a value of a machine under the name that scripts use.
type Value struct {
	name       string
	role       hfsm.Role
	get        func() chart.Value
	set        func(chart.Value) error // nil where it cannot be written
	stamp      *native.Stamp           // of an input whose age is read
	staleAfter time.Duration
}

// Input is one that the host writes; stamp may be nil when nothing reads its age.
func Input[T Type](name string, at *T, stamp *native.Stamp, staleAfter time.Duration) Value {
	v := Parameter(name, at)
	v.role, v.stamp, v.staleAfter = hfsm.InputRole, stamp, staleAfter
	return v
}

// Parameter is one that only the caller writes.
func Parameter[T Type](name string, at *T) Value {
	return Value{name: name, role: hfsm.ParameterRole, get: func() chart.Value { return valueOf(*at) }}
}

// Variable is one that scripts may write; set is nil where it takes any value.
func Variable[T Type](name string, at *T, set func(T) error) Value {
	v := Parameter(name, at)
	v.role = hfsm.VariableRole
	v.set = func(to chart.Value) error {
		if set != nil {
			return set(typed[T](to))
		}
		*at = typed[T](to)
		return nil
	}
	return v
}

// Output is a variable that the host reads.
func Output[T Type](name string, at *T, set func(T) error) Value {
	v := Variable(name, at, set)
	v.role = hfsm.OutputRole
	return v
}

// valueOf returns a value of Go as machines have it.
func valueOf[T Type](v T) chart.Value {
	switch v := any(v).(type) {
	case bool:
		return chart.BoolValue(v)
	case int64:
		return chart.IntValue(v)
	case float64:
		return chart.FloatValue(v)
	case string:
		return chart.StringValue(v)
	}
	return chart.Value{}
}

// typed returns a value as Go has it; it is of that type.
func typed[T Type](v chart.Value) (out T) {
	switch to := any(&out).(type) {
	case *bool:
		*to = v.Bool
	case *int64:
		*to = v.Int
	case *float64:
		*to = v.Float
	case *string:
		*to = v.String
	}
	return out
}
