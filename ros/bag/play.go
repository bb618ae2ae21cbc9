package bag

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/ros"
)

// PlayOptions is how a bag is played. The zero value plays all of it once, as fast as it was recorded.
type PlayOptions struct {
	Rate     float64            // 2 is twice as fast; 0 counts as 1
	Loop     bool               // again and again
	Offset   time.Duration      // leave out this much at the start
	Duration time.Duration      // play this much from there; 0: to the end
	Topics   []string           // empty: all
	Remap    map[string]string  // other names for topics
	QoS      map[string]ros.QoS // QoS of publishers, by the bag's topics; others as in the bag
	ClockHz  float64            // publish /clock so often; 0: not
	Delay    time.Duration      // wait before the first message
	Wait     int                // wait until each topic has so many subscribers
	Paused   bool               // begin paused
}

// Played counts the played messages.
type Played struct {
	Messages uint64
	Lost     uint64 // a reliable subscriber was too far behind
}

// Player plays a bag. Pause and Resume may be called from any goroutine while Run runs.
type Player struct {
	node *ros.Node
	bag  *Reader
	opts PlayOptions

	publishers map[string]ros.RawPublisher // by the bag's topics
	clock      *ros.Publisher[rosgraphmsgs.Clock]
	start      int64 // log time of the first message, ns

	mu      sync.Mutex
	paused  bool
	changed chan struct{} // has an element when paused changed
}

// NewPlayer advertises the topics of the bag that are to be played.
func NewPlayer(n *ros.Node, r *Reader, opts PlayOptions) (*Player, error) {
	opts.Rate = cmp.Or(opts.Rate, 1)
	if !(opts.Rate > 0 && opts.Rate <= 1e6) || !(opts.ClockHz >= 0 && opts.ClockHz <= 1e4) {
		return nil, fmt.Errorf("play: rate %g, clock %g Hz: expected a rate above 0 and up to 1e6, a clock of 0 to 1e4 Hz", opts.Rate, opts.ClockHz)
	}
	p := &Player{node: n, bag: r, opts: opts, publishers: map[string]ros.RawPublisher{}, paused: opts.Paused, changed: make(chan struct{}, 1)}
	info := r.Info()
	if info.Messages == 0 {
		return nil, fmt.Errorf("bag %s: no messages in it", r.path)
	}
	if opts.Duration < 0 {
		return nil, fmt.Errorf("play: duration %v: expected 0 or more", opts.Duration)
	}
	p.start = info.Start.Add(opts.Offset).UnixNano()
	if info.Start.Add(opts.Offset).After(info.End) {
		return nil, fmt.Errorf("bag %s: start offset %v: it is %v long", r.path, opts.Offset, info.Duration())
	}
	for _, name := range opts.Topics {
		if _, err := r.Topic(name); err != nil {
			return nil, err
		}
	}
	return p, p.advertise()
}

// Run plays until the bag ends, or ctx.
func (p *Player) Run(ctx context.Context) (Played, error) {
	var done Played
	if err := p.await(ctx); err != nil {
		return done, ended(err)
	}
	for _, err := range p.CheckHashes() {
		p.node.Log.Warn("a type differs", "reason", err)
	}
	if err := sleep(ctx, p.opts.Delay); err != nil {
		return done, ended(err)
	}
	for {
		before := done.Messages
		if err := p.once(ctx, &done); err != nil {
			return done, ended(err)
		}
		if !p.opts.Loop || done.Messages == before {
			return done, nil
		}
	}
}

// ended returns nil for an error that only reports a canceled context.
func ended(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// once plays the bag from start to end.
func (p *Player) once(ctx context.Context, done *Played) error {
	query := Query{Topics: p.opts.Topics, From: time.Unix(0, p.start)}
	if p.opts.Duration > 0 {
		query.Until = query.From.Add(p.opts.Duration)
	}
	next, stop := iter.Pull2(p.bag.Messages(query))
	defer stop()
	pace := pacer{at: p.start, wall: time.Now(), rate: p.opts.Rate}
	for {
		m, err, ok := next()
		if !ok {
			return nil
		}
		if err != nil {
			return err
		}
		if err := p.waitFor(ctx, &pace, m.LogTime.UnixNano()); err != nil {
			return err
		}
		publisher := p.publishers[m.Topic.Name]
		if publisher == nil {
			continue
		}
		sent, err := publish(ctx, publisher, m.Data)
		if err != nil {
			return fmt.Errorf("play %s: %w", m.Topic.Name, err)
		}
		if done.Messages++; !sent {
			done.Lost++
		}
	}
}

// patience is how long a player waits for a reliable subscriber that is behind.
const patience = time.Second

// publish sends one message. It reports false if a subscriber was too far behind.
func publish(ctx context.Context, to ros.RawPublisher, data []byte) (bool, error) {
	for begin := time.Now(); ; {
		err := to.Publish(data)
		if err == nil || !errors.Is(err, ros.ErrWouldBlock) {
			return err == nil, err
		}
		if time.Since(begin) > patience {
			return false, nil
		}
		if err := sleep(ctx, time.Millisecond); err != nil {
			return false, err
		}
	}
}

// await waits for subscribers if the options require it.
func (p *Player) await(ctx context.Context) error {
	for _, publisher := range p.publishers {
		for publisher.Subscribers() < p.opts.Wait {
			if err := sleep(ctx, 10*time.Millisecond); err != nil {
				return err
			}
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
