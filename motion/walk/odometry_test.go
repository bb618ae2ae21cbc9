package walk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// walkedX returns how far ahead a puppet thinks it walked, and for how long it stepped.
func walkedX(t *testing.T, stepM float64) (ways, sec float64) {
	t.Helper()
	c := DefaultConfig()
	c.SpeedLearn, c.OdometryStep = 0, stepM
	p := newPuppet(t)
	require.NoError(t, p.e.Tune(c))
	require.NoError(t, p.e.SetVelocity(Velocity{X: 0.1}))
	for range 500 {
		if p.step(); p.e.stepping() {
			sec += nao.CyclePeriod.Seconds()
		}
	}
	require.Positive(t, sec)
	return p.e.Odometry().X, sec
}

func TestOdometryAddsTheWayThatAStepMakesUnseen(t *testing.T) {
	const stepM = 0.0012
	without, _ := walkedX(t, 0)
	with, sec := walkedX(t, stepM)
	require.InDelta(t, stepM*sec/DefaultConfig().Period, with-without, 0.003)
}

func TestARobotThatStandsGoesNowhere(t *testing.T) {
	p := newPuppet(t)
	p.run(100)
	from := p.e.Odometry()
	p.run(500)
	require.InDelta(t, from.X, p.e.Odometry().X, 1e-9)
}

func TestStepsAsideMakeLessOfTheUnseenWay(t *testing.T) {
	c := DefaultConfig()
	ahead := c.unseen(0)
	require.InDelta(t, c.OdometryStep/c.Period, ahead, 1e-12)
	for _, aside := range []float64{0.05, -0.05, 0.2, -0.2} {
		require.Less(t, c.unseen(aside), ahead, "%g m/s aside", aside)
		require.InDelta(t, c.unseen(aside), c.unseen(-aside), 1e-12)
	}
	require.Zero(t, c.unseen(2*c.MaxSide))
}
