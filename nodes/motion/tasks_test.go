package motion

import (
	"context"
	"math"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	controlmsgs "gonao/msgs/control_msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	naoposinterfaces "gonao/msgs/nao_pos_interfaces"
	trajectorymsgs "gonao/msgs/trajectory_msgs"
	"gonao/nao"
	"gonao/ros"
)

// begin sends a goal of any action of the node.
func begin[G, R, F any, PG ros.Goal[G], PR ros.Message[R], PF ros.Message[F]](t *testing.T, b *bench, name string, goal G) *ros.GoalHandle[R] {
	client, err := ros.NewActionClient[G, R, F, PG, PR, PF](b.n, name)
	require.NoError(t, err)
	handle, err := client.Send(t.Context(), goal, nil)
	require.NoError(t, err)
	synctest.Wait()
	return handle
}

// states listens to motion_state.
func (b *bench) motionState(t *testing.T) *ros.Watcher[msgs.MotionState] {
	w, err := ros.Watch[msgs.MotionState](b.n, "motion_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	return w
}

func TestAVelocityWalksUntilNobodySaysItAnyMore(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		for i := range b.state.Fsr {
			b.state.Fsr[i] = 6.5
		}
		state := b.motionState(t)
		walk, err := ros.Advertise[geometrymsgs.Twist](b.n, "cmd_vel")
		require.NoError(t, err)
		b.standUp(t)
		name := func() string {
			s, _ := state.Get()
			return s.Name
		}
		require.Equal(t, "standing", name())
		say := func(x float64) {
			var twist geometrymsgs.Twist
			twist.Linear.X = x
			require.NoError(t, walk.Publish(twist))
			b.run(t, 5)
		}
		say(math.NaN())
		b.run(t, 10)
		require.Equal(t, "standing", name())
		for range 12 {
			say(9)
		}
		require.Equal(t, 1, b.said("cmd_vel is beyond the walk's limits: scaled"), "once")
		require.Equal(t, 1, b.said("to_x=0.42 "), "as the walk has it")
		say(0.1)
		require.Equal(t, 1, b.said("scaled"))
		say(9)
		require.Equal(t, 2, b.said("scaled"), "again, after one within the limits")
		got, _ := state.Get()
		require.Equal(t, "walking", got.Name)
		require.Equal(t, "the walk", got.LegsOwner)
		b.run(t, 90) // said again each second
		got, _ = state.Get()
		require.Zero(t, got.VelocityX, "half a second without a word stops it")
	})
}

