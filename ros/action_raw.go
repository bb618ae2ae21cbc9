package ros

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	actionmsgs "gonao/msgs/action_msgs"
	"gonao/ros/cdr"
)

// GoalState is one goal in the status that a server publishes.
type GoalState struct {
	ID       [16]byte
	Accepted time.Time
	Status   Status
}

// RawActionClient sends goals to an action of a type known at run time. Its messages
// are bytes with the 4-byte encapsulation header.
type RawActionClient struct {
	node *Node
	name string
	typ  cdr.ActionType

	sendGoal, cancelGoal, getResult *caller
	feedback, status                RawSubscriber
	onStatus                        func([]GoalState) // may be nil

	mu        sync.Mutex
	listeners map[goalID]func([]byte)
	goals     []GoalState // the server's last status
}

// RawGoalHandle is a goal that the server accepted.
type RawGoalHandle struct {
	client *RawActionClient
	id     goalID

	done     chan struct{} // closed once the three below are set
	response []byte
	status   Status
	err      error
}

// NewRawActionClient returns a client of an action. The server need not exist yet. It accepts the option OnStatus.
func NewRawActionClient(n *Node, name string, t cdr.ActionType, opts ...Option) (*RawActionClient, error) {
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("action client: %w", err)
	}
	c := &RawActionClient{
		node: n, name: full, typ: t, onStatus: applyOptions(opts).onStatus, listeners: map[goalID]func([]byte){},
	}
	if err := c.open(); err != nil {
		return nil, fmt.Errorf("action client %s: %w", full, err)
	}
	return c, nil
}

func (c *RawActionClient) open() error {
	if err := c.openWire(namesOf(c.name, c.typ)); err != nil {
		all := []io.Closer{c.feedback, c.status}
		for _, caller := range []*caller{c.sendGoal, c.cancelGoal, c.getResult} {
			if caller != nil {
				all = append(all, caller)
			}
		}
		return errors.Join(err, closeAll(all...))
	}
	return errors.Join(c.node.own(c.feedback), c.node.own(c.status))
}

// openWire opens the endpoints, and stops at the first error.
func (c *RawActionClient) openWire(names actionNames) (err error) {
	if c.feedback, err = c.node.handle.Subscriber(names.feedback, c.receiveFeedback); err != nil {
		return err
	}
	if c.status, err = c.node.handle.Subscriber(names.status, c.receiveStatus); err != nil {
		return err
	}
	if c.sendGoal, err = newCaller(c.node, names.sendGoal); err != nil {
		return err
	}
	if c.cancelGoal, err = newCaller(c.node, names.cancelGoal); err != nil {
		return err
	}
	c.getResult, err = newCaller(c.node, names.getResult)
	return err
}

// Close closes the client. The node's Close does so too.
func (c *RawActionClient) Close() error {
	c.node.disown(c.feedback)
	c.node.disown(c.status)
	return errors.Join(c.feedback.Close(), c.status.Close(), c.sendGoal.Close(), c.cancelGoal.Close(), c.getResult.Close())
}

// Ready reports whether a server is there with all its services and topics.
func (c *RawActionClient) Ready() bool {
	return c.sendGoal.Ready() && c.cancelGoal.Ready() && c.getResult.Ready() &&
		c.feedback.Publishers() > 0 && c.status.Publishers() > 0
}

// WaitForServer blocks until a server is there. It returns an error if ctx ends before, and at once if the backend cannot
// use the action's type.
func (c *RawActionClient) WaitForServer(ctx context.Context) error {
	if err := c.sendGoal.neverReady(); err != nil {
		return fmt.Errorf("action %s: %w", c.name, err)
	}
	return c.node.waitUntil(ctx, "action "+c.name, c.Ready, c.sendGoal.otherType)
}

// Goals returns the goals of the server's last status, in the order of acceptance.
func (c *RawActionClient) Goals() []GoalState {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.goals)
}

