package executor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/hfsm"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

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
func (b *body) Play(name string) behavior.Motion {
	ctx, cancel := context.WithCancel(context.Background())
	m := &motion{cancel: cancel}
	if !b.motions.Ready() {
		b.n.Log.Warn("motion cannot be played: nobody serves play_motion; is the node motion running?", "motion", name)
		m.end(0, hfsm.Failed)
		return m
	}
	send := func(ctx context.Context) (*ros.GoalHandle[msgs.PlayMotionResult], error) {
		return b.motions.Send(ctx, msgs.PlayMotionGoal{Name: name}, func(f msgs.PlayMotionFeedback) {
			m.reach(int(f.PositionsReached))
		})
	}
	b.running.Go(func() {
		pursue(ctx, b, m, name, send, func(r msgs.PlayMotionResult) ending {
			return ending{int(r.PositionsReached), r.ErrorCode, r.ErrorMsg}
		})
	})
	return m
}

// Move asks motion to move a joint; see [behavior.Outputs].
func (b *body) Move(joint nao.Joint, angle, speed float64) behavior.Motion {
	ctx, cancel := context.WithCancel(context.Background())
	m := &motion{cancel: cancel}
	if !b.moves.Ready() {
		b.n.Log.Warn("joint cannot be moved: nobody serves move_joints; is the node motion running?", "joint", joint)
		m.end(0, hfsm.Failed)
		return m
	}
	send := func(ctx context.Context) (*ros.GoalHandle[msgs.MoveJointsResult], error) {
		goal := msgs.MoveJointsGoal{Names: []string{joint.String()}, Positions: []float64{angle}, Speed: speed}
		return b.moves.Send(ctx, goal, nil)
	}
	b.running.Go(func() {
		pursue(ctx, b, m, joint.String(), send, func(r msgs.MoveJointsResult) ending {
			return ending{0, r.ErrorCode, r.ErrorMsg}
		})
	})
	return m
}

// ending is what the result of a goal says.
type ending struct {
	positions int
	code      uint16
	text      string
}

// pursue sends a goal and waits for its end; the end of ctx cancels it.
func pursue[R any](ctx context.Context, b *body, m *motion, name string,
	send func(context.Context) (*ros.GoalHandle[R], error), read func(R) ending,
) {
	// A goal on its way cannot be called back, so the sending is not cancelled.
	sending, stop := context.WithTimeout(context.Background(), answerTime)
	goal, err := send(sending)
	stop()
	if err != nil {
		b.fail(m, name, err)
		return
	}
	result, status, err := goal.Result(ctx)
	if ctx.Err() != nil || b.n.Context().Err() != nil {
		callOff(b, goal, name)
		m.end(0, hfsm.Failed)
		return
	}
	end := read(result)
	switch {
	case err != nil:
		b.fail(m, name, err)
	case status != ros.StatusSucceeded:
		b.fail(m, name, fmt.Errorf("%v: %s (error_code %d)", status, end.text, end.code))
	default:
		m.end(end.positions, hfsm.Final)
	}
}

// callOff cancels a goal, and waits until motion has given the joints back.
func callOff[R any](b *body, goal *ros.GoalHandle[R], name string) {
	ctx, stop := context.WithTimeout(context.Background(), answerTime)
	defer stop()
	err := goal.Cancel(ctx)
	if err == nil {
		_, _, err = goal.Result(ctx)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		b.n.Log.Warn("motion not cancelled", "motion", name, "error", err)
	}
}

// fail ends a motion that was not played to its end.
func (b *body) fail(m *motion, name string, err error) {
	b.n.Log.Warn("motion not played", "motion", name, "error", err)
	m.end(0, hfsm.Failed)
}

// finish waits until the motions under way are cancelled, for a while.
func (b *body) finish() {
	patience, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	done := make(chan struct{})
	go func() {
		b.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-patience.Done():
		b.n.Log.Warn("a motion was not cancelled in time")
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

// Cancel asks for the motion's end, which Progress tells; see [behavior.Motion].
func (m *motion) Cancel() { m.cancel() }
