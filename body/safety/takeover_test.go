package safety_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/body/safety"
	"gonao/nao"
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
