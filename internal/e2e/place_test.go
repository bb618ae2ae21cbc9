package e2e

import (
	"context"
	"math"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
)

// TestARobotFindsItselfAndTheBallByItsCameras starts sim.launch.yaml with localization:=true, and moves the robot and
// the ball to some place. From the images of both head cameras the nodes must find the ball and the robot's pose, or
// the mirror image of that pose, as both halves of the field look alike.
func TestARobotFindsItselfAndTheBallByItsCameras(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes 13 s of processor time; make nightly STEPS=tests runs it")
	}
	s := newSandbox(t)
	s.observe()
	truth := subscribe[msgs.GroundTruth](s, "ground_truth")
	features := subscribe[msgs.FieldFeatures](s, "field_features")
	estimate := subscribe[msgs.PoseEstimate](s, "pose_estimate")
	model := subscribe[msgs.WorldModel](s, "world_model")
	launch := s.start("gonao", "launch", "sim.launch.yaml", "localization:=true", "balls:=false", "machine:=none", "socket:="+s.socket)
	await(t, truth, "a standing robot", func(m *msgs.GroundTruth) bool { return m.Poses[0].Position.Z > 0.28 })
	s.place(msgs.PlaceObjectRequest{Position: geometrymsgs.Point{X: -1.4, Y: 0.6}, Yaw: 0.4})
	s.place(msgs.PlaceObjectRequest{Object: "ball", Position: geometrymsgs.Point{X: 0.1, Y: 1.2}})
	for _, bottom := range []bool{false, true} {
		await(t, features, "features of each camera", func(m *msgs.FieldFeatures) bool { return m.BottomCamera == bottom })
	}
	const x, y, yaw = -1.4, 0.6, 0.4
	await(t, estimate, "the robot's place", func(m *msgs.PoseEstimate) bool {
		near := func(atX, atY, theta float64) bool {
			return math.Hypot(atX-x, atY-y) < 0.15 && math.Abs(math.Remainder(theta-yaw, 2*math.Pi)) < 0.1
		}
		return m.Localized && (near(m.X, m.Y, m.Theta) || near(-m.X, -m.Y, m.Theta+math.Pi))
	})
	sin, cos := math.Sincos(yaw)
	dx, dy := 0.1-x, 1.2-y
	await(t, model, "the ball", func(m *msgs.WorldModel) bool {
		return m.Ball.Known && math.Hypot(m.Ball.X-(cos*dx+sin*dy), m.Ball.Y-(cos*dy-sin*dx)) < 0.1
	})
	launch.signal(syscall.SIGINT)
	require.Zero(t, launch.exit())
}

// place moves the robot or a ball to a place.
func (s *sandbox) place(where msgs.PlaceObjectRequest) {
	s.t.Helper()
	client, err := ros.NewClient[msgs.PlaceObjectRequest, msgs.PlaceObjectResponse](s.node, "simulator/place")
	require.NoError(s.t, err)
	defer client.Close()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	require.NoError(s.t, client.WaitForServer(ctx))
	answer, err := client.Call(ctx, where)
	require.NoError(s.t, err)
	require.True(s.t, answer.Success, answer.Message)
}
