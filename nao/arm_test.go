package nao_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

func TestAnArmsInverseOfForwardReachesTheHandAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	same := 0
	for range 1500 {
		q := randomJoints(rng)
		for arm := range nao.Arm(nao.NumArms) {
			want := nao.ArmAnglesOf(arm, &q)
			hand := nao.HandInTorso(arm, &q)
			requireVec(t, hand, want.Hand(arm), 1e-12)
			got, ok := nao.ArmIK(arm, hand, want.ElbowYaw, want.WristYaw)
			require.True(t, ok, "%+v", want)
			requireVec(t, hand, got.Hand(arm), 1e-9)
			var put nao.Joints
			got.Put(arm, &put)
			for j := range nao.Joint(nao.NumJoints) {
				low, high := j.Range()
				require.True(t, put[j] == 0 || put[j] >= low && put[j] <= high)
			}
			if math.Abs(got.ElbowRoll-want.ElbowRoll) < 1e-6 && math.Abs(got.ShoulderRoll-want.ShoulderRoll) < 1e-6 {
				same++
			}
		}
	}
	require.Greater(t, same, 1500, "two postures may reach one place, but mostly it is the same")
}

func TestMirroredHandsNeedMirroredArms(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		p := r3.Vec{X: 0.2 * rng.Float64(), Y: 0.1 + 0.1*rng.NormFloat64(), Z: 0.1 + 0.1*rng.NormFloat64()}
		left, leftOK := nao.ArmIK(nao.LeftArm, p, -1, 0.5)
		right, rightOK := nao.ArmIK(nao.RightArm, r3.Vec{X: p.X, Y: -p.Y, Z: p.Z}, 1, -0.5)
		require.Equal(t, leftOK, rightOK)
		hand := right.Hand(nao.RightArm)
		requireVec(t, left.Hand(nao.LeftArm), r3.Vec{X: hand.X, Y: -hand.Y, Z: hand.Z}, 1e-6)
		hand = left.Mirrored().Hand(nao.RightArm)
		requireVec(t, left.Hand(nao.LeftArm), r3.Vec{X: hand.X, Y: -hand.Y, Z: hand.Z}, 1e-12)
	}
}

func TestAHandGoesTowardsAPlaceOutOfReach(t *testing.T) {
	a, ok := nao.ArmIK(nao.LeftArm, r3.Vec{X: 1, Y: 0.098 + 0.015, Z: 0.1}, 0, 0)
	require.False(t, ok)
	require.Greater(t, a.Hand(nao.LeftArm).X, 0.21, "the arm is stretched ahead")
	rng := rand.New(rand.NewPCG(25, 26))
	for range 100 {
		p := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		a, ok := nao.ArmIK(nao.RightArm, p, 0.3, 0)
		if ok {
			continue
		}
		off := r3.Norm(r3.Sub(p, a.Hand(nao.RightArm)))
		for _, joint := range []*float64{&a.ShoulderPitch, &a.ShoulderRoll, &a.ElbowRoll} {
			was := *joint
			for _, d := range []float64{-1e-3, 1e-3} {
				*joint = was + d
				var q nao.Joints
				a.Put(nao.RightArm, &q)
				if j := nao.RShoulderRoll; q[j] != j.Clamp(q[j]) || q[nao.RElbowRoll] != nao.RElbowRoll.Clamp(q[nao.RElbowRoll]) ||
					q[nao.RShoulderPitch] != nao.RShoulderPitch.Clamp(q[nao.RShoulderPitch]) {
					continue
				}
				require.Greater(t, r3.Norm(r3.Sub(p, a.Hand(nao.RightArm)))+1e-5, off)
			}
			*joint = was
		}
	}
	_, ok = nao.ArmIK(nao.LeftArm, r3.Vec{X: math.NaN()}, 0, 0)
	require.False(t, ok)
}

func TestLookingSomewhereStaysWithinTheNecksLimitsAndSaysByHowMuchItMisses(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	missed := 0
	for range 300 {
		p := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		yaw, pitch, miss := nao.LookAtWithin(nao.TopCamera, p)
		low, high := nao.HeadPitchRange(yaw)
		require.True(t, pitch >= low && pitch <= high && math.Abs(yaw) <= 2.0857)
		wantYaw, wantPitch, ok := nao.LookAt(nao.TopCamera, p)
		clampedYaw, clampedPitch := nao.ClampHead(wantYaw, wantPitch)
		reached := ok && clampedYaw == wantYaw && clampedPitch == wantPitch
		require.Equal(t, reached, miss < 1e-9)
		if !reached {
			missed++
		}
	}
	require.Greater(t, missed, 30)
	_, _, miss := nao.LookAtWithin(nao.TopCamera, r3.Vec{X: math.Inf(1)})
	require.InDelta(t, math.Pi, miss, 0)
	_, _, miss = nao.LookAtWithin(nao.TopCamera, r3.Vec{Z: 0.1265})
	require.Greater(t, miss, 0.1)
}
