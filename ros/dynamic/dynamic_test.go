package dynamic

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/msgs/registry"
	testregistry "gonao/msgs/testdata/types/registry"
	"gonao/ros/cdr"
)

// tests returns a library that knows the types for tests too.
func tests(tb testing.TB) *Library {
	tb.Helper()
	l := Compiled()
	require.NoError(tb, l.AddDir("../../msgs/testdata/types/definitions"))
	return l
}

func typeNames() []string { return append(registry.Names(), testregistry.Names()...) }

// random makes a random message of a generated type, and its bytes.
func random(tb testing.TB, rng *rand.Rand, name string) (cdr.Message, []byte) {
	tb.Helper()
	for most := 3; ; most-- {
		m := registry.New(name)
		if m == nil {
			m = testregistry.New(name)
		}
		fuzzn.Fill(rng, reflect.ValueOf(m).Elem(), most)
		if data, err := cdr.Encode(nil, m); err == nil {
			return m, data
		}
		require.Positive(tb, most, name)
	}
}

func TestEveryTypeHasTheBytesOfItsGeneratedOne(t *testing.T) {
	l := tests(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, name := range typeNames() {
		t.Run(name, func(t *testing.T) {
			m, err := l.Message(name)
			require.NoError(t, err)
			for range 10 {
				generated, data := random(t, rng, name)
				require.Equal(t, generated.TypeName(), m.TypeName())
				require.Equal(t, generated.TypeHash(), m.TypeHash())
				require.NoError(t, cdr.Unmarshal(data, m))
				require.Equal(t, data, cdr.Marshal(m))
			}
		})
	}
}

func TestANewMessageHasTheDefaultsOfItsDefinition(t *testing.T) {
	l := tests(t)
	for _, name := range typeNames() {
		m, err := l.Message(name)
		require.NoError(t, err)
		generated := registry.New(name)
		if generated == nil {
			generated = testregistry.New(name)
		}
		if d, ok := generated.(interface{ SetDefaults() }); ok {
			d.SetDefaults()
		}
		require.Equal(t, cdr.Marshal(generated), cdr.Marshal(m), name)
	}
}

func TestWhatAGeneratedTypeRefusesIsRefused(t *testing.T) {
	l := tests(t)
	rng := rand.New(rand.NewPCG(2, 1))
	names := typeNames()
	dynamic := map[string]*Message{}
	var data []byte
	for i := range fuzzn.N(t) {
		name := names[i%len(names)]
		if dynamic[name] == nil {
			m, err := l.Message(name)
			require.NoError(t, err)
			dynamic[name] = m
		}
		_, good := random(t, rng, name)
		data = fuzzn.Mutate(rng, data, good)
		compareDecoding(t, dynamic[name].New(), data)
	}
}

// compareDecoding decodes data with both kinds of message.
func compareDecoding(tb testing.TB, m *Message, data []byte) {
	tb.Helper()
	generated := registry.New(m.TypeName())
	if generated == nil {
		generated = testregistry.New(m.TypeName())
	}
	err, want := cdr.Unmarshal(data, m), cdr.Unmarshal(data, generated)
	if (err == nil) != (want == nil) {
		tb.Fatalf("%s: % x: %v, generated: %v", m.TypeName(), data, err, want)
	}
	if err != nil {
		return
	}
	require.Equal(tb, cdr.Marshal(generated), cdr.Marshal(m), m.TypeName())
	m.YAML(Style{})
}

func FuzzMessage(f *testing.F) {
	l := tests(f)
	names := typeNames()
	rng := rand.New(rand.NewPCG(4, 1))
	for i, name := range names {
		_, data := random(f, rng, name)
		f.Add(i, data)
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		if i < 0 || i >= len(names) {
			return
		}
		m, err := l.Message(names[i])
		require.NoError(t, err)
		compareDecoding(t, m, data)
	})
}

func TestEveryTypeIsReadAsItIsShown(t *testing.T) {
	l := tests(t)
	rng := rand.New(rand.NewPCG(3, 1))
	for _, name := range typeNames() {
		for i := range 6 {
			_, data := random(t, rng, name)
			m, err := l.Message(name)
			require.NoError(t, err)
			require.NoError(t, cdr.Unmarshal(data, m))
			text := m.YAML(Style{Flow: i%2 == 1})
			back := m.New()
			require.NoError(t, back.SetText(string(text), time.Time{}), "%s\n%s", name, text)
			if again := cdr.Marshal(back); !bytes.Equal(data, again) {
				t.Fatalf("%s: %s\nbecame %s", name, text, back.YAML(Style{}))
			}
		}
	}
}

