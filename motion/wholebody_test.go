package motion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion/kick"
	"gonao/nao"
)

func TestTheWalkHasTheLegsAndArmsOfARobotThatStands(t *testing.T) {
	m, b, f := onFeet(t)
	require.Equal(t, Standing, m.State())
	require.Equal(t, 1, f.walk.begun)
	for _, g := range []Group{Legs, LeftArm, RightArm} {
		require.Equal(t, "the walk", m.Owner(g))
	}
	require.Equal(t, "nobody", m.Owner(Head))
	require.True(t, m.CanWalk())
	b.run(m, 60, smooth(t))
}

func TestAVelocityHoldsUntilNobodySaysItAnyMore(t *testing.T) {
	m, b, f := onFeet(t)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	b.until(t, m, Walking, 30)
	require.InDelta(t, 0.2, m.Asked().X, 0)
	for range 5 { // said again in time
		b.run(m, 35, smooth(t))
		require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	}
	require.Equal(t, Walking, m.State())
	b.run(m, 45, smooth(t)) // half a second is 42 cycles
	require.Equal(t, Velocity{}, f.walk.asked, "stopped")
	b.until(t, m, Standing, 30)
	require.NoError(t, m.SetVelocity(Velocity{}))
	b.run(m, 30, smooth(t))
	require.Equal(t, Standing, m.State())
}

func TestNoVelocityThatIsNoneReachesTheWalk(t *testing.T) {
	m, b, f := onFeet(t)
	for _, v := range []Velocity{{X: math.NaN()}, {Y: math.Inf(1)}, {Yaw: math.Inf(-1)}} {
		require.ErrorIs(t, m.SetVelocity(v), ErrBadGoal)
		b.run(m, 5, smooth(t))
		require.Equal(t, Velocity{}, f.walk.asked)
	}
	for _, goal := range [][4]float64{{math.NaN()}, {0, 0, math.Inf(1)}, {1, 0, 0, 1.5}, {1, 0, 0, -0.1}} {
		_, err := m.WalkTo(goal[0], goal[1], goal[2], goal[3])
		require.ErrorIs(t, err, ErrBadGoal)
	}
	_, err := m.WalkTo(80, 0, 0, 0)
	require.ErrorIs(t, err, ErrUnreachable)
	require.ErrorContains(t, err, "80.0 m away; expected at most 50")
}

func TestAWalkToAPlaceEndsThereOrWhenSomethingElseIsAsked(t *testing.T) {
	m, b, f := onFeet(t)
	task, err := m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	b.run(m, 10, smooth(t))
	require.Equal(t, "walk_to", m.Detail())
	f.walk.odo.X += 0.5
	b.run(m, 1, smooth(t))
	require.InDelta(t, 0.5, m.Report(task).Left.X, 1e-9)
	require.InDelta(t, 0.5, m.Report(task).Share, 1e-9)
	f.walk.arrived = true
	b.run(m, 1, smooth(t))
	require.Equal(t, Finished, m.Report(task).Outcome)

	task, err = m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	second, err := m.WalkTo(2, 0, 0, 0)
	require.NoError(t, err)
	require.Equal(t, Preempted, m.Report(task).Outcome)
	require.ErrorIs(t, m.Report(task).Err, errPreempted)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.1}))
	require.Equal(t, Preempted, m.Report(second).Outcome)
	b.run(m, 5, smooth(t))
	require.InDelta(t, 0.1, f.walk.asked.X, 0)

	third, err := m.WalkTo(2, 0, 0, 0)
	require.NoError(t, err)
	m.CancelTask(third)
	require.Equal(t, Canceled, m.Report(third).Outcome)
	b.until(t, m, Standing, 60)
}

