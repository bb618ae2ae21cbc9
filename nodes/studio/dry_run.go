package studio

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/behavior/history"
	"gonao/behavior/host"
	"gonao/hfsm"
	"gonao/internal/latest"
	"gonao/nodes/machinetopics"
	"gonao/ros"
	"gonao/ros/inproc"
	doc "gonao/studio"
	"gonao/studio/foxglove"
)

// dryRuns runs machines of documents without a robot. Each has a graph of its own in this process, with the topics and services that an
// executor's machine has, so that the page debugs it in the same way. Nothing of it is on the network.
type dryRuns struct {
	server  *foxglove.Server
	clock   *ros.Clock // of the wall
	config  func() behavior.Config
	open    func(id string) (doc.Snapshot, bool)
	dir     string // of the documents
	log     *slog.Logger
	channel *foxglove.Channel

	mu     sync.Mutex
	ctx    context.Context // of the runs; nil before run
	runs   []*dryRun       // in the order in which they were started
	number int             // counts the runs
}

// dryRun is one machine that runs without a robot.
type dryRun struct {
	DryRun
	bus    *inproc.Bus
	node   *ros.Node
	topics *machinetopics.Topics
	place  *host.Machine
	view   *GraphView
	dir    string // of the history
	edited chan doc.Snapshot
	text   func(*doc.Snapshot) host.Text
	stop   func() // ends it and waits
}

const (
	// dryPeriod is how often the machines are brought to the present.
	dryPeriod = 20 * time.Millisecond
	// maxDryRuns bounds the machines that run at once. The oldest makes room for another.
	maxDryRuns = 8
	// dryHistoryBytes is the largest size of a machine's history.
	dryHistoryBytes = 16 << 20
)

// newDryRuns offers dry runs on a server.
func newDryRuns(n *ros.Node, server *foxglove.Server, d *documents) *dryRuns {
	x := &dryRuns{server: server, clock: ros.NewSystemClock(), config: d.config, open: d.workspace.Snapshot, dir: d.workspace.Files.Directory(), log: n.Log}
	x.channel = foxglove.AddJSONTopic[DryRuns](server, "studio/dry_runs", nil)
	x.publish()
	foxglove.AddJSONService(server, "studio/dry_run", foxglove.Editor, func(_ context.Context, _ *foxglove.Session, q DryRunRequest) (Said, error) {
		return x.serve(q)
	})
	return x
}

// publish publishes which machines run; mu must be held once others hold x.
func (x *dryRuns) publish() {
	all := DryRuns{Runs: []DryRun{}}
	for _, r := range x.runs {
		all.Runs = append(all.Runs, r.DryRun)
	}
	x.channel.Publish(x.clock.Now(), foxglove.EncodeJSON(all))
}

// run lets machines run until ctx ends.
func (x *dryRuns) run(ctx context.Context) {
	x.mu.Lock()
	x.ctx = ctx
	x.mu.Unlock()
	<-ctx.Done()
	x.mu.Lock()
	defer x.mu.Unlock()
	for len(x.runs) > 0 {
		x.end(x.runs[0])
	}
}