func TestGoalsThatCannotBeSayWhyInNumbers(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		walk := func(goal msgs.WalkToGoal) uint16 {
			r, status := resultOf(t, b, begin[msgs.WalkToGoal, msgs.WalkToResult, msgs.WalkToFeedback](t, b, "walk_to", goal))
			require.Equal(t, ros.StatusAborted, status)
			require.NotEmpty(t, r.ErrorMsg)
			return r.ErrorCode
		}
		require.Equal(t, msgs.WalkToResultBadGoal, walk(msgs.WalkToGoal{X: 1, Speed: 2}))
		require.Equal(t, msgs.WalkToResultUnreachable, walk(msgs.WalkToGoal{X: 1000}))

		kick := func(goal msgs.KickGoal) uint16 {
			r, status := resultOf(t, b, begin[msgs.KickGoal, msgs.KickResult, msgs.KickFeedback](t, b, "kick", goal))
			require.Equal(t, ros.StatusAborted, status)
			require.False(t, r.Hit)
			return r.ErrorCode
		}
		require.Equal(t, msgs.KickResultBadGoal, kick(msgs.KickGoal{Direction: math.Inf(1)}))
		require.Equal(t, msgs.KickResultBadGoal, kick(msgs.KickGoal{Foot: 7}))
		require.Equal(t, msgs.KickResultUnreachable, kick(msgs.KickGoal{BallKnown: true, BallX: 3, Distance: 1}))
		require.Equal(t, msgs.KickResultBadGoal, kick(msgs.KickGoal{FromWalk: true}), "where is the ball?")
		require.Equal(t, msgs.KickResultUnreachable, kick(msgs.KickGoal{FromWalk: true, BallKnown: true, BallX: 3}))

		look := func(x, y, z float64, frame string) msgs.LookAtResult {
			var goal msgs.LookAtGoal
			goal.Target.Point.X, goal.Target.Point.Y, goal.Target.Point.Z = x, y, z
			goal.Target.Header.FrameId = frame
			r, _ := resultOf(t, b, begin[msgs.LookAtGoal, msgs.LookAtResult, msgs.LookAtFeedback](t, b, "look_at", goal))
			return r
		}
		require.Equal(t, msgs.LookAtResultBadGoal, look(math.NaN(), 0, 0, "").ErrorCode)
		require.Equal(t, msgs.LookAtResultBadGoal, look(1, 0, 0, "moon").ErrorCode)
		require.Equal(t, msgs.LookAtResultUnreachable, look(-1, 0, 0.3, "base_footprint").ErrorCode)
		seen := look(1, 0.6, 0.4, "base_footprint")
		require.Equal(t, msgs.LookAtResultNone, seen.ErrorCode, seen.ErrorMsg)
		require.Less(t, seen.Error, 0.06)
		require.Greater(t, b.command.Position[nao.HeadYaw], float32(0.4))

		r, _ := resultOf(t, b, begin[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback](t, b, "set_posture",
			msgs.SetPostureGoal{Posture: "lotus"}))
		require.Equal(t, msgs.SetPostureResultUnknownPosture, r.ErrorCode)
		up, status := resultOf(t, b, begin[msgs.GetUpGoal, msgs.GetUpResult, msgs.GetUpFeedback](t, b, "get_up", msgs.GetUpGoal{}))
		require.Equal(t, ros.StatusSucceeded, status, "who stands is up: %s", up.ErrorMsg)
	})
}

// A client that stops at a small error must not read a zero before the first step.
func TestTheFirstFeedbackIsMeasured(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		for i := range b.state.Fsr {
			b.state.Fsr[i] = 6.5
		}
		b.standUp(t)
		plays := b.send(t, "dance_right")
		b.run(t, 2)
		require.Len(t, plays.feedback, 1, "after the second step")
		require.Greater(t, plays.feedback[0].Progress, float32(0))
		resultOf(t, b, plays.handle)

		first := firstFeedback[msgs.LookAtGoal, msgs.LookAtResult, msgs.LookAtFeedback](t, b, "look_at",
			msgs.LookAtGoal{Target: geometrymsgs.PointStamped{Point: geometrymsgs.Point{X: 1, Y: 0.6, Z: 0.4}}})
		require.Greater(t, first.Error, 0.4)
		walk := firstFeedback[msgs.WalkToGoal, msgs.WalkToResult, msgs.WalkToFeedback](t, b, "walk_to", msgs.WalkToGoal{X: 0.1})
		require.InDelta(t, 0.1, walk.X, 0.01)
	})
}

// firstFeedback sends a goal, waits for its end and returns its first feedback.
func firstFeedback[G, R, F any, PG ros.Goal[G], PR ros.Message[R], PF ros.Message[F]](t *testing.T, b *bench, name string, goal G) F {
	client, err := ros.NewActionClient[G, R, F, PG, PR, PF](b.n, name)
	require.NoError(t, err)
	var all []F
	handle, err := client.Send(t.Context(), goal, func(f F) { all = append(all, f) })
	require.NoError(t, err)
	synctest.Wait()
	resultOf(t, b, handle)
	require.NotEmpty(t, all)
	return all[0]
}

