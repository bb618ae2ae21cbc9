package motion_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/bag"
)

// recordRun records a second of a standing robot, with ground truth, into a bag.
func recordRun(t *testing.T, dir string) {
	g := tooltest.New(t)
	states, err := ros.Advertise[msgs.RobotState](g.Node, "robot_state")
	require.NoError(t, err)
	truth, err := ros.Advertise[msgs.GroundTruth](g.Node, "ground_truth")
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	var out tooltest.Buffer
	go func() {
		ended <- g.Run(ctx, &out, "bag", "record", "-o", dir, "/nao1/robot_state", "/nao1/ground_truth")
	}()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for cycle := 1; ctx.Err() == nil; cycle++ {
		<-tick.C
		if cycle%20 == 0 && written(dir, 80) {
			stop()
		}
		stamp := ros.Stamp(time.Unix(100, 0).Add(time.Duration(cycle) * nao.CyclePeriod))
		state := msgs.RobotState{Stamp: stamp, Accelerometer: [3]float32{0, 0, 9.81}, Fsr: [8]float32{6, 6, 6, 6, 6, 6, 6, 6}}
		for j, rad := range nao.StandPosture() {
			state.Position[j] = float32(rad)
		}
		require.NoError(t, states.Publish(state))
		require.NoError(t, truth.Publish(msgs.GroundTruth{
			Header: stdmsgs.Header{Stamp: stamp}, Names: []string{"ball", "torso"},
			Poses: []geometrymsgs.Pose{{}, {Position: geometrymsgs.Point{X: 0.01 * float64(cycle), Z: 0.31}, Orientation: geometrymsgs.Quaternion{W: 1}}},
		}))
	}
	require.NoError(t, <-ended, out.String())
}

// written reports whether a bag holds so many messages.
func written(dir string, messages uint64) bool {
	r, err := bag.Open(dir)
	if err != nil {
		return false
	}
	defer r.Close()
	return r.Info().Messages >= messages
}

func TestARecordedRunIsPlotted(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	recordRun(t, run)
	plots := filepath.Join(dir, "plots")
	out, _, err := tooltest.Gonao(t, "motion", "plot", run, "-o", plots)
	require.NoError(t, err)
	require.Equal(t, plots+": balance.png, feet.png, torques.png\n", out)
	for _, name := range []string{"balance.png", "feet.png", "torques.png"} {
		info, err := os.Stat(filepath.Join(plots, name))
		require.NoError(t, err)
		require.Greater(t, info.Size(), int64(1000), name)
	}
	_, _, err = tooltest.Gonao(t, "motion", "plot", run, "--robot", "nao2", "-o", plots)
	require.ErrorContains(t, err, "topic /nao2/robot_state: not in it")
	_, _, err = tooltest.Gonao(t, "motion", "plot", run, "-o", filepath.Join(run, "run_0.mcap", "below"))
	require.ErrorContains(t, err, "plot: ")
}
