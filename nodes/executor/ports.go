package executor

import (
	"context"
	"fmt"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/internal/convert/definitions"
	"gonao/ros"
)

// Time limits for other programs.
const (
	answerTime    = 3 * time.Second // to accept or to cancel a goal
	discoveryTime = time.Second     // to be discovered, for the first call of a port
)

// ports are the topics, services and actions that machines call. Each is opened once and
// stays open until the node ends. Its methods may be called from any goroutine.
type ports struct {
	n       *ros.Node
	types   definitions.Types
	words   map[vocabulary.Port]*vocabulary.Action // the table's actions by their ports
	running sync.WaitGroup                         // tasks under way

	mu      sync.Mutex
	callers map[vocabulary.Port]caller
	sources map[sourceKey]*source
}

// caller is an open port.
type caller interface {
	// use returns the caller for one use of an action; feedback as in [behavior.Outputs].
	use(feedback []string) behavior.Caller
}

// sourceKey names a field of a topic.
type sourceKey struct {
	port  vocabulary.Port
	field string
	typ   hfsm.Type
}

// newPorts returns no ports.
func newPorts(n *ros.Node, table *vocabulary.Table, types definitions.Types) *ports {
	p := &ports{
		n: n, types: types, words: map[vocabulary.Port]*vocabulary.Action{},
		callers: map[vocabulary.Port]caller{}, sources: map[sourceKey]*source{},
	}
	for i := range table.Actions {
		if a := &table.Actions[i]; a.Port.Kind != vocabulary.NoPort {
			p.words[a.Port] = a
		}
	}
	return p
}

// openTable opens the ports of the table's actions, so that their servers are known when
// a machine needs them.
func (p *ports) openTable() error {
	for port := range p.words {
		if _, err := p.open(port); err != nil {
			return err
		}
	}
	return nil
}

// open returns an open port; the first call opens it.
func (p *ports) open(port vocabulary.Port) (caller, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.callers[port]; ok {
		return c, nil
	}
	var c caller
	var err error
	switch port.Kind {
	case vocabulary.ActionPort:
		c, err = newActionCaller(p, port)
	case vocabulary.ServicePort:
		c, err = newServiceCaller(p, port)
	case vocabulary.TopicPort:
		c, err = newTopicCaller(p, port)
	default:
		err = fmt.Errorf("no port of the kind %s", port.Kind)
	}
	if err == nil {
		p.callers[port] = c
	}
	return c, err
}

// Open returns a caller of a port; see [behavior.Outputs].
func (p *ports) Open(port behavior.Port, feedback []string) (behavior.Caller, error) {
	c, err := p.open(port)
	if err != nil {
		return nil, err
	}
	return c.use(feedback), nil
}

// Subscribe returns the newest value of a field of a topic; see [behavior.Outputs].
func (p *ports) Subscribe(port behavior.Port, field string, t hfsm.Type) (behavior.Source, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := sourceKey{port, field, t}
	if s, ok := p.sources[key]; ok {
		return s, nil
	}
	s, err := newSource(p, key)
	if err != nil {
		return nil, err
	}
	p.sources[key] = s
	return s, nil
}

// finish waits until the tasks under way have been canceled, for a while.
func (p *ports) finish() {
	patience, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	done := make(chan struct{})
	go func() {
		p.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-patience.Done():
		p.n.Log.Warn("an action was not canceled in time")
	}
}

// task is a goal or a request under way. Its goroutine owns the goal; the machine reads the outcome.
type task struct {
	cancel context.CancelFunc

	mu       sync.Mutex
	report   behavior.Report
	feedback []hfsm.Value // by field; without a type before the first
}

// run begins a task with a function for its own goroutine. The end of ctx cancels the task.
func (p *ports) run(feedback int, work func(ctx context.Context, t *task) behavior.Report) *task {
	ctx, cancel := context.WithCancel(context.Background())
	t := &task{cancel: cancel, feedback: make([]hfsm.Value, feedback)}
	p.running.Go(func() {
		defer cancel()
		report := work(ctx, t)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.report = report
	})
	return t
}

// Report returns how the task stands; see [behavior.Task].
func (t *task) Report() behavior.Report {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.report
}

// Feedback returns the newest value of a field; see [behavior.Task].
func (t *task) Feedback(i int) (hfsm.Value, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.feedback[i], t.feedback[i].Type != 0
}

// Cancel requests the end; see [behavior.Task].
func (t *task) Cancel() { t.cancel() }

// set keeps the newest value of a field.
func (t *task) set(i int, v hfsm.Value) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.feedback[i] = v
}

// failed returns the report of a task that has failed.
func failed(outcome string, err error) behavior.Report {
	return behavior.Report{Status: hfsm.Failed, Outcome: outcome, Err: err}
}

// succeeded returns the report of a task that has succeeded.
func succeeded() behavior.Report {
	return behavior.Report{Status: hfsm.Final, Outcome: vocabulary.Succeeded}
}

// bounded returns a context that ends after a time of the node's clock, too.
func (p *ports) bounded(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	bounded, stop := context.WithCancel(ctx)
	late := p.n.Clock.After(d)
	go func() {
		select {
		case <-late:
			stop()
		case <-bounded.Done():
		}
	}()
	return bounded, stop
}
