package trace

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
)

func TestWhatCameBeforeTheFirstEntryIsReplayedWithItsTime(t *testing.T) {
	model := load(t, "machine: m\ninputs: {x: int}\ninitial: a\nstates: {a: {transitions: [{if: age(x) > 1.25, to: b}]}, b: {}}\n")
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	stream := m.Stream(100)
	in, _ := model.Input("x")
	m.SetIntAt(in, 1, 6*time.Second)
	require.True(t, m.PostAt(hfsm.Event{Name: "e"}, 6*time.Second))
	for now := 7 * time.Second; now < 8*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	require.Equal(t, "b", m.Path())
	var out bytes.Buffer
	w, err := NewWriter(&out, model, nil)
	require.NoError(t, err)
	require.NoError(t, w.Drain(stream))
	require.NoError(t, w.Flush())
	require.Contains(t, out.String(), `"name":"x","type":"int","value":1,"time":-1`)
	r, err := NewReader("t", bytes.NewReader(out.Bytes()))
	require.NoError(t, err)
	done, err := Replay(r, model, ReplayOptions{})
	require.NoError(t, err)
	require.Nil(t, done.Difference, "%v\n%s", done.Difference, out.String())
}
