package safety_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// A commander that was stopped continues its movement, however long the robot was held or let down.
func TestACommanderThatContinuesElsewhereIsRefusedUntilItStartsWhereTheRobotIs(t *testing.T) {
	for _, silence := range []time.Duration{250, 1500, 2500, 4500, 6000} {
		t.Run(fmt.Sprint(silence*time.Millisecond), func(t *testing.T) {
			b := newGuarded(t, nao.StandPosture(), 1)
			cmd := stiff(nao.StandPosture())
			b.run(time.Second, cmd)
			require.Equal(t, nao.GuardFollowing, b.guard.Doing())
			b.run(silence*time.Millisecond+cycle, nil)
			cmd.Position[nao.LShoulderRoll] += 0.2
			for j := range nao.NumJoints {
				cmd.Position[j] = nao.Joint(j).Clamp(cmd.Position[j])
			}
			for range 100 {
				b.step(cmd)
				require.NotEqual(t, safety.Following, b.guard.Mode())
				require.Equal(t, nao.GuardRefusing, b.guard.Doing())
			}
			b.takeUp()
			require.Equal(t, nao.GuardFollowing, b.guard.Doing())
			b.run(time.Second, cmd)
			require.Equal(t, safety.Following, b.guard.Mode(), "and then it may go where it likes")
		})
	}
}

// Knees that carry the robot are behind their targets. A commander that begins at the measured posture does not take their torque away at once.
func TestACommanderThatTakesOverKeepsTheLoadOfTheLegs(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	held := stiff(nao.StandPosture())
	b.run(time.Second, held)
	sags := func() *nao.Command {
		measured := *held
		measured.Position[nao.LKneePitch] += 0.06
		measured.Position[nao.LElbowYaw] += 0.06
		b.state.Position = measured.Position
		return &measured
	}
	began := sags()
	b.run(300*time.Millisecond, nil)
	b.step(began)
	require.Equal(t, safety.Following, b.guard.Mode())
	require.InDelta(t, held.Position[nao.LKneePitch], b.sent.Position[nao.LKneePitch], 0.002)
	b.run(500*time.Millisecond, began)
	require.InDelta(t, held.Position[nao.LKneePitch]+0.03, b.sent.Position[nao.LKneePitch], 0.004, "half of it")
	require.InDelta(t, began.Position[nao.LElbowYaw], b.sent.Position[nao.LElbowYaw], 1e-9, "arms carry nothing")
	b.run(600*time.Millisecond, began)
	require.InDelta(t, began.Position[nao.LKneePitch], b.sent.Position[nao.LKneePitch], 1e-9)
}

// A robot that was found, stiff as in Gazebo or limp, was not let down: its first commander may begin elsewhere.
func TestARobotThatWasFoundIsLedInToItsFirstCommander(t *testing.T) {
	for _, row := range []struct {
		name      string
		stiffness float64
		waits     time.Duration
	}{{"stiff", 1, 0}, {"limp", 0, 0}, {"limp for long", 0, time.Minute}} {
		t.Run(row.name, func(t *testing.T) {
			from := nao.CrouchPosture()
			b := newGuarded(t, from, row.stiffness)
			b.run(row.waits, nil)
			cmd := stiff(nao.StandPosture())
			b.mostMove, b.mostStiffening = 0, 0
			for far := 1.0; far > 0.1; {
				b.step(cmd)
				require.Equal(t, nao.GuardFollowing, b.guard.Doing())
				require.Less(t, b.now, time.Hour+row.waits+10*time.Second)
				far = 0
				share := (b.sent.Position[nao.LKneePitch] - from[nao.LKneePitch]) / (cmd.Position[nao.LKneePitch] - from[nao.LKneePitch])
				for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
					far = max(far, math.Abs(cmd.Position[j]-b.sent.Position[j]))
					if far > 0.1 {
						require.InDelta(t, from[j]+share*(cmd.Position[j]-from[j]), b.sent.Position[j], 1e-9, "%v arrives with the others", j)
					}
				}
			}
			require.LessOrEqual(t, b.mostMove, 1*cycle.Seconds()+1e-9)
			require.LessOrEqual(t, b.mostStiffening, 2*cycle.Seconds()+1e-9)
			b.run(time.Second, cmd)
			require.Equal(t, cmd.Position, b.sent.Position)
		})
	}
}

func TestARobotThatWasFoundStiffAndLetDownIsTakenUpWhereItIs(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.run(14*time.Second, nil)
	require.Equal(t, nao.GuardLimp, b.guard.Doing())
	b.run(time.Second, stiff(nao.StandPosture()))
	require.Equal(t, nao.GuardRefusing, b.guard.Doing())
	b.takeUp()
}

func TestAnAnswerToAnOldStateTakesNobodyUp(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.state.Cycle = 1000
	cmd := stiff(nao.StandPosture())
	for _, answered := range []uint64{1, 900, 2000} {
		cmd.Cycle = answered
		b.step(cmd)
		require.Equal(t, safety.Waiting, b.guard.Mode(), "cycle %d", answered)
	}
	cmd.Cycle = b.state.Cycle
	b.step(cmd)
	require.Equal(t, safety.Following, b.guard.Mode())
}

func TestAShortSilenceIsNoNewCommander(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	cmd := stiff(nao.StandPosture())
	b.run(time.Second, cmd)
	b.run(safety.Silence-2*cycle, nil)
	require.Equal(t, nao.GuardHolding, b.guard.Doing())
	cmd.Position[nao.HeadYaw] = 1
	b.step(cmd)
	require.Equal(t, safety.Following, b.guard.Mode())
}

// Limp joints move nothing, and a joint without a sensor cannot be compared.
func TestOnlyStiffJointsThatAreMeasuredMustStartWhereTheyAre(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.state.Position[nao.LWristYaw] = math.NaN()
	cmd := stiff(nao.StandPosture())
	cmd.Position[nao.HeadYaw], cmd.Stiffness[nao.HeadYaw] = 1, 0
	b.step(cmd)
	require.Equal(t, safety.Following, b.guard.Mode())
}

func TestWhatTheGuardDoesIsReported(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	require.Equal(t, nao.GuardWaiting, b.guard.Doing())
	b.run(time.Second, stiff(nao.StandPosture()))
	var seen []nao.Guard
	for range 500 {
		if at := b.guard.Doing(); len(seen) == 0 || seen[len(seen)-1] != at {
			seen = append(seen, at)
		}
		b.step(nil)
	}
	require.Equal(t, []nao.Guard{nao.GuardFollowing, nao.GuardHolding, nao.GuardLettingDown, nao.GuardLimp}, seen)
}
