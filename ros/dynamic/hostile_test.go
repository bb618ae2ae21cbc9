package dynamic

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros/cdr"
)

// The numbers of field types: a message, an array and a sequence of it.
const single, array, sequence = 1, 49, 145

// hostile describes a/msg/T0, T1, …: the fields of each, in order.
func hostile(types ...[]typedescription.Field) *typedescription.TypeDescription {
	d := &typedescription.TypeDescription{}
	for i, fields := range types {
		one := typedescription.IndividualTypeDescription{TypeName_: tn(i), Fields: fields}
		if i == 0 {
			d.TypeDescription = one
		} else {
			d.ReferencedTypeDescriptions = append(d.ReferencedTypeDescriptions, one)
		}
	}
	return d
}

func tn(i int) string { return fmt.Sprintf("a/msg/T%d", i) }

func nestedField(name string, kind uint8, capacity uint64, of int) typedescription.Field {
	return typedescription.Field{Name: name, Type: typedescription.FieldType{TypeId: kind, Capacity: capacity, NestedTypeName: tn(of)}}
}

func plainFields(n int) []typedescription.Field {
	out := make([]typedescription.Field, n)
	for i := range out {
		out[i] = typedescription.Field{Name: fmt.Sprintf("f%d", i), Type: typedescription.FieldType{TypeId: 3}}
	}
	return out
}

// chain is n types, each in the one before it, so many times as fields tells.
func chain(n, fields int, kind uint8, capacity uint64) *typedescription.TypeDescription {
	var types [][]typedescription.Field
	for i := range n - 1 {
		var all []typedescription.Field
		for k := range fields {
			all = append(all, nestedField(fmt.Sprintf("f%d", k), kind, capacity, i+1))
		}
		types = append(types, all)
	}
	return hostile(append(types, plainFields(1))...)
}

// TestHostileDescriptionsAreRefusedAtLittleCost would not end, or take all memory, if
// one of them were believed.
func TestHostileDescriptionsAreRefusedAtLittleCost(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, c := range []struct {
		name string
		d    *typedescription.TypeDescription
		want string
	}{
		{"in each other", hostile([]typedescription.Field{nestedField("b", single, 0, 1)}, []typedescription.Field{nestedField("a", single, 0, 0)}), "contains itself"},
		{"in each other's sequences", hostile([]typedescription.Field{nestedField("b", sequence, 0, 1)}, []typedescription.Field{nestedField("a", sequence, 0, 0)}), "contains itself"},
		{"a million fields", hostile(plainFields(1_000_000)), "description of a/msg/T0: more than 8192 fields"},
		{"a hundred thousand types", chain(100_000, 1, single, 0), "description of a/msg/T0: 100000 types, expected at most 512"},
		{"deep", chain(400, 1, single, 0), "more than 64 messages in each other"},
		{"twice as many each time", chain(60, 2, single, 0), "needs more than"},
		{"arrays of arrays", chain(60, 1, array, 1000), "needs more than"},
		{"one array of nothing", hostile([]typedescription.Field{nestedField("a", array, 1<<26, 1)}, nil), "needs more than"},
		{"the longest array", hostile([]typedescription.Field{nestedField("a", array, 1<<31-1, 1)}, nil), "needs more than"},
		{"a longer array", hostile([]typedescription.Field{nestedField("a", array, 1<<63, 1)}, nil), "expected 1 to 2147483647"},
		{"a long name", &typedescription.TypeDescription{TypeDescription: described("a/msg/"+long, "a", typedescription.FieldType{TypeId: 3})}, "longer than 255 characters"},
		{"a long field", &typedescription.TypeDescription{TypeDescription: described("a/msg/T0", long, typedescription.FieldType{TypeId: 3})}, "longer than 255 characters"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := allocated()
			l := NewLibrary()
			err := l.AddDescription(c.d)
			if err == nil {
				_, err = l.Message("a/msg/T0")
			}
			require.ErrorContains(t, err, c.want)
			require.Less(t, len(err.Error()), 10_000)
			require.Less(t, allocated()-before, uint64(200<<20), "bytes")
		})
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func TestTheLargestDescriptionThatIsBelievedIsUsed(t *testing.T) {
	types := [][]typedescription.Field{nil}
	for i := 1; i < maxTypes; i++ {
		types[0] = append(types[0], nestedField(fmt.Sprintf("f%d", i), single, 0, i))
		types = append(types, plainFields(maxFields/maxTypes-1))
	}
	l := NewLibrary()
	require.NoError(t, l.AddDescription(hostile(types...)))
	m, err := l.Message(tn(0))
	require.NoError(t, err)
	require.Len(t, m.Fields(), maxTypes-1)
}

// TestAShortMessageDoesNotBecomeALargeOne sends one byte for each of many messages
// that take thousands here.
func TestAShortMessageDoesNotBecomeALargeOne(t *testing.T) {
	d := chain(60, 1, single, 0)
	d.TypeDescription.Fields[0].Type.TypeId = sequence
	l := NewLibrary()
	require.NoError(t, l.AddDescription(d))
	m, err := l.Message(tn(0))
	require.NoError(t, err)
	const n = 1 << 20
	data := append([]byte{0, 0, 0x10, 0}, make([]byte, n)...)
	var r cdr.Reader
	r.Reset(data)
	room := 1 << 20
	m.unmarshal(&r, &room)
	require.EqualError(t, r.Err(), "field f0: the messages need more memory than is allowed")

	r.Reset(data[:4+1024])
	clear(data)
	data[1] = 4 // 1024 of them
	room = maxRead
	m.unmarshal(&r, &room)
	require.NoError(t, r.Err())
}
