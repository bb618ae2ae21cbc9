package hfsm_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
	"gonao/internal/fuzzn"
)

func TestAReloadToAnotherRandomMachineLeavesAWholeMachine(t *testing.T) {
	drawn.Check(t, func(t *rapid.T) {
		a, b := drawn.Model(t), drawn.Model(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		m, err := hfsm.New(a, &drawn.Host{Rand: rng})
		require.NoError(t, err)
		w := &drawn.World{Rand: rng}
		for i := range 60 {
			w.Sense(m)
			if i%10 == 9 {
				a, b = b, a
				_, err := m.Reload(a)
				require.NoError(t, err)
			}
			_ = m.Tick(w.Now)
			hfsm.RequireWhole(t, m)
		}
	})
}

func TestASnapshotIsTheMachineAndAReplayMayBeginThere(t *testing.T) {
	drawn.Check(t, func(t *rapid.T) {
		model := drawn.Model(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		m, err := hfsm.New(model, &drawn.Host{Rand: rng})
		require.NoError(t, err)
		w := &drawn.World{Rand: rng}
		for range 60 {
			w.Sense(m)
			_ = m.Tick(w.Now)
		}
		w.Sense(m)
		taken := m.Snapshot()
		text, err := json.Marshal(taken)
		require.NoError(t, err)
		var sent hfsm.Snapshot
		require.NoError(t, json.Unmarshal(text, &sent))

		other, err := hfsm.New(model, nil)
		require.NoError(t, err)
		require.NoError(t, other.RestoreExactly(&sent))
		again, err := json.Marshal(other.Snapshot())
		require.NoError(t, err)
		require.JSONEq(t, string(text), string(again))

		stream := m.Stream(1 << 14)
		var out bytes.Buffer
		writer, err := trace.NewWriter(&out, model, &sent)
		require.NoError(t, err)
		for range 60 {
			_ = m.Tick(w.Now)
			w.Sense(m)
		}
		require.NoError(t, writer.Drain(stream))
		require.NoError(t, writer.Flush())
		reader, err := trace.NewReader("run.trace", &out)
		require.NoError(t, err)
		replayed, err := trace.Replay(reader, model, trace.ReplayOptions{})
		require.NoError(t, err)
		require.Nil(t, replayed.Difference, "%v", replayed.Difference)
	})
}

func TestARandomDocumentIsAlwaysInALegalConfigurationAndReplays(t *testing.T) {
	transitions := uint64(0)
	property := func(t *rapid.T) {
		text := drawn.Document(t)
		model, err := hfsm.Load("drawn.scxml", []byte(text), nil)
		require.NoError(t, err, text)
		m, err := hfsm.New(model, nil)
		require.NoError(t, err)
		stream := m.Stream(1 << 16)
		var file bytes.Buffer
		out, err := trace.NewWriter(&file, model, nil)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for tick := range 60 {
			switch rng.IntN(4) {
			case 0:
				drawn.SetInput(m, "go", hfsm.BoolValue(rng.IntN(2) == 0))
			case 1:
				m.Post(hfsm.Event{Name: fmt.Sprintf("e%d", 1+rng.IntN(4))})
			}
			_ = m.Tick(time.Duration(tick) * 10 * time.Millisecond)
			if m.Status() == hfsm.Running {
				hfsm.RequireLegal(t, m)
			}
			require.NoError(t, out.Drain(stream))
		}
		transitions += m.Sequence()
		require.NoError(t, out.Flush())
		require.Zero(t, stream.Lost())
		reader, err := trace.NewReader("drawn.trace", &file)
		require.NoError(t, err)
		replayed, err := trace.Replay(reader, model, trace.ReplayOptions{})
		require.NoError(t, err)
		require.Nil(t, replayed.Difference, text)
	}
	fuzzn.Draw(t, max(1, fuzzn.N(t)/100_000), property)
	require.Positive(t, transitions)
}
