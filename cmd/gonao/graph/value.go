package graph

import (
	"fmt"
	"strconv"

	"gonao/internal/wording"
	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros"
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

// valueLabels are the words that `ros2 param get` prints before a value, by the number of its type.
var valueLabels = []string{
	"Parameter not set.", "Boolean value is:", "Integer value is:", "Double value is:", "String value is:",
	"Byte values are:", "Boolean values are:", "Integer values are:", "Double values are:", "String values are:",
}

// valueText returns a parameter's value as `ros2 param get` prints it, and the words before
// it.
func valueText(v rclinterfaces.ParameterValue) (label, text string) {
	value, err := ros.FromParameterValue(&v)
	if err != nil {
		return typeName(v.Type), ""
	}
	label = valueLabels[v.Type]
	switch x := value.(type) {
	case nil:
	case string:
		text = x
	case []byte:
		text = pythonList(x, func(b byte) string { return fmt.Sprintf(`b'\x%02x'`, b) })
	case []bool:
		text = pythonList(x, pythonBool)
	case []int64:
		text = pythonList(x, func(i int64) string { return strconv.FormatInt(i, 10) })
	case []float64:
		text = pythonList(x, wording.PythonFloat)
	case []string:
		text = pythonList(x, pythonString)
	default:
		text = scalar(x)
	}
	return label, text
}

// goValue returns a parameter's value for a YAML encoder; nil if it is not set.
func goValue(v rclinterfaces.ParameterValue) any {
	value, _ := ros.FromParameterValue(&v) // a type that ROS does not have counts as not set
	data, ok := value.([]byte)
	if !ok {
		return value
	}
	list := make([]int, len(data)) // a []byte would be encoded as text
	for i, b := range data {
		list[i] = int(b)
	}
	return list
}

// wireValue returns a value as the services carry it. empty is the type of an empty list,
// which the value itself does not show.
func wireValue(v param.Value, empty uint8) rclinterfaces.ParameterValue {
	w := ros.ParameterValue(v)
	if _, isEmpty := v.([]any); isEmpty {
		w.Type = max(empty, rclinterfaces.ParameterTypeParameterByteArray)
	}
	return w
}
