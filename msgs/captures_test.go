package msgs_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs/registry"
	testregistry "gonao/msgs/testdata/types/registry"
	"gonao/ros/cdr"
)

// capture is one sample of a real ROS 2, see testdata/README.md.
type capture struct {
	File          string          `json:"file"`
	Type          string          `json:"ros_type"`
	Used          int             `json:"used"`
	ServiceHeader *struct{}       `json:"service_header"`
	Decoded       json.RawMessage `json:"decoded"`
	DecodedFile   string          `json:"decoded_file"`
}

// serviceHeaderSize is what Cyclone's services put in front of the payload.
const serviceHeaderSize = 16

const captures = "testdata/captures"

// newMessage makes a message of any type that the tests know.
func newMessage(typeName string) cdr.Message {
	if m := registry.New(typeName); m != nil {
		return m
	}
	return testregistry.New(typeName)
}

func readCaptures(t *testing.T) []capture {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(captures, "index.json"))
	require.NoError(t, err)
	var all []capture
	require.NoError(t, json.Unmarshal(text, &all))
	require.NotEmpty(t, all)
	return all
}

func TestSamplesOfARealROSDecodeAndEncodeToTheSameBytes(t *testing.T) {
	for _, c := range readCaptures(t) {
		t.Run(c.File, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(captures, c.File))
			require.NoError(t, err)
			if c.ServiceHeader != nil {
				// The header is as long as two of the longest alignments, so the
				// payload stands as if it began after the encapsulation.
				data = append(data[:cdr.HeaderSize:cdr.HeaderSize], data[cdr.HeaderSize+serviceHeaderSize:]...)
				c.Used -= serviceHeaderSize
			}
			m := newMessage(c.Type)
			require.NotNil(t, m, "no type %s", c.Type)
			require.Equal(t, c.Type, m.TypeName())
			require.NoError(t, cdr.Unmarshal(data, m))

			expected := c.Decoded
			if c.DecodedFile != "" {
				expected, err = os.ReadFile(filepath.Join(captures, c.DecodedFile))
				require.NoError(t, err)
			}
			requireValue(t, expected, reflect.ValueOf(m).Elem(), c.Type)
			require.Equal(t, data[:c.Used], cdr.Marshal(m))
		})
	}
}

// requireValue compares JSON, with the names of ROS, with a Go value.
func requireValue(t *testing.T, expected json.RawMessage, actual reflect.Value, path string) {
	t.Helper()
	switch actual.Kind() {
	case reflect.Struct:
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(expected, &fields), path)
		delete(fields, "structure_needs_at_least_one_member")
		require.Len(t, fields, actual.NumField(), path)
		for name, value := range fields {
			field := actual.FieldByNameFunc(func(s string) bool {
				return strings.EqualFold(s, strings.ReplaceAll(name, "_", ""))
			})
			require.True(t, field.IsValid(), "%s has no field for %s", path, name)
			requireValue(t, value, field, path+"."+name)
		}
	case reflect.Slice, reflect.Array:
		var items []json.RawMessage
		require.NoError(t, json.Unmarshal(expected, &items), path)
		require.Len(t, items, actual.Len(), path)
		for i, item := range items {
			requireValue(t, item, actual.Index(i), path)
		}
	default:
		value := reflect.New(actual.Type())
		require.NoError(t, json.Unmarshal(expected, value.Interface()), path)
		require.Equal(t, value.Elem().Interface(), actual.Interface(), path)
	}
}

func TestTypeHashesAreThoseOfARealROS(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(captures, "typehashes.json"))
	require.NoError(t, err)
	var hashes map[string]string
	require.NoError(t, json.Unmarshal(text, &hashes))

	compared := map[string]bool{}
	check := func(name, hash string) {
		if expected, known := hashes[name]; known {
			require.Equal(t, expected, hash, name)
			compared[name] = true
		}
	}
	service := func(s cdr.ServiceType) {
		for _, part := range []cdr.Type{s.Type, s.Request, s.Response, s.Event} {
			check(part.Name, part.Hash)
		}
	}
	for _, name := range append(registry.Names(), testregistry.Names()...) {
		m := newMessage(name)
		check(m.TypeName(), m.TypeHash())
		if request, ok := m.(interface{ ServiceType() cdr.ServiceType }); ok {
			service(request.ServiceType())
		}
		if goal, ok := m.(interface{ ActionType() cdr.ActionType }); ok {
			a := goal.ActionType()
			for _, part := range []cdr.Type{a.Type, a.Goal, a.Result, a.Feedback, a.FeedbackMessage} {
				check(part.Name, part.Hash)
			}
			service(a.SendGoal)
			service(a.GetResult)
		}
	}
	for name := range hashes {
		if pkg, _, _ := strings.Cut(name, "/"); pkg != "action_tutorials_interfaces" {
			require.True(t, compared[name], "%s has a hash, but no type here", name)
		}
	}
	t.Logf("%d of %d hashes compared", len(compared), len(hashes))
	require.Greater(t, len(compared), 350)
}
