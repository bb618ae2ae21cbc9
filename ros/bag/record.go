package bag

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gonao/ros"
)

// RecordOptions selects what is recorded, and how.
type RecordOptions struct {
	Options
	Dir       string // directory of the bag; must not exist
	Selection Selection
	QoS       map[string]ros.QoS // QoS of subscriptions, by topic; others receive every publisher
	// Define returns the definition of a type that some publishers have, with all types it refers to. After an error a
	// warning is logged and the topic recorded without definition. nil: never known.
	Define     func(ctx context.Context, typeName string, publishers []ros.EndpointInfo) (string, error)
	QueueBytes int            // limit of the data that wait for the disk; 0 is 256 MB. More is dropped and counted
	Progress   func(Progress) // called about once a second and at the end; may be nil
}

// defaultQueue is how much may wait for the disk, bytes.
const defaultQueue = 256 << 20

// Progress is how far a recording is.
type Progress struct {
	Messages uint64 // written
	Bytes    uint64 // size of their data
	Dropped  uint64 // lost because the disk was too slow
	Waiting  int64  // bytes not written yet
	Topics   []string
	Elapsed  time.Duration // wall time since the start
}

// Record records until ctx ends, and completes the bag. Topics that come later are
// taken too. It returns early when the bag cannot be written.
func Record(ctx context.Context, n *ros.Node, opts RecordOptions) (Progress, error) {
	if err := startClock(ctx, n); err != nil {
		return Progress{}, err
	}
	w, err := Create(opts.Dir, opts.Options)
	if err != nil {
		return Progress{}, err
	}
	r := &recorder{
		node: n, opts: opts, bag: w, queue: newQueue(w, n.Clock, opts.QueueBytes),
		topics: map[string]*recorded{}, defined: make(chan definition), started: time.Now(),
	}
	ctx, cancel := context.WithCancel(ctx)
	err = r.run(ctx)
	cancel()
	for _, t := range r.topics {
		if t.raw != nil {
			err = errors.Join(err, t.raw.Close())
		}
	}
	err = errors.Join(err, r.queue.close(), w.Close())
	if opts.Progress != nil {
		opts.Progress(r.progress())
	}
	return r.progress(), err
}

