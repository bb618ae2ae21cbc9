package nao

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMirroredTwiceIsTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var j Joints
	for i := range j {
		j[i] = rng.NormFloat64()
	}
	once := j.Mirror()
	require.NotEqual(t, j, once)
	require.Equal(t, j, once.Mirror())
	for i := range Joint(NumJoints) {
		other, sign := i.Mirror()
		back, backSign := other.Mirror()
		require.Equal(t, i, back)
		require.InDelta(t, 1, sign*backSign, 0)
	}
}

// The mirror image of a posture has its feet and hands where a mirror shows them.
func TestAMirroredPostureIsTheMirrorImageInSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var j Joints
		for i := range Joint(NumJoints) {
			lo, hi := i.Range()
			j[i] = lo + rng.Float64()*(hi-lo)
		}
		m := j.Mirror()
		left, right := SoleInTorso(LeftLeg, &j), SoleInTorso(RightLeg, &m)
		require.InDelta(t, left.P.X, right.P.X, 1e-9)
		require.InDelta(t, left.P.Y, -right.P.Y, 1e-9)
		require.InDelta(t, left.P.Z, right.P.Z, 1e-9)
		a, b := CoM(&j), CoM(&m)
		require.InDelta(t, a.X, b.X, 1e-3) // the maker's masses are not quite symmetrical
		require.InDelta(t, a.Y, -b.Y, 2e-3)
		require.InDelta(t, a.Z, b.Z, 1e-3)
	}
}

func TestBothSidesReachAsFarButForTheAnkles(t *testing.T) {
	for j := range Joint(NumJoints) {
		other, sign := j.Mirror()
		lo, hi := j.Range()
		mirrorLo, mirrorHi := other.Range()
		if sign < 0 {
			mirrorLo, mirrorHi = -mirrorHi, -mirrorLo
		}
		within := 1e-9
		if j == LAnklePitch || j == RAnklePitch {
			within = 0.01
		}
		require.InDelta(t, lo, mirrorLo, within, j)
		require.InDelta(t, hi, mirrorHi, within, j)
		require.InDelta(t, j.MaxSpeed(), other.MaxSpeed(), 0, j)
	}
}
