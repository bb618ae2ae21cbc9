package ros

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	actionmsgs "gonao/msgs/action_msgs"
	"gonao/ros/cdr"
)

// resultKept is how long the result of an ended goal can be asked for.
const resultKept = 10 * time.Second

// ActionServer runs the goals of an action. Several may run at once: a handler
// for which that makes no sense refuses them with Accept, or waits.
type ActionServer struct {
	node *Node
	name string
	typ  cdr.ActionType

	sendGoal, cancelGoal, getResult RawServer
	feedback, status                RawPublisher
	ready                           chan struct{} // closed once the five are there

	decode func(r *idMessage) any // gives the message a goal to decode into
	accept func(goal any) error
	run    func(g *serverGoal) (result cdr.Message, err error)
	none   cdr.Message // the result of a goal that is not known

	running  sync.WaitGroup
	statusMu sync.Mutex // keeps the order of status messages

	mu     sync.Mutex
	closed bool
	goals  []*serverGoal // in the order of acceptance
}

// serverGoal is one goal; its lower fields are guarded by the server's mu.
type serverGoal struct {
	info   actionmsgs.GoalInfo
	goal   any
	ctx    context.Context
	cancel context.CancelCauseFunc

	status  Status
	result  []byte // the encoded response of get_result, once it has ended
	ended   time.Time
	waiting []RequestID
}

func (g *serverGoal) id() goalID { return g.info.GoalId.Uuid }

// ServeAction offers an action. Every goal gets a goroutine that runs handler,
// whose ctx ends when a client cancels the goal (its cause is then ErrCanceled)
// or the node ends. A nil error makes the goal succeeded; an error makes it
// canceled when it was asked to cancel, otherwise aborted; the result is sent
// in every case. feedback may be called until handler returns.
//
// Close, and the node's, waits for the handlers: on their way out they leave the
// robot safe.
func ServeAction[G, R, F any, PG Goal[G], PR Message[R], PF Message[F]](
	n *Node, name string, handler func(ctx context.Context, goal G, feedback func(F)) (R, error), opts ...Option,
) (*ActionServer, error) {
	full, err := n.resolve(name)
	if err != nil {
		return nil, fmt.Errorf("serve action: %w", err)
	}
	var zero G
	s := &ActionServer{node: n, name: full, typ: PG(&zero).ActionType(), ready: make(chan struct{}), none: PR(new(R))}
	s.decode = func(m *idMessage) any {
		goal := new(G)
		m.body = PG(goal)
		return goal
	}
	judge, _ := applyOptions(opts).accept.(func(G) error)
	s.accept = func(goal any) error {
		if judge == nil {
			return nil
		}
		return judge(*goal.(*G))
	}
	s.run = func(g *serverGoal) (cdr.Message, error) {
		result, err := handler(g.ctx, *g.goal.(*G), func(f F) { s.sendFeedback(g.id(), PF(&f)) })
		return PR(&result), err
	}
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("serve action %s: %w", full, err)
	}
	return s, n.own(s)
}

func (s *ActionServer) open() error {
	names := namesOf(s.name, s.typ)
	var errs [5]error
	s.feedback, errs[0] = s.node.handle.Publisher(names.feedback)
	s.status, errs[1] = s.node.handle.Publisher(names.status)
	s.sendGoal, errs[2] = s.node.handle.Server(names.sendGoal, s.onSendGoal)
	s.cancelGoal, errs[3] = s.node.handle.Server(names.cancelGoal, s.onCancelGoal)
	s.getResult, errs[4] = s.node.handle.Server(names.getResult, s.onGetResult)
	err := errors.Join(errs[:]...)
	if err == nil {
		close(s.ready)
	}
	return err
}

// drain cancels all goals and waits for their handlers.
func (s *ActionServer) drain() {
	s.mu.Lock()
	s.closed = true
	for _, g := range s.goals {
		g.cancel(context.Canceled)
	}
	s.mu.Unlock()
	s.running.Wait()
}

