package nao_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

const degree = math.Pi / 180

// randomJoints draws a posture within the limits.
func randomJoints(rng *rand.Rand) nao.Joints {
	var q nao.Joints
	for j := range nao.Joint(nao.NumJoints) {
		low, high := j.Range()
		q[j] = low + rng.Float64()*(high-low)
	}
	return q
}

func requireVec(t *testing.T, want, got r3.Vec, tolerance float64, msg ...any) {
	t.Helper()
	require.InDelta(t, 0, r3.Norm(r3.Sub(want, got)), tolerance, msg...)
}

func TestStraightLegsStandAtTheKnownHeight(t *testing.T) {
	var zero nao.Joints
	require.InDelta(t, 0.3331, nao.StandHeight, 1e-4)
	requireVec(t, r3.Vec{Y: 0.05, Z: -nao.StandHeight}, nao.SoleInTorso(nao.LeftLeg, &zero).P, 1e-12)
	requireVec(t, r3.Vec{Y: -0.05, Z: -nao.StandHeight}, nao.SoleInTorso(nao.RightLeg, &zero).P, 1e-12)
}

func TestMassesAddUpToTheV6(t *testing.T) {
	require.InDelta(t, 5.360, nao.TotalMass(), 5e-4)
}

// The source has the head's inertia about its joint; the table about its centre of mass.
func TestTheHeadOfTheV6TurnsAboutItsJointAsMeasured(t *testing.T) {
	f := nao.LinkHead.Facts()
	m, c, in := f.Mass, f.CoM, f.Inertia
	for i, row := range []struct{ measured, got float64 }{
		{2.9298e-3, in[0] + m*(c.Y*c.Y+c.Z*c.Z)},
		{2.8386e-3, in[1] + m*(c.Z*c.Z+c.X*c.X)},
		{7.169e-4, in[2] + m*(c.X*c.X+c.Y*c.Y)},
		{3.7e-6, in[3] - m*c.X*c.Y},
		{-3.14e-5, in[4] - m*c.X*c.Z},
		{-7.38e-5, in[5] - m*c.Y*c.Z},
	} {
		require.InDelta(t, row.measured, row.got, 1e-7, i)
	}
}

func TestInertiasAreThoseOfRigidBodies(t *testing.T) {
	for l := range nao.Link(nao.NumLinks) {
		in := l.Facts().Inertia
		xx, yy, zz := in[0], in[1], in[2]
		require.Positive(t, min(xx, yy, zz), l)
		require.GreaterOrEqual(t, xx+yy, zz, l)
		require.GreaterOrEqual(t, yy+zz, xx, l)
		require.GreaterOrEqual(t, zz+xx, yy, l)
		require.Positive(t, xx*yy-in[3]*in[3], l)
	}
}

// mirror reflects a posture about the x-z plane.
func mirror(q nao.Joints) nao.Joints {
	m := q
	swap := func(l, r nao.Joint, sign float64) { m[l], m[r] = sign*q[r], sign*q[l] }
	m[nao.HeadYaw] = -q[nao.HeadYaw]
	for l, r := nao.LShoulderPitch, nao.RShoulderPitch; l <= nao.LWristYaw; l, r = l+1, r+1 {
		sign := -1.0
		if l == nao.LShoulderPitch {
			sign = 1
		}
		swap(l, r, sign)
	}
	for l, r := nao.LHipRoll, nao.RHipRoll; l <= nao.LAnkleRoll; l, r = l+1, r+1 {
		sign := 1.0
		if l == nao.LHipRoll || l == nao.LAnkleRoll {
			sign = -1
		}
		swap(l, r, sign)
	}
	swap(nao.LHand, nao.RHand, 1)
	return m
}

func TestMirroredPosturesGiveMirroredFeetAndCentreOfMass(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	head := nao.LinkHead.Facts() // the one part that is heavier on one side
	lopsided := 2*math.Abs(head.CoM.Y)*head.Mass/nao.TotalMass() + 1e-12
	for range 100 {
		q := randomJoints(rng)
		m := mirror(q)
		left, right := nao.SoleInTorso(nao.LeftLeg, &q).P, nao.SoleInTorso(nao.RightLeg, &m).P
		requireVec(t, r3.Vec{X: left.X, Y: -left.Y, Z: left.Z}, right, 1e-12)
		com, mirrored := nao.CoM(&q), nao.CoM(&m)
		requireVec(t, r3.Vec{X: com.X, Y: -com.Y, Z: com.Z}, mirrored, lopsided)
	}
}

func TestBothWaysThroughTheLinksAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		q := randomJoints(rng)
		var all [nao.NumLinks]nao.Pose
		nao.LinkPoses(&q, &all)
		for l := range nao.Link(nao.NumLinks) {
			one := l.InTorso(&q)
			requireVec(t, one.P, all[l].P, 1e-12, l)
			for i := range one.R {
				require.InDelta(t, one.R[i], all[l].R[i], 1e-12)
			}
		}
	}
}

