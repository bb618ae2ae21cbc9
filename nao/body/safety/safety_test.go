package safety_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/nao"
	"gonao/nao/body/safety"
)

const cycle = nao.CyclePeriod

// guarded is a robot behind a guard whose motors do at once what they are commanded.
type guarded struct {
	t     *testing.T
	guard *safety.Guard
	now   time.Duration
	state nao.State
	sent  nao.Command

	mostMove, mostStiffening, mostSoftening float64 // largest changes in one cycle
}

// newGuarded returns an upright robot in a posture with a stiffness, before the guard's first step.
func newGuarded(t *testing.T, posture nao.Joints, stiffness float64) *guarded {
	b := &guarded{t: t, guard: safety.New(safety.DefaultConfig()), now: time.Hour}
	b.state.Position = posture
	for j := range nao.NumJoints {
		b.state.Stiffness[j] = stiffness
	}
	return b
}

// step runs one cycle, with a command or none.
func (b *guarded) step(cmd *nao.Command) {
	b.t.Helper()
	b.state.Cycle++
	b.guard.Step(b.now, &b.state, cmd, &b.sent)
	for j := range nao.Joint(nao.NumJoints) {
		require.InDelta(b.t, j.Clamp(b.sent.Position[j]), b.sent.Position[j], 0, "%v within its limits", j)
		require.GreaterOrEqual(b.t, b.sent.Stiffness[j], 0.0)
		require.LessOrEqual(b.t, b.sent.Stiffness[j], 1.0)
		b.mostMove = max(b.mostMove, math.Abs(b.sent.Position[j]-b.state.Position[j]))
		b.mostStiffening = max(b.mostStiffening, b.sent.Stiffness[j]-b.state.Stiffness[j])
		b.mostSoftening = max(b.mostSoftening, b.state.Stiffness[j]-b.sent.Stiffness[j])
	}
	require.Equal(b.t, b.state.Cycle, b.sent.Cycle)
	b.state.Position, b.state.Stiffness = b.sent.Position, b.sent.Stiffness
	b.now += cycle
}

// run steps for a time with the same command or none.
func (b *guarded) run(d time.Duration, cmd *nao.Command) {
	b.t.Helper()
	for end := b.now + d; b.now < end; {
		b.step(cmd)
	}
}

// takeUp lets a commander take over where the robot is, in one step.
func (b *guarded) takeUp() {
	b.t.Helper()
	b.step(stiff(b.state.Position))
	require.Equal(b.t, safety.Following, b.guard.Mode())
}

func stiff(posture nao.Joints) *nao.Command {
	cmd := &nao.Command{Position: posture}
	for j := range nao.NumJoints {
		cmd.Stiffness[j] = 1
	}
	return cmd
}

func TestACommandIsReachedAndNothingJumpsOnTheWay(t *testing.T) {
	for name, stiffness := range map[string]float64{"from limp": 0, "from stiff": 1} {
		t.Run(name, func(t *testing.T) {
			b := newGuarded(t, nao.CrouchPosture(), stiffness)
			stand := stiff(nao.StandPosture())
			b.run(4*time.Second, stand)
			require.Equal(t, safety.Following, b.guard.Mode())
			require.Equal(t, stand.Position, b.sent.Position)
			require.Equal(t, stand.Stiffness, b.sent.Stiffness)
			require.LessOrEqual(t, b.mostStiffening, 2*cycle.Seconds()+1e-9)
			require.Less(t, b.mostMove, 0.11, "no joint is told to move faster than it can")
		})
	}
}

func TestTheFirstStepsStartFromTheMeasuredPosture(t *testing.T) {
	b := newGuarded(t, nao.CrouchPosture(), 0)
	b.run(240*time.Millisecond, stiff(nao.StandPosture()))
	require.Less(t, b.mostMove, 0.04, "slow at first")
}

