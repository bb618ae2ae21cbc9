package ros

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	actionmsgs "gonao/msgs/action_msgs"
	"gonao/ros/cdr"
)

// ActionClient sends goals to an action.
type ActionClient[G, R, F any] struct {
	node *Node
	name string
	typ  cdr.ActionType

	sendGoal, cancelGoal, getResult *caller
	feedback, status                RawSubscriber

	goalBody     func(*G) cdr.Message
	resultBody   func(*R) cdr.Message
	feedbackBody func(*F) cdr.Message

	mu        sync.Mutex
	listeners map[goalID]func(F)
}

// GoalHandle is a goal that the server accepted.
type GoalHandle[R any] struct {
	id     goalID
	cancel func(ctx context.Context, id goalID) error

	done   chan struct{} // closed once the three below are set
	result R
	status Status
	err    error
}

// NewActionClient makes a client of an action, whether it is there yet or not.
func NewActionClient[G, R, F any, PG Goal[G], PR Message[R], PF Message[F]](n *Node, name string) (*ActionClient[G, R, F], error) {
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("action client: %w", err)
	}
	var zero G
	c := &ActionClient[G, R, F]{
		node: n, name: full, typ: PG(&zero).ActionType(),
		goalBody:     func(g *G) cdr.Message { return PG(g) },
		resultBody:   func(r *R) cdr.Message { return PR(r) },
		feedbackBody: func(f *F) cdr.Message { return PF(f) },
		listeners:    map[goalID]func(F){},
	}
	if err := c.open(); err != nil {
		return nil, fmt.Errorf("action client %s: %w", full, err)
	}
	return c, nil
}

func (c *ActionClient[G, R, F]) open() error {
	names := namesOf(c.name, c.typ)
	var errs [5]error
	c.feedback, errs[0] = c.node.handle.Subscriber(names.feedback, c.onFeedback)
	// ROS's clients read the status too; ours learns all it needs from the result.
	c.status, errs[1] = c.node.handle.Subscriber(names.status, func([]byte) {})
	c.sendGoal, errs[2] = newCaller(c.node, names.sendGoal)
	c.cancelGoal, errs[3] = newCaller(c.node, names.cancelGoal)
	c.getResult, errs[4] = newCaller(c.node, names.getResult)
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	return errors.Join(c.node.own(c.feedback), c.node.own(c.status))
}

// Ready tells whether a server is there with all its parts.
func (c *ActionClient[G, R, F]) Ready() bool {
	return c.sendGoal.raw.Ready() && c.cancelGoal.raw.Ready() && c.getResult.raw.Ready() &&
		c.feedback.Publishers() > 0 && c.status.Publishers() > 0
}

// WaitForServer returns once a server is there, or with an error when ctx ends.
func (c *ActionClient[G, R, F]) WaitForServer(ctx context.Context) error {
	return waitUntil(ctx, "action "+c.name, c.Ready)
}

func (c *ActionClient[G, R, F]) onFeedback(data []byte) {
	var f F
	m := &idMessage{typ: c.typ.FeedbackMessage, body: c.feedbackBody(&f)}
	if err := cdr.Unmarshal(data, m); err != nil {
		c.node.Log.Warn("feedback cannot be decoded", "action", c.name, "error", err)
		return
	}
	c.mu.Lock()
	listen := c.listeners[m.id]
	c.mu.Unlock()
	if listen != nil {
		listen(f)
	}
}

func (c *ActionClient[G, R, F]) listen(id goalID, listen func(F)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if listen == nil {
		delete(c.listeners, id)
		return
	}
	c.listeners[id] = listen
}

