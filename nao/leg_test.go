package nao_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// randomLegs draws angles of both legs within the joints' ranges that bend no
// knee backwards.
func randomLegs(rng *rand.Rand) nao.Joints {
	q := randomJoints(rng)
	q[nao.LKneePitch], q[nao.RKneePitch] = max(q[nao.LKneePitch], 0), max(q[nao.RKneePitch], 0)
	return q
}

func requireSamePose(t *testing.T, want, got nao.Pose, tolerance float64, msg ...any) {
	t.Helper()
	requireVec(t, want.P, got.P, tolerance, msg...)
	for i := range want.R {
		require.InDelta(t, want.R[i], got.R[i], tolerance, msg...)
	}
}

// hipAboveSole returns the distance of the hip from the plane through the ankle across the foot, m: on
// it the foot's roll no longer matters, and the inverse cannot determine it.
func hipAboveSole(leg nao.Leg, sole_T nao.Pose) float64 {
	p := r3.Sub(sole_T.Inverse().Apply(leg.HipInTorso()), r3.Vec{Z: nao.FootHeight})
	return math.Hypot(p.Y, p.Z)
}

func TestTheLegsInverseOfForwardGivesTheSameAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 1500 {
		q := randomLegs(rng)
		for leg := range nao.Leg(nao.NumLegs) {
			want := nao.LegAnglesOf(leg, &q)
			sole := nao.SoleInTorso(leg, &q)
			got, ok := nao.LegIK(leg, sole, want.HipYawPitch)
			require.True(t, ok, "%+v", want)
			requireSamePose(t, sole, got.Sole(leg), 1e-9)
			if want.KneePitch > 1e-3 {
				requireAngles(t, want, got, 1e-9)
			}
			if hipAboveSole(leg, sole) > 1e-3 && want.KneePitch > 1e-3 {
				yaw, ok := nao.LegYaw(leg, sole)
				require.True(t, ok)
				require.InDelta(t, want.HipYawPitch, yaw, 1e-9)
			}
		}
		left, right := nao.SoleInTorso(nao.LeftLeg, &q), nao.SoleInTorso(nao.RightLeg, &q)
		pair, exact := nao.LegsIK(left, right)
		if min(hipAboveSole(nao.LeftLeg, left), hipAboveSole(nao.RightLeg, right)) > 1e-3 {
			require.True(t, exact)
			requireSamePose(t, left, pair[nao.LeftLeg].Sole(nao.LeftLeg), 1e-9)
			requireSamePose(t, right, pair[nao.RightLeg].Sole(nao.RightLeg), 1e-9)
		}
	}
}

func requireAngles(t *testing.T, want, got nao.LegAngles, tolerance float64) {
	t.Helper()
	require.InDelta(t, want.HipYawPitch, got.HipYawPitch, tolerance)
	require.InDelta(t, want.HipRoll, got.HipRoll, tolerance)
	require.InDelta(t, want.HipPitch, got.HipPitch, tolerance)
	require.InDelta(t, want.KneePitch, got.KneePitch, tolerance)
	require.InDelta(t, want.AnklePitch, got.AnklePitch, tolerance)
	require.InDelta(t, want.AnkleRoll, got.AnkleRoll, tolerance)
}

func TestMirroredSolesNeedMirroredAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 1000 {
		sole := nao.RollPitchYaw(0.3*rng.NormFloat64(), 0.3*rng.NormFloat64(), 0.3*rng.NormFloat64())
		sole.P = r3.Vec{X: 0.1 * rng.NormFloat64(), Y: 0.05 + 0.05*rng.NormFloat64(), Z: -0.3 + 0.05*rng.NormFloat64()}
		hip := rng.Float64() - 0.5
		left, leftOK := nao.LegIK(nao.LeftLeg, sole, hip)
		right, rightOK := nao.LegIK(nao.RightLeg, mirroredPose(sole), hip)
		if left.AnklePitch > -1.18 && left.AnklePitch < 0.92 {
			require.Equal(t, leftOK, rightOK)
		}
		left.AnklePitch, right.AnklePitch = min(max(left.AnklePitch, -1.18), 0.92), min(max(right.AnklePitch, -1.18), 0.92) // the two limits differ a little
		requireAngles(t, left, right.Mirrored(), 1e-9)
	}
}

func mirroredPose(x nao.Pose) nao.Pose {
	for _, i := range [...]int{1, 3, 5, 7} {
		x.R[i] = -x.R[i]
	}
	x.P.Y = -x.P.Y
	return x
}

// A leg always keeps within its joints' limits; for a target out of reach, ok is false and the posture
// is the nearest.
func TestALegGoesToTheNearestPointOfATargetOutOfReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	unreached := 0
	for range 300 {
		target := nao.Translation(r3.Vec{X: 0.4*rng.Float64() - 0.2, Y: 0.3*rng.Float64() - 0.1, Z: -0.14 - 0.3*rng.Float64()})
		a, ok := nao.LegIK(nao.LeftLeg, target, 0)
		clamped, within := a.Clamp(nao.LeftLeg)
		require.True(t, within)
		requireAngles(t, clamped, a, 1e-12)
		require.GreaterOrEqual(t, a.KneePitch, 0.0)
		if ok {
			requireVec(t, target.P, a.Sole(nao.LeftLeg).P, 1e-9)
			continue
		}
		unreached++
		ankle := target.Apply(r3.Vec{Z: nao.FootHeight})
		off := r3.Norm(r3.Sub(ankle, ankleOf(a)))
		for range 60 { // no posture nearby is nearer
			q := a
			q.HipRoll += 0.03 * rng.NormFloat64()
			q.HipPitch += 0.03 * rng.NormFloat64()
			q.KneePitch += 0.03 * rng.NormFloat64()
			q, _ = q.Clamp(nao.LeftLeg)
			require.LessOrEqual(t, off, r3.Norm(r3.Sub(ankle, ankleOf(q)))+1e-9, "%+v", target.P)
		}
	}
	require.Greater(t, unreached, 100)
}

