package trace_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm"
	"gonao/hfsm/debug"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
)

func TestWhatADebuggerDoesIsReplayed(t *testing.T) {
	drawn.Check(t, func(t *rapid.T) {
		model := drawn.Model(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		m, err := hfsm.New(model, &drawn.Host{Rand: rng})
		require.NoError(t, err)
		d := debug.NewDebugger(m)
		stream := m.Stream(1 << 15)
		var file bytes.Buffer
		out, err := trace.NewWriter(&file, model, nil)
		require.NoError(t, err)
		w := &drawn.World{Rand: rng}
		for range 120 {
			w.Sense(m)
			switch rng.IntN(12) {
			case 0:
				d.Pause(w.Now)
			case 1:
				d.Resume(w.Now)
			case 2, 3:
				if d.Paused() {
					_ = d.StepTick()
				}
			case 4, 5:
				if d.Paused() && rng.IntN(4) == 0 {
					for moved, n := false, 0; !moved && n < 100; n++ {
						moved, _ = d.StepTowards()
					}
				}
			case 6:
				_ = d.Break(debug.Breakpoint{State: model.Paths()[rng.IntN(len(model.Paths()))], Once: rng.IntN(2) == 0})
			case 7:
				_ = d.Hold("x", hfsm.IntValue(int64(rng.IntN(4))))
			case 8:
				_ = d.Release("x")
			case 9:
				d.Finish("run", hfsm.Final)
			}
			_ = d.Tick(w.Now)
			require.NoError(t, out.Drain(stream))
			if file.Len() > 1<<20 {
				break
			}
		}
		require.NoError(t, out.Flush())
		require.Zero(t, stream.Lost())
		replayText(t, file.String(), model)
	})
}