// Send waits for the server, sends a goal, and returns once it is accepted, with
// ErrRejected when it is not. onFeedback (may be nil) is called from another
// goroutine, one call at a time, until the goal ends.
func (c *ActionClient[G, R, F]) Send(ctx context.Context, goal G, onFeedback func(F)) (*GoalHandle[R], error) {
	if err := c.WaitForServer(ctx); err != nil {
		return nil, err
	}
	m := &idMessage{typ: c.typ.SendGoal.Request, body: c.goalBody(&goal)}
	if _, err := rand.Read(m.id[:]); err != nil {
		return nil, fmt.Errorf("action %s: make a goal id: %w", c.name, err)
	}
	request, err := cdr.Encode(nil, m)
	if err != nil {
		return nil, fmt.Errorf("action %s: %w", c.name, err)
	}
	c.listen(m.id, onFeedback)
	if err := c.ask(ctx, request); err != nil {
		c.listen(m.id, nil)
		return nil, fmt.Errorf("action %s: %w", c.name, err)
	}
	h := &GoalHandle[R]{id: m.id, cancel: c.cancelOne, done: make(chan struct{})}
	go c.await(h)
	return h, nil
}

func (c *ActionClient[G, R, F]) ask(ctx context.Context, request []byte) error {
	data, err := c.sendGoal.callAgain(ctx, request, nil)
	if err != nil {
		return err
	}
	answer := acceptMessage{typ: c.typ.SendGoal.Response}
	if err := cdr.Unmarshal(data, &answer); err != nil {
		return err
	}
	if !answer.accepted {
		return ErrRejected
	}
	return nil
}

// await fetches the result and completes the handle.
func (c *ActionClient[G, R, F]) await(h *GoalHandle[R]) {
	defer close(h.done)
	defer c.listen(h.id, nil)
	data, err := c.awaitResult(h.id)
	if err == nil {
		m := &resultMessage{typ: c.typ.GetResult.Response, body: c.resultBody(&h.result)}
		err = cdr.Unmarshal(data, m)
		h.status = Status(m.status)
	}
	if err == nil && h.status == StatusUnknown {
		err = errors.New("the server does not know the goal; was it started again?")
	}
	if err != nil {
		h.err = fmt.Errorf("action %s: result: %w", c.name, err)
	}
}

// awaitResult asks again and again: a server that died and came back answers
// that it does not know the goal.
func (c *ActionClient[G, R, F]) awaitResult(id goalID) ([]byte, error) {
	request := cdr.Marshal(&idMessage{typ: c.typ.GetResult.Request, id: id})
	return c.getResult.callAgain(c.node.ctx, request, func() error {
		if !c.Ready() {
			return errors.New("the server has gone")
		}
		return nil
	})
}

func (c *ActionClient[G, R, F]) cancelOne(ctx context.Context, id goalID) error {
	var m actionmsgs.CancelGoalRequest
	m.GoalInfo.GoalId.Uuid = id
	data, err := c.cancelGoal.callAgain(ctx, cdr.Marshal(&m), nil)
	if err != nil {
		return err
	}
	var answer actionmsgs.CancelGoalResponse
	if err := cdr.Unmarshal(data, &answer); err != nil {
		return fmt.Errorf("action %s: cancel: %w", c.name, err)
	}
	switch answer.ReturnCode {
	case actionmsgs.CancelGoalResponseErrorNone, actionmsgs.CancelGoalResponseErrorGoalTerminated:
		return nil
	case actionmsgs.CancelGoalResponseErrorUnknownGoalId:
		return fmt.Errorf("action %s: cancel: the server does not know the goal", c.name)
	}
	return fmt.Errorf("action %s: cancel: the server refused, code %d", c.name, answer.ReturnCode)
}

// Result waits until the goal has ended, or ctx. The status is then succeeded,
// canceled or aborted, and the result what the server gave with it; an error
// means that the result is not known.
func (h *GoalHandle[R]) Result(ctx context.Context) (R, Status, error) {
	select {
	case <-h.done:
		return h.result, h.status, h.err
	case <-ctx.Done():
		var none R
		return none, StatusUnknown, context.Cause(ctx)
	}
}

// Done is closed once Result returns without waiting.
func (h *GoalHandle[R]) Done() <-chan struct{} { return h.done }

// Cancel asks the server to end the goal and returns when it has agreed; Result
// tells when it has ended. Canceling an ended goal is no error.
func (h *GoalHandle[R]) Cancel(ctx context.Context) error { return h.cancel(ctx, h.id) }
