package motion

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/motion/kick"
	"gonao/msgs"
	"gonao/nao"
	"gonao/nodes/internal/motionreport"
	"gonao/ros"
)

// task is a task of the legs or the head that runs.
type task struct{ motion.Task }

func (t task) status(m *motion.Motion) status {
	at := m.Report(t.Task)
	mark := at.Attempts
	if at.Hit {
		mark++
	}
	return status{outcome: at.Outcome, mark: mark, report: at}
}

func (t task) cancel(m *motion.Motion) { m.CancelTask(t.Task) }

// safe reports whether the feet are on the ground; a walk that a cmd_vel wants may go on.
func (t task) safe(m *motion.Motion) bool {
	return m.State() != motion.Kicking && (m.State() != motion.Walking || m.Asked() != motion.Velocity{})
}

// beginTask returns the beginning of a goal that is a task.
func beginTask(begin func(m *motion.Motion) (motion.Task, error)) func(*motion.Motion) (running, error) {
	return func(m *motion.Motion) (running, error) {
		t, err := begin(m)
		return task{t}, err
	}
}

// codes holds the error codes that an action has for each reason.
type codes struct {
	bad, unreachable, fallen, canceled, preempted, taken, notReady, notReached, blocked, gaveUp, unknown uint16
}

// of returns the error code of a reason.
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

// acceptWalkTo refuses a goal of walk_to with a field that is not a finite number.
func acceptWalkTo(request msgs.WalkToGoal) error {
	return motion.CheckWalkTo(request.X, request.Y, request.Theta, request.Speed)
}

