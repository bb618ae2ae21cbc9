package motion

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/msgs"
	"gonao/nao"
)

// tasked is a task of the legs or the head.
type tasked struct{ motion.Task }

func (t tasked) look(m *motion.Motion) news {
	at := m.Report(t.Task)
	mark := at.Attempts
	if at.Hit {
		mark++
	}
	return news{outcome: at.Outcome, mark: mark, report: at}
}

func (t tasked) cancel(m *motion.Motion) { m.CancelTask(t.Task) }

// safe: the feet are on the ground, and a walk that somebody else wants may go on.
func (t tasked) safe(m *motion.Motion) bool {
	return m.State() != motion.Kicking && (m.State() != motion.Walking || m.Asked() != motion.Velocity{})
}

// asTask is the beginning of a task.
func asTask(begin func(m *motion.Motion) (motion.Task, error)) func(*motion.Motion) (subject, error) {
	return func(m *motion.Motion) (subject, error) {
		t, err := begin(m)
		return tasked{t}, err
	}
}

// codes are the numbers that an action has for reasons.
type codes struct {
	bad, unreachable, fallen, canceled, preempted, taken, notReady, notReached, blocked, gaveUp, unknown uint16
}

// of gives the number of a reason.
func (c codes) of(err error, outcome motion.Outcome) uint16 {
	switch {
	case isA[*canceledError](err) || outcome == motion.Canceled:
		return c.canceled
	case errors.Is(err, motion.ErrFallen):
		return c.fallen
	case errors.Is(err, motion.ErrBadGoal):
		return c.bad
	case errors.Is(err, motion.ErrUnknownPosture):
		return c.unknown
	case outcome == motion.Unreachable, errors.Is(err, motion.ErrUnreachable), errors.Is(err, kick.ErrUnreachable):
		return c.unreachable
	case outcome == motion.Preempted:
		return c.preempted
	case outcome == motion.Blocked:
		return c.blocked
	case outcome == motion.GaveUp:
		return c.gaveUp
	case outcome == motion.NotReached:
		return c.notReached
	case isA[*motion.TakenError](err):
		return c.taken
	default:
		return c.notReady
	}
}

// walkTo runs one goal of walk_to.
func (l *loop) walkTo(ctx context.Context, goal msgs.WalkToGoal, feedback func(msgs.WalkToFeedback)) (msgs.WalkToResult, error) {
	t := &ticket{name: "walk_to", begin: asTask(func(m *motion.Motion) (motion.Task, error) {
		return m.WalkTo(goal.X, goal.Y, goal.Theta, goal.Speed)
	})}
	at, err := l.follow(ctx, t, func(at news) {
		left := at.report.Left
		feedback(msgs.WalkToFeedback{X: left.X, Y: left.Y, Theta: left.Yaw, Progress: float32(at.report.Share)})
	})
	left := at.report.Left
	result := msgs.WalkToResult{X: left.X, Y: left.Y, Theta: left.Yaw}
	if err != nil {
		result.ErrorMsg = err.Error()
		result.ErrorCode = codes{
			bad: msgs.WalkToResultBadGoal, unreachable: msgs.WalkToResultUnreachable, fallen: msgs.WalkToResultFallen,
			canceled: msgs.WalkToResultCanceled, preempted: msgs.WalkToResultPreempted, blocked: msgs.WalkToResultBlocked,
			taken: msgs.WalkToResultNotReady, notReady: msgs.WalkToResultNotReady,
		}.of(err, at.outcome)
	}
	return result, err
}

// kick runs one goal of kick.
func (l *loop) kick(ctx context.Context, goal msgs.KickGoal, feedback func(msgs.KickFeedback)) (msgs.KickResult, error) {
	request := motion.KickRequest{Direction: goal.Direction, Distance: goal.Distance, Foot: kick.Foot(goal.Foot)}
	if goal.BallKnown {
		request.BallX, request.BallY = goal.BallX, goal.BallY
	}
	t := &ticket{name: "kick", begin: asTask(func(m *motion.Motion) (motion.Task, error) { return m.Kick(request) })}
	at, err := l.follow(ctx, t, func(at news) {
		feedback(msgs.KickFeedback{Progress: float32(at.report.Share), Hit: at.report.Hit})
	})
	result := msgs.KickResult{Hit: at.report.Hit, Foot: uint8(at.report.Foot)}
	if err != nil {
		result.ErrorMsg = err.Error()
		result.ErrorCode = codes{
			bad: msgs.KickResultBadGoal, unreachable: msgs.KickResultUnreachable, fallen: msgs.KickResultFallen,
			canceled: msgs.KickResultCanceled, preempted: msgs.KickResultPreempted, notReached: msgs.KickResultNotReady,
			taken: msgs.KickResultNotReady, notReady: msgs.KickResultNotReady,
		}.of(err, at.outcome)
	}
	return result, err
}

