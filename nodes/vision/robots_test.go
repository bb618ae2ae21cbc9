package vision

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	sv2 "gonao/msgs/soccer_vision_2d_msgs"
	sv3 "gonao/msgs/soccer_vision_3d_msgs"
	attributes "gonao/msgs/soccer_vision_attribute_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/vision/view"
)

func TestRobotsAreOnTheTopicsOfSoccerVision(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n, err := ros.NewNode(ctx, inproc.NewBus(), "vision", ros.NodeOptions{})
		require.NoError(t, err)
		defer n.Close()
		r, err := newRobotTopics(n, "")
		require.NoError(t, err)
		flat, err := ros.Subscribe[sv2.RobotArray](n, "soccer_vision_2d/robots")
		require.NoError(t, err)
		space, err := ros.Subscribe[sv3.RobotArray](n, "soccer_vision_3d/robots")
		require.NoError(t, err)
		synctest.Wait()
		lens := nao.Intrinsics{Fx: 618, Fy: 618, Cx: 320, Cy: 240}
		p := view.Posture{Joints: nao.StandPosture()}
		v, err := view.New(lens, view.Size{Width: 640, Height: 480}, nao.TopCamera, &p)
		require.NoError(t, err)
		header := stdmsgs.Header{FrameId: "CameraTop_optical_frame"}
		require.NoError(t, r.publish(&v, header, []percepts.SeenRobot{
			{X: 2.5, Y: 0.3, Side: percepts.OpponentSide, Number: 4, Confidence: 0.9}, {X: 3, Fallen: true, Side: percepts.OwnSide},
		}))
		synctest.Wait()
		in3d := <-space.C()
		require.Equal(t, "base_footprint", in3d.Header.FrameId)
		require.InDelta(t, 2.5, in3d.Robots[0].Bb.Center.Position.X, 1e-9)
		require.Equal(t, attributes.RobotTeamOpponent, in3d.Robots[0].Attributes.Team)
		require.EqualValues(t, 4, in3d.Robots[0].Attributes.PlayerNumber)
		require.Equal(t, attributes.RobotStateFallen, in3d.Robots[1].Attributes.State)
		in2d := <-flat.C()
		require.Equal(t, header.FrameId, in2d.Header.FrameId)
		box := in2d.Robots[0].Bb
		require.InDelta(t, 618*0.58/2.5, box.SizeY, 15, "its height at its distance")
		require.Less(t, box.Center.Position.X, 320.0, "on the left")
	})
}
