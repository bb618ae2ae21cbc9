package ros

import (
	"fmt"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/param"
)

// ParameterValue returns a parameter's value in the form of the services.
func ParameterValue(v param.Value) rclinterfaces.ParameterValue {
	m := rclinterfaces.ParameterValue{Type: uint8(param.KindOf(v))}
	switch v := v.(type) {
	case bool:
		m.BoolValue = v
	case int64:
		m.IntegerValue = v
	case float64:
		m.DoubleValue = v
	case string:
		m.StringValue = v
	case []byte:
		m.ByteArrayValue = v
	case []bool:
		m.BoolArrayValue = v
	case []int64:
		m.IntegerArrayValue = v
	case []float64:
		m.DoubleArrayValue = v
	case []string:
		m.StringArrayValue = v
	case []any:
		m.Type = uint8(param.Strings) // an empty list has no element type, and the message needs one
	}
	return m
}

// FromParameterValue returns the value in a message of the parameter services, or nil if it is unset.
func FromParameterValue(m *rclinterfaces.ParameterValue) (param.Value, error) {
	switch param.Kind(m.Type) {
	case param.Any:
		return nil, nil
	case param.Bool:
		return m.BoolValue, nil
	case param.Integer:
		return m.IntegerValue, nil
	case param.Float:
		return m.DoubleValue, nil
	case param.String:
		return m.StringValue, nil
	case param.Bytes:
		return m.ByteArrayValue, nil
	case param.Bools:
		return m.BoolArrayValue, nil
	case param.Integers:
		return m.IntegerArrayValue, nil
	case param.Floats:
		return m.DoubleArrayValue, nil
	case param.Strings:
		return m.StringArrayValue, nil
	}
	return nil, fmt.Errorf("type %d: expected 0 to %d", m.Type, param.Strings)
}

func parametersOf(entries []param.Entry) []rclinterfaces.Parameter {
	var out []rclinterfaces.Parameter
	for _, e := range entries {
		out = append(out, rclinterfaces.Parameter{Name: e.Name, Value: valueOf(e)})
	}
	return out
}

// valueOf returns an entry's value; an empty list has the type of the parameter.
func valueOf(e param.Entry) rclinterfaces.ParameterValue {
	return ParameterValue(e.Value)
}

// descriptor returns a parameter's description, range and type.
func descriptor(e param.Entry) rclinterfaces.ParameterDescriptor {
	d := rclinterfaces.ParameterDescriptor{
		Name: e.Name, Type: uint8(e.Kind), Description: e.Text(), ReadOnly: e.ReadOnly, DynamicTyping: e.Kind == param.Any,
	}
	constraints := e.About
	constraints.Unit = "" // the description contains the unit
	switch {
	case e.Range != nil && e.Kind == param.Float:
		r := *e.Range
		d.FloatingPointRange = []rclinterfaces.FloatingPointRange{{FromValue: r.From, ToValue: r.To, Step: r.Step}}
		constraints.Range = nil
	case e.Range != nil && e.Kind == param.Integer:
		from, to, step := e.Range.Integers()
		d.IntegerRange = []rclinterfaces.IntegerRange{{FromValue: from, ToValue: to, Step: uint64(step)}}
		constraints.Range = nil
	}
	d.AdditionalConstraints = constraints.Expected()
	return d
}
