package graph

import (
	"fmt"
	"strconv"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/param"
)

// typeNames are the names of the parameter types, by their numbers.
var typeNames = []string{
	"not set", "boolean", "integer", "double", "string",
	"byte array", "boolean array", "integer array", "double array", "string array",
}

// typeName returns the name of a type.
func typeName(number uint8) string {
	if int(number) < len(typeNames) {
		return typeNames[number]
	}
	return fmt.Sprintf("unknown type %d", number)
}

// valueText returns a parameter's value as `ros2 param get` prints it, and the words before
// it.
func valueText(v rclinterfaces.ParameterValue) (label, text string) {
	integer := func(i int64) string { return strconv.FormatInt(i, 10) }
	switch v.Type {
	case rclinterfaces.ParameterTypeParameterBool:
		return "Boolean value is:", Bool(v.BoolValue)
	case rclinterfaces.ParameterTypeParameterInteger:
		return "Integer value is:", integer(v.IntegerValue)
	case rclinterfaces.ParameterTypeParameterDouble:
		return "Double value is:", float(v.DoubleValue)
	case rclinterfaces.ParameterTypeParameterString:
		return "String value is:", v.StringValue
	case rclinterfaces.ParameterTypeParameterByteArray:
		return "Byte values are:", List(v.ByteArrayValue, func(b byte) string { return fmt.Sprintf(`b'\x%02x'`, b) })
	case rclinterfaces.ParameterTypeParameterBoolArray:
		return "Boolean values are:", List(v.BoolArrayValue, Bool)
	case rclinterfaces.ParameterTypeParameterIntegerArray:
		return "Integer values are:", List(v.IntegerArrayValue, integer)
	case rclinterfaces.ParameterTypeParameterDoubleArray:
		return "Double values are:", List(v.DoubleArrayValue, float)
	case rclinterfaces.ParameterTypeParameterStringArray:
		return "String values are:", List(v.StringArrayValue, String)
	case rclinterfaces.ParameterTypeParameterNotSet:
		return "Parameter not set.", ""
	}
	return typeName(v.Type), ""
}

// goValue returns a parameter's value for a YAML encoder; nil if it is not set.
func goValue(v rclinterfaces.ParameterValue) any {
	switch v.Type {
	case rclinterfaces.ParameterTypeParameterBool:
		return v.BoolValue
	case rclinterfaces.ParameterTypeParameterInteger:
		return v.IntegerValue
	case rclinterfaces.ParameterTypeParameterDouble:
		return v.DoubleValue
	case rclinterfaces.ParameterTypeParameterString:
		return v.StringValue
	case rclinterfaces.ParameterTypeParameterByteArray:
		list := make([]int, len(v.ByteArrayValue)) // a []byte would be encoded as text
		for i, b := range v.ByteArrayValue {
			list[i] = int(b)
		}
		return list
	case rclinterfaces.ParameterTypeParameterBoolArray:
		return v.BoolArrayValue
	case rclinterfaces.ParameterTypeParameterIntegerArray:
		return v.IntegerArrayValue
	case rclinterfaces.ParameterTypeParameterDoubleArray:
		return v.DoubleArrayValue
	case rclinterfaces.ParameterTypeParameterStringArray:
		return v.StringArrayValue
	}
	return nil
}

// wireValue returns a value as the services carry it. empty is the type of an empty list,
// which the value itself does not show.
func wireValue(v param.Value, empty uint8) (rclinterfaces.ParameterValue, error) {
	var w rclinterfaces.ParameterValue
	switch v := v.(type) {
	case bool:
		w.Type, w.BoolValue = rclinterfaces.ParameterTypeParameterBool, v
	case int64:
		w.Type, w.IntegerValue = rclinterfaces.ParameterTypeParameterInteger, v
	case float64:
		w.Type, w.DoubleValue = rclinterfaces.ParameterTypeParameterDouble, v
	case string:
		w.Type, w.StringValue = rclinterfaces.ParameterTypeParameterString, v
	case []bool:
		w.Type, w.BoolArrayValue = rclinterfaces.ParameterTypeParameterBoolArray, v
	case []int64:
		w.Type, w.IntegerArrayValue = rclinterfaces.ParameterTypeParameterIntegerArray, v
	case []float64:
		w.Type, w.DoubleArrayValue = rclinterfaces.ParameterTypeParameterDoubleArray, v
	case []string:
		w.Type, w.StringArrayValue = rclinterfaces.ParameterTypeParameterStringArray, v
	case []any:
		w.Type = max(empty, rclinterfaces.ParameterTypeParameterByteArray)
	default:
		return w, fmt.Errorf("%T is not a parameter's value", v)
	}
	return w, nil
}
