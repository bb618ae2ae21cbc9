package head

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

const (
	cycle = nao.CyclePeriod
	dtSec = 0.012
)

// neck is a controller with a neck that follows at once, or not at all.
type neck struct {
	*Controller
	now               time.Duration
	measured, command nao.Joints
	blocked           bool
}

func newNeck() *neck { return &neck{Controller: NewController(DefaultConfig())} }

// run runs n cycles and tells whether the last was active.
func (n *neck) run(cycles int) (active bool) {
	for range cycles {
		n.now += cycle
		active = n.Step(n.now, dtSec, &n.measured, &n.command)
		if !n.blocked {
			n.measured = n.command
		}
	}
	return active
}

func (n *neck) yaw() float64   { return n.command[nao.HeadYaw] }
func (n *neck) pitch() float64 { return n.command[nao.HeadPitch] }

func TestPositionIsReachedWithTheJointsSpeed(t *testing.T) {
	n := newNeck()
	n.Set(Command{Mode: Position, Yaw: 1, Pitch: -0.3}, n.now)
	n.run(1)
	require.InDelta(t, n.cfg.MaxYawSpeed*dtSec, n.yaw(), 1e-12)
	require.InDelta(t, -n.cfg.MaxPitchSpeed*dtSec, n.pitch(), 1e-12)
	n.run(20)
	require.InDelta(t, 1, n.yaw(), 1e-12)
	require.InDelta(t, -0.3, n.pitch(), 1e-12)
}

// A target that was right some time ago, and moves, is met where it will be when
// the body has done the command.
func TestPositionMovesOnFromItsStamp(t *testing.T) {
	n := newNeck()
	n.now = time.Second
	n.Set(Command{Time: n.now - 40*time.Millisecond, Mode: Position, Yaw: 0.1, YawRate: 0.5, PitchRate: -0.2}, n.now)
	for range 30 {
		n.run(1)
		ahead := (n.now - time.Second).Seconds() + 0.040 + n.cfg.LeadSec
		if ahead > 0.1 && ahead < maxAheadSec { // after it has caught up
			require.InDelta(t, 0.1+0.5*ahead, n.yaw(), 1e-9)
			require.InDelta(t, -0.2*ahead, n.pitch(), 1e-9)
		}
	}
}

func TestAStampOfThePastOrTheFutureIsBelievedForHalfASecondOnly(t *testing.T) {
	n := newNeck()
	n.now = 100 * time.Second
	n.Set(Command{Time: 0, Mode: Position, YawRate: 1}, n.now)
	n.run(30)
	require.InDelta(t, maxAheadSec, n.yaw(), 1e-9)
	n.Set(Command{Time: 200 * time.Second, Mode: Position, YawRate: 1}, n.now)
	n.run(30)
	require.InDelta(t, 0, n.yaw(), 1e-9)
}

func TestSpeedIsIntegratedExactly(t *testing.T) {
	n := newNeck()
	for i := range 100 {
		n.Set(Command{Mode: Speed, Yaw: 9, YawRate: 0.8, PitchRate: -0.25}, n.now)
		n.run(1)
		require.InDelta(t, 0.8*dtSec*float64(i+1), n.yaw(), 1e-9)
		require.InDelta(t, -0.25*dtSec*float64(i+1), n.pitch(), 1e-9)
	}
}

func TestSpeedStopsAtTheLimits(t *testing.T) {
	n := newNeck()
	for range 300 {
		n.Set(Command{Mode: Speed, YawRate: 100, PitchRate: 100}, n.now)
		before := n.yaw()
		n.run(1)
		require.LessOrEqual(t, n.yaw()-before, n.cfg.MaxYawSpeed*dtSec+1e-12)
	}
	_, most := nao.HeadYaw.Range()
	require.InDelta(t, most, n.yaw(), 1e-12)
	_, low := nao.HeadPitchRange(most)
	require.InDelta(t, low, n.pitch(), 1e-12, "the shoulders are in the way")
}

// A blocked head that comes free must not have wound up a large angle, and turns
// back at once when it is told to.
func TestSpeedDoesNotWindUp(t *testing.T) {
	n := newNeck()
	n.blocked = true
	for range 200 {
		n.Set(Command{Mode: Speed, YawRate: 1, PitchRate: 0.1}, n.now)
		n.run(1)
	}
	require.InDelta(t, windupRad+windupSec*1, n.yaw(), 1e-9)
	n.Set(Command{Mode: Speed, YawRate: -1}, n.now)
	before := n.yaw()
	n.run(1)
	require.InDelta(t, before-dtSec, n.yaw(), 1e-9)
}

func TestTheHeadIsFreeHalfASecondAfterTheLastCommand(t *testing.T) {
	n := newNeck()
	require.False(t, n.run(1))
	n.Set(Command{Mode: Speed, YawRate: 0.1}, n.now)
	require.True(t, n.run(41)) // 0.492 s
	at := n.yaw()
	require.False(t, n.run(1))
	require.False(t, n.Active())
	require.InDelta(t, at, n.yaw(), 0)
}

func TestACommandThatIsNotANumberIsRefused(t *testing.T) {
	require.NoError(t, Command{Mode: Speed}.Check())
	require.ErrorContains(t, Command{Mode: 2}.Check(), "mode 2: expected 0 (position) or 1 (speed)")
	require.ErrorContains(t, Command{Yaw: math.NaN()}.Check(), "expected a finite number")
	require.ErrorContains(t, Command{PitchRate: math.Inf(1)}.Check(), "expected a finite number")
}
