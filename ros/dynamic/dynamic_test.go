package dynamic

import (
	"bytes"
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