// find returns the run of a document, or nil; mu must be held.
func (x *dryRuns) find(id string) *dryRun {
	for _, r := range x.runs {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// edited hands a document that was changed to its run, which continues with it once it has no errors.
func (x *dryRuns) edited(s doc.Snapshot) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if r := x.find(s.ID); r != nil && s.Hash != "" {
		latest.Replace(r.edited, s)
	}
}

// closed ends the run of a document that was closed.
func (x *dryRuns) closed(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if r := x.find(id); r != nil {
		x.end(r)
	}
}

// sessionEnded forgets the breakpoints of a session.
func (x *dryRuns) sessionEnded(number uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range x.runs {
		r.view.SessionEnded(number)
	}
}

// nodeOf returns the node in whose graph a machine without a robot runs, or nil for another machine.
func (x *dryRuns) nodeOf(namespace string) *ros.Node {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range x.runs {
		if r.Namespace == namespace {
			return r.node
		}
	}
	return nil
}

// serve answers studio/dry_run.
func (x *dryRuns) serve(q DryRunRequest) (Said, error) {
	s, open := x.open(q.ID) // before mu: an edit holds the document and then mu
	x.mu.Lock()
	defer x.mu.Unlock()
	r := x.find(q.ID)
	switch {
	case x.ctx == nil || x.ctx.Err() != nil:
		return Said{}, errors.New("the studio starts or ends: try again")
	case !open:
		return Said{}, fmt.Errorf("there is no document %q", q.ID)
	case r == nil && q.Op != StartDryRun:
		return Said{}, fmt.Errorf("%s does not run without a robot", s.Path)
	}
	switch q.Op {
	case StartDryRun:
		if r != nil {
			x.end(r)
		}
		return Said{s.Machine.Name + " runs without a robot"}, x.start(s)
	case StopDryRun:
		x.end(r)
		return Said{"the run without a robot has ended"}, nil
	case EndActivity:
		return Said{q.Activity + " has ended"}, r.endActivity(&q)
	case RunDryTo:
		return Said{"goes on"}, r.runTo(&q)
	}
	return Said{}, fmt.Errorf("op %q: expected start, stop, end_activity or run_to", q.Op)
}

// endActivity makes an activity succeed or fail.
func (r *dryRun) endActivity(q *DryRunRequest) error {
	how := hfsm.Final
	if q.Failed {
		how = hfsm.Failed
	}
	return r.place.Debugging().Finish(q.Path, q.Activity, how)
}

// runTo runs the machine until it reaches a point.
func (r *dryRun) runTo(q *DryRunRequest) error {
	until, ok := map[string]host.Until{"entered": host.Entered, "left": host.Left, "taken": host.Taken}[q.Until]
	if !ok {
		return fmt.Errorf("until %q: expected entered, left or taken", q.Until)
	}
	return r.place.Debugging().RunTo(q.Path, until, r.now())
}

// start starts a machine; mu must be held.
func (x *dryRuns) start(s doc.Snapshot) error {
	if len(x.runs) >= maxDryRuns {
		x.end(x.runs[0])
	}
	x.number++
	r, err := x.load(s, fmt.Sprintf("/dry_run/n%d", x.number))
	if err != nil {
		return fmt.Errorf("dry run: %w", err)
	}
	ctx, cancel := context.WithCancel(x.ctx)
	var all sync.WaitGroup
	all.Go(func() { r.view.Run(ctx) })
	all.Go(func() { r.topics.Run(ctx) })
	all.Go(func() {
		for now := range x.clock.Tick(ctx, dryPeriod) {
			r.tick(now)
		}
	})
	r.stop = func() {
		cancel()
		all.Wait()
		if err := errors.Join(r.place.EndHistory(), r.node.Close(), os.RemoveAll(r.dir)); err != nil {
			x.log.Warn("a dry run has ended", "error", err)
		}
	}
	x.runs = append(x.runs, r)
	x.publish()
	return nil
}

// load makes a machine of a document, on a graph of its own.
func (x *dryRuns) load(s doc.Snapshot, namespace string) (_ *dryRun, err error) {
	r := &dryRun{DryRun: DryRun{ID: s.ID, Namespace: namespace}, bus: inproc.NewBus(), edited: make(chan doc.Snapshot, 1), text: x.textOf}
	r.bus.Clock().Set(x.clock.Now())
	if r.node, err = ros.NewNode(context.Background(), r.bus, "dry_run", ros.NodeOptions{Namespace: namespace, Bare: true, Logger: slog.New(slog.DiscardHandler)}); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.node.Close(), os.RemoveAll(r.dir))
		}
	}()
	cfg := x.config()
	r.topics = machinetopics.New(r.node, machinetopics.Options{TraceDir: os.TempDir(), Pace: x.clock})
	r.place, err = host.New(host.Options{
		Loader: behavior.Loader{Config: &cfg}, Robot: &sync.Mutex{}, Senses: behavior.NewSenses(cfg, noRobot{}), Outputs: noRobot{},
		OnTransition: r.topics.Transition, OnChange: r.topics.Wake,
	})
	if err != nil {
		return nil, err
	}
	if r.dir, err = os.MkdirTemp("", "gonao-dry-"); err != nil {
		return nil, err
	}
	if _, err = r.place.KeepHistory(history.Options{Dir: r.dir, Bytes: dryHistoryBytes}); err != nil {
		return nil, err
	}
	if _, err = r.place.Loading().Start(x.textOf(&s), r.now()); err != nil {
		return nil, err
	}
	if err = r.topics.Open(r.place); err != nil {
		return nil, err
	}
	r.view = NewGraphView(r.node, x.server, nil)
	r.view.bridge.changes = foxglove.Editor
	return r, nil
}

// textOf returns the text of a document. Machines that it calls are looked for beside its file.
func (x *dryRuns) textOf(s *doc.Snapshot) host.Text {
	file := strings.TrimSuffix(s.Path, filepath.Ext(s.Path)) + "." + string(s.Format)
	return host.Text{File: filepath.Join(x.dir, filepath.FromSlash(file)), Text: s.Text}
}

// end ends a run; mu must be held.
func (x *dryRuns) end(r *dryRun) {
	for i, o := range x.runs {
		if o == r {
			x.runs = append(x.runs[:i:i], x.runs[i+1:]...)
			break
		}
	}
	r.stop()
	x.publish()
}

// now returns the time to which the machine was brought last.
func (r *dryRun) now() time.Duration { return time.Duration(r.bus.Clock().Now().UnixNano()) }

// tick brings the machine to the present, in its newest version.
func (r *dryRun) tick(now time.Time) {
	select {
	case s := <-r.edited:
		_, _ = r.place.Loading().Load(r.text(&s), "") // the page shows why a version was refused
	default:
	}
	r.bus.Clock().Set(now)
	r.topics.Begin(now)
	_ = r.place.Tick(r.now()) // the page shows it: the machine has failed
	r.topics.End(now)
}
