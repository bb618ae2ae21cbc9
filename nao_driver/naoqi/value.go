package naoqi

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/lugu/qiloop/type/basic"
	"github.com/lugu/qiloop/type/value"
)

// names returns a list of names as a value.
func names(list []string) value.Value {
	v := make([]value.Value, len(list))
	for i, s := range list {
		v[i] = value.String(s)
	}
	return value.List(v)
}

// floats returns a list of numbers as a value.
func floats(list []float32) value.Value {
	v := make([]value.Value, len(list))
	for i, f := range list {
		v[i] = value.Float(f)
	}
	return value.List(v)
}

// number returns a value as a number, or NaN if it is not a number.
func number(v value.Value) float64 {
	switch v := v.(type) {
	case value.FloatValue:
		return float64(v)
	case value.IntValue:
		return float64(v)
	case value.UintValue:
		return float64(v)
	case value.LongValue:
		return float64(v)
	case value.UlongValue:
		return float64(v)
	case value.Int16Value:
		return float64(v)
	case value.Uint16Value:
		return float64(v)
	case value.Int8Value:
		return float64(v)
	case value.Uint8Value:
		return float64(v)
	case value.BoolValue:
		if v {
			return 1
		}
		return 0
	case *value.OpaqueValue: // a double, for which the library has no type
		if v.Signature() == "d" {
			f, err := basic.ReadFloat64(content(v))
			if err == nil {
				return f
			}
		}
	}
	return math.NaN()
}

// list returns the members of a value that is a list of any kind.
func list(v value.Value) ([]value.Value, error) {
	switch v := v.(type) {
	case value.ListValue:
		return v.Value(), nil
	case *value.OpaqueValue:
		return opaqueList(v)
	case nil:
		return nil, fmt.Errorf("no value; expected a list")
	default:
		return nil, fmt.Errorf("a value of type %q; expected a list", v.Signature())
	}
}

// maxMembers bounds a list: NAOqi's lists are shorter.
const maxMembers = 4096

// opaqueList returns the members of a list whose members have one plain type.
func opaqueList(v *value.OpaqueValue) ([]value.Value, error) {
	signature := v.Signature()
	element, isList := strings.CutPrefix(signature, "[")
	element, closed := strings.CutSuffix(element, "]")
	if !isList || !closed || len(element) != 1 || !strings.Contains("fdisb", element) {
		return nil, fmt.Errorf("a value of type %q; expected a list", signature)
	}
	r := content(v)
	n, err := basic.ReadUint32(r)
	if err != nil {
		return nil, fmt.Errorf("a list without its length: %w", err)
	}
	if n > maxMembers {
		return nil, fmt.Errorf("a list of %d members; expected at most %d", n, maxMembers)
	}
	members := make([]value.Value, n)
	for i := range members {
		if members[i], err = member(element, r); err != nil {
			return nil, fmt.Errorf("member %d of a list: %w", i, err)
		}
	}
	return members, nil
}

// member reads a value of a plain type that opaqueList supports.
func member(signature string, r *bytes.Buffer) (value.Value, error) {
	switch signature {
	case "f":
		f, err := basic.ReadFloat32(r)
		return value.Float(f), err
	case "d":
		f, err := basic.ReadFloat64(r)
		return value.Float(float32(f)), err
	case "i":
		i, err := basic.ReadInt32(r)
		return value.Int(i), err
	case "s":
		s, err := basic.ReadString(r)
		return value.String(s), err
	default:
		b, err := basic.ReadBool(r)
		return value.Bool(b), err
	}
}

// content returns the bytes of a value after its signature.
func content(v *value.OpaqueValue) *bytes.Buffer { return bytes.NewBuffer(value.Bytes(v)) }

// numbers fills in the members of a value that is a list of the same length. A member that is not a number becomes
// NaN.
func numbers(v value.Value, into []float64) error {
	members, err := list(v)
	if err != nil {
		return err
	}
	if len(members) != len(into) {
		return fmt.Errorf("a list of %d values; expected %d", len(members), len(into))
	}
	for i, m := range members {
		into[i] = number(m)
	}
	return nil
}

// text returns a value as text.
func text(v value.Value) string {
	switch v := v.(type) {
	case value.StringValue:
		return string(v)
	case nil, value.VoidValue:
		return ""
	case *value.OpaqueValue, value.ListValue, value.RawValue:
		return "a value of type " + v.Signature()
	default:
		return fmt.Sprint(number(v))
	}
}
