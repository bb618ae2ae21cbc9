package physics

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/robot/percepts/plane"
	"gonao/sim"
)

func TestABallUnderARobotThatLiesIsCovered(t *testing.T) {
	w := stage(t, plane.Pose{})
	require.Zero(t, w.Cover(0))
	require.InDelta(t, 0.2, w.Stance(0), 0.03)
	require.NoError(t, w.PlaceBall(0.35, 0))
	require.NoError(t, w.Step(nao.CyclePeriod))
	require.Zero(t, w.Cover(0), "the ball lies in front of the feet")
	require.NoError(t, w.Lay(0, plane.Pose{X: 0.1, Theta: 0}, sim.OnBack))
	require.NoError(t, w.Step(nao.CyclePeriod))
	b := &w.Plane.Ball
	w.Plane.Ball.X, w.Plane.Ball.Y = w.bodies[0].at.X, w.bodies[0].at.Y
	require.Greater(t, w.Cover(0), 0.9)
	b.X = math.Inf(1)
	require.Zero(t, w.Cover(0))
}
