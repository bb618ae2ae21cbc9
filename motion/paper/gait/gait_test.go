package gait_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/motion/paper/gait"
	"gonao/nao"
)

func TestVelocitiesBeyondTheLimitsAreScaledAndKeepTheirDirection(t *testing.T) {
	limit := gait.Velocity{X: 0.2, Y: 0.1, Yaw: 1}
	v, changed := gait.Velocity{X: 0.1}.Within(limit)
	require.False(t, changed)
	require.Equal(t, gait.Velocity{X: 0.1}, v)
	v, changed = gait.Velocity{X: 2, Y: 1, Yaw: -10}.Within(limit)
	require.True(t, changed)
	require.InDelta(t, 1, math.Hypot(math.Hypot(v.X/0.2, v.Y/0.1), v.Yaw), 1e-12)
	require.InDelta(t, v.X/0.2, -v.Yaw, 1e-12)
	v, changed = gait.Velocity{X: 0.1, Y: 0.1}.Within(gait.Velocity{X: 1})
	require.True(t, changed)
	require.Equal(t, gait.Velocity{X: 0.1}, v)
	require.Error(t, gait.Velocity{Y: math.NaN()}.Check())
}

func TestAClockGivesACycleFirstAndCutsPauses(t *testing.T) {
	var c gait.Clock
	require.InDelta(t, 0.012, c.Tick(time.Hour), 1e-12)
	require.InDelta(t, 0.024, c.Tick(time.Hour+24*time.Millisecond), 1e-12)
	require.InDelta(t, 0.05, c.Tick(2*time.Hour), 1e-12)
	require.InDelta(t, 0, c.Tick(time.Hour), 1e-12)
}

func TestTheOutputFadesFromTheCommandedPosture(t *testing.T) {
	var from nao.Command
	from.Position = nao.StandPosture()
	var o gait.Output
	o.Begin(&from)
	out, wanted := from, nao.CrouchPosture()
	last := out.Position
	for !o.TakenOver() {
		o.Write(0.012, &wanted, &out)
		for j := range nao.Joint(nao.NumJoints) {
			require.LessOrEqual(t, math.Abs(out.Position[j]-last[j]), 0.06, j)
		}
		last = out.Position
	}
	require.InDelta(t, wanted[nao.LKneePitch], out.Position[nao.LKneePitch], 1e-9)
	require.Equal(t, "standing starting walking stopping", gait.Standing.String()+" "+gait.Starting.String()+" "+gait.Walking.String()+" "+gait.Stopping.String())
}
