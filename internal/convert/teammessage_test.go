package convert_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/msgs"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/soccer/team"
)

func TestATopicsMessageHoldsAllOfATeamMessage(t *testing.T) {
	m := team.Message{
		Number: 3, Time: 17 * time.Second, Role: team.Striker, Pose: plane.Pose{X: 1, Y: -2, Theta: 0.5}, PoseDev: 0.25, Fallen: true, HasBall: true,
		Ball: [2]float64{3, -1}, BallSpeed: [2]float64{0.5, -0.25}, BallAge: 0.5, BallDev: 0.125, Target: [2]float64{4.5, 0}, TimeToBall: 2.5,
		Heard: true, Whistle: 15 * time.Second,
	}
	topic := convert.TeamMessage(&m)
	require.Equal(t, m, convert.FromTeamMessage(&topic))
	r := convert.TeamReport(&m)
	require.True(t, r.BallKnown)
	require.InDelta(t, 3, r.BallX, 1e-9)
	m.BallAge = 1.5
	require.False(t, convert.TeamReport(&m).BallKnown, "an old ball is not the teammate's sight")
}

func TestAMessageIsMadeOfWhatTheRobotBelieves(t *testing.T) {
	pose := msgs.PoseEstimate{X: 1, Y: 1, Theta: 1.5707963267948966, Covariance: [6]float64{0.04, 0, 0, 0.01}}
	m := convert.OwnTeamMessage(time.Minute, &pose, nil)
	require.False(t, m.HasBall)
	require.InDelta(t, 0.2, m.PoseDev, 1e-12)
	model := msgs.WorldModel{Ball: msgs.ModelBall{Known: true, MapX: 1, MapY: 2, Vx: 1, Covariance: [3]float64{0.01, 0, 0.0025}, Seen: ros.EpochStamp(time.Minute - time.Second)}}
	m = convert.OwnTeamMessage(time.Minute, &pose, &model)
	require.True(t, m.HasBall)
	require.InDelta(t, 1, m.BallAge, 1e-9)
	require.InDelta(t, 1, m.BallSpeed[1], 1e-12, "the velocity is in map")
	require.InDelta(t, 0.3, m.BallDev, 1e-12)
	require.Greater(t, m.TimeToBall, 1/0.25)
	model.Ball.Seen = ros.EpochStamp(time.Minute - 3*time.Second)
	require.False(t, convert.OwnTeamMessage(time.Minute, &pose, &model).HasBall, "it was seen too long ago")
}