func (c *RawActionClient) receiveStatus(data []byte, _ time.Time) {
	var all actionmsgs.GoalStatusArray
	if err := cdr.Unmarshal(data, &all); err != nil {
		c.node.Log.Warn("status cannot be decoded", "action", c.name, "error", err)
		return
	}
	goals := make([]GoalState, len(all.StatusList))
	for i, s := range all.StatusList {
		goals[i] = GoalState{ID: s.GoalInfo.GoalId.Uuid, Accepted: StampTime(s.GoalInfo.Stamp), Status: Status(s.Status)}
	}
	c.mu.Lock()
	c.goals = goals
	c.mu.Unlock()
	if c.onStatus != nil {
		c.onStatus(slices.Clone(goals))
	}
}

// receiveFeedback passes a feedback to its goal. The goal's id is 16 bytes, a multiple of every alignment, so the fields
// after it are aligned as if they began after the header.
func (c *RawActionClient) receiveFeedback(data []byte, _ time.Time) {
	m := idMessage{typ: c.typ.FeedbackMessage}
	if len(data) < cdr.HeaderSize+len(m.id) {
		c.node.Log.Warn("feedback cannot be decoded", "action", c.name, "error", cdr.ErrShort)
		return
	}
	copy(m.id[:], data[cdr.HeaderSize:])
	c.mu.Lock()
	listen := c.listeners[m.id]
	c.mu.Unlock()
	if listen != nil {
		listen(append(data[:cdr.HeaderSize:cdr.HeaderSize], data[cdr.HeaderSize+len(m.id):]...))
	}
}

func (c *RawActionClient) listen(id goalID, listen func([]byte)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if listen == nil {
		delete(c.listeners, id)
		return
	}
	c.listeners[id] = listen
}

// Send waits for the server, sends a goal and blocks until it is accepted. It returns ErrRejected if it is not.
// onFeedback (may be nil) is called with each feedback from another goroutine, one call at a time, until the goal ends.
func (c *RawActionClient) Send(ctx context.Context, goal []byte, onFeedback func(feedback []byte)) (*RawGoalHandle, error) {
	if err := c.WaitForServer(ctx); err != nil {
		return nil, err
	}
	h := &RawGoalHandle{client: c, done: make(chan struct{})}
	if _, err := rand.Read(h.id[:]); err != nil {
		return nil, fmt.Errorf("action %s: make a goal id: %w", c.name, err)
	}
	if len(goal) < cdr.HeaderSize {
		return nil, fmt.Errorf("action %s: goal: %w", c.name, cdr.ErrShort)
	}
	request := slices.Concat(goal[:cdr.HeaderSize], h.id[:], goal[cdr.HeaderSize:])
	c.listen(h.id, onFeedback)
	if err := c.ask(ctx, request); err != nil {
		c.listen(h.id, nil)
		return nil, fmt.Errorf("action %s: %w", c.name, err)
	}
	go h.await()
	return h, nil
}

