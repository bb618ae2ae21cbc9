package ros

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	lifecyclemsgs "gonao/msgs/lifecycle_msgs"
	"gonao/ros/param"
)

// Lifecycle is the parameter of a managed node, embedded in its Config. See [Managed].
type Lifecycle struct {
	Autostart bool `yaml:"autostart" readonly:"true" desc:"configure and activate the node at its start; otherwise it waits for ros2 lifecycle set, or gonao lifecycle set"`
}

func (l Lifecycle) autostart() bool { return l.Autostart }

// Managed makes a node a managed one, with the states of ROS 2's lifecycle: services ~/change_state, ~/get_state,
// ~/get_available_states, ~/get_available_transitions and ~/get_transition_graph, and events on ~/transition_event. Its
// state is published on /diagnostics once a second, so that a silent node is noticed.
//
// An active node runs work; endpoints that work has opened on the node are closed when it returns. Deactivating ends the
// context of work and waits until it returns, so a driver can let the robot down first. While the node is inactive its
// parameters can be set, and the next activation uses them. work calls [Node.Ready] when it has opened everything: the
// activation lasts until then, and fails when work returns before. If work ends by itself, the node ends with its error.
func Managed[C interface{ autostart() bool }](work func(ctx context.Context, n *Node, cfg C) error) func(ctx context.Context, n *Node, cfg C) error {
	return func(ctx context.Context, n *Node, cfg C) error {
		l := &lifecycle{n: n, ctx: ctx, ended: make(chan *activity, 1)}
		l.state.Store(uint32(unconfigured))
		l.work = func(ctx context.Context) error {
			if now := n.takeConfig(); now != nil {
				cfg = *now.(*C)
			}
			return work(ctx, n, cfg)
		}
		l.release = func() error { return OnReconfigure(n, func(C) error { return nil }) }
		if err := errors.Join(l.open(), l.release()); err != nil {
			return err
		}
		return l.run(cfg.autostart())
	}
}

// Ready reports that the work of a managed node has opened everything; on other nodes it does nothing. See [Managed].
func (n *Node) Ready() {
	if ready := n.ready.Load(); ready != nil {
		(*ready)()
	}
}

// takeConfig returns a copy of the node's Config as it is now; nil if it has none. From then on no parameter can be set
// until work allows it by OnReconfigure; otherwise a change would be in the Config but not in work.
func (n *Node) takeConfig() any {
	p := n.parameters
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.config == nil {
		return nil
	}
	p.apply = nil
	return param.Copy(p.config)
}

const (
	unconfigured = lifecyclemsgs.StatePrimaryStateUnconfigured
	inactive     = lifecyclemsgs.StatePrimaryStateInactive
	active       = lifecyclemsgs.StatePrimaryStateActive
	finalized    = lifecyclemsgs.StatePrimaryStateFinalized
)

// stateNames are the labels of the states, as rcl has them.
var stateNames = map[uint8]string{
	lifecyclemsgs.StatePrimaryStateUnknown: "unknown", unconfigured: "unconfigured", inactive: "inactive", active: "active", finalized: "finalized",
	lifecyclemsgs.StateTransitionStateConfiguring: "configuring", lifecyclemsgs.StateTransitionStateCleaningup: "cleaningup",
	lifecyclemsgs.StateTransitionStateShuttingdown: "shuttingdown", lifecyclemsgs.StateTransitionStateActivating: "activating",
	lifecyclemsgs.StateTransitionStateDeactivating: "deactivating", lifecyclemsgs.StateTransitionStateErrorprocessing: "errorprocessing",
}

// lifecycleStep is a transition that can be requested: from one state through another to a third.
type lifecycleStep struct {
	id            uint8
	label         string
	from, via, to uint8
	result        uint8 // id of its success; the id of its failure is one higher
}

