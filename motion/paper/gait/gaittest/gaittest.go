// Package gaittest holds the common tests of the paper's walks: no jump, no target outside the joints' ranges, no
// allocation, a start from any posture and a stop that ends.
package gaittest

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/paper/gait"
	"gonao/nao"
)

// Run steps a walk for d and calls see after each cycle.
func Run(e gait.Engine, state *nao.State, out *nao.Command, d time.Duration, see func()) {
	for end := state.Time + d; state.Time < end; {
		state.Time += nao.CyclePeriod
		state.Cycle++
		e.Step(state, out)
		if see != nil {
			see()
		}
	}
}

// Begin starts a walk from a posture that the joints can take.
func Begin(e gait.Engine, from nao.Joints) (state nao.State, out nao.Command) {
	state.Accelerometer = [3]float64{0, 0, 9.81}
	out.Position = from
	e.Begin(&state, &out)
	return state, out
}

// KeepsTheRules changes the velocity at random times, stops and starts again, and looks
// at every target: within its range, no further from the last one than the joint's top
// speed, and only joints that the walk moves.
func KeepsTheRules(t *testing.T, e gait.Engine, moves func(nao.Joint) bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var from nao.Joints
	for j := range nao.Joint(nao.NumJoints) {
		low, high := j.Range()
		from[j] = low + rng.Float64()*(high-low)
	}
	state, out := Begin(e, from)
	last := out.Position
	see := func() {
		for j := range nao.Joint(nao.NumJoints) {
			low, high := j.Range()
			at, moved := out.Position[j], math.Abs(out.Position[j]-last[j])
			if !(at >= low && at <= high) || !(moved <= j.MaxSpeed()*nao.CyclePeriod.Seconds()+1e-9) || !moves(j) && moved != 0 {
				require.Fail(t, "a rule is broken", "%s goes by %g to %g at %s", j, moved, at, state.Time)
			}
		}
		last = out.Position
	}
	for i := range 12 {
		state.Accelerometer[0] = rng.NormFloat64()
		if i%4 == 3 {
			e.Stop()
		} else {
			require.NoError(t, e.SetVelocity(gait.Velocity{X: rng.NormFloat64(), Y: rng.NormFloat64(), Yaw: 3 * rng.NormFloat64()}))
		}
		Run(e, &state, &out, time.Duration(float64(2*time.Second)*rng.Float64()), see)
	}
	state.Accelerometer[0] = 0
	e.Stop()
	Run(e, &state, &out, 15*time.Second, see)
	require.Equal(t, gait.Standing, e.Phase())
	rest := out.Position
	Run(e, &state, &out, time.Second, see)
	require.Equal(t, rest, out.Position, "it stands still")
}

// RefusesNonsense checks that numbers that are not finite are refused.
func RefusesNonsense(t *testing.T, e gait.Engine) {
	t.Helper()
	for _, v := range []gait.Velocity{{X: math.NaN()}, {Y: math.Inf(1)}, {Yaw: math.Inf(-1)}} {
		require.ErrorContains(t, e.SetVelocity(v), "expected finite numbers")
	}
	state, out := Begin(e, nao.StandPosture())
	require.NoError(t, e.SetVelocity(gait.Velocity{X: 0.1}))
	state.Accelerometer = [3]float64{math.NaN(), math.NaN(), math.NaN()}
	Run(e, &state, &out, 3*time.Second, func() {
		for j := range nao.Joint(nao.NumJoints) {
			require.False(t, math.IsNaN(out.Position[j]))
		}
	})
}

// WalksSymmetrically compares each half of a period with the mirror image of the other,
// straight ahead.
func WalksSymmetrically(t *testing.T, e gait.Engine, periodSec float64) {
	t.Helper()
	state, out := Begin(e, nao.StandPosture())
	require.NoError(t, e.SetVelocity(gait.Velocity{X: 0.1}))
	state.Time -= nao.CyclePeriod
	half := time.Duration(periodSec / 2 * float64(time.Second))
	const settle = 10 * time.Second
	var first nao.Joints
	e.Step(&state, &out)
	Run(e, &state, &out, settle, nil)
	first = out.Position
	// The last cycle is cut so that half a period passes exactly.
	Run(e, &state, &out, half/nao.CyclePeriod*nao.CyclePeriod, nil)
	state.Time += half % nao.CyclePeriod
	e.Step(&state, &out)
	for j := range nao.Joint(nao.NumJoints) {
		if !gait.Owns(j) {
			continue
		}
		other, sign := j.Mirror()
		require.InDelta(t, first[j], sign*out.Position[other], 1e-3, j)
	}
}

// AllocatesNothing counts the allocations of a step.
func AllocatesNothing(t *testing.T, e gait.Engine) {
	t.Helper()
	state, out := Begin(e, nao.StandPosture())
	require.NoError(t, e.SetVelocity(gait.Velocity{X: 0.1, Yaw: 0.1}))
	require.Zero(t, testing.AllocsPerRun(200, func() {
		state.Time += nao.CyclePeriod
		e.Step(&state, &out)
	}))
}
