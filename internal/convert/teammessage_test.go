package convert_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/convert"
	"gonao/robot/percepts/plane"
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