// Close cancels all goals, waits for their handlers and withdraws the action.
func (s *ActionServer) Close() error {
	s.drain()
	var errs []error
	for _, c := range []io.Closer{s.sendGoal, s.cancelGoal, s.getResult, s.feedback, s.status} {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// warn reports what went wrong with one request; there is nobody to return it to.
func (s *ActionServer) warn(what string, err error) {
	if err != nil {
		s.node.Log.Warn(what, "action", s.name, "error", err)
	}
}

func (s *ActionServer) onSendGoal(request RequestID, data []byte) {
	<-s.ready
	m := &idMessage{typ: s.typ.SendGoal.Request}
	goal := s.decode(m)
	if err := cdr.Unmarshal(data, m); err != nil {
		s.warn("goal cannot be decoded", err)
		return
	}
	reply := &acceptMessage{typ: s.typ.SendGoal.Response}
	g, fresh, err := s.admit(m.id, goal)
	if err != nil {
		s.node.Log.Info("goal rejected", "action", s.name, "reason", err)
	} else {
		reply.accepted, reply.stamp = true, g.info.Stamp
	}
	s.warn("send_goal not answered", s.sendGoal.Reply(request, cdr.Marshal(reply)))
	if fresh {
		s.publishStatus()
		go s.execute(g)
	}
}

// admit makes a fresh goal of what was sent, or says why not. A goal that is there
// already was sent again because its answer got lost.
func (s *ActionServer) admit(id goalID, goal any) (g *serverGoal, fresh bool, err error) {
	s.mu.Lock()
	g = s.find(id)
	s.mu.Unlock()
	if g != nil {
		return g, false, nil
	}
	if err := s.accept(goal); err != nil {
		return nil, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, false, errors.New("the server is closing")
	}
	now := s.node.Clock.Now()
	s.goals = slices.DeleteFunc(s.goals, func(g *serverGoal) bool {
		return g.result != nil && now.Sub(g.ended).Abs() > resultKept
	})
	g = &serverGoal{goal: goal, status: StatusExecuting}
	g.info.GoalId.Uuid, g.info.Stamp = id, Stamp(now)
	g.ctx, g.cancel = context.WithCancelCause(s.node.ctx)
	s.goals = append(s.goals, g)
	s.running.Add(1)
	return g, true, nil
}

// find is called with mu held.
func (s *ActionServer) find(id goalID) *serverGoal {
	for _, g := range s.goals {
		if g.id() == id {
			return g
		}
	}
	return nil
}

func (s *ActionServer) execute(g *serverGoal) {
	defer s.running.Done()
	defer g.cancel(nil)
	body, err := s.run(g)
	status := handlerStatus(g.ctx, err)
	if err != nil && status == StatusAborted {
		s.node.Log.Warn("goal aborted", "action", s.name, "error", err)
	}
	status, result := s.encodeResult(status, body)

	s.mu.Lock()
	g.status, g.result, g.ended = status, result, s.node.Clock.Now()
	waiting := g.waiting
	g.waiting = nil
	s.mu.Unlock()
	s.publishStatus()
	for _, request := range waiting {
		s.warn("get_result not answered", s.getResult.Reply(request, result))
	}
}

// encodeResult gives the response of get_result. A result that breaks a bound of its
// type aborts its goal: whoever waits for it must hear something.
func (s *ActionServer) encodeResult(status Status, body cdr.Message) (Status, []byte) {
	m := &resultMessage{typ: s.typ.GetResult.Response, status: int8(status), body: body}
	data, err := cdr.Encode(nil, m)
	if err == nil {
		return status, data
	}
	s.warn("result cannot be encoded", err)
	m.status, m.body = int8(StatusAborted), s.none
	return StatusAborted, cdr.Marshal(m)
}

func (s *ActionServer) sendFeedback(id goalID, body cdr.Message) {
	data, err := cdr.Encode(nil, &idMessage{typ: s.typ.FeedbackMessage, id: id, body: body})
	if err == nil {
		err = s.feedback.Publish(data)
	}
	s.warn("feedback not sent", err)
}

func (s *ActionServer) publishStatus() {
	s.statusMu.Lock()
	defer s.statusMu.Unlock()
	var all actionmsgs.GoalStatusArray
	s.mu.Lock()
	for _, g := range s.goals {
		all.StatusList = append(all.StatusList, actionmsgs.GoalStatus{GoalInfo: g.info, Status: int8(g.status)})
	}
	s.mu.Unlock()
	s.warn("status not sent", s.status.Publish(cdr.Marshal(&all)))
}
