package nao_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// slope returns the change per rad of a joint, by central differences.
func slope(q nao.Joints, j nao.Joint, at func(*nao.Joints) nao.Pose) (v, w r3.Vec) {
	const h = 1e-6
	a, b := q, q
	a[j] -= h
	b[j] += h
	xa, xb := at(&a), at(&b)
	v = r3.Scale(1/(2*h), r3.Sub(xb.P, xa.P))
	turn := xb
	turn.P, xa.P = r3.Vec{}, r3.Vec{}
	r := turn.Mul(xa.Inverse()).R
	return v, r3.Scale(1/(4*h), r3.Vec{X: r[7] - r[5], Y: r[2] - r[6], Z: r[3] - r[1]})
}

func TestJacobiansAreTheSlopesOfTheForwardKinematics(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range 20 {
		q := randomJoints(rng)
		for leg := range nao.Leg(nao.NumLegs) {
			var got [6][6]float64
			nao.SoleJacobian(leg, &q, &got)
			for column, j := range legJoints(leg) {
				v, w := slope(q, j, func(q *nao.Joints) nao.Pose { return nao.SoleInTorso(leg, q) })
				requireVec(t, v, r3.Vec{X: got[0][column], Y: got[1][column], Z: got[2][column]}, 1e-7, j)
				requireVec(t, w, r3.Vec{X: got[3][column], Y: got[4][column], Z: got[5][column]}, 1e-7, j)
			}
		}
		for arm, first := range []nao.Joint{nao.LShoulderPitch, nao.RShoulderPitch} {
			var got [6][5]float64
			nao.HandJacobian(nao.Arm(arm), &q, &got)
			hand := []nao.Link{nao.LinkLHand, nao.LinkRHand}[arm]
			for column := range 5 {
				v, w := slope(q, first+nao.Joint(column), func(q *nao.Joints) nao.Pose { return hand.InTorso(q) })
				requireVec(t, v, r3.Vec{X: got[0][column], Y: got[1][column], Z: got[2][column]}, 1e-7)
				requireVec(t, w, r3.Vec{X: got[3][column], Y: got[4][column], Z: got[5][column]}, 1e-7)
			}
		}
		var com [3][nao.NumJoints]float64
		nao.CoMJacobian(&q, &com)
		for j := range nao.Joint(nao.NumJoints) {
			v, _ := slope(q, j, func(q *nao.Joints) nao.Pose { return nao.Translation(nao.CoM(q)) })
			requireVec(t, v, r3.Vec{X: com[0][j], Y: com[1][j], Z: com[2][j]}, 1e-7, j)
		}
	}
}

func legJoints(leg nao.Leg) []nao.Joint {
	first := nao.LHipRoll
	if leg == nao.RightLeg {
		first = nao.RHipRoll
	}
	return []nao.Joint{nao.LHipYawPitch, first, first + 1, first + 2, first + 3, first + 4}
}

func TestJacobiansAllocateNothing(t *testing.T) {
	var q nao.Joints
	var sole [6][6]float64
	var hand [6][5]float64
	var com [3][nao.NumJoints]float64
	require.Zero(t, testing.AllocsPerRun(100, func() {
		nao.SoleJacobian(nao.LeftLeg, &q, &sole)
		nao.HandJacobian(nao.LeftArm, &q, &hand)
		nao.CoMJacobian(&q, &com)
		nao.ArmIK(nao.LeftArm, r3.Vec{X: 0.3}, 0, 0)
	}))
}