func TestOnceEngagedACommandWithinTheJointsSpeedIsSentAsItIs(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	cmd := stiff(nao.StandPosture())
	b.run(2*time.Second, cmd)
	for i := range 100 {
		cmd.Position[nao.LElbowRoll] = -0.4 + 0.3*math.Sin(float64(i)/8)
		b.step(cmd)
		require.InDelta(t, cmd.Position[nao.LElbowRoll], b.sent.Position[nao.LElbowRoll], 1e-12)
	}
}

func TestOtherRulesDoNotSlowDownACommanderThatTheRobotFollows(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	cmd := stiff(nao.StandPosture())
	b.run(2*time.Second, cmd)
	slow := safety.DefaultConfig()
	slow.EngageIn, slow.EngageRadPerSec, slow.StiffnessPerSec = 10*time.Second, 0.1, 0.1
	b.guard.Tune(slow)
	for i := range 100 {
		cmd.Position[nao.LElbowRoll] = -0.4 + 0.3*math.Sin(float64(i)/8)
		b.step(cmd)
		require.InDelta(t, cmd.Position[nao.LElbowRoll], b.sent.Position[nao.LElbowRoll], 1e-12)
	}
	b.run(slow.HoldAfter, nil)
	cmd.Position[nao.LElbowRoll] = -1
	b.mostMove = 0
	b.run(time.Second, cmd)
	require.Less(t, b.mostMove, 0.02, "who takes over anew is led in slowly")
}

func TestTargetsAndStiffnessesAreKeptWithinTheirLimits(t *testing.T) {
	b := newGuarded(t, nao.Joints{nao.RElbowRoll: 0.1, nao.LElbowRoll: -0.1}, 1)
	wild := &nao.Command{}
	for j := range nao.NumJoints {
		wild.Position[j], wild.Stiffness[j] = 1e6, 40
	}
	b.run(5*time.Second, wild)
	_, yaw := nao.HeadYaw.Range()
	_, pitch := nao.HeadPitchRange(yaw)
	require.InDelta(t, yaw, b.sent.Position[nao.HeadYaw], 1e-9)
	require.InDelta(t, pitch, b.sent.Position[nao.HeadPitch], 1e-9, "the shoulders are in the way")
	require.InDelta(t, 1, b.sent.Stiffness[nao.LKneePitch], 1e-9)

	for j := range nao.NumJoints {
		wild.Stiffness[j] = -1
	}
	b.run(time.Second, wild)
	require.Zero(t, b.sent.Stiffness[nao.LKneePitch], "LoLA's off is limp")
}

func TestACommandThatIsNotFiniteIsDropped(t *testing.T) {
	for name, bad := range map[string]float64{"NaN": math.NaN(), "+Inf": math.Inf(1), "-Inf": math.Inf(-1)} {
		for _, where := range []string{"position", "stiffness"} {
			t.Run(name+" in a "+where, func(t *testing.T) {
				b := newGuarded(t, nao.StandPosture(), 1)
				cmd := stiff(nao.StandPosture())
				b.run(time.Second, cmd)
				was := b.sent
				broken := *cmd
				broken.Position[nao.HeadYaw] = 0.5
				if where == "position" {
					broken.Position[nao.RHand] = bad
				} else {
					broken.Stiffness[nao.LHipRoll] = bad
				}
				b.run(120*time.Millisecond, &broken)
				require.Equal(t, was.Position, b.sent.Position, "nothing of it is taken")
				require.EqualValues(t, 10, b.guard.Rejected())
				require.Equal(t, safety.Holding, b.guard.Mode(), "it counts as silence")
			})
		}
	}
}

