package dynamic

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	typedescription "gonao/msgs/type_description_interfaces"
	"gonao/ros/cdr"
)

func TestEveryHashIsThatOfARealROS(t *testing.T) {
	text, err := os.ReadFile("../../msgs/testdata/captures/typehashes.json")
	require.NoError(t, err)
	var hashes map[string]string
	require.NoError(t, json.Unmarshal(text, &hashes))
	l := tests(t)
	compared := 0
	for name, want := range hashes {
		if strings.HasPrefix(name, "action_tutorials_interfaces/") {
			continue // not ours
		}
		hash, err := l.Hash(name)
		require.NoError(t, err)
		require.Equal(t, want, hash, name)
		compared++
	}
	require.Equal(t, 355, compared)
}

func TestADescribedTypeIsTheSameElsewhere(t *testing.T) {
	l := tests(t)
	for _, name := range l.Names() {
		d, err := l.Description(name)
		require.NoError(t, err)
		elsewhere := NewLibrary()
		require.NoError(t, elsewhere.AddDescription(&d), name)
		require.NoError(t, elsewhere.AddDescription(&d), "%s: twice is no fault", name)
		require.NoError(t, l.AddDescription(&d), "%s: known types are no fault", name)
		want, err := l.Hash(name)
		require.NoError(t, err)
		hash, err := elsewhere.Hash(name)
		require.NoError(t, err)
		require.Equal(t, want, hash, name)
		for _, other := range l.partsOf(t, name) {
			here, err := l.Message(other)
			require.NoError(t, err)
			there, err := elsewhere.Message(other)
			require.NoError(t, err)
			require.Equal(t, here.TypeHash(), there.TypeHash(), other)
			data := cdr.Marshal(here)
			require.NoError(t, cdr.Unmarshal(data, there))
			require.Equal(t, data, cdr.Marshal(there), other)
		}
		if strings.Contains(name, "/srv/") {
			want, err := l.Service(name)
			require.NoError(t, err)
			got, err := elsewhere.Service(name)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		if strings.Contains(name, "/action/") {
			want, err := l.Action(name)
			require.NoError(t, err)
			got, err := elsewhere.Action(name)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}

// partsOf lists the messages of an interface.
func (l *Library) partsOf(t *testing.T, name string) []string {
	t.Helper()
	if strings.Contains(name, "/msg/") {
		return []string{name}
	}
	var names []string
	for _, m := range l.parts(name) {
		names = append(names, m.FullName())
	}
	require.NotEmpty(t, names)
	return names
}

func TestDefaultsAreDescribedAsPythonShowsThem(t *testing.T) {
	d, err := tests(t).Description("test_msgs/msg/Arrays")
	require.NoError(t, err)
	shown := map[string]string{}
	for _, f := range d.TypeDescription.Fields {
		shown[f.Name] = f.DefaultValue
	}
	require.Equal(t, "('', 'max value', 'min value')", shown["string_values_default"])
	require.Equal(t, "(False, True, False)", shown["bool_values_default"])
	require.Equal(t, "(1.125, 0.0, -1.125)", shown["float32_values_default"])
	require.Empty(t, shown["string_values"])
}

func TestADescribedTypeHasADefinition(t *testing.T) {
	l := tests(t)
	for _, name := range l.Names() {
		d, err := l.Description(name)
		require.NoError(t, err)
		elsewhere := NewLibrary()
		require.NoError(t, elsewhere.AddDescription(&d))
		text, err := elsewhere.Definition(name)
		require.NoError(t, err)
		pkg, kind, last := split(name)
		written := Compiled()
		written.files[name] = file{pkg: pkg, kind: kind, name: last, place: name, text: text}
		want, err := l.Hash(name)
		require.NoError(t, err)
		for other, f := range l.files {
			if _, there := written.files[other]; !there {
				written.files[other] = f
			}
		}
		hash, err := written.Hash(name)
		require.NoError(t, err, text)
		require.Equal(t, want, hash, text)
	}
}

func TestADefinitionComesWithWhatItRefersTo(t *testing.T) {
	text, err := Compiled().DefinitionWithReferences("std_msgs/msg/Header")
	require.NoError(t, err)
	require.Contains(t, text, "string frame_id\n\n"+strings.Repeat("=", 80)+"\nMSG: builtin_interfaces/Time\nint32 sec\n")
	own, err := Compiled().Definition("gonao_msgs/msg/RobotState")
	require.NoError(t, err)
	file, err := os.ReadFile("../../msgs/msg/RobotState.msg")
	require.NoError(t, err)
	require.Equal(t, string(file), own)
	sources, err := Compiled().Sources("std_srvs/srv/SetBool")
	require.NoError(t, err)
	encodings := map[string]string{}
	for _, s := range sources {
		encodings[s.TypeName_] = s.Encoding
		require.Equal(t, s.Encoding == "implicit", s.RawFileContents == "")
	}
	require.Equal(t, "srv", encodings["std_srvs/srv/SetBool"])
	require.Equal(t, "implicit", encodings["std_srvs/srv/SetBool_Request"])
	require.Equal(t, "msg", encodings["builtin_interfaces/msg/Time"])
}

func TestUnknownTypesSuggestKnownOnes(t *testing.T) {
	l := Compiled()
	for name, want := range map[string]string{
		"std_msgs/msg/Strng":             `no definition of std_msgs/msg/Strng (did you mean "std_msgs/msg/String"?)`,
		"JointState":                     `no definition of JointState (did you mean sensor_msgs/msg/JointState?)`,
		"std_srvs/srv/SetBool_Rquest":    `no definition of std_srvs/srv/SetBool_Rquest; std_srvs has Empty, SetBool, Trigger`,
		"nowhere/msg/Nothing":            `expected package/msg/Name`,
		"":                               `expected package/msg/Name`,
		"std_srvs/srv/SetBool":           `std_srvs/srv/SetBool is not a message: expected one of its parts, such as std_srvs/srv/SetBool_Request`,
		"example_interfaces/action/Fibo": "example_interfaces has",
	} {
		_, err := l.Message(name)
		require.ErrorContains(t, err, want)
	}
	_, err := l.Service("std_msgs/msg/String")
	require.ErrorContains(t, err, "std_msgs/msg/String is not a service")
	_, err = l.Action("std_msgs/msg/String")
	require.ErrorContains(t, err, "std_msgs/msg/String is not an action")
}

// described describes one type with one field.
func described(name, field string, t typedescription.FieldType) typedescription.IndividualTypeDescription {
	return typedescription.IndividualTypeDescription{TypeName_: name, Fields: []typedescription.Field{{Name: field, Type: t}}}
}

func TestWrongDescriptionsAreRefused(t *testing.T) {
	nested := func(name string) typedescription.FieldType {
		return typedescription.FieldType{TypeId: 1, NestedTypeName: name}
	}
	for _, c := range []struct {
		name string
		d    typedescription.TypeDescription
		want string
	}{
		{
			"other hash",
			typedescription.TypeDescription{TypeDescription: described("std_msgs/msg/String", "data", typedescription.FieldType{TypeId: 2})},
			"std_msgs/msg/String is here with hash RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18, described with hash RIHS01_",
		},
		{"missing", typedescription.TypeDescription{TypeDescription: described("a/msg/A", "b", nested("a/msg/B"))}, "field b: no definition of a/msg/B"},
		{"in itself", typedescription.TypeDescription{TypeDescription: described("a/msg/A", "b", nested("a/msg/A"))}, "a/msg/A contains itself"},
		{"name", typedescription.TypeDescription{TypeDescription: described("A", "b", nested("a/msg/A"))}, `type name "A", expected package/msg/Name`},
		{"field", typedescription.TypeDescription{TypeDescription: described("a/msg/A", `"`, typedescription.FieldType{TypeId: 2})}, `expected names of letters`},
		{"kind", typedescription.TypeDescription{TypeDescription: described("a/msg/A", "b", typedescription.FieldType{TypeId: 12})}, `field type 12 is not known`},
		{"half a service", typedescription.TypeDescription{TypeDescription: described("a/srv/A", "b", typedescription.FieldType{TypeId: 2})}, "a/srv/A: the description of its event_message"},
	} {
		t.Run(c.name, func(t *testing.T) { require.ErrorContains(t, Compiled().AddDescription(&c.d), c.want) })
	}
	l := NewLibrary()
	huge := typedescription.TypeDescription{TypeDescription: described("a/msg/A", "b", typedescription.FieldType{TypeId: 50, Capacity: 1 << 30})}
	require.NoError(t, l.AddDescription(&huge))
	_, err := l.Message("a/msg/A")
	require.ErrorContains(t, err, "a/msg/A: field b: the message needs more than")
}

func TestADescriptionOfRandomBytesIsSurvived(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	l := tests(t)
	var good [][]byte
	for _, name := range []string{"test_msgs/msg/MultiNested", "test_msgs/msg/WStrings", "std_srvs/srv/SetBool", "example_interfaces/action/Fibonacci"} {
		d, err := l.Description(name)
		require.NoError(t, err)
		good = append(good, cdr.Marshal(&d))
	}
	var data []byte
	for i := range fuzzn.N(t) {
		data = fuzzn.Mutate(rng, data, good[i%len(good)])
		survive(data)
	}
}

// survive takes a description that may be wrong and makes a message of it.
func survive(data []byte) {
	var d typedescription.TypeDescription
	l := NewLibrary()
	if cdr.Unmarshal(data, &d) != nil || l.AddDescription(&d) != nil {
		return
	}
	for _, name := range l.Names() {
		if m, err := l.Message(name); err == nil {
			_, _ = cdr.Encode(nil, m)
			_ = cdr.Unmarshal(data, m)
			_ = m.YAML(Style{Truncate: 10})
		}
		_, _ = l.DefinitionWithReferences(name)
	}
}

func FuzzDescription(f *testing.F) {
	d, err := Compiled().Description("sensor_msgs/msg/JointState")
	require.NoError(f, err)
	f.Add(cdr.Marshal(&d))
	f.Fuzz(func(_ *testing.T, data []byte) { survive(data) })
}