// getUp runs one goal of get_up.
func (l *loop) getUp(ctx context.Context, _ msgs.GetUpGoal, feedback func(msgs.GetUpFeedback)) (msgs.GetUpResult, error) {
	t := &ticket{name: "get_up", begin: asTask((*motion.Motion).GetUp)}
	at, err := l.follow(ctx, t, func(at news) {
		feedback(msgs.GetUpFeedback{Attempt: uint32(at.report.Attempts), Progress: float32(at.report.Share)})
	})
	result := msgs.GetUpResult{Attempts: uint32(at.report.Attempts)}
	if err != nil {
		result.ErrorMsg = err.Error()
		result.ErrorCode = codes{
			gaveUp: msgs.GetUpResultGaveUp, fallen: msgs.GetUpResultGaveUp, canceled: msgs.GetUpResultCanceled,
			preempted: msgs.GetUpResultPreempted, taken: msgs.GetUpResultNotReady, notReady: msgs.GetUpResultNotReady,
		}.of(err, at.outcome)
	}
	return result, err
}

// setPosture runs one goal of set_posture.
func (l *loop) setPosture(
	ctx context.Context, goal msgs.SetPostureGoal, feedback func(msgs.SetPostureFeedback),
) (msgs.SetPostureResult, error) {
	t := &ticket{
		name:  fmt.Sprintf("posture %q", goal.Posture),
		begin: asTask(func(m *motion.Motion) (motion.Task, error) { return m.Posture(goal.Posture) }),
	}
	at, err := l.follow(ctx, t, func(at news) { feedback(msgs.SetPostureFeedback{Progress: float32(at.report.Share)}) })
	var result msgs.SetPostureResult
	if err != nil {
		result.ErrorMsg = err.Error()
		result.ErrorCode = codes{
			unknown: msgs.SetPostureResultUnknownPosture, fallen: msgs.SetPostureResultFallen,
			canceled: msgs.SetPostureResultCanceled, preempted: msgs.SetPostureResultPreempted,
			notReached: msgs.SetPostureResultNotReached,
			taken:      msgs.SetPostureResultNotReady, notReady: msgs.SetPostureResultNotReady,
		}.of(err, at.outcome)
	}
	return result, err
}

// lookAt runs one goal of look_at.
func (l *loop) lookAt(ctx context.Context, goal msgs.LookAtGoal, feedback func(msgs.LookAtFeedback)) (msgs.LookAtResult, error) {
	t := &ticket{name: "look_at", begin: asTask(func(m *motion.Motion) (motion.Task, error) {
		at, err := lookAtGoal(&goal)
		if err != nil {
			return motion.Task{}, err
		}
		return m.LookAt(at)
	})}
	at, err := l.follow(ctx, t, func(at news) { feedback(msgs.LookAtFeedback{Error: at.report.ErrorRad}) })
	result := msgs.LookAtResult{Error: at.report.ErrorRad}
	if err != nil {
		result.ErrorMsg = err.Error()
		result.ErrorCode = codes{
			bad: msgs.LookAtResultBadGoal, unreachable: msgs.LookAtResultUnreachable, fallen: msgs.LookAtResultNotReady,
			canceled: msgs.LookAtResultCanceled, preempted: msgs.LookAtResultPreempted, taken: msgs.LookAtResultHeadTaken,
			notReached: msgs.LookAtResultUnreachable, notReady: msgs.LookAtResultNotReady,
		}.of(err, at.outcome)
	}
	return result, err
}

// lookAtGoal reads a goal of look_at.
func lookAtGoal(goal *msgs.LookAtGoal) (motion.LookAt, error) {
	p := goal.Target.Point
	at := motion.LookAt{
		Point: r3.Vec{X: p.X, Y: p.Y, Z: p.Z}, Camera: nao.Camera(goal.Camera), Speed: goal.Speed, HoldSec: goal.Hold,
	}
	switch frame := goal.Target.Header.FrameId; frame {
	case "", footprintFrame:
	case torsoFrame, "torso":
		at.Frame = motion.BaseLink
	case odomFrame:
		at.Frame = motion.Odom
	default:
		return at, fmt.Errorf("look_at: %w: frame %q: expected %s, %s or %s", motion.ErrBadGoal, frame, footprintFrame, torsoFrame, odomFrame)
	}
	return at, nil
}