// walkTo runs one goal of walk_to.
func (l *loop) walkTo(ctx context.Context, request msgs.WalkToGoal, feedback func(msgs.WalkToFeedback)) (msgs.WalkToResult, error) {
	g := &goal{name: "walk_to", begin: beginTask(func(m *motion.Motion) (motion.Task, error) {
		return m.WalkTo(request.X, request.Y, request.Theta, request.Speed)
	})}
	at, err := l.follow(ctx, g, func(at status) {
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
func (l *loop) kick(ctx context.Context, request msgs.KickGoal, feedback func(msgs.KickFeedback)) (msgs.KickResult, error) {
	want := motion.KickRequest{Direction: request.Direction, Distance: request.Distance, Foot: kick.Foot(request.Foot)}
	if request.BallKnown {
		want.BallX, want.BallY = request.BallX, request.BallY
	}
	g := &goal{name: "kick", begin: beginTask(func(m *motion.Motion) (motion.Task, error) {
		if request.FromWalk {
			return m.KickWalking(want)
		}
		return m.Kick(want)
	})}
	hit := false
	at, err := l.follow(ctx, g, func(at status) {
		feedback(msgs.KickFeedback{Progress: float32(at.report.Share), Hit: at.report.Hit})
		if at.report.Hit && !hit {
			hit = true
			reportKick(l, &request)
		}
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

// How far a ball rolls that is kicked as far as it goes, out of the stand and out of the walk, m; docs/motion/kick.md.
const (
	standKickM = 3.2
	walkKickM  = 1.6
	ballSlows  = 0.32 // m/s², on the carpet
)

// reportKick publishes the velocity that the ball of a kick should have: v = √(2 a s) for a way s.
func reportKick(l *loop, request *msgs.KickGoal) {
	way := standKickM
	if request.FromWalk {
		way = walkKickM
	}
	if request.Distance > 0 {
		way = min(way, request.Distance)
	}
	speed := math.Sqrt(2 * ballSlows * way)
	sin, cos := math.Sincos(request.Direction)
	err := l.Kicks.Publish(msgs.BallKick{
		Stamp: ros.Stamp(l.n.Clock.Now()), VelocityX: float32(speed * cos), VelocityY: float32(speed * sin), Deviation: 0.5,
	})
	if err != nil {
		l.n.Log.Warn("own_kick not published", "error", err)
	}
}

// save runs one goal of save.
func (l *loop) save(ctx context.Context, request msgs.SaveGoal, feedback func(msgs.SaveFeedback)) (msgs.SaveResult, error) {
	want := motion.SaveRequest{
		Kind: motion.SaveKind(request.Kind), BallKnown: request.BallKnown, BallX: request.BallX, BallY: request.BallY,
		VelocityX: request.BallVelocityX, VelocityY: request.BallVelocityY,
	}
	g := &goal{name: "save", begin: beginTask(func(m *motion.Motion) (motion.Task, error) { return m.Save(want) })}
	at, err := l.follow(ctx, g, func(at status) {
		feedback(msgs.SaveFeedback{Progress: float32(at.report.Share), Kind: uint8(at.report.Save)})
	})
	result := msgs.SaveResult{Kind: uint8(at.report.Save)}
	if err != nil {
		result.ErrorMsg = err.Error()
		result.ErrorCode = codes{
			bad: msgs.SaveResultBadGoal, unreachable: msgs.SaveResultUnreachable, fallen: msgs.SaveResultFallen,
			canceled: msgs.SaveResultCanceled, preempted: msgs.SaveResultPreempted, notReached: msgs.SaveResultNotReady,
			taken: msgs.SaveResultNotReady, notReady: msgs.SaveResultNotReady,
		}.of(err, at.outcome)
	}
	return result, err
}

// getUp runs one goal of get_up.
func (l *loop) getUp(ctx context.Context, _ msgs.GetUpGoal, feedback func(msgs.GetUpFeedback)) (msgs.GetUpResult, error) {
	g := &goal{name: "get_up", begin: beginTask((*motion.Motion).GetUp)}
	at, err := l.follow(ctx, g, func(at status) {
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
	ctx context.Context, request msgs.SetPostureGoal, feedback func(msgs.SetPostureFeedback),
) (msgs.SetPostureResult, error) {
	g := &goal{
		name:  fmt.Sprintf("posture %q", request.Posture),
		begin: beginTask(func(m *motion.Motion) (motion.Task, error) { return m.Posture(request.Posture) }),
	}
	at, err := l.follow(ctx, g, func(at status) { feedback(msgs.SetPostureFeedback{Progress: float32(at.report.Share)}) })
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
func (l *loop) lookAt(ctx context.Context, request msgs.LookAtGoal, feedback func(msgs.LookAtFeedback)) (msgs.LookAtResult, error) {
	g := &goal{name: "look_at", begin: beginTask(func(m *motion.Motion) (motion.Task, error) {
		at, err := lookAtGoal(&request, l.prefix)
		if err != nil {
			return motion.Task{}, err
		}
		return m.LookAt(at)
	})}
	at, err := l.follow(ctx, g, func(at status) { feedback(msgs.LookAtFeedback{Error: at.report.ErrorRad}) })
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

// lookAtGoal reads a goal of look_at, whose frame may have the prefix.
func lookAtGoal(goal *msgs.LookAtGoal, prefix ros.FramePrefix) (motion.LookAt, error) {
	p := goal.Target.Point
	at := motion.LookAt{
		Point: r3.Vec{X: p.X, Y: p.Y, Z: p.Z}, Camera: nao.Camera(goal.Camera), Speed: goal.Speed, HoldSec: goal.Hold,
	}
	switch frame := prefix.Trim(goal.Target.Header.FrameId); frame {
	case "", motionreport.FootprintFrame:
	case motionreport.TorsoFrame, "torso":
		at.Frame = motion.BaseLink
	case motionreport.OdomFrame:
		at.Frame = motion.Odom
	default:
		return at, fmt.Errorf("look_at: %w: frame %q: expected %s, %s or %s", motion.ErrBadGoal, frame, motionreport.FootprintFrame, motionreport.TorsoFrame, motionreport.OdomFrame)
	}
	return at, nil
}
