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

// A far target is reached as fast as speed and acceleration allow, and a moving
// one is met, without a swing beyond it.
func TestPositionIsReachedWithTheJointsSpeedAndAcceleration(t *testing.T) {
	for _, row := range []struct {
		name      string
		yaw, rate float64
	}{
		{"far", 1.9, 0}, {"near", 0.2, 0}, {"one cycle", 0.01, 0}, {"moves away", 0.5, 0.8}, {"comes near", -1, 0.8},
	} {
		t.Run(row.name, func(t *testing.T) {
			n := newNeck()
			n.Set(nao.HeadCommand{Mode: nao.HeadPosition, Yaw: row.yaw, YawRate: row.rate}, n.now)
			met, top, side := -1, 0.0, math.Copysign(1, row.yaw)
			before, speed := 0.0, 0.0
			for i := range 38 { // as long as the rate is believed
				n.run(1)
				now := (n.yaw() - before) / dtSec
				require.LessOrEqual(t, math.Abs(now), 0.9*nao.HeadYaw.MaxSpeed()+1e-9)
				require.LessOrEqual(t, math.Abs(now-speed), n.cfg.MaxAccel*dtSec+1e-9, "cycle %d", i)
				before, speed, top = n.yaw(), now, max(top, math.Abs(now))
				left := row.yaw + row.rate*(n.now.Seconds()+n.cfg.LeadSec) - n.yaw()
				require.GreaterOrEqual(t, left*side, -1e-9, "cycle %d", i)
				if math.Abs(left) < 1e-9 && met < 0 {
					met = i + 1
				}
			}
			way := math.Abs(row.yaw) + 0.2 // s
			fastest := way/0.9*nao.HeadYaw.MaxSpeed() + 2*math.Sqrt(way/n.cfg.MaxAccel)
			require.Positive(t, met)
			require.LessOrEqual(t, float64(met)*dtSec, fastest)
			if row.yaw > 1.5 {
				require.InDelta(t, 0.9*nao.HeadYaw.MaxSpeed(), top, 1e-9)
			}
		})
	}
}

// A target that was right some time ago, and moves, is met where it will be when
// the body has done the command.
func TestPositionMovesOnFromItsStamp(t *testing.T) {
	n := newNeck()
	n.now = time.Second
	n.Set(nao.HeadCommand{Stamp: n.now - 40*time.Millisecond, Mode: nao.HeadPosition, Yaw: 0.1, YawRate: 0.5, PitchRate: -0.2}, n.now)
	for range 30 {
		n.run(1)
		ahead := (n.now - time.Second).Seconds() + 0.040 + n.cfg.LeadSec
		if ahead > 0.2 && ahead < maxAheadSec { // after it has caught up
			require.InDelta(t, 0.1+0.5*ahead, n.yaw(), 1e-9)
			require.InDelta(t, -0.2*ahead, n.pitch(), 1e-9)
		}
	}
}

func TestAStampOfThePastOrTheFutureIsBelievedForHalfASecondOnly(t *testing.T) {
	n := newNeck()
	n.now = 100 * time.Second
	n.Set(nao.HeadCommand{Stamp: 0, Mode: nao.HeadPosition, YawRate: 1}, n.now)
	n.run(30)
	require.InDelta(t, maxAheadSec, n.yaw(), 1e-9)
	n.Set(nao.HeadCommand{Stamp: 200 * time.Second, Mode: nao.HeadPosition, YawRate: 1}, n.now)
	n.run(30)
	require.InDelta(t, 0, n.yaw(), 1e-9)
}

func TestSpeedIsIntegratedExactly(t *testing.T) {
	n := newNeck()
	for i := range 100 {
		n.Set(nao.HeadCommand{Mode: nao.HeadSpeed, Yaw: 9, YawRate: 0.8, PitchRate: -0.25}, n.now)
		n.run(1)
		require.InDelta(t, 0.8*dtSec*float64(i+1), n.yaw(), 1e-9)
		require.InDelta(t, -0.25*dtSec*float64(i+1), n.pitch(), 1e-9)
	}
}

func TestSpeedStopsAtTheLimits(t *testing.T) {
	n := newNeck()
	for range 300 {
		n.Set(nao.HeadCommand{Mode: nao.HeadSpeed, YawRate: 100, PitchRate: 100}, n.now)
		before := n.yaw()
		n.run(1)
		require.LessOrEqual(t, n.yaw()-before, 0.9*nao.HeadYaw.MaxSpeed()*dtSec+1e-12)
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
		n.Set(nao.HeadCommand{Mode: nao.HeadSpeed, YawRate: 1, PitchRate: 0.1}, n.now)
		n.run(1)
	}
	require.InDelta(t, windupRad+windupSec*1, n.yaw(), 1e-9)
	n.Set(nao.HeadCommand{Mode: nao.HeadSpeed, YawRate: -1}, n.now)
	before := n.yaw()
	n.run(1)
	require.InDelta(t, before-dtSec, n.yaw(), 1e-9)
}

func TestTheHeadIsFreeHalfASecondAfterTheLastCommand(t *testing.T) {
	n := newNeck()
	require.False(t, n.run(1))
	n.Set(nao.HeadCommand{Mode: nao.HeadSpeed, YawRate: 0.1}, n.now)
	require.True(t, n.run(41)) // 0.492 s
	at := n.yaw()
	require.False(t, n.run(1))
	require.False(t, n.Active())
	require.InDelta(t, at, n.yaw(), 0)
}

func TestACommandThatIsNotANumberIsRefused(t *testing.T) {
	require.NoError(t, nao.HeadCommand{Mode: nao.HeadSpeed}.Check())
	require.ErrorContains(t, nao.HeadCommand{Mode: 2}.Check(), "mode 2: expected 0 (position) or 1 (speed)")
	require.ErrorContains(t, nao.HeadCommand{Yaw: math.NaN()}.Check(), "expected a finite number")
	require.ErrorContains(t, nao.HeadCommand{PitchRate: math.Inf(1)}.Check(), "expected a finite number")
}
