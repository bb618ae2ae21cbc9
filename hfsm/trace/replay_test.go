package trace_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
)

func TestAReplayOfARandomMachineIsTheRunRecordByRecord(t *testing.T) {
	records, transitions, kinds := 0, uint64(0), map[hfsm.RecordKind]int{}
	drawn.Check(t, func(t *rapid.T) {
		model := drawn.Model(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		m, err := hfsm.New(model, &drawn.Host{Rand: rng})
		require.NoError(t, err)
		stream := m.Stream(1 << 14)
		var file bytes.Buffer
		out, err := trace.NewWriter(&file, model, nil)
		require.NoError(t, err)
		w := &drawn.World{Rand: rng, Now: time.Duration(rng.IntN(1e9))}
		m.OnTransition = func(tr hfsm.Transition) {
			transitions++
			if rng.IntN(20) == 0 {
				drawn.SetInput(m, "x", hfsm.IntValue(int64(rng.IntN(5))))
			}
		}
		for range 150 {
			w.Sense(m)
			_ = m.Tick(w.Now)
			if rng.IntN(60) == 0 {
				m.Reset(w.Now)
			}
			require.NoError(t, out.Drain(stream))
		}
		m.Stop(w.Now)
		require.NoError(t, out.Drain(stream))
		require.NoError(t, out.Flush())
		require.Zero(t, stream.Lost())
		replayed := replayText(t, file.String(), model)
		records += replayed.Records
		require.Equal(t, strings.Count(file.String(), "\n")-1, replayed.Records)
		for r := range m.Records(0) {
			kinds[r.Kind]++
		}
	})
	t.Log(records, "records", transitions, "transitions", kinds)
	for k := hfsm.RecordTick; k <= hfsm.RecordStop; k++ {
		if k != hfsm.RecordReload {
			require.Positive(t, kinds[k], "%s never happened", k)
		}
	}
}