func TestARobotWhoseGyroscopeFailsEndsWhatStepsAndBeginsNothing(t *testing.T) {
	m, b, f := onFeet(t)
	walk, err := m.WalkTo(1, 0.5, 0, 0)
	require.NoError(t, err)
	b.run(m, 5, smooth(t))
	f.walk.blind = true
	b.run(m, 1, smooth(t))
	require.Equal(t, Blocked, m.Report(walk).Outcome)
	require.EqualError(t, m.Report(walk).Err, "walk_to: the gyroscope has failed")
	b.until(t, m, Standing, 60)
	_, err = m.WalkTo(1, 0, 0, 0)
	require.ErrorIs(t, err, ErrGyroscope)
	_, err = m.Kick(KickRequest{})
	require.ErrorIs(t, err, ErrGyroscope)
	require.ErrorIs(t, m.SetVelocity(Velocity{X: 0.1}), ErrGyroscope)

	f.walk.blind = false
	kick, err := m.Kick(KickRequest{})
	require.NoError(t, err)
	f.walk.blind = true
	b.run(m, 1, smooth(t))
	require.ErrorIs(t, m.Report(kick).Err, ErrGyroscope)
	require.Equal(t, Standing, m.State())
	_, err = m.Posture("sit")
	require.NoError(t, err, "which needs no gyroscope")
}

func TestAWalkThatGetsNoNearerIsBlocked(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.WalkTo(1, 0.5, 0, 0)
	require.NoError(t, err)
	b.run(m, 500, smooth(t))
	require.Equal(t, Blocked, m.Report(task).Outcome)
	require.ErrorContains(t, m.Report(task).Err, "1.12 m are left")
	require.Equal(t, Standing, m.State())
}

func TestAKickWaitsForTheStandAndTheWalkGoesOn(t *testing.T) {
	m, b, _ := onFeet(t)
	keep := func() { require.NoError(t, m.SetVelocity(Velocity{X: 0.2})) }
	keep()
	b.until(t, m, Walking, 30)
	task, err := m.Kick(KickRequest{})
	require.NoError(t, err)
	b.until(t, m, Kicking, 60)
	require.Equal(t, "the kick", m.Owner(Legs))
	_, err = m.Play("stand")
	require.ErrorContains(t, err, "held by the kick")
	_, err = m.WalkTo(1, 0, 0, 0)
	require.ErrorContains(t, err, "held by the kick")
	for m.Report(task).Outcome == Playing {
		_ = m.SetVelocity(Velocity{X: 0.2}) // refused for now, and kept
		b.run(m, 1, smooth(t))
	}
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.True(t, m.Report(task).Hit)
	keep()
	b.until(t, m, Walking, 60)
}

func TestAKickThatIsOutOfReachSaysSo(t *testing.T) {
	m, b, f := onFeet(t)
	f.kick.refuse = errTooFar
	_, err := m.Kick(KickRequest{BallX: 3})
	require.ErrorIs(t, err, ErrUnreachable)
	require.ErrorContains(t, err, "stand where it is 0.17 m ahead and 0.07 m aside: walk_to x 2.83, y -0.07")
	task, err := m.Kick(KickRequest{BallX: 0.17, BallY: 0.06})
	require.NoError(t, err)
	b.run(m, 2, smooth(t))
	require.Equal(t, Unreachable, m.Report(task).Outcome)
	require.ErrorIs(t, m.Report(task).Err, errTooFar)
	require.Equal(t, Standing, m.State())
}

func TestAKickStepsToTheBallAndAimsAtWhereItIsMeasured(t *testing.T) {
	m, b, f := onFeet(t)
	require.ErrorIs(t, m.SetBall(math.NaN(), 0), ErrBadGoal)
	task, err := m.Kick(KickRequest{BallX: 0.17, BallY: 0.01}) // between the feet
	require.NoError(t, err)
	b.run(m, 3, smooth(t))
	require.True(t, f.walk.goal, "it steps aside")
	f.walk.odo.Y, f.walk.arrived = -0.065, true
	b.until(t, m, Kicking, 60)
	require.Equal(t, Playing, m.Report(task).Outcome)
	require.InDelta(t, 0.075, f.kick.ball[1], 1e-9)
	for range 60 {
		require.NoError(t, m.SetBall(0.185, 0.08))
		if b.run(m, 1, smooth(t)); m.State() != Kicking {
			break
		}
	}
	require.InDelta(t, 0.185, f.kick.ball[0], 0.002)
	require.InDelta(t, 0.08, f.kick.ball[1], 0.002)
	require.Equal(t, Finished, m.Report(task).Outcome)
}

