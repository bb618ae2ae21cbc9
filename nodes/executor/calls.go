package executor

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/msgs"
	"gonao/ros"
)

// skillClient calls execute_skill.
type skillClient = ros.ActionClient[msgs.ExecuteSkillGoal, msgs.ExecuteSkillResult, msgs.ExecuteSkillFeedback]

// execution is one goal of execute_skill. Its goroutine owns the goal.
type execution struct {
	cancel context.CancelFunc

	mu     sync.Mutex
	status hfsm.Status
	cause  error
}

// Execute asks for skills; see [behavior.Outputs].
func (b *body) Execute(call string) behavior.Execution {
	ctx, cancel := context.WithCancel(context.Background())
	x := &execution{cancel: cancel}
	b.running.Go(func() {
		defer cancel()
		x.end(b.execute(ctx, call))
	})
	return x
}

// execute sends the goal and waits for its end; the end of ctx cancels it.
func (b *body) execute(ctx context.Context, call string) error {
	// A goal on its way cannot be called back, so the sending is not cancelled.
	sending, stop := context.WithTimeout(context.Background(), answerTime)
	goal, err := b.skills.Send(sending, msgs.ExecuteSkillGoal{Call: call}, nil)
	stop()
	if err != nil {
		return fmt.Errorf("skill %s: not begun: %w", call, err)
	}
	result, status, err := goal.Result(ctx)
	switch {
	case ctx.Err() != nil || b.n.Context().Err() != nil:
		b.endSkill(goal, call)
		return fmt.Errorf("skill %s: cancelled", call)
	case err != nil:
		return fmt.Errorf("skill %s: %w", call, err)
	case status != ros.StatusSucceeded || result.Outcome != msgs.ExecuteSkillResultFinal:
		return fmt.Errorf("skill %s: %v in %q: %s (error_code %d)", call, status, result.Path, result.ErrorMsg, result.ErrorCode)
	}
	return nil
}

// endSkill cancels a goal, and waits until the robot is safe.
func (b *body) endSkill(goal *ros.GoalHandle[msgs.ExecuteSkillResult], call string) {
	ctx, stop := context.WithTimeout(context.Background(), answerTime)
	defer stop()
	err := goal.Cancel(ctx)
	if err == nil {
		_, _, err = goal.Result(ctx)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		b.n.Log.Warn("skill not cancelled", "call", call, "error", err)
	}
}

// end takes the outcome.
func (x *execution) end(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.status, x.cause = hfsm.Final, err
	if err != nil {
		x.status = hfsm.Failed
	}
}

// Progress gives how the skills stand; see [behavior.Execution].
func (x *execution) Progress() (hfsm.Status, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.status, x.cause
}

// Cancel asks for the end; see [behavior.Execution].
func (x *execution) Cancel() { x.cancel() }