func TestASilentCommandersRobotIsHeldThenLetDown(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.run(time.Second, stiff(nao.StandPosture()))
	var times []time.Duration
	var modes []safety.Mode
	silence, last := b.now-cycle, b.guard.Mode() // since the last command
	for range 600 {
		b.step(nil)
		if m := b.guard.Mode(); m != last {
			modes, times = append(modes, m), append(times, b.now-cycle-silence)
			last = m
		}
	}
	require.Equal(t, []safety.Mode{safety.Holding, safety.Crouching, safety.Relaxing, safety.Limp}, modes)
	for i, want := range []time.Duration{100, 2000, 4000, 5000} {
		require.InDelta(t, want*time.Millisecond, times[i], float64(3*cycle), modes[i])
	}
	crouch := nao.CrouchPosture()
	for j := range nao.Joint(nao.NumJoints) {
		require.InDelta(t, crouch[j], b.sent.Position[j], 1e-4, j)
	}
	require.Less(t, b.mostMove, 0.03, "it goes down gently")
	require.LessOrEqual(t, max(b.mostStiffening, b.mostSoftening), 2*cycle.Seconds()+1e-9)
}

func TestAFallenRobotIsNotMadeToCrouch(t *testing.T) {
	for name, angles := range map[string][2]float64{
		"on its back": {0, -1.5}, "on its side": {1.5, 0}, "no angle at all": {math.NaN(), 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := newGuarded(t, nao.StandPosture(), 1)
			b.run(time.Second, stiff(nao.StandPosture()))
			b.state.Angles = angles
			b.run(2*time.Second-2*cycle, nil)
			require.Equal(t, safety.Holding, b.guard.Mode())
			held := b.sent.Position
			b.run(4*cycle, nil)
			require.Equal(t, safety.Relaxing, b.guard.Mode())
			b.run(500*time.Millisecond, nil)
			require.Equal(t, safety.Limp, b.guard.Mode())
			require.Equal(t, held, b.sent.Position)
			require.Zero(t, b.sent.Stiffness)
		})
	}
}

func TestARobotThatFallsOnTheWayDownGoesLimp(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.run(time.Second, stiff(nao.StandPosture()))
	b.guard.End()
	b.run(time.Second, nil)
	require.Equal(t, safety.Crouching, b.guard.Mode())
	b.state.Angles[1] = 1.2
	b.run(600*time.Millisecond, nil)
	require.True(t, b.guard.Ended())
}

func TestEndingTakesLessThanFourSecondsWhoeverCommands(t *testing.T) {
	for name, row := range map[string]struct {
		stiffness float64
		angles    [2]float64
		within    time.Duration
	}{
		"standing": {1, [2]float64{}, 3100 * time.Millisecond},
		"lying":    {1, [2]float64{0, 1.4}, 600 * time.Millisecond},
		"limp":     {0, [2]float64{}, 1100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			b := newGuarded(t, nao.StandPosture(), row.stiffness)
			b.state.Angles = row.angles
			cmd := stiff(nao.StandPosture())
			if row.stiffness == 0 {
				cmd = nil
			}
			b.run(time.Second, cmd)
			b.guard.End()
			b.run(500*time.Millisecond, cmd)
			b.guard.End() // a second signal changes nothing
			b.run(row.within-500*time.Millisecond, cmd)
			require.True(t, b.guard.Ended())
			b.run(time.Second, cmd)
			require.Zero(t, b.sent.Stiffness, "and limp it stays")
		})
	}
}

func TestACommanderThatComesBackTakesOverAtAnyTimeFromWhereTheRobotIs(t *testing.T) {
	for _, silence := range []time.Duration{150, 1500, 2500, 4500, 6000} {
		b := newGuarded(t, nao.StandPosture(), 1)
		b.run(time.Second, stiff(nao.StandPosture()))
		b.run(silence*time.Millisecond, nil)
		b.mostMove, b.mostStiffening, b.mostSoftening = 0, 0, 0
		b.takeUp()
		cmd := stiff(nao.StandPosture())
		b.step(cmd)
		require.Equal(t, safety.Following, b.guard.Mode())
		require.Less(t, b.mostMove, 0.014, "gently")
		b.run(3*time.Second, cmd)
		require.Equal(t, cmd.Position, b.sent.Position)
		require.LessOrEqual(t, b.mostStiffening, 2*cycle.Seconds()+1e-9)
	}
}

