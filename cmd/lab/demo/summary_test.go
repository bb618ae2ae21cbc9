package demo

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/lab/score"
	"gonao/msgs"
)

func TestOnlyWhatTheMachineDoesCanFail(t *testing.T) {
	dancing := score.Snapshot{Trace: []score.Transition{{TSec: 0, Path: "right"}, {TSec: 5, Path: "left", From: "right"}}}
	running := msgs.CycleStats{Cycles: 1000}
	for _, row := range []struct {
		name, machine string
		spoil         func(*score.Snapshot, *msgs.CycleStats)
		want          []string
	}{
		{"a machine that only dances need not find a ball", "dance", func(s *score.Snapshot, _ *msgs.CycleStats) { s.Positions = 12 }, []string{}},
		{"arms that do not move", "dance", func(*score.Snapshot, *msgs.CycleStats) {}, []string{"the arms reached no position"}},
		{"a ball that is never found", "follow_ball", func(s *score.Snapshot, _ *msgs.CycleStats) {
			s.Trace = []score.Transition{{TSec: 0, Path: "followBall/red"}}
		}, []string{"the head never found the ball"}},
		{"nothing at all", "", func(s *score.Snapshot, c *msgs.CycleStats) { s.Trace, c.Cycles = nil, 0 }, []string{"the state machine never started", "no robot_state came from the driver"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			record, cycles := dancing, running
			row.spoil(&record, &cycles)
			sum := sumUp(row.machine, record, cycles, msgs.SimulatorStats{}, 12)
			require.Equal(t, row.want, sum.Failures)
			for name := range sum.Verdicts {
				require.NotContains(t, name, "trace.", "only the paper's machine has the paper's trace")
			}
		})
	}
}

func TestARunThatAPersonEndsIsNoFailure(t *testing.T) {
	sum := summary{Failures: []string{"the head never found the ball"}}
	require.Error(t, sum.outcome())
	sum.Interrupted = true
	require.NoError(t, sum.outcome())
}

func TestNoLatencyIsJudgedWithoutAnAnswer(t *testing.T) {
	cycles := msgs.CycleStats{Cycles: 300, Realtime: true}
	require.NotContains(t, sumUp("dance", score.Snapshot{}, cycles, msgs.SimulatorStats{}, 3).Verdicts, "cycle.latency_p99_ms")
	cycles.LatencyP99 = 0.5
	require.Contains(t, sumUp("dance", score.Snapshot{}, cycles, msgs.SimulatorStats{}, 3).Verdicts, "cycle.latency_p99_ms")
}

func TestTheSummaryHoldsPlainNumbers(t *testing.T) {
	record := score.Snapshot{Trace: []score.Transition{{TSec: 0, Path: "followBall/red", To: "followBall/red"}}}
	sum := sumUp(paperMachine, record, msgs.CycleStats{Cycles: 10, Rate: 83.33, LatencyP99: 0.5, Realtime: true}, msgs.SimulatorStats{RealTimeFactor: 1}, 12)
	sum.Nodes = []string{"/nao1/motion"}
	dir := t.TempDir()
	require.NoError(t, sum.write(dir))
	text, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	require.NoError(t, err)
	var got map[string]any
	require.NoError(t, json.Unmarshal(text, &got))
	for _, key := range []string{"real_time_factor", "trace", "following", "dance", "cycle", "nodes", "verdicts"} {
		require.Contains(t, got, key)
	}
	require.Contains(t, got["verdicts"], "cycle.latency_p99_ms")
	var table strings.Builder
	sum.print(&table)
	require.Regexp(t, `trace.dance_at_10s +never +10 \+- 0.15 +not met`, table.String())
	require.Contains(t, got["verdicts"], "trace.dance_at_10s")
}

func TestABusyComputerIsSaidWhereFiguresAreMissed(t *testing.T) {
	sum := summary{LoadPerCore: 3, Verdicts: map[string]score.Verdict{"real_time_factor": score.AtLeast(0.5, 0.99)}}
	require.Contains(t, sum.busy(), "the computer was busy: 3.0 threads wanted each of its")
	sum.LoadPerCore = 0.7
	require.Empty(t, sum.busy(), "a quiet computer is no excuse")
	sum = summary{LoadPerCore: 3, Verdicts: map[string]score.Verdict{"real_time_factor": score.AtLeast(1, 0.99)}}
	require.Empty(t, sum.busy(), "nothing is missed")
}

func TestTheLoadIsAMeanOfSamples(t *testing.T) {
	var l load
	require.Zero(t, l.perCore())
	l.sample()
	require.Positive(t, l.perCore(), "this test runs")
}

func TestAStatusLineFitsTheTerminal(t *testing.T) {
	line := "  12.5 s  followBall/red     ball  1.3° off         real time × 1.00  7/7 up"
	require.Equal(t, line, clip(line, 0))
	require.Equal(t, line, clip(line, 200))
	require.Equal(t, "12.5 s followBall/red ball 1.3° off real time × 1.00 7/7 up", clip(line, 64))
	require.Equal(t, "12.5 s followBall/red ball 1.3° off re…", clip(line, 40))
}
