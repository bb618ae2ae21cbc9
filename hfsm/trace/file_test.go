package trace_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
	"gonao/internal/fuzzn"
)

// goes is a machine with levels whose leaf changes in each tick while go is set.
const goes = `
machine: goes
rate_hz: 1000
inputs: {go: bool, x: float, y: float, n: int}
initial: top
states:
  top:
    transitions: [{if: x > 1000, to: other}, {if: n > 5 and x < 0, to: other}]
    initial: mid
    states:
      mid:
        transitions: [{if: x > 2000, to: mid2}]
        initial: l0
        states:
          l0: {transitions: [{if: x > 500 or n > 9, to: l2}, {if: go and elapsed > 0, to: l1}]}
          l1: {transitions: [{if: x > 500 or n > 9, to: l0}, {if: go and elapsed > 0, to: l2}]}
          l2: {transitions: [{if: x > 500 or n > 9, to: l1}, {if: go and elapsed > 0, to: l0}]}
      mid2:
  other:
`

// recorded returns the trace of a short run, with a snapshot at its beginning.
func recorded(t testing.TB) (text string, model *hfsm.Model) {
	t.Helper()
	model = load(t, goes)
	m, err := hfsm.New(model, nil)
	require.NoError(t, err)
	w := &drawn.World{Rand: rand.New(rand.NewPCG(1, 1))}
	in, _ := model.Input("go")
	for range 20 {
		m.SetBool(in, true)
		w.Sense(m)
		_ = m.Tick(w.Now)
	}
	stream := m.Stream(1 << 12)
	var out bytes.Buffer
	writer, err := trace.NewWriter(&out, model, m.Snapshot())
	require.NoError(t, err)
	for range 20 {
		w.Sense(m)
		m.SetBool(in, true)
		_ = m.Tick(w.Now)
	}
	require.NoError(t, writer.Drain(stream))
	require.NoError(t, writer.Flush())
	return out.String(), model
}

func TestRandomlyDamagedTracesAreRefusedOrDifferAndNeverCrash(t *testing.T) {
	text, model := recorded(t)
	replayText(t, text, model)
	rng := rand.New(rand.NewPCG(8, 8))
	refused, differ := 0, 0
	for range fuzzn.N(t) / 20 {
		damaged := []byte(text)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(damaged))
			switch rng.IntN(4) {
			case 0:
				damaged[at] = byte(rng.IntN(256))
			case 1:
				damaged[at] = "0123456789{}[]\",:-.e"[rng.IntN(20)]
			case 2:
				damaged = damaged[:at+1]
			case 3:
				other := rng.IntN(len(damaged))
				n := min(rng.IntN(40), len(damaged)-at, len(damaged)-other)
				copy(damaged[at:at+n], damaged[other:other+n])
			}
		}
		reader, err := trace.NewReader("t", bytes.NewReader(damaged))
		if err != nil {
			refused++
			continue
		}
		out, err := trace.Replay(reader, model, trace.ReplayOptions{})
		switch {
		case err != nil:
			refused++
		case out.Difference != nil:
			differ++
		}
	}
	require.Positive(t, refused)
	require.Positive(t, differ)
}

func TestATraceGoesOnAfterALossFromTheNextSnapshot(t *testing.T) {
	m := start(t, goes)
	stream := m.Stream(16)
	var out bytes.Buffer
	writer, err := trace.NewWriter(&out, m.Model(), nil)
	require.NoError(t, err)
	in, _ := m.Model().Input("go")
	for k := range time.Duration(100) {
		m.SetBool(in, true)
		require.NoError(t, m.Tick(k*time.Millisecond))
		switch {
		case k < 20 || k > 60:
			require.NoError(t, writer.Drain(stream))
		case k == 60:
			require.NoError(t, writer.Drain(stream))
			require.NoError(t, writer.Snapshot(m.Snapshot()))
		}
	}
	require.NoError(t, writer.Flush())
	require.Positive(t, stream.Lost())
	reader, err := trace.NewReader("t", &out)
	require.NoError(t, err)
	replayed, err := trace.Replay(reader, m.Model(), trace.ReplayOptions{})
	require.NoError(t, err)
	require.Nil(t, replayed.Difference)
	require.Greater(t, replayed.Records, 100)
}