func TestARobotFoundStiffIsHeldUntilItsFirstCommander(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 0.9)
	b.run(9*time.Second, nil)
	require.Equal(t, safety.Waiting, b.guard.Mode())
	require.Equal(t, nao.StandPosture(), b.sent.Position)
	require.InDelta(t, 0.9, b.sent.Stiffness[nao.LKneePitch], 1e-12)
	b.run(5*time.Second, nil)
	require.Equal(t, safety.Limp, b.guard.Mode(), "nobody came")
}

func TestAfterAGapTheRobotIsTakenOverAnew(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	cmd := stiff(nao.StandPosture())
	b.run(time.Second, cmd)
	// The body was away for a second and came back limp, in another posture.
	b.now += time.Second
	b.state.Position, b.state.Stiffness = nao.CrouchPosture(), nao.Joints{}
	b.mostMove, b.mostStiffening, b.mostSoftening = 0, 0, 0
	b.step(nil)
	require.Equal(t, safety.Waiting, b.guard.Mode())
	b.takeUp()
	b.run(240*time.Millisecond, cmd)
	require.Less(t, b.mostMove, 0.04)
	require.LessOrEqual(t, b.mostStiffening, 2*cycle.Seconds()+1e-9)
	// The same when the time jumps back: a simulation that started again.
	b.now = 0
	b.step(nil)
	require.Equal(t, safety.Waiting, b.guard.Mode())
}

func TestAMeasuredAngleThatIsImpossibleIsNotSentBack(t *testing.T) {
	for _, stiffness := range []float64{0, 1} {
		b := newGuarded(t, nao.StandPosture(), stiffness)
		b.state.Position[nao.LElbowRoll] = 1e30
		b.state.Position[nao.RElbowRoll] = math.NaN()
		b.state.Position[nao.HeadYaw] = math.Inf(-1)
		b.step(nil) // which checks that every angle is one, within its limits
		b.state.Position[nao.RElbowRoll] = math.NaN()
		b.run(time.Second, stiff(nao.StandPosture()))
		b.state.Position[nao.LKneePitch] = math.NaN()
		b.run(time.Second, nil)
	}
}

func TestOnItsWayTheHeadKeepsClearOfTheShoulders(t *testing.T) {
	const degree = math.Pi / 180
	for _, engaged := range []time.Duration{0, 2 * time.Second} {
		b := newGuarded(t, nao.StandPosture(), 1)
		for _, to := range [][2]float64{{0, 29}, {-87, 11}, {0, 29}, {119, 18}, {-119, -25}, {0, -38}, {60, -24}, {0, 0}} {
			cmd := stiff(nao.StandPosture())
			b.run(engaged, cmd)
			cmd.Position[nao.HeadYaw], cmd.Position[nao.HeadPitch] = to[0]*degree, to[1]*degree
			for range 400 {
				b.step(cmd)
				yaw, pitch := b.sent.Position[nao.HeadYaw], b.sent.Position[nao.HeadPitch]
				low, high := nao.HeadPitchRange(yaw)
				require.Greater(t, pitch, low-3*degree, "yaw %.0f°", yaw/degree)
				require.Less(t, pitch, high+3*degree, "yaw %.0f°", yaw/degree)
			}
			require.InDelta(t, to[1]*degree, b.sent.Position[nao.HeadPitch], 1e-9)
		}
		require.Less(t, b.mostMove, 0.13, "and does not jump")
	}
}

