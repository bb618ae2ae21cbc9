package plane_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/robot/percepts/plane"
)

func random(rng *rand.Rand) plane.Pose {
	return plane.Pose{X: 9 * (rng.Float64() - 0.5), Y: 6 * (rng.Float64() - 0.5), Theta: 2 * math.Pi * (rng.Float64() - 0.5)}
}

func equal(t *testing.T, want, got plane.Pose) {
	t.Helper()
	require.InDelta(t, want.X, got.X, 1e-9)
	require.InDelta(t, want.Y, got.Y, 1e-9)
	require.InDelta(t, 0, plane.Angle(want.Theta-got.Theta), 1e-9)
}

func TestAPoseAndItsInverseCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		p, q := random(rng), random(rng)
		equal(t, plane.Pose{}, p.Mul(p.Inverse()))
		equal(t, q, p.Inverse().Mul(p.Mul(q)))
		x, y := p.Local(p.Point(q.X, q.Y))
		require.InDelta(t, q.X, x, 1e-9)
		require.InDelta(t, q.Y, y, 1e-9)
		equal(t, p, p.Turned().Turned())
	}
}

// The goal that a robot attacks is at +x of its map, for both teams, in both halves.
func TestEachRobotAttacksTowardsPositiveXOfItsMap(t *testing.T) {
	for _, half := range []int{1, 2} {
		for _, team := range []plane.Team{plane.Red, plane.Blue} {
			defendedByBlue := 4.5 // x of that goal in world, in the first half
			if half == 2 {
				defendedByBlue = -4.5
			}
			attacked := defendedByBlue
			if team == plane.Blue {
				attacked = -defendedByBlue
			}
			side := plane.Attacks(team, half)
			equal(t, plane.Pose{X: 4.5, Y: 0}, plane.Pose{X: plane.Convert(side, plane.Pose{X: attacked}).X})
			rng := rand.New(rand.NewPCG(3, uint64(half)))
			for range 20 {
				p := random(rng)
				equal(t, p, plane.Convert(side, plane.Convert(side, p)))
			}
		}
		require.NotEqual(t, plane.Attacks(plane.Red, half), plane.Attacks(plane.Blue, half))
	}
	require.NotEqual(t, plane.Attacks(plane.Red, 1), plane.Attacks(plane.Red, 2), "half-time changes the ends")
}

func TestACovarianceTurnsWithItsFrame(t *testing.T) {
	c := plane.Cov2{XX: 0.04, YY: 0.01}
	r := c.Rotated(math.Pi / 2)
	require.InDelta(t, 0.01, r.XX, 1e-12)
	require.InDelta(t, 0.04, r.YY, 1e-12)
	require.InDelta(t, 4, c.Mahalanobis2(0.4, 0), 1e-12)
	d := c.Rotated(0.7)
	sin, cos := math.Sincos(0.7)
	require.InDelta(t, 4, d.Mahalanobis2(0.4*cos, 0.4*sin), 1e-9)
	require.True(t, d.Valid())
	require.False(t, plane.Cov2{XX: 1, YY: math.NaN()}.Valid())
	require.False(t, plane.Cov2{XX: 1, XY: 2, YY: 1}.Valid())
}
