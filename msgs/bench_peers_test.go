package msgs_test

import (
	"encoding/binary"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tinylib/msgp/msgp"

	"gonao/ros/cdr"
)

// binaryPeer encodes or decodes a message with encoding/binary, which takes what has
// a fixed size; strings and slices get a count in front.
func binaryPeer(tb testing.TB, m cdr.Message, encode bool) func() {
	tb.Helper()
	v := reflect.ValueOf(m).Elem()
	data := binaryAppend(tb, nil, v)
	if encode {
		return func() { data = binaryAppend(tb, data[:0], v) }
	}
	return func() { binaryDecode(tb, data, v) }
}

func binaryAppend(tb testing.TB, dst []byte, v reflect.Value) []byte {
	tb.Helper()
	fixed := binary.Size(operand(v)) >= 0
	if v.Kind() == reflect.Slice || v.Kind() == reflect.String {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(v.Len()))
	}
	switch {
	case v.Kind() == reflect.String:
		return append(dst, v.String()...)
	case fixed:
		dst, err := binary.Append(dst, binary.LittleEndian, operand(v))
		if err != nil {
			tb.Fatal(err)
		}
		return dst
	}
	for i := range parts(v) {
		dst = binaryAppend(tb, dst, part(v, i))
	}
	return dst
}

// operand is what encoding/binary is fastest with.
func operand(v reflect.Value) any {
	if v.Kind() == reflect.Slice {
		return v.Interface()
	}
	return v.Addr().Interface()
}

// binaryDecode returns what follows.
func binaryDecode(tb testing.TB, data []byte, v reflect.Value) []byte {
	tb.Helper()
	if v.Kind() == reflect.Slice || v.Kind() == reflect.String {
		n := int(binary.LittleEndian.Uint32(data))
		data = data[4:]
		if v.Kind() == reflect.String {
			v.SetString(string(data[:n]))
			return data[n:]
		}
		v.SetLen(n)
	}
	if binary.Size(operand(v)) >= 0 {
		n, err := binary.Decode(data, binary.LittleEndian, operand(v))
		if err != nil {
			tb.Fatal(err)
		}
		return data[n:]
	}
	for i := range parts(v) {
		data = binaryDecode(tb, data, part(v, i))
	}
	return data
}

// parts is how many fields or elements v has.
func parts(v reflect.Value) int {
	if v.Kind() == reflect.Struct {
		return v.NumField()
	}
	return v.Len()
}

func part(v reflect.Value, i int) reflect.Value {
	if v.Kind() == reflect.Struct {
		return v.Field(i)
	}
	return v.Index(i)
}

// msgpackPeer encodes or decodes a message as MessagePack: maps with the names of the
// fields, as other NAO software sends them.
func msgpackPeer(tb testing.TB, m cdr.Message, encode bool) func() {
	tb.Helper()
	v := reflect.ValueOf(m).Elem()
	data := msgpackAppend(nil, v)
	if encode {
		return func() { data = msgpackAppend(data[:0], v) }
	}
	return func() {
		if _, err := msgpackDecode(data, v); err != nil {
			tb.Fatal(err)
		}
	}
}

func msgpackAppend(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Struct:
		dst = msgp.AppendMapHeader(dst, uint32(v.NumField()))
		for i := range v.NumField() {
			dst = msgpackAppend(msgp.AppendString(dst, v.Type().Field(i).Name), v.Field(i))
		}
		return dst
	case reflect.Slice, reflect.Array:
		if bytes, ok := v.Interface().([]byte); ok {
			return msgp.AppendBytes(dst, bytes)
		}
		dst = msgp.AppendArrayHeader(dst, uint32(v.Len()))
		for i := range v.Len() {
			dst = msgpackAppend(dst, v.Index(i))
		}
		return dst
	case reflect.String:
		return msgp.AppendString(dst, v.String())
	case reflect.Bool:
		return msgp.AppendBool(dst, v.Bool())
	case reflect.Float32:
		return msgp.AppendFloat32(dst, float32(v.Float()))
	case reflect.Float64:
		return msgp.AppendFloat64(dst, v.Float())
	default:
		if v.CanInt() {
			return msgp.AppendInt64(dst, v.Int())
		}
		return msgp.AppendUint64(dst, v.Uint())
	}
}

func msgpackDecode(data []byte, v reflect.Value) (rest []byte, err error) {
	var n uint32
	switch v.Kind() {
	case reflect.Struct:
		for n, data, err = msgp.ReadMapHeaderBytes(data); n > 0 && err == nil; n-- {
			var name []byte
			if name, data, err = msgp.ReadStringZC(data); err == nil {
				data, err = msgpackDecode(data, v.FieldByName(string(name)))
			}
		}
	case reflect.Slice, reflect.Array:
		if bytes, ok := v.Interface().([]byte); ok {
			bytes, data, err = msgp.ReadBytesBytes(data, bytes[:0])
			v.SetBytes(bytes)
			break
		}
		n, data, err = msgp.ReadArrayHeaderBytes(data)
		for i := range int(n) {
			if err == nil {
				data, err = msgpackDecode(data, v.Index(i))
			}
		}
	case reflect.String:
		var s string
		s, data, err = msgp.ReadStringBytes(data)
		v.SetString(s)
	case reflect.Bool:
		var b bool
		b, data, err = msgp.ReadBoolBytes(data)
		v.SetBool(b)
	case reflect.Float32, reflect.Float64:
		var f float64
		f, data, err = msgp.ReadFloat64Bytes(data)
		v.SetFloat(f)
	default:
		if v.CanInt() {
			var i int64
			i, data, err = msgp.ReadInt64Bytes(data)
			v.SetInt(i)
			break
		}
		var u uint64
		u, data, err = msgp.ReadUint64Bytes(data)
		v.SetUint(u)
	}
	return data, err
}

func TestThePeersOfTheBenchmarksCarryTheSameData(t *testing.T) {
	for _, m := range frequent() {
		want := cdr.Marshal(m)
		v := reflect.ValueOf(m).Elem()
		for _, peer := range []func(testing.TB, cdr.Message, bool) func(){binaryPeer, msgpackPeer} {
			decode := peer(t, m, false)
			wipe(v)
			decode()
			require.Equal(t, want, cdr.Marshal(m), m.TypeName())
		}
	}
}

// wipe overwrites what a message holds and keeps its slices.
func wipe(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct, reflect.Array, reflect.Slice:
		for i := range parts(v) {
			wipe(part(v, i))
		}
	default:
		v.SetZero()
	}
}

func TestMessagesThatAreReusedAllocateNothing(t *testing.T) {
	for _, m := range frequent() {
		data := cdr.Marshal(m)
		require.Zero(t, testing.AllocsPerRun(50, func() { data = cdr.MarshalAppend(data[:0], m) }), m.TypeName())
		require.Zero(t, testing.AllocsPerRun(50, func() {
			if err := cdr.Unmarshal(data, m); err != nil {
				t.Error(err)
			}
		}), m.TypeName())
	}
}
