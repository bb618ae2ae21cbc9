package motionreport

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion"
)

func TestOdometryIsSurerTheLessTheRobotHasWalked(t *testing.T) {
	var d covariance
	var at [36]float64
	walk := func(metres float64, walking bool) float64 {
		from := d.last.X
		for i := range 101 {
			d.step(motion.Odometry{X: from + metres*float64(i)/100}, walking, d.falls)
		}
		d.pose(&at)
		return at[0]
	}
	stood := walk(0.5, false)
	require.Less(t, stood, 1e-4, "a stand that sways")
	require.InDelta(t, square(0.4), walk(10, true), 1e-3, "4 % of 10 m")
	require.InDelta(t, square(0.2), at[35], 1e-3)
	d.step(d.last, false, 1)
	d.pose(&at)
	require.Greater(t, at[0], square(0.5)-1e-3)
	require.Greater(t, at[35], square(0.5))
	for i, v := range at {
		require.Equal(t, i%7 == 0, v > 0, "the diagonal alone, %d", i)
	}
}
