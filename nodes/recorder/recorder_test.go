package recorder

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
)

// stage publishes what the recorder listens to.
type stage struct {
	truth    *ros.Publisher[msgs.GroundTruth]
	blobs    *ros.Publisher[msgs.ColorBlobArray]
	machine  *ros.Publisher[msgs.MachineState]
	feedback *ros.Publisher[msgs.PlayMotionFeedbackMessage]
	cycle    *ros.Publisher[msgs.CycleStats]
}

func newStage(t *testing.T, n *ros.Node) *stage {
	t.Helper()
	var s stage
	var err error
	s.truth, err = ros.Advertise[msgs.GroundTruth](n, "ground_truth", ros.SensorData())
	require.NoError(t, err)
	s.blobs, err = ros.Advertise[msgs.ColorBlobArray](n, "color_blobs", ros.SensorData())
	require.NoError(t, err)
	s.machine, err = ros.Advertise[msgs.MachineState](n, "machine_state", ros.TransientLocal(), ros.Depth(100))
	require.NoError(t, err)
	s.feedback, err = ros.Advertise[msgs.PlayMotionFeedbackMessage](n, "play_motion/_action/feedback")
	require.NoError(t, err)
	s.cycle, err = ros.Advertise[msgs.CycleStats](n, "cycle_stats")
	require.NoError(t, err)
	return &s
}

// show publishes a moment: the camera at the origin looks along x, the red ball
// stands offRad to its left.
func (s *stage) show(t *testing.T, at time.Duration, offRad float64) {
	t.Helper()
	stamp := ros.Stamp(time.Unix(0, int64(at)))
	truth := msgs.GroundTruth{
		Names: []string{"CameraTop_optical_frame", "ball_red", "torso"},
		Poses: make([]geometrymsgs.Pose, 3),
	}
	truth.Header.Stamp = stamp
	truth.Poses[0].Orientation = geometrymsgs.Quaternion{X: 0.5, Y: -0.5, Z: 0.5, W: -0.5}
	truth.Poses[1].Position = geometrymsgs.Point{X: math.Cos(offRad), Y: math.Sin(offRad)}
	require.NoError(t, s.truth.Publish(truth))
	blobs := msgs.ColorBlobArray{Blobs: []msgs.ColorBlob{{Color: "red", ImageAzimuth: float32(-offRad)}}}
	blobs.Header.Stamp = stamp
	require.NoError(t, s.blobs.Publish(blobs))
}

func (s *stage) machineAt(t *testing.T, m msgs.MachineState) {
	t.Helper()
	m.Stamp = ros.Stamp(time.Unix(0, int64(m.Time*float64(time.Second))))
	require.NoError(t, s.machine.Publish(m))
}

func TestARunIsMeasuredFromItsTopics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := inproc.NewBus()
		robot, err := ros.NewNode(t.Context(), bus, "robot", ros.NodeOptions{Namespace: "nao1"})
		require.NoError(t, err)
		defer robot.Close()
		s := newStage(t, robot)
		n, err := ros.NewNode(t.Context(), bus, "recorder", ros.NodeOptions{Namespace: "nao1"})
		require.NoError(t, err)
		defer n.Close()
		r := New(DefaultConfig())
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- r.Run(ctx, n) }()
		synctest.Wait()

		s.machineAt(t, msgs.MachineState{Machine: "follow", Path: "red", Target: "red"})
		s.machineAt(t, msgs.MachineState{Machine: "follow", Path: "red", Target: "red"}) // a heartbeat
		const off = 2 * math.Pi / 180
		for i := range 200 {
			s.show(t, time.Duration(i)*nao.CyclePeriod, off)
			synctest.Wait()
		}
		s.machineAt(t, msgs.MachineState{Machine: "follow", Path: "dance", Source: "red", Target: "dance", Sequence: 1, Time: 2.4})
		for reached := range uint32(4) {
			require.NoError(t, s.feedback.Publish(msgs.PlayMotionFeedbackMessage{Feedback: msgs.PlayMotionFeedback{PositionsReached: reached}}))
		}
		require.NoError(t, s.cycle.Publish(msgs.CycleStats{Cycles: 7}))
		synctest.Wait()
		cancel()
		require.NoError(t, <-ended)

		got := r.Record.Snapshot()
		require.Equal(t, "follow", r.Machine())
		require.Len(t, got.Trace, 2, "a heartbeat is no transition")
		require.Equal(t, "dance", got.Trace[1].Path)
		require.InDelta(t, 2.0, got.Following.AllMedianDeg, 1e-3)
		require.Greater(t, got.Following.Frames, 100)
		require.Equal(t, 3, got.Positions)
		cycle, _ := r.Stats()
		require.EqualValues(t, 7, cycle.Cycles)
	})
}