func TestPosesInvertAndConvert(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		angle := func() float64 { return (2*rng.Float64() - 1) * 3 }
		x := nao.RollPitchYaw(angle(), angle()/2, angle())
		x.P = r3.Vec{X: angle(), Y: angle(), Z: angle()}

		back := x.Mul(x.Inverse())
		requireVec(t, r3.Vec{}, back.P, 1e-12)
		require.InDelta(t, 3, back.R[0]+back.R[4]+back.R[8], 1e-12)

		roll, pitch, yaw := x.RollPitchYaw()
		again := nao.RollPitchYaw(roll, pitch, yaw)
		v := r3.Vec{X: 0.3, Y: -0.5, Z: 0.7}
		requireVec(t, x.Rotate(v), again.Rotate(v), 1e-12)
		requireVec(t, x.Rotate(v), r3.Rotation(x.Quat()).Rotate(v), 1e-12)
	}
}

func TestCamerasLookWhereTheMakerSays(t *testing.T) {
	var q nao.Joints
	top := nao.CameraInTorso(nao.TopCamera, &q)
	requireVec(t, r3.Vec{X: 0.05871, Z: 0.06364 + 0.1265}, top.P, 1e-12)
	requireVec(t, r3.Vec{X: math.Cos(1.2 * degree), Z: -math.Sin(1.2 * degree)}, top.AxisZ(), 1e-12)
	requireVec(t, r3.Vec{Y: -1}, top.Rotate(r3.Vec{X: 1}), 1e-12, "the image's x is the robot's right")

	q[nao.HeadYaw] = math.Pi / 2
	bottom := nao.CameraInTorso(nao.BottomCamera, &q)
	requireVec(t, r3.Vec{Y: math.Cos(39.7 * degree), Z: -math.Sin(39.7 * degree)}, bottom.AxisZ(), 1e-12)
}

func TestIntrinsicsOfTheV6(t *testing.T) {
	k := nao.IntrinsicsOf(640, 480, nao.CameraFOVX, nao.CameraFOVY)
	require.InDelta(t, 618.6, k.Fx, 0.1)
	require.InDelta(t, 617.2, k.Fy, 0.1)
	u, v, ok := k.Project(k.Ray(17, 333))
	require.True(t, ok)
	require.InDelta(t, 17, u, 1e-9)
	require.InDelta(t, 333, v, 1e-9)
	_, _, ok = k.Project(r3.Vec{Z: -1})
	require.False(t, ok)
}

func TestLookingAtAPointPutsItInTheImageCentre(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, cam := range []nao.Camera{nao.TopCamera, nao.BottomCamera} {
		for range 100 {
			p := r3.Vec{X: 0.3 + rng.Float64(), Y: 2*rng.Float64() - 1, Z: 2*rng.Float64() - 1}
			yaw, pitch, ok := nao.LookAt(cam, p)
			require.True(t, ok)
			var q nao.Joints
			q[nao.HeadYaw], q[nao.HeadPitch] = yaw, pitch
			p_C := nao.CameraInTorso(cam, &q).Inverse().Apply(p)
			require.InDelta(t, 0, p_C.X, 1e-9)
			require.InDelta(t, 0, p_C.Y, 1e-9)
			require.Positive(t, p_C.Z)

			q[nao.HeadYaw], q[nao.HeadPitch] = nao.LookAlong(cam, p)
			requireVec(t, r3.Unit(p), nao.CameraInTorso(cam, &q).AxisZ(), 1e-9)
		}
	}
	_, _, ok := nao.LookAt(nao.TopCamera, r3.Vec{Z: 0.1265})
	require.False(t, ok, "nobody can look at his own neck")
}

func TestHeadPitchRangeFollowsTheShoulders(t *testing.T) {
	for _, row := range []struct{ yaw, low, high float64 }{
		{0, -38.5, 29.5}, {27.85, -38.5, 24.18}, {-62.45, -24.64, 17.19}, {119.4, -25.7, 18.89},
	} {
		low, high := nao.HeadPitchRange(row.yaw * degree)
		require.InDelta(t, row.low, low/degree, 0.05, row.yaw)
		require.InDelta(t, row.high, high/degree, 0.05, row.yaw)
	}
	yaw, pitch := nao.ClampHead(3, 1)
	require.InDelta(t, 119.5, yaw/degree, 0.01)
	require.InDelta(t, 18.9, pitch/degree, 0.1)
}

func TestKinematicsAllocateNothing(t *testing.T) {
	var q nao.Joints
	var poses [nao.NumLinks]nao.Pose
	require.Zero(t, testing.AllocsPerRun(100, func() {
		nao.LinkPoses(&q, &poses)
		_ = nao.CoM(&q)
		_ = nao.CameraInTorso(nao.TopCamera, &q)
		_ = nao.SoleInTorso(nao.LeftLeg, &q)
	}))
}
