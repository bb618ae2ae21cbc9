package executor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/scenario"
	"gonao/msgs"
)

func TestAnyMomentOfARunCanBeAskedFor(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine, cfg.HistoryDir = w.file("clockwork.yaml", clockwork), t.TempDir()
		stop := w.start(cfg)
		w.run(5500 * time.Millisecond)
		h := ask[msgs.GetMachineHistoryRequest, msgs.GetMachineHistoryResponse](t, w, "machine/get_history", msgs.GetMachineHistoryRequest{})
		require.True(t, h.Success, h.Message)
		require.Len(t, h.Parts, 1)
		require.Equal(t, "clockwork", h.Parts[0].Machine)
		require.Len(t, h.Lanes, 1)
		require.Positive(t, h.Bytes)
		var states []string
		for _, v := range h.Lanes[0].Intervals {
			states = append(states, v.State)
		}
		require.Equal(t, []string{"tick", "tock", "tick", "tock", "tick", "tock"}, states)
		require.True(t, h.Lanes[0].Intervals[5].Open)

		moment := func(q msgs.GetMachineMomentRequest) msgs.GetMachineMomentResponse {
			return ask[msgs.GetMachineMomentRequest, msgs.GetMachineMomentResponse](t, w, "machine/get_moment", q)
		}
		for _, v := range h.Lanes[0].Intervals {
			m := moment(msgs.GetMachineMomentRequest{Part: 1, Time: (v.Begin + v.End) / 2, Explain: true})
			require.True(t, m.Success, m.Message)
			require.Equal(t, v.State, m.Snapshot.Path)
			require.InDelta(t, (v.Begin+v.End)/2, m.Snapshot.Time, 1e-6)
			require.NotEmpty(t, m.Transitions, "why it was not taken")
		}
		turns := int64(0)
		for _, e := range h.Events {
			if e.Event.Kind != msgs.MachineEventTransition {
				continue
			}
			m := moment(msgs.GetMachineMomentRequest{Part: e.Part, ByNumber: true, Number: e.Event.Number})
			require.True(t, m.Success, m.Message)
			require.Equal(t, e.Event.Target, m.Snapshot.Path)
			if e.Event.Target == "tock" {
				turns++
			}
			require.Equal(t, turns, m.Snapshot.Values[0].IntValue)
		}
		require.EqualValues(t, 3, turns)
		for _, q := range []msgs.GetMachineScenarioRequest{{Part: 1}, {Part: 1, FromTime: 2.5, ToTime: 5.3}} {
			a := ask[msgs.GetMachineScenarioRequest, msgs.GetMachineScenarioResponse](t, w, "machine/get_scenario", q)
			require.True(t, a.Success, a.Message)
			all, findings := scenario.Read("run_test.yaml", []byte(a.Text))
			require.Empty(t, findings)
			model, err := hfsm.Load("clockwork.yaml", []byte(clockwork), nil)
			require.NoError(t, err)
			result, err := all[0].Run(model, scenario.Options{})
			require.NoError(t, err)
			require.Empty(t, result.Faults)
			changed, err := hfsm.Load("clockwork.yaml", []byte(strings.Replace(clockwork, "1s", "900ms", 1)), nil)
			require.NoError(t, err)
			result, err = all[0].Run(changed, scenario.Options{})
			require.NoError(t, err)
			require.NotEmpty(t, result.Faults, "the machine was changed")
		}
		require.Contains(t, moment(msgs.GetMachineMomentRequest{Part: 9}).Message, "not remembered")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
		files, err := filepath.Glob(filepath.Join(cfg.HistoryDir, "*", "*", "machine", "*.trace"))
		require.NoError(t, err)
		require.Len(t, files, 1)
	})
}

func TestWithoutADirectoryNoHistoryIsKept(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		cfg.Machine = w.file("clockwork.yaml", clockwork)
		stop := w.start(cfg)
		w.run(time.Second)
		h := ask[msgs.GetMachineHistoryRequest, msgs.GetMachineHistoryResponse](t, w, "machine/get_history", msgs.GetMachineHistoryRequest{})
		require.False(t, h.Success)
		require.Contains(t, h.Message, "history_dir")
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}

// A directory that cannot be used is a warning: the machine runs.
func TestADirectoryThatCannotBeUsedStopsNothing(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		cfg := DefaultConfig()
		file := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		cfg.Machine, cfg.HistoryDir = w.file("clockwork.yaml", clockwork), file
		stop := w.start(cfg)
		w.run(2500 * time.Millisecond)
		now := ask[msgs.GetMachineSnapshotRequest, msgs.GetMachineSnapshotResponse](t, w, "machine/get_snapshot", msgs.GetMachineSnapshotRequest{})
		require.Equal(t, "tick", now.Snapshot.Path)
		require.NoError(t, stop())
		require.NoError(t, w.robot.Close())
	})
}
