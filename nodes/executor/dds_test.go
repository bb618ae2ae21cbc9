package executor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/ros"
	"gonao/ros/rmw"
)

// TestAMachinesFileIsChangedWhileSomebodyLooksOnOverDDS has what the bus of the other
// tests has not: the network between two participants, and a watch of real files.
func TestAMachinesFileIsChangedWhileSomebodyLooksOnOverDDS(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(101+os.Getpid()%100)) // others test beside us
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	open := func(name string, cfg *Config) *ros.Node {
		backend, err := rmw.Open()
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, backend.Close()) })
		opts := ros.NodeOptions{Namespace: "nao1"}
		if cfg != nil {
			opts.Parameters = cfg
		}
		n, err := ros.NewNode(context.Background(), backend, name, opts)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, n.Close()) })
		return n
	}
	cfg := DefaultConfig()
	cfg.Machine = filepath.Join(t.TempDir(), "clockwork.yaml")
	write := func(text string) { require.NoError(t, os.WriteFile(cfg.Machine, []byte(text), 0o600)) }
	write(strings.ReplaceAll(clockwork, "1s", "100ms"))
	ctx, cancel := context.WithCancel(t.Context())
	executor, robot := open("executor", &cfg), open("robot", nil)
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, executor, cfg) }()
	defer func() {
		cancel()
		require.NoError(t, <-ended)
	}()
	state, err := ros.Advertise[msgs.RobotState](robot, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	go func() {
		for now := range robot.Clock.Tick(ctx, 12*time.Millisecond) {
			_ = state.Publish(msgs.RobotState{Stamp: ros.Stamp(now)})
		}
	}()
	snapshots, err := ros.Watch[msgs.MachineSnapshot](robot, "machine/snapshot", ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	await := func(what string, holds func(*msgs.MachineSnapshot) bool) msgs.MachineSnapshot {
		t.Helper()
		for end := time.After(2 * time.Minute); ; {
			select {
			case <-snapshots.Updates():
				if s, ok := snapshots.Get(); ok && holds(&s) {
					return s
				}
			case <-end:
				s, _ := snapshots.Get()
				t.Fatalf("%s: never, last %+v", what, s)
			}
		}
	}
	await("runs", func(s *msgs.MachineSnapshot) bool { return s.Status == msgs.MachineSnapshotRunning && s.Path != "" })
	write(strings.Replace(clockwork, "to: tock", "to: tok", 1))
	// The file may be read while it is being written, and lacks something else then.
	s := await("a wrong file is told of", func(s *msgs.MachineSnapshot) bool { return strings.Contains(s.ReloadError, "clockwork.yaml:6:") })
	require.EqualValues(t, 1, s.Revision)
	write(strings.Replace(clockwork, "1s, to: tock", "1h, to: tock", 1))
	await("a right file is taken", func(s *msgs.MachineSnapshot) bool { return s.Revision == 2 && s.ReloadError == "" && s.Path == "tick" })

	client, err := ros.NewActionClient[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback](robot, "execute_skill")
	require.NoError(t, err)
	patience, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	goal, err := client.Send(patience, msgs.ExecuteSkillGoal{Call: "track_ball{color='red'}"}, nil)
	require.NoError(t, err)
	require.NoError(t, goal.Cancel(patience))
	result, status, err := goal.Result(patience)
	require.NoError(t, err)
	require.Equal(t, ros.StatusCanceled, status)
	require.Equal(t, msgs.ExecuteSkillResultCanceled, result.ErrorCode, result.ErrorMsg)
}