// A goal with a field that is not a number is not accepted, and the log names the field.
func TestAWalkToAPlaceThatIsNoneIsRejected(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		client, err := ros.NewActionClient[msgs.WalkToGoal, msgs.WalkToResult, msgs.WalkToFeedback](b.n, "walk_to")
		require.NoError(t, err)
		for field, goal := range map[string]msgs.WalkToGoal{
			"x NaN": {X: math.NaN()}, "y +Inf": {Y: math.Inf(1)}, "theta -Inf": {Theta: math.Inf(-1)}, "speed NaN": {Speed: math.NaN()},
		} {
			_, err := client.Send(t.Context(), goal, nil)
			require.ErrorIs(t, err, ros.ErrRejected, field)
			require.Equal(t, 1, b.said(field+": expected a finite number"), b.log.String())
		}
		require.Equal(t, "standing", func() string { s, _ := b.motionState(t).Get(); return s.Name }())
	})
}

func TestAKickOutOfTheWalkIsAGoalOfKick(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		state := b.motionState(t)
		b.standUp(t)
		b.run(t, 50)
		g := begin[msgs.KickGoal, msgs.KickResult, msgs.KickFeedback](t, b, "kick",
			msgs.KickGoal{FromWalk: true, BallKnown: true, BallX: 0.6, BallY: -0.05})
		b.run(t, 100)
		s, _ := state.Get()
		require.Equal(t, "walking", s.Name)
		require.Equal(t, "kick", s.Detail)
		require.InDelta(t, 0.25, s.VelocityX, 1e-6)
		require.NoError(t, g.Cancel(context.Background()))
		r, status := resultOf(t, b, g)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, msgs.KickResultCanceled, r.ErrorCode)
		require.Equal(t, msgs.KickGoalRightFoot, r.Foot, "the ball is on the right")
		b.run(t, 300)
		s, _ = state.Get()
		require.Zero(t, s.VelocityX)
	})
}

func TestNothingIsBegunByARobotThatLies(t *testing.T) {
	cfg := testConfig()
	cfg.Motion.AutoGetUp = false
	onBus(t, cfg, func(t *testing.T, b *bench) {
		state := b.motionState(t)
		b.standUp(t)
		b.state.Angles[1] = 1.5
		b.run(t, 60)
		at, _ := state.Get()
		require.Equal(t, "fallen", at.Name)
		require.Equal(t, "front", at.Detail)
		require.Equal(t, uint32(1), at.Falls)
		require.False(t, at.CanWalk)
		w, _ := resultOf(t, b, begin[msgs.WalkToGoal, msgs.WalkToResult, msgs.WalkToFeedback](t, b, "walk_to", msgs.WalkToGoal{X: 1}))
		require.Equal(t, msgs.WalkToResultFallen, w.ErrorCode)
		k, _ := resultOf(t, b, begin[msgs.KickGoal, msgs.KickResult, msgs.KickFeedback](t, b, "kick", msgs.KickGoal{}))
		require.Equal(t, msgs.KickResultFallen, k.ErrorCode)
		p, _ := resultOf(t, b, begin[msgs.SetPostureGoal, msgs.SetPostureResult, msgs.SetPostureFeedback](t, b, "set_posture", msgs.SetPostureGoal{Posture: "rest"}))
		require.Equal(t, msgs.SetPostureResultFallen, p.ErrorCode)
		d, _ := b.result(t, b.send(t, "dance_right"))
		require.Equal(t, msgs.PlayMotionResultFallen, d.ErrorCode)
		for j, stiff := range b.command.Stiffness {
			require.Less(t, stiff, float32(0.5), nao.Joint(j))
		}
	})
}

func TestACanceledKickReturnsWhenTheFootIsDown(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		state := b.motionState(t)
		b.standUp(t)
		b.run(t, 100)
		g := begin[msgs.KickGoal, msgs.KickResult, msgs.KickFeedback](t, b, "kick", msgs.KickGoal{})
		for range 100 {
			if s, _ := state.Get(); s.Name == "kicking" {
				break
			}
			b.run(t, 1)
		}
		b.run(t, 40)
		require.NoError(t, g.Cancel(context.Background()))
		r, status := resultOf(t, b, g)
		require.Equal(t, ros.StatusCanceled, status)
		require.Equal(t, msgs.KickResultCanceled, r.ErrorCode)
		at, _ := state.Get()
		require.NotEqual(t, "kicking", at.Name)
	})
}