// startClock waits until there is a time to stamp messages with.
func startClock(ctx context.Context, n *ros.Node) error {
	said := false
	for !n.Clock.Started() {
		if !said {
			n.Log.Info("waiting for /clock")
			said = true
		}
		select {
		case <-ctx.Done():
			return errors.New("nothing recorded: no time came on /clock")
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

// recorder is a recording under way. Only run's goroutine uses it.
type recorder struct {
	node    *ros.Node
	opts    RecordOptions
	bag     *Writer
	queue   *queue
	topics  map[string]*recorded
	defined chan definition
	started time.Time
}

// recorded is a topic that was met.
type recorded struct {
	topic   Topic
	raw     ros.RawSubscriber // nil until subscribed, and when that is impossible
	qos     ros.QoS
	refused bool // the reason was logged
}

// definition is the definition of a topic's type, as far as it could be found.
type definition struct {
	topic, text string
	err         error
}

// run subscribes to new topics until ctx ends or the disk fails.
func (r *recorder) run(ctx context.Context) error {
	changed := r.node.GraphChanged()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if err := r.look(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-r.queue.failed:
			return nil // close reports it
		case d := <-r.defined:
			if err := r.subscribe(d); err != nil {
				return err
			}
		case _, ok := <-changed:
			if !ok {
				changed = nil
			}
		case <-tick.C:
			if r.opts.Progress != nil {
				r.opts.Progress(r.progress())
			}
		}
	}
}

// look handles new topics in the graph, and changes of their publishers.
func (r *recorder) look(ctx context.Context) error {
	g, err := r.node.Graph()
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	for _, info := range g.Topics {
		publishers := slices.DeleteFunc(slices.Clone(info.Endpoints), func(e ros.EndpointInfo) bool { return !e.Writer })
		if info.Publishers == 0 || len(publishers) == 0 || !r.opts.Selection.matches(info.Name) {
			continue
		}
		t := r.topics[info.Name]
		if t == nil {
			r.meet(ctx, info.Name, publishers)
			continue
		}
		if err := r.follow(t, publishers); err != nil {
			return err
		}
	}
	return nil
}

// meet starts to record a new topic. Its definition may have to be requested, which takes time.
func (r *recorder) meet(ctx context.Context, name string, publishers []ros.EndpointInfo) {
	t := &recorded{topic: Topic{Name: name, Type: publishers[0].Type, Hash: publishers[0].Hash, QoS: offersOf(publishers)}}
	r.topics[name] = t
	for _, p := range publishers {
		if p.Type != t.topic.Type {
			r.node.Log.Warn("topic not recorded: it has several types", "topic", name, "types", t.topic.Type+", "+p.Type)
			t.refused = true
			return
		}
		t.warnHash(r, p)
	}
	go func() {
		d := definition{topic: name, err: errors.New("no definitions at hand")}
		if r.opts.Define != nil {
			d.text, d.err = r.opts.Define(ctx, t.topic.Type, publishers)
		}
		select {
		case r.defined <- d:
		case <-ctx.Done():
		}
	}()
}

// warnHash warns about a publisher whose definition of the type differs from that of the first.
func (t *recorded) warnHash(r *recorder, p ros.EndpointInfo) {
	if err := t.topic.check(p.Type, p.Hash); err != nil && !t.refused {
		t.refused = true
		r.node.Log.Warn("publishers have different definitions of a type; the messages are recorded under the first",
			"topic", t.topic.Name, "type", p.Type, "first", t.topic.Hash, "other", p.Hash, "node", p.Node)
	}
}

func offersOf(publishers []ros.EndpointInfo) []ros.QoS {
	var out []ros.QoS
	for _, p := range publishers {
		out = append(out, p.QoS)
	}
	return out
}

// subscribe begins to record a topic, once its type has been looked up.
func (r *recorder) subscribe(d definition) error {
	t := r.topics[d.topic]
	if d.err != nil {
		r.node.Log.Warn("recorded without its definition, which some viewers need",
			"topic", d.topic, "type", t.topic.Type, "reason", d.err)
	}
	t.topic.Definition = d.text
	if err := r.bag.AddTopic(t.topic); err != nil {
		return err
	}
	t.qos = r.choose(t)
	if mixed(t.topic.QoS) {
		r.node.Log.Warn("publishers offer different QoS; recording what all of them offer", "topic", d.topic, "qos", t.qos)
	}
	return r.listen(t)
}

func (r *recorder) choose(t *recorded) ros.QoS {
	if q, ok := r.opts.QoS[t.topic.Name]; ok {
		return q
	}
	return subscription(t.topic.QoS, recordDepth)
}

// recordDepth is the history of a subscription that records: it bridges a short
// delay of the process.
const recordDepth = 100

func (r *recorder) listen(t *recorded) error {
	raw, err := ros.SubscribeRaw(r.node, t.topic.Name, t.topic.Type, t.topic.Hash, r.queue.input(t.topic.Name), ros.WithQoS(t.qos))
	if err != nil {
		t.refused = true
		r.node.Log.Warn("topic not recorded", "topic", t.topic.Name, "reason", err)
		return nil //nolint:nilerr // the other topics can be
	}
	t.raw = raw
	return nil
}

// follow checks the publishers of a recorded topic: one that offers less than our subscription requests would not be
// received.
func (r *recorder) follow(t *recorded, publishers []ros.EndpointInfo) error {
	if t.raw == nil {
		return nil
	}
	for _, p := range publishers {
		if p.Type != t.topic.Type {
			continue
		}
		t.warnHash(r, p)
		if misfits := p.QoS.Misfits(t.qos); len(misfits) > 0 {
			t.topic.QoS = offersOf(publishers)
			lower := r.choose(t)
			if lower == t.qos {
				return nil // canceled on request
			}
			r.node.Log.Warn("a publisher offers less QoS than the others; recording less of it from now on",
				"topic", t.topic.Name, "node", p.Node, "policy", strings.Join(misfits, ", "))
			t.qos = lower
			if err := t.raw.Close(); err != nil {
				return fmt.Errorf("record %s: %w", t.topic.Name, err)
			}
			return r.listen(t)
		}
	}
	return nil
}

func (r *recorder) progress() Progress {
	p := Progress{
		Messages: r.queue.written.Load(), Bytes: r.queue.bytes.Load(), Dropped: r.queue.dropped.Load(),
		Waiting: r.queue.waiting.Load(), Elapsed: time.Since(r.started),
	}
	for name, t := range r.topics {
		if t.raw != nil {
			p.Topics = append(p.Topics, name)
		}
	}
	slices.Sort(p.Topics)
	return p
}
