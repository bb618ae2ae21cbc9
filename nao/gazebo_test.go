package nao_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestGazebosNamesAreThoseItGivesItself(t *testing.T) {
	g := nao.GazeboNames{World: "w", Model: "m"}
	require.Equal(t, "/world/w/model/m/joint_state", g.JointState())
	require.Equal(t, "/model/m/joint/RHipYawPitch/0/cmd_pos", g.Position(nao.SecondHipYawPitch))
	require.Equal(t, "/world/w/control", g.Control())
	require.Equal(t, "/model/m/camera/bottom/camera_info", g.CameraInfo(nao.BottomCamera), "beside the image")
	require.Equal(t, "/model/m/fsr/RFsrRR", g.FSR(nao.RRearRight))
	require.Equal(t, "/model/m/touch/LFoot/Bumper/Left", g.Touch(nao.LFootBumperLeft))
	require.Equal(t, "/model/ball_red/joint/lift/0/cmd_pos", g.PositionOf("ball_red", nao.CarrierLift))
}
