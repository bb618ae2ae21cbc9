package naodriver

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

func TestTheRulesCanBeChangedWhileTheRobotStands(t *testing.T) {
	b := newBench(t)
	cmd := standing()
	for range 150 {
		b.cycle(cmd)
	}
	moved := func() float64 { // by a command far away, in one cycle
		cmd.Position[nao.HeadYaw] = -cmd.Position[nao.HeadYaw]
		before := b.cycle(cmd).Position[nao.HeadYaw]
		return math.Abs(float64(b.cycle(cmd).Position[nao.HeadYaw] - before))
	}
	cmd.Position[nao.HeadYaw] = 1
	top := nao.HeadYaw.MaxSpeed() * nao.CyclePeriod.Seconds()
	require.Greater(t, moved(), top/2)
	require.Empty(t, b.set("engage_in_sec", 10.0))
	require.Empty(t, b.set("engage_rad_per_sec", 0.1))
	require.Greater(t, moved(), top/2, "who commands is not slowed down again")
	require.LessOrEqual(t, moved(), 1.3*top, "nor does anything jump")

	cmd.Stiffness[nao.HeadYaw] = 0
	b.cycle(cmd)
	cmd.Stiffness[nao.HeadYaw] = 1
	require.Empty(t, b.set("stiffness_per_sec", 0.1))
	b.cycle(cmd)
	soft := b.cycle(cmd).Stiffness[nao.HeadYaw]
	require.InDelta(t, soft+0.1*0.012, b.cycle(cmd).Stiffness[nao.HeadYaw], 1e-4, "from the next cycle on")

	require.Contains(t, b.set("let_down_after_sec", 0.05), "expected at least hold_after_sec")
	require.Contains(t, b.set("stiffness_per_sec", 0.0), "out of range")
	require.Contains(t, b.set("socket", "/tmp/other"), "read-only")
	soft = b.cycle(cmd).Stiffness[nao.HeadYaw]
	require.InDelta(t, soft+0.1*0.012, b.cycle(cmd).Stiffness[nao.HeadYaw], 1e-4, "what was refused changes nothing")
	require.InDelta(t, 1, b.cycle(cmd).Stiffness[nao.RKneePitch], 0, "the legs stay stiff")

	b.stop()
	require.NoError(t, receive(t, b.done))
	require.Eventually(t, func() bool { return b.body.stiffness() == nao.Joints{} }, patience, time.Millisecond, "let down all the same")
}
