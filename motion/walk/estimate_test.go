package walk

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestAMeasurementAfterALostCycleCountsForBoth(t *testing.T) {
	still := nao.State{Position: nao.StandPosture()}
	tipped := still
	tipped.Angles = [2]float64{0.1, -0.2}
	tipped.Gyroscope = [3]float64{0, 0, 0.5}
	estimate := func(cycles ...float64) (s estimator) {
		s.step(&still, nao.LeftLeg, 5, 0)
		for _, n := range cycles {
			s.step(&tipped, nao.LeftLeg, 5, n*nao.CyclePeriod.Seconds())
		}
		return s
	}
	each, lost := estimate(1, 1), estimate(2)
	require.InDelta(t, each.gyro[2], lost.gyro[2], 1e-12)
	require.InDelta(t, each.roll, lost.roll, 2e-4)
	require.InDelta(t, each.pitch, lost.pitch, 2e-4)
	require.Greater(t, lost.roll, 1.8*estimate(1).roll)
}
