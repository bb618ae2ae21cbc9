package motion

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAGoalCountsWhileItComesAnewAndEndsInAStand(t *testing.T) {
	m, b, f := onFeet(t)
	via := []Point{{X: 1}, {X: 1, Y: 1}}
	for range 5 {
		require.NoError(t, m.WalkGoal(via, 0.02, 0.03))
		b.run(m, 35, smooth(t))
		require.Equal(t, via, f.walk.fed)
		require.Zero(t, f.walk.stops, "nothing ends it meanwhile")
	}
	b.run(m, 45, smooth(t)) // half a second is 42 cycles
	require.Equal(t, 1, f.walk.stops, "once")
	require.False(t, m.AtGoal())
}

func TestAVelocityEndsAGoalAndIsNotDisturbedByIt(t *testing.T) {
	m, b, f := onFeet(t)
	require.NoError(t, m.WalkGoal([]Point{{X: 1}}, 0, 0))
	b.run(m, 5, smooth(t))
	require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	b.run(m, 25, smooth(t))
	require.InDelta(t, 0.2, f.walk.asked.X, 0)
	require.ErrorIs(t, m.WalkGoal([]Point{{X: 1}}, 0, 0), ErrCommanded)
	require.ErrorContains(t, m.WalkGoal([]Point{{X: 1}}, 0, 0), "a velocity")
	b.run(m, 60, smooth(t))
	require.NoError(t, m.WalkGoal([]Point{{X: 1}}, 0, 0), "the velocity does not count any more")
}

func TestAGoalIsRefusedWhileATaskHasTheLegsAndWhenItIsFar(t *testing.T) {
	m, b, _ := onFeet(t)
	require.ErrorIs(t, m.WalkGoal([]Point{{X: 60}}, 0, 0), ErrUnreachable)
	_, err := m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	b.run(m, 3, smooth(t))
	err = m.WalkGoal([]Point{{X: 1}}, 0, 0)
	require.ErrorIs(t, err, ErrCommanded)
	require.ErrorContains(t, err, "walk_to")
}
