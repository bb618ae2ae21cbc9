package executor

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
)

// A robot runs for hours: what a machine, its recorded trace, its history and a viewer keep is bounded. A machine with 50
// transitions a second fills in three minutes what is kept; after that nothing may be added but what a map or a slice has left
// over.
func TestTheMemoryOfARunningMachineIsLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("23 simulated minutes; TestThousandsOfTransitionsMakeNothingLarger is the short one")
	}
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.TraceDir, cfg.HistoryDir, cfg.HistoryMB = t.TempDir(), t.TempDir(), 1
		cfg.Machine = w.file("quick.yaml", `
machine: quick
rate_hz: 50
variables: {n: {type: int, initial: 0}}
initial: a
states:
  a: {entry: {set: {n: n + 1}}, transitions: [{after: 20ms, to: b}]}
  b: {transitions: [{after: 20ms, to: a}]}
`)
		stop := w.start(cfg)
		_, err := ros.Watch[msgs.MachineDelta](w.robot, "machine/deltas", ros.TransientLocal())
		require.NoError(t, err)
		w.run(200 * time.Millisecond)
		record := func(on bool) {
			a := ask[msgs.RecordTraceRequest, msgs.RecordTraceResponse](t, w, "machine/record_trace", msgs.RecordTraceRequest{Record: on, Name: "m.trace"})
			require.True(t, a.Success, a.Message)
		}
		record(true)
		objects := func() uint64 {
			w.trace, w.played = nil, nil
			runtime.GC()
			runtime.GC()
			var s runtime.MemStats
			runtime.ReadMemStats(&s)
			return s.HeapObjects
		}
		w.run(3 * time.Minute)
		before := objects()
		const more = 20 * time.Minute
		w.run(more)
		after := objects()
		require.Greater(t, w.last.Sequence, uint64((3*time.Minute+more)/(25*time.Millisecond)))
		require.Less(t, after, before+before/20, "tens of thousands of transitions leave nothing behind")
		record(false)
		written, err := os.Stat(filepath.Join(cfg.TraceDir, "m.trace"))
		require.NoError(t, err)
		require.Greater(t, written.Size(), int64(1_000_000))
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