func TestDefinitionsOfADirectoryAreFound(t *testing.T) {
	const debian = "/usr/share/test_interface_files"
	if _, err := os.Stat(debian); err != nil {
		t.Fatalf("%v: run: apt install ros2-test-interface-files", err)
	}
	l := NewLibrary()
	require.NoError(t, l.AddDir(debian), "a package")
	m, err := l.Message("test_interface_files/Strings")
	require.NoError(t, err)
	require.Equal(t, "test_interface_files/msg/Strings", m.TypeName())
	require.Contains(t, string(m.YAML(Style{})), "string_value_default1: Hello world!\n")
	_, err = l.Action("test_interface_files/action/Fibonacci")
	require.ErrorContains(t, err, "no definition of unique_identifier_msgs/msg/UUID", "it need other packages")

	l = Compiled()
	require.NoError(t, l.AddDir(filepath.Dir(debian)), "packages")
	a, err := l.Action("test_interface_files/action/Fibonacci")
	require.NoError(t, err)
	require.Equal(t, "test_interface_files/action/Fibonacci_SendGoal_Request", a.SendGoal.Request.Name)

	require.ErrorContains(t, l.AddDir(t.TempDir()), "expected <package>/msg/*.msg")
	require.ErrorContains(t, l.AddDir("nowhere"), "nowhere")
}

func TestPutSetsWhatAPathEndsAtAsYAMLDoes(t *testing.T) {
	l := tests(t)
	now := time.Unix(7, 9)
	rows := []struct {
		name, text string
		values     map[string]any
	}{
		{"geometry_msgs/msg/TwistStamped", "{header: auto, twist: {linear: {x: 0.5}}}", map[string]any{"twist.linear.x": 0.5}},
		{"gonao_msgs/msg/HeadCommand", "{stamp: {sec: -3, nanosec: 5}, mode: 1, yaw: 0.1, pitch: .nan}", map[string]any{
			"stamp.sec": int64(-3), "stamp.nanosec": int64(5), "mode": int64(1), "yaw": 0.1, "pitch": math.NaN(),
		}},
		{"gonao_msgs/action/MoveJoints_Goal", "{names: [HeadYaw, ''], positions: [0.0, 0.5]}", map[string]any{
			"names[0]": "HeadYaw", "names[1]": "", "positions[1]": 0.5,
		}},
		{"gonao_msgs/msg/ColorBlobArray", "{header: auto, blobs: [{}, {color: red, pixels: 7}]}", map[string]any{
			"blobs[1].pixels": int64(7), "blobs[1].color": "red",
		}},
		{"std_srvs/srv/SetBool_Request", "{data: true}", map[string]any{"data": true}},
		{"sensor_msgs/msg/Imu", "{header: auto, orientation_covariance: [0, 0, 0, 0, 0, 0, 0, 0, 1.5]}", map[string]any{"orientation_covariance[8]": 1.5}},
	}
	for _, row := range rows {
		got, err := l.Message(row.name)
		require.NoError(t, err)
		want := got.New()
		require.NoError(t, want.SetText(row.text, now))
		for path, v := range row.values {
			require.NoError(t, got.Put(path, v), path)
		}
		got.Stamp(now)
		require.Equal(t, cdr.Marshal(want), cdr.Marshal(got), row.name)
	}
	m, err := l.Message("gonao_msgs/msg/ColorBlobArray")
	require.NoError(t, err)
	before := cdr.Marshal(m)
	for path, v := range map[string]any{
		"hedder.stamp.sec": int64(1), "blobs": int64(1), "blobs[0]": "red", "blobs[0].pixels": int64(-1), "blobs[0].color": int64(1),
		"header": "auto", "head_yaw": 1e300, "": int64(1), "blobs[-1].color": "red", "width.x": int64(1), "width": int64(1) << 32,
	} {
		require.Error(t, m.Put(path, v), path)
	}
	require.Equal(t, before, cdr.Marshal(m), "what is refused changes nothing")
}
