package motion

import (
	"context"
	"errors"
	"fmt"

	"gonao/motion"
	"gonao/motion/slot"
	"gonao/msgs"
	"gonao/nao"
)

// usualSpeed is the share of a joint's top speed when a goal of move_joints has none.
const usualSpeed = 0.2

// move runs one goal of move_joints.
func (l *loop) move(ctx context.Context, request msgs.MoveJointsGoal, feedback func(msgs.MoveJointsFeedback)) (msgs.MoveJointsResult, error) {
	targets, err := moveTargets(&request)
	if err != nil {
		return msgs.MoveJointsResult{ErrorCode: msgs.MoveJointsResultBadGoal, ErrorMsg: err.Error()}, err
	}
	speed := request.Speed
	if speed == 0 {
		speed = usualSpeed
	}
	g := &goal{name: "move", begin: beginPlay(func(m *motion.Motion) (motion.Play, error) { return m.Move(targets, speed) })}
	_, err = l.follow(ctx, g, func(at status) { feedback(msgs.MoveJointsFeedback{Progress: float32(at.progress.Share)}) })
	if err == nil {
		return msgs.MoveJointsResult{}, nil
	}
	result := msgs.MoveJointsResult{ErrorCode: msgs.MoveJointsResultNotReady, ErrorMsg: err.Error()}
	switch {
	case errors.Is(err, motion.ErrBadMove):
		result.ErrorCode = msgs.MoveJointsResultBadGoal
	case isA[*motion.TakenError](err):
		result.ErrorCode = msgs.MoveJointsResultJointTaken
	case isA[*notReachedError](err):
		result.ErrorCode = msgs.MoveJointsResultNotReached
	case isA[*canceledError](err):
		result.ErrorCode = msgs.MoveJointsResultCanceled
	case errors.Is(err, motion.ErrFallen):
		result.ErrorCode = msgs.MoveJointsResultFallen
	}
	return result, err
}

// moveTargets reads the joints of a goal.
func moveTargets(goal *msgs.MoveJointsGoal) ([]slot.Target, error) {
	if len(goal.Names) != len(goal.Positions) {
		return nil, fmt.Errorf("move: %d names and %d positions; expected as many", len(goal.Names), len(goal.Positions))
	}
	targets := make([]slot.Target, len(goal.Names))
	for i, name := range goal.Names {
		joint, err := nao.ParseJoint(name)
		if err != nil {
			return nil, fmt.Errorf("move: names[%d]: %w", i, err)
		}
		targets[i] = slot.Target{Joint: joint, Angle: goal.Positions[i]}
	}
	return targets, nil
}