func TestAKickThatTheEngineRefusesIsSteppedForAgain(t *testing.T) {
	m, b, f := onFeet(t)
	f.kick.refuse = kick.ErrNotStanding
	task, err := m.Kick(KickRequest{BallX: 0.17, BallY: 0.07})
	require.NoError(t, err)
	b.run(m, 2, smooth(t))
	require.True(t, f.walk.goal, "it puts its feet beside each other")
	require.Equal(t, Playing, m.Report(task).Outcome)
	f.walk.arrived, f.kick.refuse = true, nil
	b.until(t, m, Kicking, 60)

	m, b, f = onFeet(t)
	f.kick.refuse = kick.ErrNotStanding
	task, err = m.Kick(KickRequest{BallX: 0.17, BallY: 0.07})
	require.NoError(t, err)
	for range 200 {
		f.walk.arrived = true
		b.run(m, 1, smooth(t))
	}
	require.Equal(t, NotReached, m.Report(task).Outcome, "in the end it is refused")
	require.ErrorIs(t, m.Report(task).Err, kick.ErrNotStanding)
}

func TestACanceledKickStands(t *testing.T) {
	m, b, f := onFeet(t)
	task, err := m.Kick(KickRequest{})
	require.NoError(t, err)
	b.until(t, m, Kicking, 10)
	b.run(m, 10, smooth(t))
	m.CancelTask(task)
	require.Equal(t, Canceled, m.Report(task).Outcome)
	require.True(t, f.kick.canceled)
	require.Equal(t, Kicking, m.State(), "the foot is on its way back")
	b.until(t, m, Standing, 30)
	require.Equal(t, Canceled, m.Report(task).Outcome)
}

func TestTheArmsOfARobotThatWalksBelongToWhoeverAsks(t *testing.T) {
	m, b, _ := onFeet(t)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	b.until(t, m, Walking, 30)
	p, err := m.Play("dance_right")
	require.NoError(t, err)
	require.Equal(t, `motion "dance_right"`, m.Owner(RightArm))
	require.Equal(t, "the walk", m.Owner(LeftArm))
	_, err = m.Play("stand")
	require.ErrorContains(t, err, "held by")
	for m.Progress(p).Outcome == Playing {
		require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
		b.run(m, 1, smooth(t))
	}
	require.Equal(t, Finished, m.Progress(p).Outcome)
	require.NoError(t, m.SetVelocity(Velocity{X: 0.2}))
	b.run(m, 2, smooth(t))
	require.Equal(t, "the walk", m.Owner(RightArm), "taken back, without a jump")
	b.run(m, 60, smooth(t))
}

func TestAMotionTakesTheLegsWhileTheRobotStands(t *testing.T) {
	m, b, f := onFeet(t)
	p, err := m.Play("stand")
	require.NoError(t, err)
	require.Equal(t, Posing, m.State())
	require.Equal(t, "stand", m.Detail())
	require.ErrorContains(t, m.SetVelocity(Velocity{X: 0.1}), `held by motion "stand"`)
	for m.Progress(p).Outcome == Playing {
		b.run(m, 1, smooth(t))
	}
	b.until(t, m, Standing, 5)
	b.run(m, 3, smooth(t))
	require.Equal(t, 2, f.walk.begun)
	require.Equal(t, "the walk", m.Owner(Legs))
}

func TestSitsRestsAndStands(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.Posture("sit")
	require.NoError(t, err)
	b.until(t, m, Sitting, 400)
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.ErrorIs(t, m.SetVelocity(Velocity{X: 0.1}), ErrNotStanding)
	_, err = m.Kick(KickRequest{})
	require.ErrorIs(t, err, ErrNotStanding)

	task, err = m.Posture("rest")
	require.NoError(t, err)
	b.run(m, 120, smooth(t))
	require.Equal(t, Resting, m.State())
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.Equal(t, nao.Joints{}, b.command.Stiffness)
	_, err = m.Play("dance_right")
	require.ErrorIs(t, err, ErrNotStanding)

	task, err = m.Posture("stand")
	require.NoError(t, err)
	b.until(t, m, Standing, 600)
	require.Equal(t, Finished, m.Report(task).Outcome)

	_, err = m.Posture("lotus")
	require.ErrorIs(t, err, ErrUnknownPosture)
	require.ErrorContains(t, err, "stand, sit, rest")
}

func TestACanceledPostureStopsOnItsWay(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.Posture("rest")
	require.NoError(t, err)
	b.run(m, 60, smooth(t))
	m.CancelTask(task)
	require.Equal(t, Canceled, m.Report(task).Outcome)
	b.run(m, 60, smooth(t))
	require.Equal(t, Sitting, m.State())
	require.Greater(t, b.command.Stiffness[nao.LKneePitch], 0.5, "it stays stiff")
	at := b.command.Position
	b.run(m, 20, smooth(t))
	require.Equal(t, at, b.command.Position)
}

