package gait_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/paper/gait"
	"gonao/motion/paper/gait/gaittest"
	"gonao/nao"
)

func newTFSWalk(t *testing.T, cfg gait.TFSConfig) *gait.TFS {
	t.Helper()
	e, err := gait.NewTFS(cfg)
	require.NoError(t, err)
	return e
}

func variants() map[string]gait.TFSConfig {
	return map[string]gait.TFSConfig{
		"joints": gait.TFSJoints(), "legs": gait.TFSLegs(), "joints adapted": gait.TFSJointsAdapted(), "legs adapted": gait.TFSLegsAdapted(),
	}
}

func TestTfsTheWalkKeepsTheRules(t *testing.T) {
	for name, cfg := range variants() {
		t.Run(name, func(t *testing.T) {
			gaittest.KeepsTheRules(t, newTFSWalk(t, cfg), gait.Owns)
			gaittest.RefusesNonsense(t, newTFSWalk(t, cfg))
			gaittest.WalksSymmetrically(t, newTFSWalk(t, cfg), cfg.Period)
			gaittest.AllocatesNothing(t, newTFSWalk(t, cfg))
		})
	}
}

// Over the Leg Interface the feet go up and down on the spot when the leg's angle has
// no amplitude.
func TestWithNoSpeedTheFeetGoUpAndDownOnTheSpot(t *testing.T) {
	cfg := gait.TFSLegs()
	cfg.ToeLift, cfg.Coronal, cfg.HipOffset = 0, 0, 0
	e := newTFSWalk(t, cfg)
	state, out := gaittest.Begin(e, nao.StandPosture())
	require.NoError(t, e.SetVelocity(gait.Velocity{}))
	gaittest.Run(e, &state, &out, 5*time.Second, nil)
	low, high := math.Inf(1), math.Inf(-1)
	gaittest.Run(e, &state, &out, time.Second, func() {
		left, right := nao.SoleInTorso(nao.LeftLeg, &out.Position), nao.SoleInTorso(nao.RightLeg, &out.Position)
		require.InDelta(t, left.P.X, right.P.X, 1e-3)
		require.InDelta(t, 1, left.AxisZ().Z, 1e-3)
		low, high = min(low, left.P.Z-right.P.Z), max(high, left.P.Z-right.P.Z)
	})
	require.Greater(t, high, 0.008)
	require.InDelta(t, high, -low, 1e-3)
}

// (13): for half the period the hip of the standing leg rolls out and the ankle of the
// swinging one by the same angle; both hips together never.
func TestTheCoronalMovementLiftsTheSwingingLegAndKeepsItsSoleLevel(t *testing.T) {
	cfg := gait.TFSJoints()
	cfg.Coronal, cfg.CoronalSlope, cfg.Width = 0.12, 0.2, 0
	e := newTFSWalk(t, cfg)
	state, out := gaittest.Begin(e, nao.StandPosture())
	gaittest.Run(e, &state, &out, 4*time.Second, nil)
	top := func() float64 {
		most := 0.0
		gaittest.Run(e, &state, &out, time.Second, func() {
			left, right := out.Position[nao.LHipRoll], -out.Position[nao.RHipRoll] // outwards
			require.True(t, left > -1e-9 && right > -1e-9)
			require.InDelta(t, 0, min(left, right), 1e-9)
			require.InDelta(t, left, -out.Position[nao.RAnkleRoll], 1e-9, "the pelvis leans left, the right sole does not")
			require.InDelta(t, right, out.Position[nao.LAnkleRoll], 1e-9)
			most = max(most, left, right)
		})
		return most
	}
	require.InDelta(t, 0.12, top(), 2e-3)
	require.NoError(t, e.SetVelocity(gait.Velocity{X: 0.3}))
	gaittest.Run(e, &state, &out, 4*time.Second, nil)
	require.InDelta(t, 0.06, top(), 2e-3, "its amplitude falls with the speed")
}

// (14): falling forward, both hips take the legs forward, and the filter keeps half.
func TestTheAccelerometerTakesBothLegsForwardWhenTheRobotFallsForward(t *testing.T) {
	cfg := gait.TFSLegs()
	cfg.Feedback = 0.2
	e := newTFSWalk(t, cfg)
	state, out := gaittest.Begin(e, nao.StandPosture())
	e.Stop()
	gaittest.Run(e, &state, &out, 2*time.Second, nil)
	before := out.Position
	state.Accelerometer[0] = -0.5 * 9.81 // half a g: 30° forward
	gaittest.Run(e, &state, &out, nao.CyclePeriod, nil)
	for _, j := range []nao.Joint{nao.LHipPitch, nao.RHipPitch} {
		require.InDelta(t, before[j]-0.05, out.Position[j], 1e-9, "half of 0.2 rad/g at once")
	}
	gaittest.Run(e, &state, &out, time.Second, nil)
	require.InDelta(t, before[nao.LHipPitch]-0.1, out.Position[nao.LHipPitch], 1e-9)
	require.InDelta(t, before[nao.LKneePitch], out.Position[nao.LKneePitch], 1e-9)
}

func TestTfsNumbersThatMakeNoSenseAreRefused(t *testing.T) {
	cfg := gait.TFSLegs()
	cfg.Period = 0
	_, err := gait.NewTFS(cfg)
	require.EqualError(t, err, "tfs walk: period: 0.0: expected 0.2 to 3 s")
}
