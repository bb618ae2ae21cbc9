package servo

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const (
	cycle      = nao.CyclePeriod
	speedDtSec = 0.012
)

// speedRun steps a controller n times while the joints follow at once, and returns the speeds of one joint.
func speedRun(c *SpeedController, at *nao.Joints, begin, n int, j nao.Joint) (speeds []float64) {
	for i := range n {
		before := at[j]
		measured := *at
		c.Step(time.Duration(begin+i)*cycle, speedDtSec, &measured, at)
		speeds = append(speeds, (at[j]-before)/speedDtSec)
	}
	return speeds
}

func TestAJointTakesItsSpeedAndRunsOutWhenNobodyAsksAgain(t *testing.T) {
	var c SpeedController
	at := nao.StandPosture()
	c.Set([]SpeedTarget{{nao.LKneePitch, 0.5}, {nao.RShoulderPitch, -1}}, 0, 600*time.Millisecond, &nao.Joints{})
	speeds := speedRun(&c, &at, 0, 50, nao.LKneePitch)
	require.InDelta(t, 0.5, speeds[20], 1e-9)
	require.InDelta(t, 0.5, speeds[49], 1e-9)
	require.Equal(t, 2, c.active)
	speeds = speedRun(&c, &at, 50, 20, nao.LKneePitch)
	require.InDelta(t, 0, speeds[19], 1e-12)
	require.False(t, c.Active())
	require.Less(t, at[nao.RShoulderPitch], 1.0)
	require.InDelta(t, nao.StandPosture()[nao.LElbowRoll], at[nao.LElbowRoll], 0, "nobody asked for it")
}

// Neither the speed jumps nor the angle leaves its range, at any joint and speed.
func TestEveryJointComesToRestAtTheEndOfItsRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for j := range nao.Joint(nao.NumJoints) {
		for range 4 {
			var c SpeedController
			at := nao.StandPosture()
			want := (rng.Float64()*2 - 1) * 1.5 * j.MaxSpeed()
			last := 0.0
			for i := range 500 {
				if i%20 == 0 {
					c.Set([]SpeedTarget{{j, want}}, time.Duration(i)*cycle, 0, &nao.Joints{})
				}
				before := at[j]
				measured := at
				c.Step(time.Duration(i)*cycle, speedDtSec, &measured, &at)
				speed := (at[j] - before) / speedDtSec
				require.LessOrEqual(t, math.Abs(speed), j.MaxSpeed()+1e-9, j)
				require.LessOrEqual(t, math.Abs(speed-last), 2*j.MaxSpeed()/speedAccelSec*speedDtSec+1e-9, "%s jumps from %g to %g rad/s", j, last, speed)
				require.InDelta(t, at[j], j.Clamp(at[j]), 0)
				last = speed
			}
			lo, hi := j.Range()
			if j != nao.HeadPitch && math.Abs(want) > 0.4*j.MaxSpeed() {
				require.InDelta(t, 0, min(at[j]-lo, hi-at[j]), 0.02, "%s at %g rad/s", j, want)
			}
		}
	}
}

func TestAJointThatIsHeldDoesNotRunAway(t *testing.T) {
	var c SpeedController
	var measured, at nao.Joints
	for i := range 200 {
		c.Set([]SpeedTarget{{nao.HeadYaw, 2}}, time.Duration(i)*cycle, 0, &nao.Joints{})
		c.Step(time.Duration(i)*cycle, speedDtSec, &measured, &at)
	}
	require.InDelta(t, windupRad+windupSec*2, at[nao.HeadYaw], 1e-9)
	measured[nao.HeadYaw] = math.NaN()
	c.Step(200*cycle, speedDtSec, &measured, &at)
	require.InDelta(t, windupRad+windupSec*2+2*speedDtSec, at[nao.HeadYaw], 1e-9, "a broken sensor holds nothing")
}

func TestTakesOverAJointThatMoves(t *testing.T) {
	var c SpeedController
	var at, moving nao.Joints
	moving[nao.HeadYaw] = 2
	c.Set([]SpeedTarget{{nao.HeadYaw, 0}}, 0, 0, &moving)
	speeds := speedRun(&c, &at, 0, 10, nao.HeadYaw)
	require.InDelta(t, 2-nao.HeadYaw.MaxSpeed()/speedAccelSec*speedDtSec, speeds[0], 1e-9)
	require.InDelta(t, 0, speeds[9], 1e-9)
}

func TestAWrongCommandIsRefused(t *testing.T) {
	for want, targets := range map[string][]SpeedTarget{
		"no joint; expected at least one":                     nil,
		"joint HeadYaw: NaN rad/s; expected a finite number":  {{nao.HeadYaw, math.NaN()}},
		"joint HeadYaw: +Inf rad/s; expected a finite number": {{nao.HeadYaw, math.Inf(1)}},
		"joint HeadYaw is there twice":                        {{nao.HeadYaw, 1}, {nao.HeadYaw, 2}},
		"Joint(25): no such joint":                            {{nao.NumJoints, 1}},
	} {
		err := CheckSpeeds(targets, 0)
		require.ErrorIs(t, err, ErrBadSpeeds)
		require.ErrorContains(t, err, want)
	}
	require.ErrorContains(t, CheckSpeeds([]SpeedTarget{{nao.HeadYaw, 1}}, time.Minute), "for 1m0s; expected 0 (500ms) to 10s")
	require.NoError(t, CheckSpeeds([]SpeedTarget{{nao.HeadYaw, 1}}, 0))
}

func TestStepAllocatesNothing(t *testing.T) {
	var c SpeedController
	var at nao.Joints
	c.Set([]SpeedTarget{{nao.HeadYaw, 1}, {nao.LKneePitch, 1}}, 0, MaxHold, &at)
	now := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		now += cycle
		c.Step(now, speedDtSec, &at, &at)
	}))
}
