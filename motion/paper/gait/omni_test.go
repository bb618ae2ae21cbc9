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

func newWalk(t *testing.T, cfg gait.OmniConfig) *gait.Omni {
	t.Helper()
	e, err := gait.NewOmni(cfg)
	require.NoError(t, err)
	return e
}

func TestTheWalkKeepsTheRules(t *testing.T) {
	cfg := gait.OmniSimulated()
	gaittest.KeepsTheRules(t, newWalk(t, cfg), gait.Owns)
	gaittest.RefusesNonsense(t, newWalk(t, cfg))
	gaittest.WalksSymmetrically(t, newWalk(t, cfg), 1/cfg.Frequency)
	gaittest.AllocatesNothing(t, newWalk(t, cfg))
}

// Fig. 3 and 4 of the paper.
func TestTheCommonYawFollowsTheLegOnTheGroundWithoutAJump(t *testing.T) {
	for _, speed := range []float64{1.5, 2, 3} {
		const phase = -0.15
		const step = 1e-3
		last := gait.Yaw(0, speed, phase)
		changes, before := 0, nao.LeftLeg
		steepest := 2 / (2*math.Pi - math.Pi/speed)
		for phi := step; phi < 2*math.Pi; phi += step {
			left, right := gait.Swing(phi, speed, phase), -gait.Swing(phi+math.Pi, speed, phase)
			got := gait.Yaw(phi, speed, phase)
			require.LessOrEqual(t, math.Abs(got-last), steepest*step+1e-9, "it is as steep as a leg on the ground, never more")
			last = got
			now := nao.LeftLeg
			if got != left {
				now = nao.RightLeg
				require.InDelta(t, right, got, 0)
			}
			if left == right {
				now = before
			}
			require.True(t, gait.OnGround(phi+math.Pi*float64(now), speed, phase), "the leg it follows is on the ground")
			if now != before && phi > 2*step {
				changes++
				require.InDelta(t, left, right, 2*steepest*step, "it changes over where they cross")
				require.True(t, gait.OnGround(phi, speed, phase) && gait.OnGround(phi+math.Pi, speed, phase), "while both are linear")
			}
			before = now
		}
		require.InDelta(t, 2, changes, 1)
	}
}

// In a body with two hip yaws each leg has its own way, and neither motor jumps.
func TestWithTwoMotorsEachLegTurnsForItself(t *testing.T) {
	cfg := gait.OmniSimulated()
	cfg.TwoYaws = true
	e := newWalk(t, cfg)
	state, out := gaittest.Begin(e, nao.StandPosture())
	require.NoError(t, e.SetVelocity(gait.Velocity{Yaw: 0.6}))
	last, apart := e.RightHipYawPitch(), 0.0
	gaittest.Run(e, &state, &out, 10*time.Second, func() {
		require.InDelta(t, last, e.RightHipYawPitch(), nao.LHipYawPitch.MaxSpeed()*0.012+1e-9)
		last = e.RightHipYawPitch()
		apart = max(apart, math.Abs(last-out.Position[nao.LHipYawPitch]))
	})
	require.Greater(t, apart, 0.05)
	cfg.TwoYaws = false
	e = newWalk(t, cfg)
	state, out = gaittest.Begin(e, nao.StandPosture())
	require.NoError(t, e.SetVelocity(gait.Velocity{Yaw: 0.6}))
	gaittest.Run(e, &state, &out, 10*time.Second, func() {
		require.InDelta(t, out.Position[nao.LHipYawPitch], e.RightHipYawPitch(), 0.02)
	})
}

func TestASwingIsContinuousAndGoesAllTheWay(t *testing.T) {
	low, high := math.Inf(1), math.Inf(-1)
	last := gait.Swing(-1e-4, 2, 0.1)
	for phi := 0.0; phi < 2*math.Pi; phi += 1e-4 {
		s := gait.Swing(phi, 2, 0.1)
		require.InDelta(t, last, s, 3e-4)
		low, high, last = min(low, s), max(high, s), s
	}
	require.InDelta(t, -1, low, 1e-6)
	require.InDelta(t, 1, high, 1e-6)
}

// What the standing foot does to the ground is what was asked for, in a robot that does
// not slip: the mean speed of the feet on their linear way.
func TestTheStandingFootGoesBackAsFastAsTheRobotShallGo(t *testing.T) {
	cfg := gait.OmniSimulated()
	cfg.SpeedGain, cfg.SideGain, cfg.YawGain, cfg.Lean, cfg.Shift, cfg.ShiftSway, cfg.Width = 1, 1, 1, 0, 0, 0, 0
	for _, v := range []gait.Velocity{{X: 0.1}, {Y: 0.04}, {Yaw: 0.4}, {X: -0.08}, {Y: -0.03}, {Yaw: -0.3}} {
		e := newWalk(t, cfg)
		state, out := gaittest.Begin(e, nao.StandPosture())
		require.NoError(t, e.SetVelocity(v))
		gaittest.Run(e, &state, &out, 8*time.Second, nil)
		var moved gait.Velocity
		var sec float64
		last := out.Position
		for range 200 {
			gaittest.Run(e, &state, &out, nao.CyclePeriod, nil)
			a, b := nao.SoleInTorso(nao.LeftLeg, &last), nao.SoleInTorso(nao.LeftLeg, &out.Position)
			x, y := nao.SoleInTorso(nao.RightLeg, &last), nao.SoleInTorso(nao.RightLeg, &out.Position)
			last = out.Position
			if b.P.Z > y.P.Z { // the right one carries
				a, b = x, y
			}
			_, _, turn := a.Inverse().Mul(b).RollPitchYaw()
			moved.X -= b.P.X - a.P.X
			moved.Y -= b.P.Y - a.P.Y
			moved.Yaw -= turn
			sec += nao.CyclePeriod.Seconds()
		}
		moved = moved.Times(1 / sec)
		require.InDelta(t, v.X, moved.X, 0.35*math.Abs(v.X)+0.02, "%+v %+v", v, moved)
		require.InDelta(t, v.Y, moved.Y, 0.35*math.Abs(v.Y)+0.02, "%+v %+v", v, moved)
		require.InDelta(t, v.Yaw, moved.Yaw, 0.4*math.Abs(v.Yaw)+0.02, "%+v %+v", v, moved)
	}
}

func TestNumbersThatMakeNoSenseAreRefused(t *testing.T) {
	cfg := gait.OmniSimulated()
	cfg.SwingSpeed = 1
	_, err := gait.NewOmni(cfg)
	require.EqualError(t, err, "omnidirectional walk: swing_speed: 1.0: expected 1.1 to 4 1")
}
