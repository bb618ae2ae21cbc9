package trace_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
)

// load loads a machine without faults.
func load(t testing.TB, src string) *hfsm.Model {
	t.Helper()
	model, err := hfsm.Load("test.yaml", []byte(src), nil)
	require.NoError(t, err)
	return model
}

// start makes a machine without activities.
func start(t testing.TB, src string) *hfsm.Machine {
	t.Helper()
	m, err := hfsm.New(load(t, src), nil)
	require.NoError(t, err)
	return m
}

// at ticks a machine at some times, in ms.
func at(t testing.TB, m *hfsm.Machine, ms ...int) {
	t.Helper()
	for _, now := range ms {
		require.NoError(t, m.Tick(time.Duration(now)*time.Millisecond))
	}
}

// set sets an input of a machine.
func set(t testing.TB, m *hfsm.Machine, name string, v hfsm.Value) {
	t.Helper()
	_, ok := m.Model().Input(name)
	require.True(t, ok, name)
	drawn.SetInput(m, name, v)
}

// traceOf returns the trace of what run does with a machine.
func traceOf(t *testing.T, m *hfsm.Machine, run func()) string {
	t.Helper()
	var out strings.Builder
	stream := m.Stream(1 << 10)
	writer, err := trace.NewWriter(&out, m.Model(), nil)
	require.NoError(t, err)
	run()
	require.NoError(t, writer.Drain(stream))
	require.NoError(t, writer.Flush())
	return out.String()
}

// replayText replays a trace, which must come to the same.
func replayText(t require.TestingT, text string, model *hfsm.Model) trace.Replayed {
	reader, err := trace.NewReader("run.trace", strings.NewReader(text))
	require.NoError(t, err)
	replayed, err := trace.Replay(reader, model, trace.ReplayOptions{})
	require.NoError(t, err)
	if d := replayed.Difference; d != nil {
		_ = os.WriteFile(os.TempDir()+"/differs.trace", []byte(text), 0o600)
		require.NoError(t, d)
	}
	return replayed
}
