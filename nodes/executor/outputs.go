package executor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/behavior/track"
	"gonao/hfsm"
	"gonao/msgs"
	"gonao/ros"
)

// CommandHead publishes a head command; see [behavior.Outputs].
func (e *executor) CommandHead(c track.Command) {
	mode := msgs.HeadCommandModePosition
	if c.Mode == track.Speed {
		mode = msgs.HeadCommandModeSpeed
	}
	err := e.head.Publish(msgs.HeadCommand{
		Stamp:     ros.Stamp(time.Unix(0, 0).Add(c.Stamp)),
		Mode:      mode,
		Yaw:       float32(c.Yaw),
		Pitch:     float32(c.Pitch),
		YawRate:   float32(c.YawRate),
		PitchRate: float32(c.PitchRate),
	})
	if err != nil {
		e.report(e.n.Clock.Now(), fmt.Errorf("publish head_command: %w", err))
	}
}

// answerTime is how long motion may take to accept or to cancel a goal.
const answerTime = 3 * time.Second

// motion is one goal of play_motion. Its goroutine owns the goal; the brain
// reads what became of it.
type motion struct {
	cancel context.CancelFunc

	mu        sync.Mutex
	positions int
	status    hfsm.Status
}

// Play asks motion to play a motion; see [behavior.Outputs].
func (e *executor) Play(name string) behavior.Motion {
	ctx, cancel := context.WithCancel(context.Background())
	m := &motion{cancel: cancel}
	if !e.motions.Ready() {
		e.n.Log.Warn("motion cannot be played: nobody serves play_motion; is the node motion running?", "motion", name)
		m.end(0, hfsm.Failed)
		return m
	}
	e.running.Go(func() { e.play(ctx, name, m) })
	return m
}

// play sends the goal and waits for its end; the end of ctx cancels it.
func (e *executor) play(ctx context.Context, name string, m *motion) {
	// A goal on its way cannot be called back, so the sending is not cancelled.
	sending, stop := context.WithTimeout(context.Background(), answerTime)
	goal, err := e.motions.Send(sending, msgs.PlayMotionGoal{Name: name}, func(f msgs.PlayMotionFeedback) {
		m.reach(int(f.PositionsReached))
	})
	stop()
	if err != nil {
		e.fail(m, name, err)
		return
	}
	result, status, err := goal.Result(ctx)
	if ctx.Err() != nil || e.n.Context().Err() != nil {
		e.callOff(goal, name)
		m.end(0, hfsm.Failed)
		return
	}
	switch {
	case err != nil:
		e.fail(m, name, err)
	case status != ros.StatusSucceeded:
		e.fail(m, name, fmt.Errorf("%v: %s (error_code %d)", status, result.ErrorMsg, result.ErrorCode))
	default:
		m.end(int(result.PositionsReached), hfsm.Final)
	}
}

// callOff cancels a goal.
func (e *executor) callOff(goal *ros.GoalHandle[msgs.PlayMotionResult], name string) {
	ctx, stop := context.WithTimeout(context.Background(), answerTime)
	defer stop()
	if err := goal.Cancel(ctx); err != nil && !errors.Is(err, context.Canceled) {
		e.n.Log.Warn("motion not cancelled", "motion", name, "error", err)
	}
}

// fail ends a motion that was not played to its end.
func (e *executor) fail(m *motion, name string, err error) {
	e.n.Log.Warn("motion not played", "motion", name, "error", err)
	m.end(0, hfsm.Failed)
}

// finish waits until the motions under way are cancelled, for a while.
func (e *executor) finish() {
	patience, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	done := make(chan struct{})
	go func() {
		e.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-patience.Done():
		e.n.Log.Warn("a motion was not cancelled in time")
	}
}

// reach takes the count of a feedback.
func (m *motion) reach(positions int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.positions = max(m.positions, positions)
}

// end takes the outcome.
func (m *motion) end(positions int, status hfsm.Status) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.positions = max(m.positions, positions)
	m.status = status
}

// Progress gives the positions reached and how the motion stands; see [behavior.Motion].
func (m *motion) Progress() (int, hfsm.Status) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.positions, m.status
}

// Cancel ends the motion; see [behavior.Motion].
func (m *motion) Cancel() { m.cancel() }
