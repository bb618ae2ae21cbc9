package fake

import (
	"bytes"
	"fmt"

	"github.com/lugu/qiloop/type/basic"
	"github.com/lugu/qiloop/type/value"

	"gonao/nao"
)

func textList(list ...string) value.Value {
	v := make([]value.Value, len(list))
	for i, s := range list {
		v[i] = value.String(s)
	}
	return value.List(v)
}

// textsOf returns a list of texts, or one text as a list.
func textsOf(v value.Value) ([]string, error) {
	switch v := v.(type) {
	case value.StringValue:
		return []string{string(v)}, nil
	case value.ListValue:
		list := make([]string, len(v))
		for i, member := range v {
			s, ok := member.(value.StringValue)
			if !ok {
				return nil, fmt.Errorf("a %s in a list of names", member.Signature())
			}
			list[i] = string(s)
		}
		return list, nil
	default:
		return nil, fmt.Errorf("a %s instead of names", v.Signature())
	}
}

func jointsOf(v value.Value) ([]nao.Joint, error) {
	names, err := textsOf(v)
	if err != nil {
		return nil, err
	}
	var joints []nao.Joint
	for _, name := range names {
		j, err := nao.ParseJoint(name)
		if err != nil {
			return nil, err
		}
		joints = append(joints, j)
	}
	return joints, nil
}

func numbersOf(v value.Value, want int) ([]float64, error) {
	list, ok := v.(value.ListValue)
	if !ok || len(list) != want {
		return nil, fmt.Errorf("the lengths of the %s and of its names differ", v.Signature())
	}
	numbers := make([]float64, want)
	for i, member := range list {
		f, ok := member.(value.FloatValue)
		if !ok || f != f {
			return nil, fmt.Errorf("a %s in a list of numbers", member.Signature())
		}
		numbers[i] = float64(f)
	}
	return numbers, nil
}

// Floats returns the payload of a method that returns a list of numbers, for faults.
func Floats(list ...float32) []byte {
	var b bytes.Buffer
	basic.WriteUint32(uint32(len(list)), &b) //nolint:errcheck // memory
	for _, f := range list {
		basic.WriteFloat32(f, &b) //nolint:errcheck // memory
	}
	return b.Bytes()
}

// Any returns the payload of a method that returns a value, for faults.
func Any(v value.Value) []byte {
	var b bytes.Buffer
	v.Write(&b) //nolint:errcheck // memory
	return b.Bytes()
}