func (c *RawActionClient) ask(ctx context.Context, request []byte) error {
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
func (h *RawGoalHandle) await() {
	c := h.client
	defer close(h.done)
	defer c.listen(h.id, nil)
	data, err := h.ask()
	if err == nil && len(data) <= cdr.HeaderSize {
		err = cdr.ErrShort
	}
	if err == nil {
		h.response = data
		if h.status = Status(data[cdr.HeaderSize]); h.status == StatusUnknown {
			err = errors.New("the server has no such goal; was it restarted?")
		}
	}
	if err != nil {
		h.err = fmt.Errorf("action %s: result: %w", c.name, err)
	}
}

// ask requests the result until an answer comes: a restarted server answers that it has no such goal.
func (h *RawGoalHandle) ask() ([]byte, error) {
	c := h.client
	request := cdr.Marshal(&idMessage{typ: c.typ.GetResult.Request, id: h.id})
	return c.getResult.callAgain(c.node.ctx, request, func() error {
		if !c.Ready() {
			return errors.New("the server has gone")
		}
		return nil
	})
}

// ID returns the goal's id.
func (h *RawGoalHandle) ID() [16]byte { return h.id }

// Result blocks until the goal or ctx ends. The status is then succeeded, canceled or aborted, and the bytes are
// the response of the action's service get_result, <Action>_GetResult_Response, which holds status and result; an
// error means that the result is not known.
func (h *RawGoalHandle) Result(ctx context.Context) (response []byte, status Status, err error) {
	select {
	case <-h.done:
		return h.response, h.status, h.err
	case <-ctx.Done():
		return nil, StatusUnknown, context.Cause(ctx)
	}
}

// Done returns a channel that is closed when Result no longer blocks.
func (h *RawGoalHandle) Done() <-chan struct{} { return h.done }

// Status returns the goal's status as last published by the server.
func (h *RawGoalHandle) Status() Status {
	select {
	case <-h.done:
		return h.status
	default:
	}
	for _, g := range h.client.Goals() {
		if g.ID == h.id {
			return g.Status
		}
	}
	return StatusAccepted
}

// Cancel requests the end of the goal and blocks until the server has agreed; Result returns when it has ended. Canceling
// an ended goal is not an error.
func (h *RawGoalHandle) Cancel(ctx context.Context) error {
	code, _, err := h.client.cancel(ctx, actionmsgs.GoalInfo{GoalId: uuidOf(h.id)})
	if err == nil && code == actionmsgs.CancelGoalResponseErrorGoalTerminated {
		return nil
	}
	return errors.Join(err, h.client.refusal(code))
}

// CancelAll requests the end of all goals of the server, also those of other clients, and returns the ids of the goals
// that will end.
func (c *RawActionClient) CancelAll(ctx context.Context) (ids [][16]byte, err error) {
	return c.cancelSome(ctx, actionmsgs.GoalInfo{})
}

// CancelBefore requests the end of the goals accepted until t, also those of other clients, and returns the ids of the
// goals that will end.
func (c *RawActionClient) CancelBefore(ctx context.Context, t time.Time) (ids [][16]byte, err error) {
	return c.cancelSome(ctx, actionmsgs.GoalInfo{Stamp: Stamp(t)})
}

func (c *RawActionClient) cancelSome(ctx context.Context, which actionmsgs.GoalInfo) ([][16]byte, error) {
	code, ids, err := c.cancel(ctx, which)
	return ids, errors.Join(err, c.refusal(code))
}

func (c *RawActionClient) cancel(ctx context.Context, which actionmsgs.GoalInfo) (code int8, ids [][16]byte, err error) {
	data, err := c.cancelGoal.callAgain(ctx, cdr.Marshal(&actionmsgs.CancelGoalRequest{GoalInfo: which}), nil)
	if err != nil {
		return 0, nil, err
	}
	var answer actionmsgs.CancelGoalResponse
	if err := cdr.Unmarshal(data, &answer); err != nil {
		return 0, nil, fmt.Errorf("action %s: cancel: %w", c.name, err)
	}
	for _, g := range answer.GoalsCanceling {
		ids = append(ids, g.GoalId.Uuid)
	}
	return answer.ReturnCode, ids, nil
}

// refusal returns the error of a return code of cancel_goal.
func (c *RawActionClient) refusal(code int8) error {
	switch code {
	case actionmsgs.CancelGoalResponseErrorNone:
		return nil
	case actionmsgs.CancelGoalResponseErrorRejected:
		return fmt.Errorf("action %s: cancel: the server refused", c.name)
	case actionmsgs.CancelGoalResponseErrorUnknownGoalId:
		return fmt.Errorf("action %s: cancel: the server has no such goal", c.name)
	case actionmsgs.CancelGoalResponseErrorGoalTerminated:
		return fmt.Errorf("action %s: cancel: the goal has ended", c.name)
	}
	return fmt.Errorf("action %s: cancel: the server refused, code %d", c.name, code)
}
