package nao

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

func TestAQuaternionGivesTheRotationItCameFrom(t *testing.T) {
	for _, angles := range [][3]float64{{0.3, -0.7, 2.1}, {3.1, 0.2, -1}, {0, 1.5, 0}} {
		x := RollPitchYaw(angles[0], angles[1], angles[2])
		back := FromQuat(r3.Vec{X: 1}, quat.Scale(2, x.Quat()))
		require.InDeltaSlice(t, x.R[:], back.R[:], 1e-12)
		require.Equal(t, r3.Vec{X: 1}, back.P)
	}
	require.Equal(t, Identity(), FromQuat(r3.Vec{}, quat.Number{}))
}