func TestAPointStraightBehindIsLookedForOnOneSide(t *testing.T) {
	m, b, _ := onFeet(t)
	task, err := m.LookAt(LookAt{Point: r3.Vec{X: -1, Z: 0.3}, Frame: BaseLink})
	require.NoError(t, err)
	for n := 0; m.Report(task).Outcome == Playing; n++ {
		require.Less(t, n, 1000, "it looks left and right in turn")
		m.head.look.at.Point.Y = 0.001 * float64(1-2*(n%2)) // sensors scatter
		b.run(m, 1, smooth(t))
	}
	require.Equal(t, Unreachable, m.Report(task).Outcome)
	require.Greater(t, math.Abs(b.command.Position[nao.HeadYaw]), 1.9)
}

func TestAKickOutOfTheWalkGoesOnWalkingAndIsDoneAfterTheSwing(t *testing.T) {
	m, b, f := onFeet(t)
	_, err := m.KickWalking(KickRequest{Direction: 0.1})
	require.ErrorContains(t, err, "kick: no such goal: a kick out of the walk: expected the ball's place")
	f.walk.refuse = errTooFar
	_, err = m.KickWalking(KickRequest{BallX: 3})
	require.ErrorIs(t, err, ErrUnreachable)
	require.ErrorIs(t, err, errTooFar)
	f.walk.refuse, f.walk.kicking = nil, false

	task, err := m.KickWalking(KickRequest{BallX: 0.6, BallY: -0.05, Distance: walkKickFarM / 4})
	require.NoError(t, err)
	require.Equal(t, nao.RightLeg, f.walk.kick.Leg, "the ball is on the right")
	require.InDelta(t, 0.5, f.walk.kick.Strength, 1e-9, "a quarter of the way, half the speed")
	require.NoError(t, m.SetVelocity(Velocity{X: -0.1}))
	b.until(t, m, Walking, 5)
	require.Equal(t, "kick", m.Detail())
	require.InDelta(t, walkKickSpeed, f.walk.asked.X, 0, "towards the ball")
	_, err = m.Posture("sit")
	require.ErrorContains(t, err, "held by the kick")
	f.walk.kicks++
	b.run(m, 20, smooth(t))
	require.Equal(t, Finished, m.Report(task).Outcome)
	require.True(t, m.Report(task).Hit)
	require.InDelta(t, -0.1, f.walk.asked.X, 0, "what is commanded counts again")

	task, err = m.KickWalking(KickRequest{BallX: 0.6})
	require.NoError(t, err)
	b.run(m, 2, nil)
	m.CancelTask(task)
	require.Equal(t, Canceled, m.Report(task).Outcome)
	require.False(t, f.walk.kicking)
	b.until(t, m, Standing, 200)

	task, err = m.KickWalking(KickRequest{BallX: 0.6})
	require.NoError(t, err)
	f.walk.kicking = false // the engine forgets a ball that is passed
	b.run(m, 2, nil)
	require.Equal(t, Unreachable, m.Report(task).Outcome)
	b.until(t, m, Standing, 200)
}

// A goal that comes between the stand and the walk's first step is not forgotten.
func TestAWalkToAPlaceMayBeginBeforeTheWalkHasTheLegs(t *testing.T) {
	library, err := Builtin()
	require.NoError(t, err)
	m, err := New(DefaultConfig(), library)
	require.NoError(t, err)
	b := newPuppet(nao.StandPosture())
	b.state.Accelerometer[2] = 9.81
	for i := range b.state.FSR {
		b.state.FSR[i] = 6.5
	}
	for n := 0; m.State() != Standing; n++ {
		require.Less(t, n, 300)
		b.step(m)
	}
	require.Equal(t, "nobody", m.Owner(Legs))
	task, err := m.WalkTo(1, 0, 0, 0)
	require.NoError(t, err)
	for n := 0; m.State() != Walking; n++ {
		require.Less(t, n, 100, "it walks")
		b.rock()
		b.step(m)
	}
	require.Equal(t, Playing, m.Report(task).Outcome)
}
