package motion

import (
	"context"
	"errors"
	"fmt"

	"gonao/motion"
	"gonao/msgs"
	naoposinterfaces "gonao/msgs/nao_pos_interfaces"
)

// played is a slot motion, a move or a trajectory.
type played struct{ motion.Play }

func (p played) look(m *motion.Motion) news {
	at := m.Progress(p.Play)
	return news{outcome: at.Outcome, mark: at.Reached, progress: at}
}

func (p played) cancel(m *motion.Motion) { m.Cancel(p.Play) }

// safe: the joints come to rest by themselves.
func (p played) safe(*motion.Motion) bool { return true }

// asPlayed is the beginning of a play.
func asPlayed(begin func(m *motion.Motion) (motion.Play, error)) func(*motion.Motion) (subject, error) {
	return func(m *motion.Motion) (subject, error) {
		p, err := begin(m)
		return played{p}, err
	}
}

// playByName is a ticket for a slot motion.
func playByName(name string) *ticket {
	return &ticket{
		name:  fmt.Sprintf("motion %q", name),
		begin: asPlayed(func(m *motion.Motion) (motion.Play, error) { return m.Play(name) }),
	}
}

// playPos runs one goal of nao_pos_action: play_motion under its name elsewhere.
func (l *loop) playPos(
	ctx context.Context, goal naoposinterfaces.PosPlayGoal, _ func(naoposinterfaces.PosPlayFeedback),
) (naoposinterfaces.PosPlayResult, error) {
	_, err := l.follow(ctx, playByName(goal.ActionName), func(news) {})
	return naoposinterfaces.PosPlayResult{Success: err == nil}, err
}

// play runs one goal of play_motion.
func (l *loop) play(ctx context.Context, goal msgs.PlayMotionGoal, feedback func(msgs.PlayMotionFeedback)) (msgs.PlayMotionResult, error) {
	at, err := l.follow(ctx, playByName(goal.Name), func(at news) {
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
