package param

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"gonao/internal/declared"
)

// Kind is the type of a parameter, by the numbers of rcl_interfaces/msg/ParameterType.
type Kind uint8

// The kinds. Any is the kind of a parameter without a fixed type.
const (
	Any Kind = iota
	Bool
	Integer
	Float
	String
	Bytes
	Bools
	Integers
	Floats
	Strings
)

// Entry is a parameter that a node has.
type Entry struct {
	declared.About

	Name  string
	Type  string // "float", "list of strings", …
	Kind  Kind
	Value Value // value in the struct: the default, or the present value
}

// Entries returns the parameters of a node from its configuration, a struct or a pointer to one whose fields are declared
// by tags ([declared.About]), in the order of the fields.
func Entries(config any) ([]Entry, error) {
	fields, err := declared.Fields(config)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, 0, len(fields))
	for i := range fields {
		f := &fields[i]
		if f.Hidden {
			continue
		}
		t, err := typeText(f.Value.Type())
		if err != nil {
			return nil, fmt.Errorf("configuration field %q: %w", f.Name, err)
		}
		entries = append(entries, Entry{About: f.About, Name: f.Name, Type: t, Kind: kindOf(f.Value.Type()), Value: outside(f)})
	}
	return entries, nil
}

// byName returns the parameters of a configuration, a pointer to a struct, with where their values are.
func byName(config any) (map[string]*declared.Field, error) {
	fields, err := declared.Fields(config)
	all := make(map[string]*declared.Field, len(fields))
	for i := range fields {
		if !fields[i].Hidden {
			all[fields[i].Name] = &fields[i]
		}
	}
	return all, err
}

// typeText names the type of a parameter for a person.
func typeText(t reflect.Type) (string, error) {
	if declared.IsDuration(t) {
		return "float", nil
	}
	switch t.Kind() {
	case reflect.Interface:
		return "value of any type", nil
	case reflect.Bool:
		return "bool", nil
	case reflect.String:
		return "string", nil
	case reflect.Float32, reflect.Float64:
		return "float", nil
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "list of bytes", nil
		}
		element, err := typeText(t.Elem())
		if err != nil || strings.HasPrefix(element, "list") {
			return "", fmt.Errorf("%s: parameters are bool, integer, float, string or lists of these", t)
		}
		if t.Kind() == reflect.Array {
			return fmt.Sprintf("list of %d %ss", t.Len(), element), nil
		}
		return "list of " + element + "s", nil
	default:
		if v := reflect.Zero(t); v.CanInt() || v.CanUint() {
			return "integer", nil
		}
		return "", fmt.Errorf("%s: parameters are bool, integer, float, string or lists of these", t)
	}
}

// kindOf returns the kind of a parameter in a field of that type, which must be one of typeText's.
func kindOf(t reflect.Type) Kind {
	if declared.IsDuration(t) {
		return Float
	}
	switch t.Kind() {
	case reflect.Interface:
		return Any
	case reflect.Bool:
		return Bool
	case reflect.String:
		return String
	case reflect.Float32, reflect.Float64:
		return Float
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return Bytes
		}
		return kindOf(t.Elem()) + Bools - Bool
	default:
		return Integer
	}
}

// KindOf is the kind of a value; Any for an empty list, which fits every list, and nil.
func KindOf(v Value) Kind {
	switch v.(type) {
	case nil, []any:
		return Any
	case bool, string, float64, int64, []byte, []bool, []string, []float64, []int64:
		return kindOf(reflect.TypeOf(v))
	}
	return Any
}

// outside returns a field's value in the parameter's unit.
func outside(f *declared.Field) Value {
	value := valueOf(f.Value)
	switch v := value.(type) {
	case float64:
		return f.Outside(v)
	case []float64:
		for i := range v {
			v[i] = f.Outside(v[i])
		}
	}
	return value
}

// valueOf is a field as the value of a parameter.
func valueOf(v reflect.Value) Value {
	switch {
	case declared.IsDuration(v.Type()):
		return time.Duration(v.Int()).Seconds()
	case v.Kind() == reflect.Interface:
		return v.Interface()
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanFloat():
		return v.Float()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	}
	switch kindOf(v.Type()) {
	case Bytes:
		return sliceOf(v, func(e reflect.Value) byte { return byte(e.Uint()) })
	case Bools:
		return sliceOf(v, reflect.Value.Bool)
	case Strings:
		return sliceOf(v, reflect.Value.String)
	case Floats:
		return sliceOf(v, reflect.Value.Float)
	default:
		return sliceOf(v, func(e reflect.Value) int64 { return valueOf(e).(int64) })
	}
}

func sliceOf[T any](v reflect.Value, get func(reflect.Value) T) []T {
	out := make([]T, v.Len())
	for i := range out {
		out[i] = get(v.Index(i))
	}
	return out
}