var lifecycleSteps = []lifecycleStep{
	{lifecyclemsgs.TransitionTransitionConfigure, "configure", unconfigured, lifecyclemsgs.StateTransitionStateConfiguring, inactive, lifecyclemsgs.TransitionTransitionOnConfigureSuccess},
	{lifecyclemsgs.TransitionTransitionCleanup, "cleanup", inactive, lifecyclemsgs.StateTransitionStateCleaningup, unconfigured, lifecyclemsgs.TransitionTransitionOnCleanupSuccess},
	{lifecyclemsgs.TransitionTransitionActivate, "activate", inactive, lifecyclemsgs.StateTransitionStateActivating, active, lifecyclemsgs.TransitionTransitionOnActivateSuccess},
	{lifecyclemsgs.TransitionTransitionDeactivate, "deactivate", active, lifecyclemsgs.StateTransitionStateDeactivating, inactive, lifecyclemsgs.TransitionTransitionOnDeactivateSuccess},
	{lifecyclemsgs.TransitionTransitionUnconfiguredShutdown, "shutdown", unconfigured, lifecyclemsgs.StateTransitionStateShuttingdown, finalized, lifecyclemsgs.TransitionTransitionOnShutdownSuccess},
	{lifecyclemsgs.TransitionTransitionInactiveShutdown, "shutdown", inactive, lifecyclemsgs.StateTransitionStateShuttingdown, finalized, lifecyclemsgs.TransitionTransitionOnShutdownSuccess},
	{lifecyclemsgs.TransitionTransitionActiveShutdown, "shutdown", active, lifecyclemsgs.StateTransitionStateShuttingdown, finalized, lifecyclemsgs.TransitionTransitionOnShutdownSuccess},
}

// lifecycle is the state of a managed node.
type lifecycle struct {
	n       *Node
	ctx     context.Context // context of the node's run
	work    func(ctx context.Context) error
	release func() error // allows the parameters to be set while no work runs
	events  *Publisher[lifecyclemsgs.TransitionEvent]
	state   atomic.Uint32
	ended   chan *activity // receives an activity that ended without deactivation

	changing sync.Mutex // held during a transition
	now      *activity  // nil unless the node is active
}

// activity is one run of work.
type activity struct {
	stop    context.CancelFunc
	asked   atomic.Bool // the work was asked to stop
	ended   chan struct{}
	err     error       // of work; valid once ended is closed
	already []io.Closer // open on the node before the work
}

func (l *lifecycle) open() (err error) {
	if l.events, err = Advertise[lifecyclemsgs.TransitionEvent](l.n, "~/transition_event"); err != nil {
		return err
	}
	beat, err := Diagnostics(l.n, "")
	if err != nil {
		return err
	}
	beat.Add("lifecycle", func(d *Diagnosis) { d.Message = stateNames[uint8(l.state.Load())] })
	_, err1 := Serve(l.n, "~/change_state", func(_ context.Context, q lifecyclemsgs.ChangeStateRequest) (lifecyclemsgs.ChangeStateResponse, error) {
		err := l.ask(q.Transition)
		if err != nil {
			l.n.Log.Warn("lifecycle: "+q.Transition.Label+" failed", "error", err)
		}
		return lifecyclemsgs.ChangeStateResponse{Success: err == nil}, nil
	})
	_, err2 := Serve(l.n, "~/get_state", func(context.Context, lifecyclemsgs.GetStateRequest) (lifecyclemsgs.GetStateResponse, error) {
		return lifecyclemsgs.GetStateResponse{CurrentState: lifecycleState(uint8(l.state.Load()))}, nil
	})
	_, err3 := Serve(l.n, "~/get_available_states", func(context.Context, lifecyclemsgs.GetAvailableStatesRequest) (a lifecyclemsgs.GetAvailableStatesResponse, err error) {
		for id := range lifecyclemsgs.StateTransitionStateErrorprocessing + 1 {
			if stateNames[id] != "" {
				a.AvailableStates = append(a.AvailableStates, lifecycleState(id))
			}
		}
		return a, nil
	})
	_, err4 := Serve(l.n, "~/get_available_transitions", func(context.Context, lifecyclemsgs.GetAvailableTransitionsRequest) (lifecyclemsgs.GetAvailableTransitionsResponse, error) {
		state := uint8(l.state.Load())
		return lifecycleGraph(func(s lifecycleStep) bool { return s.from == state }), nil
	})
	_, err5 := Serve(l.n, "~/get_transition_graph", func(context.Context, lifecyclemsgs.GetAvailableTransitionsRequest) (lifecyclemsgs.GetAvailableTransitionsResponse, error) {
		return lifecycleGraph(func(lifecycleStep) bool { return true }), nil
	})
	return errors.Join(err1, err2, err3, err4, err5)
}

// run starts the node, if it starts by itself, and returns when its context or its work has ended.
func (l *lifecycle) run(start bool) error {
	if start {
		for _, label := range []string{"configure", "activate"} {
			if err := l.ask(lifecyclemsgs.Transition{Label: label}); err != nil {
				return err
			}
		}
	}
	for {
		var over *activity
		select {
		case over = <-l.ended:
		case <-l.ctx.Done():
		}
		l.changing.Lock() // a transition may be under way
		if over == nil || over == l.now {
			defer l.changing.Unlock()
			return l.stop()
		}
		l.changing.Unlock() // the node was deactivated at the same moment
	}
}