func ankleOf(a nao.LegAngles) r3.Vec {
	return a.Sole(nao.LeftLeg).Apply(r3.Vec{Z: nao.FootHeight})
}

func TestAStraightLegReachesItsLengthAndNoFurther(t *testing.T) {
	for _, row := range []struct {
		longer float64
		ok     bool
	}{{-1e-3, true}, {-1e-7, true}, {-1e-12, true}, {0, true}, {1e-6, false}, {0.1, false}} {
		sole := nao.Translation(r3.Vec{Y: 0.05, Z: -nao.StandHeight - row.longer})
		a, ok := nao.LegIK(nao.LeftLeg, sole, 0)
		require.Equal(t, row.ok, ok, row.longer)
		requireVec(t, r3.Vec{Y: 0.05, Z: -nao.StandHeight - min(row.longer, 0)}, a.Sole(nao.LeftLeg).P, 1e-9)
		require.InDelta(t, 1, a.Sole(nao.LeftLeg).AxisZ().Z, 1e-9)
	}
	_, ok := nao.LegIK(nao.LeftLeg, nao.Translation(r3.Vec{X: math.NaN()}), 0)
	require.False(t, ok)
	_, ok = nao.LegsIK(nao.Translation(r3.Vec{X: math.Inf(1)}), nao.Translation(r3.Vec{X: math.NaN()}))
	require.False(t, ok)
}

// With one motor for two hips, feet that point in different ways share the error.
func TestFeetThatNeedTwoHipYawsKeepPlaceAndNormalAndShareTheYaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for range 200 {
		left, right := nao.RollPitchYaw(0, 0, 0.4*rng.Float64()), nao.RollPitchYaw(0, 0, 0.4*rng.Float64())
		left.P = r3.Vec{X: 0.08*rng.Float64() - 0.04, Y: 0.05 + 0.03*rng.Float64(), Z: -0.31}
		right.P = r3.Vec{X: 0.08*rng.Float64() - 0.04, Y: -0.05 - 0.03*rng.Float64(), Z: -0.30}
		pair, exact := nao.LegsIK(left, right)
		require.False(t, exact)
		require.InDelta(t, pair[nao.LeftLeg].HipYawPitch, pair[nao.RightLeg].HipYawPitch, 0)
		l, r := pair[nao.LeftLeg].Sole(nao.LeftLeg), pair[nao.RightLeg].Sole(nao.RightLeg)
		requireVec(t, left.P, l.P, 1e-9)
		requireVec(t, right.P, r.P, 1e-9)
		require.InDelta(t, 1, l.AxisZ().Z, 1e-9)
		require.InDelta(t, 1, r.AxisZ().Z, 1e-9)
		least := squaredYaw(l, left) + squaredYaw(r, right)
		for _, off := range []float64{-1e-3, 1e-3} {
			hip := pair[nao.LeftLeg].HipYawPitch + off
			la, _ := nao.LegIK(nao.LeftLeg, left, hip)
			ra, _ := nao.LegIK(nao.RightLeg, right, hip)
			require.Greater(t, squaredYaw(la.Sole(nao.LeftLeg), left)+squaredYaw(ra.Sole(nao.RightLeg), right), least)
		}

		pair, _ = nao.LegsIKShared(left, right, 1)
		requireSamePose(t, left, pair[nao.LeftLeg].Sole(nao.LeftLeg), 1e-9, "the preferred foot is exact")
		pair, _ = nao.LegsIKShared(left, right, 0)
		requireSamePose(t, right, pair[nao.RightLeg].Sole(nao.RightLeg), 1e-9, "the preferred foot is exact")
	}
}

func squaredYaw(got, want nao.Pose) float64 {
	_, _, yaw := want.Inverse().Mul(got).RollPitchYaw()
	return yaw * yaw
}

func TestPuttingAPairWritesBothLegsAndNothingElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	q := randomLegs(rng)
	pair := nao.LegPair{nao.LegAnglesOf(nao.LeftLeg, &q), nao.LegAnglesOf(nao.RightLeg, &q)}
	var out nao.Joints
	pair.Put(&out)
	for j := range nao.Joint(nao.NumJoints) {
		if j >= nao.LHipYawPitch && j <= nao.RAnkleRoll {
			require.InDelta(t, q[j], out[j], 0, j)
		} else {
			require.Zero(t, out[j], j)
		}
	}
}

func TestTheInverseAllocatesNothing(t *testing.T) {
	left, right := nao.RollPitchYaw(0, 0, 0.3), nao.RollPitchYaw(0, 0, 0.1)
	left.P, right.P = r3.Vec{Y: 0.05, Z: -0.3}, r3.Vec{Y: -0.05, Z: -0.3}
	require.Zero(t, testing.AllocsPerRun(100, func() { nao.LegsIK(left, right) }))
}

func BenchmarkLegsIK(b *testing.B) {
	left, right := nao.RollPitchYaw(0, 0, 0.3), nao.RollPitchYaw(0, 0, 0.1)
	left.P, right.P = r3.Vec{Y: 0.05, Z: -0.3}, r3.Vec{Y: -0.05, Z: -0.3}
	b.ReportAllocs()
	for b.Loop() {
		nao.LegsIK(left, right)
	}
}
