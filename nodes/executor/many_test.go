package executor

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/cdr"
)

// What users of other editors ask for: a machine that took thousands of transitions is as cheap to look at as one that took
// twenty. Bytes stand for the work, since they do not depend on the machine that runs the test.
func TestThousandsOfTransitionsMakeNothingLarger(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("quick.yaml", `
machine: quick
rate_hz: 100
initial: a
states:
  a: {transitions: [{after: 10ms, to: b}]}
  b: {transitions: [{after: 10ms, to: a}]}
`)
		deltas, err := ros.Subscribe[msgs.MachineDelta](w.robot, "machine/deltas", ros.TransientLocal(), ros.Depth(1000))
		require.NoError(t, err)
		stop := w.start(cfg)
		run := func(transitions int) (largest int) {
			for range transitions {
				require.NoError(t, w.state.Publish(msgs.RobotState{Stamp: ros.Stamp(w.bus.Clock().Now())}))
				w.bus.Advance(10 * time.Millisecond)
				synctest.Wait()
				for len(deltas.C()) > 0 {
					d := <-deltas.C()
					largest = max(largest, len(cdr.Marshal(&d)))
				}
			}
			return largest
		}
		size := func() int {
			a := ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](t, w, "machine/get_snapshot", msgs.GetMachineSnapshotRequest{})
			return len(cdr.Marshal(&a.Snapshot))
		}
		run(100) // its last 32 transitions are full
		delta, snapshot := run(100), size()
		run(5000)
		require.LessOrEqual(t, run(100), delta)
		require.LessOrEqual(t, size(), snapshot)
		a := ask[msgs.GetMachineTraceRequest, msgs.GetMachineTraceResponse](t, w, "machine/get_trace", msgs.GetMachineTraceRequest{})
		w.collect()
		require.LessOrEqual(t, len(a.Events), 2000, "what is remembered is bounded")
		require.Greater(t, w.last.Sequence, uint64(5000))
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
