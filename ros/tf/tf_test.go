package tf_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/ros/tf"
)

const ms = time.Millisecond

// at is a time of a simulation.
func at(d time.Duration) time.Time { return time.Unix(0, 0).Add(d) }

func moved(parent, child string, t time.Duration, x tf.Transform) tf.Stamped {
	return tf.Stamped{Parent: parent, Child: child, Time: at(t), Transform: x}
}

func set(t *testing.T, b *tf.Buffer, s ...tf.Stamped) {
	t.Helper()
	for i := range s {
		require.NoError(t, b.Set(s[i]))
	}
}

func lookup(t *testing.T, b *tf.Buffer, target, source string, when time.Duration) tf.Transform {
	t.Helper()
	s, err := b.Lookup(target, source, at(when))
	require.NoError(t, err)
	require.Equal(t, target, s.Parent)
	require.Equal(t, source, s.Child)
	return s.Transform
}

func requireSame(t *testing.T, want, got tf.Transform, within float64, what ...any) {
	t.Helper()
	require.InDelta(t, 0, r3.Norm(r3.Sub(want.P, got.P)), within, what...)
	near := min(quat.Abs(quat.Sub(want.Q, got.Q)), quat.Abs(quat.Add(want.Q, got.Q)))
	require.InDelta(t, 0, near, within, what...)
}

func randomUnit(rng *rand.Rand) r3.Vec {
	for {
		v := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
		if n := r3.Norm(v); n > 1e-3 {
			return r3.Scale(1/n, v)
		}
	}
}

func randomPose(rng *rand.Rand) tf.Transform {
	x := tf.Rotation(randomUnit(rng), rng.Float64()*2*math.Pi)
	x.P = r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
	return x
}
