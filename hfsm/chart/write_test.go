package chart

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// written writes a machine and reads it again.
func written(t testing.TB, m *Machine) *Machine {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, m.WriteYAML(&out))
	again, findings := ReadYAML("written.yaml", out.Bytes())
	require.Empty(t, findings, "%s", out.String())
	require.True(t, Equal(m, again), "%s", out.String())
	return again
}

func TestAMachineIsWrittenAsItIsRead(t *testing.T) {
	files, err := machineFiles()
	require.NoError(t, err)
	own, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	for _, file := range append(files, own...) {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		m, findings := ReadYAML(file, src)
		require.Empty(t, findings, file)
		written(t, m)
	}
}

func TestAPersonWouldWriteItSo(t *testing.T) {
	m := everything(t)
	var out bytes.Buffer
	require.NoError(t, m.WriteYAML(&out))
	golden := "testdata/everything.written"
	if os.Getenv("GOLDEN") != "" {
		require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), out.String())
}

// failing is a writer that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWhatYAMLCannotSayIsRefused(t *testing.T) {
	for want, m := range map[string]*Machine{
		"write m: it is written in lua itself": {Name: "m", Language: "lua", Unit: 7, Root: &State{}},
		"an activity named set":                {Name: "m", Root: &State{Entry: nil, States: []*State{{Name: "a", Do: []Action{{Name: "set"}}}}}},
		"a value without a type":               {Name: "m", Root: &State{}, Begin: []Action{{Name: "x", Args: []Arg{{Name: "y"}}}}},
		"UTF-8":                                {Name: "m", Root: &State{}, Description: "\xff"},
	} {
		require.ErrorContains(t, m.WriteYAML(&bytes.Buffer{}), want)
	}
	require.ErrorContains(t, everything(t).WriteYAML(failing{}), "disk full")
}

func TestChartsThatDifferAreNotEqual(t *testing.T) {
	require.True(t, Equal(everything(t), everything(t)))
	for name, change := range map[string]func(m *Machine){
		"name":   func(m *Machine) { m.Name = "x" },
		"enum":   func(m *Machine) { m.Parameters[1].Enum = nil },
		"layout": func(m *Machine) { m.Layout["a"] = Layout{} },
		"guard":  func(m *Machine) { m.Root.States[0].Transitions[0].If = nil },
		"state":  func(m *Machine) { m.Root.States = m.Root.States[1:] },
	} {
		m := everything(t)
		change(m)
		require.False(t, Equal(m, everything(t)), name)
		require.False(t, Equal(everything(t), m), name)
	}
}
