package ros

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	actionmsgs "gonao/msgs/action_msgs"
	"gonao/ros/cdr"
)

// ActionServer runs the goals of an action. Several may run at once, unless Accept refuses them or OneByOne queues
// them.
type ActionServer struct {
	node *Node
	name string
	typ  cdr.ActionType

	wire   actionServerWire
	ready  chan struct{} // closed once all of wire is there, or the server could not be opened
	opened bool          // all of wire is there; set before ready is closed

	decode       func(r *idMessage) any // sets the message's goal to decode into
	accept       func(goal any) error
	acceptCancel func(goal any) error
	run          func(g *serverGoal) (result cdr.Message, err error)
	none         cdr.Message // the result of an unknown goal
	oneByOne     bool
	keep         time.Duration // results; less than 0: for ever

	ctx      context.Context // ends when the server closes
	stop     context.CancelFunc
	running  sync.WaitGroup
	statusMu sync.Mutex // keeps the order of status messages

	mu       sync.Mutex
	closed   bool
	goals    []*serverGoal // in the order of acceptance
	byID     map[goalID]*serverGoal
	ended    []*serverGoal // in the order of their end; the goals that have a result
	expiring bool          // a goroutine waits for the first of ended
	line     chan struct{} // closed when the goal accepted last has ended (OneByOne)
}

// actionServerWire holds the parts of an action on the wire: three services and two topics.
type actionServerWire struct {
	sendGoal, cancelGoal, getResult RawServer
	feedback, status                RawPublisher
}

// serverGoal is one goal. The server's mu guards its lower fields.
type serverGoal struct {
	info   actionmsgs.GoalInfo
	goal   any
	ctx    context.Context
	cancel context.CancelCauseFunc

	turn <-chan struct{} // closed when it may begin; nil: at once
	next chan struct{}   // closed when the one behind it may

	status  Status
	result  []byte // the encoded response of get_result, once it has ended
	endedAt time.Time
	waiting []RequestID
}

func (g *serverGoal) id() goalID { return g.info.GoalId.Uuid }

// ServeAction offers an action. Every goal has a goroutine that runs handler. The handler's ctx ends when a client
// cancels the goal (its cause is then ErrCanceled) or the node ends. A nil error makes the goal succeeded; an error
// makes it canceled if a client canceled it, otherwise aborted; the result is sent in every case. A handler that
// panics aborts its goal. feedback may be called until handler returns. It accepts the options Accept, AcceptCancel,
// OneByOne and KeepResults.
//
// Close, and the node's Close, waits for the handlers: they must leave the robot safe before they return.
func ServeAction[G, R, F any, PG Goal[G], PR Message[R], PF Message[F]](
	n *Node, name string, handler func(ctx context.Context, goal G, feedback func(F)) (R, error), opts ...Option,
) (*ActionServer, error) {
	a := Action[G, R, F]{handle: handler, opts: opts}
	err := a.OpenPort(n, name)
	return a.ActionServer, err
}

// judgeOf returns the judge of an option. That of nil accepts every goal.
func judgeOf[G any](option any) func(goal any) error {
	judge, _ := option.(func(G) error)
	if judge == nil {
		return func(any) error { return nil }
	}
	return func(goal any) error { return guard(func() error { return judge(*goal.(*G)) }) }
}

func (s *ActionServer) open() error {
	names := namesOf(s.name, s.typ)
	err := s.openWire(names)
	s.opened = err == nil
	close(s.ready)
	if err != nil {
		return errors.Join(err, s.withdraw())
	}
	return nil
}

// openWire opens the endpoints, and stops at the first error.
func (s *ActionServer) openWire(names actionNames) (err error) {
	w := &s.wire
	if w.feedback, err = s.node.handle.Publisher(names.feedback); err != nil {
		return err
	}
	if w.status, err = s.node.handle.Publisher(names.status); err != nil {
		return err
	}
	if w.sendGoal, err = s.node.handle.Server(names.sendGoal, s.onSendGoal); err != nil {
		return err
	}
	if w.cancelGoal, err = s.node.handle.Server(names.cancelGoal, s.onCancelGoal); err != nil {
		return err
	}
	w.getResult, err = s.node.handle.Server(names.getResult, s.onGetResult)
	return err
}

// awaitOpen blocks until the server is open, and returns false if it could not be opened. Requests may come earlier.
func (s *ActionServer) awaitOpen() bool {
	<-s.ready
	return s.opened
}

// withdraw closes the endpoints that are there.
func (s *ActionServer) withdraw() error {
	return closeAll(s.wire.sendGoal, s.wire.cancelGoal, s.wire.getResult, s.wire.feedback, s.wire.status)
}

// closeAll closes the closers that are not nil.
func closeAll(all ...io.Closer) error {
	var errs []error
	for _, c := range all {
		if c != nil {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// drain cancels all goals and waits for their handlers.
func (s *ActionServer) drain() {
	s.mu.Lock()
	s.closed = true
	for _, g := range s.goals {
		g.cancel(context.Canceled)
	}
	s.mu.Unlock()
	s.stop()
	s.running.Wait()
}

// Close cancels all goals, waits for their handlers and withdraws the action.
func (s *ActionServer) Close() error {
	s.drain()
	return s.withdraw()
}

// warn logs an error of one request, which has no caller to return it to.
func (s *ActionServer) warn(what string, err error) {
	if err != nil {
		s.node.Log.Warn(what, "action", s.name, "error", err)
	}
}

// encodeResult returns the response of get_result. A result that breaks a bound of its type aborts its goal, so that its
// client gets an answer.
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
		err = s.wire.feedback.Publish(data)
	}
	s.warn("feedback not sent", err)
}

func (s *ActionServer) publishStatus() {
	s.statusMu.Lock()
	defer s.statusMu.Unlock()
	var all actionmsgs.GoalStatusArray
	s.mu.Lock()
	all.StatusList = make([]actionmsgs.GoalStatus, 0, len(s.goals))
	for _, g := range s.goals {
		all.StatusList = append(all.StatusList, actionmsgs.GoalStatus{GoalInfo: g.info, Status: int8(g.status)})
	}
	s.mu.Unlock()
	s.warn("status not sent", s.wire.status.Publish(cdr.Marshal(&all)))
}
