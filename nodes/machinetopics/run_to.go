package machinetopics

import (
	"context"
	"errors"
	"fmt"

	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/msgs"
)

// untils are the ends of run_to_state, by the message's words.
var untils = [...]host.Until{
	msgs.RunToStateGoalEntered: host.Entered, msgs.RunToStateGoalLeft: host.Left, msgs.RunToStateGoalEnded: host.Ended,
	msgs.RunToStateGoalTransition: host.Taken,
}

// runTo handles a goal of run_to_state.
func (t *Topics) runTo(ctx context.Context, goal msgs.RunToStateGoal, say func(msgs.RunToStateFeedback)) (r msgs.RunToStateResult, err error) {
	end := func(code uint16, err error) (msgs.RunToStateResult, error) {
		path, since, _, _ := t.machine.Debugging().Where(clockTime(t.n.Clock.Now()))
		r.ErrorCode, r.Path, r.Time = code, path, since.Seconds()
		if err != nil {
			r.ErrorMsg = err.Error()
			err = fmt.Errorf("run to state: %w", err)
		}
		return r, err
	}
	if int(goal.Until) >= len(untils) {
		return end(msgs.RunToStateResultUnknownState, fmt.Errorf("until: %d; expected 0 (entered), 1 (left), 2 (ended) or 3 (transition)", goal.Until))
	}
	for !t.running.CompareAndSwap(false, true) {
		if !t.machine.Debugging().Reached() {
			return end(msgs.RunToStateResultBusy, errors.New("another goal runs"))
		}
		// The other goal has come to its end and is about to return.
		if err := t.n.Clock.Sleep(ctx, deltaPeriod); err != nil {
			return end(msgs.RunToStateResultCanceled, err)
		}
	}
	defer t.running.Store(false)
	now := t.n.Clock.Now()
	if err := t.machine.Debugging().RunTo(goal.Path, untils[goal.Until], clockTime(now)); err != nil {
		return end(msgs.RunToStateResultUnknownState, err)
	}
	begun := now
	for {
		path, since, paused, status := t.machine.Debugging().Where(clockTime(t.n.Clock.Now()))
		say(msgs.RunToStateFeedback{Path: path, Time: since.Seconds()})
		switch {
		case paused && t.machine.Debugging().Reached(), status != hfsm.Running && goal.Until == msgs.RunToStateGoalEnded && goal.Path == "":
			return end(msgs.RunToStateResultNone, nil)
		case paused:
			return end(msgs.RunToStateResultPaused, errors.Join(fmt.Errorf("paused in %q before", path), t.machine.Debugging().EndRunTo(clockTime(t.n.Clock.Now()))))
		case status != hfsm.Running:
			return end(msgs.RunToStateResultEnded, errors.New("the machine has ended"))
		case goal.Timeout > 0 && t.n.Clock.Now().Sub(begun).Seconds() > goal.Timeout:
			return end(msgs.RunToStateResultTimeout, errors.Join(fmt.Errorf("not within %g s", goal.Timeout), t.machine.Debugging().EndRunTo(clockTime(t.n.Clock.Now()))))
		}
		if err := t.n.Clock.Sleep(ctx, deltaPeriod); err != nil {
			return end(msgs.RunToStateResultCanceled, errors.Join(err, t.machine.Debugging().EndRunTo(clockTime(t.n.Clock.Now()))))
		}
	}
}
