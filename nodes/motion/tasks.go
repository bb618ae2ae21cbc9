package motion

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonao/motion"
	"gonao/msgs"
	naoposinterfaces "gonao/msgs/nao_pos_interfaces"
	"gonao/robot/goals"
	"gonao/robot/mover"
	"gonao/ros"
)

// fault returns the code and the text of a result: how a goal of an action ended that was not reached.
func fault(action string, outcome motion.Outcome, err error) (code uint16, text string) {
	if err == nil {
		return 0, ""
	}
	word := mover.Word(outcome, err)
	var canceled *canceledError
	if errors.As(err, &canceled) {
		word = "canceled"
	}
	return goals.Find(action).Code(word), err.Error()
}

// acceptWalkTo refuses a goal of walk_to with a field that is not a finite number.
func acceptWalkTo(request msgs.WalkToGoal) error {
	return motion.CheckWalkTo(request.X, request.Y, request.Theta, request.Speed)
}

// walkTo runs one goal of walk_to.
func (l *loop) walkTo(ctx context.Context, request msgs.WalkToGoal, feedback func(msgs.WalkToFeedback)) (r msgs.WalkToResult, err error) {
	at, err := l.follow(ctx, &goal{name: "walk_to", want: (*goals.WalkTo)(&request)}, func(at *mover.Status) {
		feedback(msgs.WalkToFeedback{X: at.Left.X, Y: at.Left.Y, Theta: at.Left.Yaw, Progress: float32(at.Share)})
	})
	r.ErrorCode, r.ErrorMsg = fault("walk_to", at.Outcome, err)
	r.X, r.Y, r.Theta = at.Left.X, at.Left.Y, at.Left.Yaw
	return r, err
}

// kick runs one goal of kick.
func (l *loop) kick(ctx context.Context, request msgs.KickGoal, feedback func(msgs.KickFeedback)) (r msgs.KickResult, err error) {
	hit := false
	at, err := l.follow(ctx, &goal{name: "kick", want: (*goals.Kick)(&request)}, func(at *mover.Status) {
		feedback(msgs.KickFeedback{Progress: float32(at.Share), Hit: at.Hit})
		if at.Hit && !hit {
			hit = true
			reportKick(l, &request)
		}
	})
	r.ErrorCode, r.ErrorMsg = fault("kick", at.Outcome, err)
	r.Hit, r.Foot = at.Hit, uint8(at.Foot)
	return r, err
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
func (l *loop) save(ctx context.Context, request msgs.SaveGoal, feedback func(msgs.SaveFeedback)) (r msgs.SaveResult, err error) {
	at, err := l.follow(ctx, &goal{name: "save", want: (*goals.Save)(&request)}, func(at *mover.Status) {
		feedback(msgs.SaveFeedback{Progress: float32(at.Share), Kind: uint8(at.Save)})
	})
	r.ErrorCode, r.ErrorMsg = fault("save", at.Outcome, err)
	r.Kind = uint8(at.Save)
	return r, err
}

// getUp runs one goal of get_up.
func (l *loop) getUp(ctx context.Context, request msgs.GetUpGoal, feedback func(msgs.GetUpFeedback)) (r msgs.GetUpResult, err error) {
	at, err := l.follow(ctx, &goal{name: "get_up", want: (*goals.GetUp)(&request)}, func(at *mover.Status) {
		feedback(msgs.GetUpFeedback{Attempt: uint32(at.Attempts), Progress: float32(at.Share)})
	})
	r.ErrorCode, r.ErrorMsg = fault("get_up", at.Outcome, err)
	r.Attempts = uint32(at.Attempts)
	return r, err
}

// setPosture runs one goal of set_posture.
func (l *loop) setPosture(
	ctx context.Context, request msgs.SetPostureGoal, feedback func(msgs.SetPostureFeedback),
) (r msgs.SetPostureResult, err error) {
	name := fmt.Sprintf("posture %q", request.Posture)
	at, err := l.follow(ctx, &goal{name: name, want: (*goals.SetPosture)(&request)}, func(at *mover.Status) {
		feedback(msgs.SetPostureFeedback{Progress: float32(at.Share)})
	})
	r.ErrorCode, r.ErrorMsg = fault("set_posture", at.Outcome, err)
	return r, err
}

// lookAt runs one goal of look_at.
func (l *loop) lookAt(ctx context.Context, request msgs.LookAtGoal, feedback func(msgs.LookAtFeedback)) (r msgs.LookAtResult, err error) {
	p := request.Target.Point
	want := &goals.LookAt{
		Frame: l.prefix.Trim(request.Target.Header.FrameId), X: p.X, Y: p.Y, Z: p.Z, Camera: request.Camera, Speed: request.Speed, Hold: request.Hold,
	}
	at, err := l.follow(ctx, &goal{name: "look_at", want: want}, func(at *mover.Status) {
		feedback(msgs.LookAtFeedback{Error: at.ErrorRad})
	})
	r.ErrorCode, r.ErrorMsg = fault("look_at", at.Outcome, err)
	r.Error = at.ErrorRad
	return r, err
}

// playMotion runs one goal of play_motion.
func (l *loop) playMotion(
	ctx context.Context, request msgs.PlayMotionGoal, feedback func(msgs.PlayMotionFeedback),
) (r msgs.PlayMotionResult, err error) {
	name := fmt.Sprintf("motion %q", request.Name)
	at, err := l.follow(ctx, &goal{name: name, want: (*goals.PlayMotion)(&request)}, func(at *mover.Status) {
		p := &at.Progress
		feedback(msgs.PlayMotionFeedback{PositionsReached: uint32(p.Reached), Slots: uint32(p.Slots), Progress: float32(p.Share)})
	})
	r.ErrorCode, r.ErrorMsg = fault("play_motion", at.Outcome, err)
	r.PositionsReached = uint32(at.Progress.Reached)
	return r, err
}

// playPos runs one goal of nao_pos_action: play_motion by the name that nao_pos_server has.
func (l *loop) playPos(
	ctx context.Context, request naoposinterfaces.PosPlayGoal, _ func(naoposinterfaces.PosPlayFeedback),
) (naoposinterfaces.PosPlayResult, error) {
	_, err := l.playMotion(ctx, msgs.PlayMotionGoal{Name: request.ActionName}, func(msgs.PlayMotionFeedback) {})
	return naoposinterfaces.PosPlayResult{Success: err == nil}, err
}

// move runs one goal of move_joints.
func (l *loop) move(ctx context.Context, request msgs.MoveJointsGoal, feedback func(msgs.MoveJointsFeedback)) (r msgs.MoveJointsResult, err error) {
	at, err := l.follow(ctx, &goal{name: "move", want: (*goals.MoveJoints)(&request)}, func(at *mover.Status) {
		feedback(msgs.MoveJointsFeedback{Progress: float32(at.Share)})
	})
	r.ErrorCode, r.ErrorMsg = fault("move_joints", at.Outcome, err)
	return r, err
}
