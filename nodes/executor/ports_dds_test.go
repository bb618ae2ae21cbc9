package executor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/rmw"
)

// TestAMachineUsesTopicsServicesAndActionsOverDDS has the network between the machine and
// the programs that it calls, with messages whose types are known at run time only.
func TestAMachineUsesTopicsServicesAndActionsOverDDS(t *testing.T) {
	t.Setenv("ROS_DOMAIN_ID", strconv.Itoa(1+os.Getpid()%100)) // others test beside us
	t.Setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
	t.Setenv("CYCLONEDDS_URI", fmt.Sprintf("<CycloneDDS><Domain><Discovery><Tag>gonao_%d</Tag></Discovery></Domain></CycloneDDS>", os.Getpid()))
	open := func(name string, opts ros.NodeOptions) *ros.Node {
		backend, err := rmw.Open()
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, backend.Close()) })
		opts.Namespace = "nao1"
		n, err := ros.NewNode(context.Background(), backend, name, opts)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, n.Close()) })
		return n
	}
	cfg := DefaultConfig()
	cfg.Machine = filepath.Join(t.TempDir(), "bell.yaml")
	cfg.HotReload, cfg.OfferSkills = false, false
	require.NoError(t, os.WriteFile(cfg.Machine, []byte(bell), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	others := open("others", ros.NodeOptions{})
	var lamp, said atomic.Int32
	_, err := ros.Serve(others, "lamp/set", func(_ context.Context, q stdsrvs.SetBoolRequest) (stdsrvs.SetBoolResponse, error) {
		if q.Data {
			lamp.Add(1)
		}
		return stdsrvs.SetBoolResponse{Success: q.Data}, nil
	})
	require.NoError(t, err)
	_, err = ros.ServeAction(others, "announce", func(_ context.Context, g msgs.SayGoal, _ func(msgs.SayFeedback)) (msgs.SayResult, error) {
		if g.Text == "hello" && g.Volume == 0.5 {
			said.Add(1)
		}
		return msgs.SayResult{}, nil
	})
	require.NoError(t, err)
	rings, err := ros.Watch[stdmsgs.String](others, "doorbell")
	require.NoError(t, err)
	states, err := ros.Watch[msgs.MachineState](others, "machine_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	require.NoError(t, err)
	sonar, err := ros.Advertise[sensormsgs.Range](others, "sonar/left")
	require.NoError(t, err)
	state, err := ros.Advertise[msgs.RobotState](others, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	go func() {
		for now := range others.Clock.Tick(ctx, 50*time.Millisecond) {
			_ = state.Publish(msgs.RobotState{Stamp: ros.Stamp(now)})
			_ = sonar.Publish(sensormsgs.Range{Range: 0.25})
		}
	}()

	executor := open("executor", ros.NodeOptions{Parameters: &cfg})
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, executor, cfg) }()
	defer func() {
		cancel()
		require.NoError(t, <-ended)
	}()
	for end := time.After(2 * time.Minute); ; {
		select {
		case <-states.Updates():
		case <-end:
			s, _ := states.Get()
			t.Fatalf("the machine is in %q", s.Path)
		}
		if s, ok := states.Get(); ok && s.Path == "" && s.Source == "speak" {
			break
		}
	}
	require.EqualValues(t, 1, lamp.Load())
	require.EqualValues(t, 1, said.Load())
	ring, _ := rings.Get()
	require.Equal(t, "somebody is there", ring.Data)
}