func TestAPauseOfTheCycleMakesNothingJump(t *testing.T) {
	for _, pause := range []time.Duration{3 * cycle, 240 * time.Millisecond} {
		b := newGuarded(t, nao.CrouchPosture(), 0)
		held := func(span time.Duration, cmd *nao.Command) { // steps with pauses between them
			for end := b.now + span; b.now < end; b.now += pause - cycle {
				b.step(cmd)
			}
		}
		held(8*time.Second, stiff(nao.StandPosture()))
		require.Less(t, b.mostMove, 0.24, "two cycles' worth at the most")
		require.LessOrEqual(t, b.mostStiffening, 4*cycle.Seconds()+1e-9)
		b.run(4*time.Second, stiff(nao.StandPosture()))
		b.mostMove = 0
		b.guard.End()
		for !b.guard.Ended() {
			held(pause, nil)
		}
		require.Less(t, b.mostMove, 0.06, "on the way down")
		require.LessOrEqual(t, b.mostStiffening, 4*cycle.Seconds()+1e-9)
	}
}

func TestOnTheWayToTheCrouchTheCentreOfMassStaysOverTheSoles(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	b.run(time.Second, stiff(nao.StandPosture()))
	b.guard.End()
	for range 180 {
		b.step(nil)
		q := b.sent.Position
		sole := nao.SoleInTorso(nao.LeftLeg, &q)
		// In the sole's axes; the sole reaches from -0.05 to 0.10 m.
		ahead := sole.Inverse().Apply(nao.CoM(&q)).X
		require.Greater(t, ahead, -0.03)
		require.Less(t, ahead, 0.08)
	}
}

func TestWhateverIsCommandedWhatIsSentIsSafe(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	b := newGuarded(t, nao.StandPosture(), 0.5)
	cmd := stiff(nao.StandPosture())
	numbers := []float64{math.NaN(), math.Inf(1), -1e300, 1e300, -3, 0, 0.3, 2}
	for range 5000 {
		for range rng.IntN(4) {
			j := rng.IntN(nao.NumJoints)
			cmd.Position[j] = numbers[rng.IntN(len(numbers))]
			cmd.Stiffness[j] = numbers[rng.IntN(len(numbers))]
		}
		switch rng.IntN(40) {
		case 0:
			*cmd = *stiff(nao.StandPosture())
		case 1:
			b.run(time.Duration(rng.IntN(3000))*time.Millisecond, nil)
		}
		b.step(cmd) // which checks the limits
	}
	require.LessOrEqual(t, b.mostStiffening, 2*cycle.Seconds()+0.005)
}

func TestAStepAllocatesNothing(t *testing.T) {
	guard := safety.New(safety.DefaultConfig())
	state := nao.State{Position: nao.StandPosture(), Capabilities: ^nao.Capabilities(0)}
	cmd, out := stiff(nao.StandPosture()), nao.Command{}
	now := time.Duration(0)
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		guard.Step(now, &state, cmd, &out)
		now += cycle
		state.Touch[nao.ChestButton] = now%(30*cycle) < 10*cycle
	}))
}

func TestOnlyStiffeningIsRamped(t *testing.T) {
	b := newGuarded(t, nao.StandPosture(), 1)
	cmd := stiff(nao.StandPosture())
	b.run(2*time.Second, cmd)
	cmd.Stiffness[nao.LKneePitch] = 0.1
	b.step(cmd)
	require.InDelta(t, 0.1, b.sent.Stiffness[nao.LKneePitch], 1e-12, "a fall does not wait")
	require.InDelta(t, 1, b.sent.Stiffness[nao.RKneePitch], 1e-12)
	cmd.Stiffness[nao.LKneePitch] = 1
	b.step(cmd)
	require.InDelta(t, 0.1+2*cycle.Seconds(), b.sent.Stiffness[nao.LKneePitch], 1e-9)
	b.run(500*time.Millisecond, cmd)
	require.InDelta(t, 1, b.sent.Stiffness[nao.LKneePitch], 1e-12)

	cmd.Stiffness[nao.LKneePitch] = 0
	b.step(cmd)
	b.guard.End() // it is let down from what was sent last, with legs that carry it
	b.run(time.Second, cmd)
	require.Equal(t, safety.Crouching, b.guard.Mode())
	require.InDelta(t, 0.7, b.sent.Stiffness[nao.LKneePitch], 1e-9)
}
