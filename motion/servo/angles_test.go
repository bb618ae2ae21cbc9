package servo

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const dtSec = 0.012

// run steps n cycles and gives the fastest a joint went.
func run(c *AngleController, at *nao.Joints, now *time.Duration, n int, j nao.Joint) (fastest float64) {
	for range n {
		before := at[j]
		*now += nao.CyclePeriod
		c.Step(*now, dtSec, at)
		fastest = max(fastest, math.Abs(at[j]-before)/dtSec)
	}
	return fastest
}

func TestAJointGoesToItsAngleAtItsShareOfTheSpeed(t *testing.T) {
	var c AngleController
	at, now := nao.StandPosture(), time.Duration(0)
	c.Set([]AngleTarget{{nao.HeadYaw, 1}}, 0.1, now, &nao.Joints{})
	fastest := run(&c, &at, &now, 100, nao.HeadYaw)
	require.InDelta(t, 0.1*nao.HeadYaw.MaxSpeed(), fastest, 1e-9)
	require.Less(t, at[nao.HeadYaw], 1.0)
	require.True(t, c.Holds(nao.HeadYaw), "still on its way, long after the word")
	run(&c, &at, &now, 30, nao.HeadYaw)
	require.Equal(t, 1.0, at[nao.HeadYaw]) //nolint:testifylint // exactly there
	require.False(t, c.Holds(nao.HeadYaw))
}

func TestAStreamKeepsTheJointAndSilenceLetsItGo(t *testing.T) {
	var c AngleController
	at, now := nao.StandPosture(), time.Duration(0)
	for i := range 20 { // ten a second
		c.Set([]AngleTarget{{nao.LElbowYaw, -1 + 0.02*float64(i)}}, 1, now, &nao.Joints{})
		run(&c, &at, &now, 8, nao.LElbowYaw)
		require.True(t, c.Holds(nao.LElbowYaw))
	}
	require.InDelta(t, -1+0.02*19, at[nao.LElbowYaw], 1e-12)
	run(&c, &at, &now, int(keepAngle/nao.CyclePeriod)+1, nao.LElbowYaw)
	require.False(t, c.Holds(nao.LElbowYaw))
}

func TestAJointThatIsTakenOverDoesNotJerk(t *testing.T) {
	const j = nao.RShoulderPitch
	for _, speed := range []float64{0, 3, -3} {
		var c AngleController
		at, now := nao.StandPosture(), time.Duration(0)
		c.Set([]AngleTarget{{j, at[j] - 1}}, 1, now, &nao.Joints{j: speed})
		first := run(&c, &at, &now, 1, j)
		require.LessOrEqual(t, first, math.Abs(speed)+j.MaxSpeed()/accelSec*dtSec+1e-9)
		run(&c, &at, &now, 60, j)
		require.InDelta(t, nao.StandPosture()[j]-1, at[j], 0)
	}
}

func TestTheHeadStaysClearOfTheShouldersAndComesFree(t *testing.T) {
	var c AngleController
	at, now := nao.Joints{}, time.Duration(0)
	c.Set([]AngleTarget{{nao.HeadYaw, 1}, {nao.HeadPitch, 3}}, 1, now, &nao.Joints{})
	for range 100 {
		run(&c, &at, &now, 1, nao.HeadPitch)
		low, high := nao.HeadPitchRange(at[nao.HeadYaw])
		require.GreaterOrEqual(t, at[nao.HeadPitch], low)
		require.LessOrEqual(t, at[nao.HeadPitch], high)
	}
	require.InDelta(t, 1, at[nao.HeadYaw], 0)
	require.False(t, c.Holds(nao.HeadPitch), "it does not wait for what the shoulders forbid")
}

func TestWhatMakesNoSenseIsRefused(t *testing.T) {
	require.NoError(t, CheckAngles([]AngleTarget{{nao.HeadYaw, 99}}, 1))
	for want, c := range map[string]struct {
		targets []AngleTarget
		share   float64
	}{
		"speed 0: expected above 0, up to 1":   {[]AngleTarget{{nao.HeadYaw, 0}}, 0},
		"speed NaN":                            {[]AngleTarget{{nao.HeadYaw, 0}}, math.NaN()},
		"no joint; expected at least one":      {nil, 1},
		"HeadYaw to NaN; expected a finite":    {[]AngleTarget{{nao.HeadYaw, math.NaN()}}, 1},
		"joint HeadYaw is there twice":         {[]AngleTarget{{nao.HeadYaw, 0}, {nao.HeadYaw, 1}}, 1},
		"Joint(25): no such joint":             {[]AngleTarget{{nao.NumJoints, 0}}, 1},
		"joint RHand to -Inf; expected a fini": {[]AngleTarget{{nao.RHand, math.Inf(-1)}}, 1},
	} {
		err := CheckAngles(c.targets, c.share)
		require.ErrorIs(t, err, ErrBadAngles)
		require.ErrorContains(t, err, want)
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	var c AngleController
	at, now := nao.StandPosture(), time.Duration(0)
	targets := []AngleTarget{{nao.HeadYaw, 1}}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		c.Set(targets, 1, now, &nao.Joints{})
		now += nao.CyclePeriod
		c.Step(now, dtSec, &at)
	}))
}
