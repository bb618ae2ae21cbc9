package motion

import (
	"context"
	"errors"
	"fmt"

	"gonao/motion"
	"gonao/msgs"
	naoposinterfaces "gonao/msgs/nao_pos_interfaces"
)

// play is a slot motion, a move or a trajectory that runs.
type play struct{ motion.Play }

func (p play) status(m *motion.Motion) status {
	at := m.Progress(p.Play)
	return status{outcome: at.Outcome, mark: at.Reached, progress: at}
}

func (p play) cancel(m *motion.Motion) { m.Cancel(p.Play) }

// safe returns true: the joints come to rest by themselves.
func (p play) safe(*motion.Motion) bool { return true }

// beginPlay returns the beginning of a goal that is a play.
func beginPlay(begin func(m *motion.Motion) (motion.Play, error)) func(*motion.Motion) (running, error) {
	return func(m *motion.Motion) (running, error) {
		p, err := begin(m)
		return play{p}, err
	}
}

// playByName returns a goal that plays a slot motion.
func playByName(name string) *goal {
	return &goal{
		name:  fmt.Sprintf("motion %q", name),
		begin: beginPlay(func(m *motion.Motion) (motion.Play, error) { return m.Play(name) }),
	}
}

// playPos runs one goal of nao_pos_action: play_motion by the name that nao_pos_server has.
func (l *loop) playPos(
	ctx context.Context, goal naoposinterfaces.PosPlayGoal, _ func(naoposinterfaces.PosPlayFeedback),
) (naoposinterfaces.PosPlayResult, error) {
	_, err := l.follow(ctx, playByName(goal.ActionName), func(status) {})
	return naoposinterfaces.PosPlayResult{Success: err == nil}, err
}

// playMotion runs one goal of play_motion.
func (l *loop) playMotion(ctx context.Context, goal msgs.PlayMotionGoal, feedback func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
	at, err := l.follow(ctx, playByName(goal.Name), func(at status) {
		feedback(msgs.PlayMotionFeedback{
			PositionsReached: uint32(at.progress.Reached),
			Slots:            uint32(at.progress.Slots),
			Progress:         float32(at.progress.Share),
		})
	})
	result := msgs.PlayMotionResult{PositionsReached: uint32(at.progress.Reached)}
	if err == nil {
		return result, nil
	}
	result.ErrorCode, result.ErrorMsg = msgs.PlayMotionResultNotReady, err.Error()
	switch {
	case errors.Is(err, motion.ErrUnknownMotion):
		result.ErrorCode = msgs.PlayMotionResultUnknownMotion
	case isA[*motion.TakenError](err):
		result.ErrorCode = msgs.PlayMotionResultJointTaken
	case isA[*notReachedError](err):
		result.ErrorCode = msgs.PlayMotionResultNotReached
	case isA[*canceledError](err):
		result.ErrorCode = msgs.PlayMotionResultCanceled
	case errors.Is(err, motion.ErrFallen):
		result.ErrorCode = msgs.PlayMotionResultFallen
	}
	return result, err
}
