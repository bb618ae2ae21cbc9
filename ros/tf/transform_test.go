package tf_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros/tf"
)

func TestAQuarterTurnToTheLeftTakesForwardToLeft(t *testing.T) {
	x := tf.Rotation(r3.Vec{Z: 1}, math.Pi/2)
	x.P = r3.Vec{X: 10}
	p := x.Apply(r3.Vec{X: 1})
	require.InDeltaSlice(t, []float64{10, 1, 0}, []float64{p.X, p.Y, p.Z}, 1e-15)
	down := tf.RollPitchYaw(0, math.Pi/2, 0).Rotate(r3.Vec{X: 1})
	require.InDeltaSlice(t, []float64{0, 0, -1}, []float64{down.X, down.Y, down.Z}, 1e-15)
	yawLast := tf.RollPitchYaw(math.Pi/2, 0, math.Pi/2).Rotate(r3.Vec{Y: 1})
	require.InDeltaSlice(t, []float64{0, 0, 1}, []float64{yawLast.X, yawLast.Y, yawLast.Z}, 1e-15)
}

func TestPosesAreAGroupThatKeepsLengths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		x, y, z := randomPose(rng), randomPose(rng), randomPose(rng)
		p, q := randomPose(rng).P, randomPose(rng).P
		requireSame(t, x.Mul(y).Mul(z), x.Mul(y.Mul(z)), 1e-12, "associative")
		requireSame(t, tf.Identity(), x.Mul(x.Inverse()), 1e-12, "inverse")
		requireSame(t, x, x.Mul(tf.Identity()), 1e-15, "neutral")
		require.InDelta(t, r3.Norm(r3.Sub(p, q)), r3.Norm(r3.Sub(x.Apply(p), x.Apply(q))), 1e-12, "rigid")
		pxy, step := x.Mul(y).Apply(p), x.Apply(y.Apply(p))
		require.InDelta(t, 0, r3.Norm(r3.Sub(pxy, step)), 1e-12)
	}
}

// rotationBetween is the angle between two rotations, rad.
func rotationBetween(a, b tf.Transform) float64 {
	q := quat.Mul(quat.Conj(a.Q), b.Q)
	return 2 * math.Atan2(math.Sqrt(q.Imag*q.Imag+q.Jmag*q.Jmag+q.Kmag*q.Kmag), math.Abs(q.Real))
}

func TestInterpolationTurnsTheShortWayAtConstantSpeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		x, y := randomPose(rng), randomPose(rng)
		if rng.IntN(2) == 0 { // nearly the same
			y = x.Mul(tf.Rotation(randomUnit(rng), math.Pow(10, -9*rng.Float64())))
		}
		whole, share := rotationBetween(x, y), rng.Float64()
		mid := x.Interpolate(y, share)
		require.InDelta(t, 1, quat.Abs(mid.Q), 1e-12)
		require.LessOrEqual(t, whole, math.Pi+1e-9)
		require.InDelta(t, share*whole, rotationBetween(x, mid), 1e-7)
		require.InDelta(t, (1-share)*whole, rotationBetween(mid, y), 1e-7)
		requireSame(t, x, x.Interpolate(y, 0), 1e-12)
		requireSame(t, y, x.Interpolate(y, 1), 1e-12)
		requireSame(t, mid, y.Interpolate(x, 1-share), 1e-9, "the same way back")
		flipped := y
		flipped.Q = quat.Scale(-1, y.Q)
		requireSame(t, mid, x.Interpolate(flipped, share), 1e-9, "the sign of a quaternion says nothing")
	}
}

func TestMessagesCarryPosesAndNothingElse(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		x := randomPose(rng)
		back, err := tf.FromMsg(x.Msg())
		require.NoError(t, err)
		requireSame(t, x, back, 1e-15)
	}
	m := tf.Identity().Msg()
	m.Rotation.W = 1.004 // rounded on its way: taken, and made 1
	x, err := tf.FromMsg(m)
	require.NoError(t, err)
	require.InDelta(t, 1, quat.Abs(x.Q), 1e-15)
	for says, spoil := range map[string]func(*geometrymsgs.Transform){
		"length 0, expected 1":     func(m *geometrymsgs.Transform) { m.Rotation = geometrymsgs.Quaternion{} },
		"length 1.1, expected 1":   func(m *geometrymsgs.Transform) { m.Rotation.W = 1.1 },
		"expected finite numbers":  func(m *geometrymsgs.Transform) { m.Rotation.X = math.NaN() },
		"translation (0, NaN, 0)":  func(m *geometrymsgs.Transform) { m.Translation.Y = math.NaN() },
		"translation (0, 0, -Inf)": func(m *geometrymsgs.Transform) { m.Translation.Z = math.Inf(-1) },
	} {
		m := tf.Identity().Msg()
		spoil(&m)
		_, err := tf.FromMsg(m)
		require.ErrorContains(t, err, says)
	}
}