func TestTheNamesOfOthersWork(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		b.standUp(t)
		pos, status := resultOf(t, b, begin[naoposinterfaces.PosPlayGoal, naoposinterfaces.PosPlayResult, naoposinterfaces.PosPlayFeedback](
			t, b, "nao_pos_action", naoposinterfaces.PosPlayGoal{ActionName: "dance_right"}))
		require.Equal(t, ros.StatusSucceeded, status)
		require.True(t, pos.Success)

		follow := func(names []string, angles ...float64) controlmsgs.FollowJointTrajectoryResult {
			goal := controlmsgs.FollowJointTrajectoryGoal{Trajectory: trajectorymsgs.JointTrajectory{JointNames: names}}
			for i, angle := range angles {
				goal.Trajectory.Points = append(goal.Trajectory.Points, trajectorymsgs.JointTrajectoryPoint{
					Positions: []float64{angle}, TimeFromStart: builtininterfaces.Duration{Sec: int32(i) + 1},
				})
			}
			r, _ := resultOf(t, b, begin[controlmsgs.FollowJointTrajectoryGoal, controlmsgs.FollowJointTrajectoryResult, controlmsgs.FollowJointTrajectoryFeedback](
				t, b, "joint_trajectory_controller/follow_joint_trajectory", goal))
			return r
		}
		r := follow([]string{"HeadYaw"}, 0.3, -0.4)
		require.Equal(t, controlmsgs.FollowJointTrajectoryResultSuccessful, r.ErrorCode, r.ErrorString)
		require.InDelta(t, -0.4, b.command.Position[nao.HeadYaw], 1e-3)
		require.Equal(t, controlmsgs.FollowJointTrajectoryResultInvalidJoints, follow([]string{"HeadJaw"}, 0.3).ErrorCode)
		require.Equal(t, controlmsgs.FollowJointTrajectoryResultInvalidGoal, follow([]string{"HeadYaw"}, 9).ErrorCode)

		jog, err := ros.Advertise[controlmsgs.JointJog](b.n, "joint_jog")
		require.NoError(t, err)
		before := b.command.Position[nao.LShoulderPitch]
		require.NoError(t, jog.Publish(controlmsgs.JointJog{JointNames: []string{"LShoulderPitch"}, Velocities: []float64{-0.5}, Duration: 1}))
		b.run(t, 120)
		require.InDelta(t, before-0.5, b.command.Position[nao.LShoulderPitch], 0.1)
		require.NoError(t, jog.Publish(controlmsgs.JointJog{JointNames: []string{"LShoulderPitch"}, Velocities: []float64{math.NaN()}}))
		b.run(t, 20)
		require.InDelta(t, before-0.5, b.command.Position[nao.LShoulderPitch], 0.1)
	})
}

func TestAPenalisedRobotStandsStill(t *testing.T) {
	onBus(t, testConfig(), func(t *testing.T, b *bench) {
		for i := range b.state.Fsr {
			b.state.Fsr[i] = 6.5
		}
		state := b.motionState(t)
		walk, err := ros.Advertise[geometrymsgs.Twist](b.n, "cmd_vel")
		require.NoError(t, err)
		phases, err := ros.Advertise[msgs.GamePhase](b.n, "game_phase", ros.TransientLocal(), ros.Depth(1))
		require.NoError(t, err)
		b.standUp(t)
		walks := func() {
			var twist geometrymsgs.Twist
			twist.Linear.X = 0.1
			for range 20 {
				require.NoError(t, walk.Publish(twist))
				b.run(t, 5)
			}
		}
		name := func() string {
			s, _ := state.Get()
			return s.Name
		}
		walks()
		require.Equal(t, "walking", name())
		require.NoError(t, phases.Publish(msgs.GamePhase{Phase: msgs.GamePhasePhasePenalized}))
		walks()
		walks()
		require.Equal(t, "standing", name())
		require.NoError(t, phases.Publish(msgs.GamePhase{Phase: msgs.GamePhasePhasePlaying}))
		walks()
		require.Equal(t, "walking", name())
	})
}