// ask performs a transition, named by its label or its id.
func (l *lifecycle) ask(t lifecyclemsgs.Transition) error {
	if !l.changing.TryLock() {
		return errors.New("another transition is under way")
	}
	defer l.changing.Unlock()
	state := uint8(l.state.Load())
	i := slices.IndexFunc(lifecycleSteps, func(s lifecycleStep) bool {
		return s.from == state && (s.label == t.Label || t.Label == "" && s.id == t.Id)
	})
	if i < 0 {
		return fmt.Errorf("transition %q (%d): not one of state %s", t.Label, t.Id, stateNames[state])
	}
	s := lifecycleSteps[i]
	l.enter(s.via, lifecyclemsgs.Transition{Id: s.id, Label: s.label})
	var err error
	switch s.label {
	case "activate":
		err = l.start()
	case "deactivate", "shutdown":
		if err := l.stop(); err != nil { // the work has ended in any case
			l.n.Log.Error("lifecycle: "+s.label, "error", err)
		}
	}
	if err != nil {
		l.enter(s.from, lifecyclemsgs.Transition{Id: s.result + 1, Label: "transition_failure"})
		return err
	}
	l.enter(s.to, lifecyclemsgs.Transition{Id: s.result, Label: "transition_success"})
	return nil
}

// enter enters a state and publishes the way there.
func (l *lifecycle) enter(state uint8, by lifecyclemsgs.Transition) {
	from := uint8(l.state.Swap(uint32(state)))
	event := lifecyclemsgs.TransitionEvent{
		Timestamp: uint64(l.n.Clock.Now().UnixNano()), Transition: by, StartState: lifecycleState(from), GoalState: lifecycleState(state),
	}
	if err := l.events.Publish(event); err != nil {
		l.n.Log.Warn("lifecycle: event not published", "error", err)
	}
}

// start starts the work, and returns when it is ready or has ended.
func (l *lifecycle) start() error {
	ctx, stop := context.WithCancel(l.ctx)
	a := &activity{stop: stop, ended: make(chan struct{})}
	l.n.mu.Lock()
	a.already = slices.Clone(l.n.closers)
	l.n.mu.Unlock()
	ready := make(chan struct{})
	once := sync.OnceFunc(func() { close(ready) })
	l.n.ready.Store(&once)
	l.now = a
	go func() {
		a.err = l.work(ctx)
		close(a.ended)
		select {
		case <-ready:
			if !a.asked.Load() {
				l.ended <- a
			}
		default: // start reports it
		}
	}()
	select {
	case <-ready:
		return nil
	case <-a.ended:
		if err := l.stop(); err != nil {
			return err
		}
		if err := l.ctx.Err(); err != nil {
			return err
		}
		return errors.New("it ended at once")
	}
}

// stop ends the work, waits for it, and closes the endpoints that it opened.
func (l *lifecycle) stop() error {
	a := l.now
	if a == nil {
		return nil
	}
	l.now = nil
	a.asked.Store(true)
	a.stop()
	<-a.ended
	err := a.err
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, l.n.closeBut(a.already), l.release())
}

// closeBut closes the endpoints of the node except those in keep and that of its clock.
func (n *Node) closeBut(keep []io.Closer) error {
	n.simulating.Lock()
	if n.clockTopic != nil {
		keep = append(keep, n.clockTopic.raw)
	}
	n.simulating.Unlock()
	n.mu.Lock()
	var gone []io.Closer
	n.closers = slices.DeleteFunc(n.closers, func(c io.Closer) bool {
		if slices.Contains(keep, c) {
			return false
		}
		gone = append(gone, c)
		return true
	})
	n.mu.Unlock()
	return endAll(gone)
}

func lifecycleState(id uint8) lifecyclemsgs.State {
	return lifecyclemsgs.State{Id: id, Label: stateNames[id]}
}

func lifecycleGraph(wanted func(lifecycleStep) bool) (a lifecyclemsgs.GetAvailableTransitionsResponse) {
	for _, s := range lifecycleSteps {
		if wanted(s) {
			a.AvailableTransitions = append(a.AvailableTransitions, lifecyclemsgs.TransitionDescription{
				Transition: lifecyclemsgs.Transition{Id: s.id, Label: s.label}, StartState: lifecycleState(s.from), GoalState: lifecycleState(s.to),
			})
		}
	}
	return a
}
