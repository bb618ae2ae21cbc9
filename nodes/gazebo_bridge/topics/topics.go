// Package topics bridges topics between ROS and Gazebo that have nothing to do with the
// robot's body: which ones says gazebo_bridge/mapping, which types go together [Pairs].
//
// A topic bridged both ways brings no message back to where it came from.
package topics

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/mapping"
	"gonao/gazebo_bridge/transport"
	"gonao/ros"
)

// lookEvery is how often is looked whether somebody listens to what is lazy.
const lookEvery = 100 * time.Millisecond

// Bridge passes messages on until it is closed.
type Bridge struct {
	gz    *transport.Node
	links []*link
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// Open begins to bridge. It takes part in Gazebo's network under an identity of its own:
// what the rest of the process publishes there can be bridged too.
func Open(n *ros.Node, o transport.Options, entries []mapping.Entry) (*Bridge, error) {
	gz, err := transport.Open(o)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(n.Context())
	b := &Bridge{gz: gz, stop: stop}
	for i := range entries {
		l, err := newLink(n, gz, &entries[i])
		if err == nil {
			b.links = append(b.links, l)
			err = l.look()
		}
		if err != nil {
			b.Close()
			return nil, fmt.Errorf("bridge file: entry in line %d: %w", entries[i].Line, err)
		}
	}
	b.ended.Go(func() {
		for range ros.NewSystemClock().Tick(ctx, lookEvery) {
			for _, l := range b.links {
				if err := l.look(); err != nil {
					l.complain(err)
				}
			}
		}
	})
	return b, nil
}

// Speak publishes from now on under a generation's names of the types. Until then they
// have the names of the file.
func (b *Bridge) Speak(g gzmsgs.Generation) {
	for _, l := range b.links {
		if err := l.speak(g); err != nil {
			l.complain(err)
		}
	}
}

// Close ends the bridging.
func (b *Bridge) Close() {
	b.stop()
	b.ended.Wait()
	for _, l := range b.links {
		l.close()
	}
	b.gz.Close() //nolint:errcheck // it never fails
}

// link is one topic.
type link struct {
	entry mapping.Entry
	kind  kind
	node  *ros.Node
	gz    *transport.Node

	up    toROS                   // nil: not this way
	heard *transport.Subscription // nil: nobody wants it; the one who looks has it
	taken fromROS                 // the same, of the other way

	mu     sync.Mutex
	down   *transport.Publisher // nil: not this way
	named  string               // its type
	echoes echoes
	said   string // the last complaint
}

func newLink(n *ros.Node, gz *transport.Node, e *mapping.Entry) (l *link, err error) {
	l = &link{entry: *e, node: n, gz: gz, named: e.GzType, echoes: echoes{now: ros.NewSystemClock().Now}}
	for _, k := range kinds() {
		if k.pair == e.Pair {
			l.kind = k
		}
	}
	if l.kind.advertise == nil {
		return nil, fmt.Errorf("%s with %s: no such pair of types", e.Pair.ROS, e.Pair.Gz)
	}
	if e.Direction.ToROS() {
		if l.up, err = l.kind.advertise(n, e.ROSTopic, ros.Reliable(), ros.Depth(e.PublisherQueue)); err != nil {
			return nil, err
		}
	}
	if e.Direction.ToGz() {
		if l.down, err = gz.Advertise(e.GzTopic, l.named); err != nil {
			return nil, err
		}
		if e.Lazy { // a wrong name shall be told now, not when somebody listens
			try, err := l.take()
			if err != nil {
				return nil, err
			}
			return l, try.Close()
		}
	}
	return l, nil
}

// look listens on a side while it has to.
func (l *link) look() error {
	var errs [2]error
	if l.up != nil {
		others := l.up.Subscribers()
		if l.taken != nil {
			others-- // this one is the link's own
		}
		if wanted := !l.entry.Lazy || others > 0; wanted && l.heard == nil {
			l.heard, errs[0] = l.gz.Subscribe(l.entry.GzTopic, l.entry.GzType, l.toROS)
		} else if !wanted && l.heard != nil {
			l.heard.Close()
			l.heard = nil
		}
	}
	if l.entry.Direction.ToGz() {
		if wanted := !l.entry.Lazy || l.subscribed(); wanted && l.taken == nil {
			l.echoes.expect(l.up != nil)
			l.taken, errs[1] = l.take()
		} else if !wanted && l.taken != nil {
			errs[1] = l.taken.Close()
			l.taken = nil
			l.echoes.expect(false)
		}
	}
	return errors.Join(errs[:]...)
}

// take listens in ROS.
func (l *link) take() (fromROS, error) {
	return l.kind.subscribe(l.node, l.entry.ROSTopic, l.toGz, l.complain, ros.Reliable(), ros.Depth(l.entry.SubscriberQueue))
}

func (l *link) subscribed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down != nil && l.down.Subscribed()
}

// toROS passes a message of Gazebo on.
func (l *link) toROS(m transport.Message) {
	var before func(uint64)
	if l.entry.Direction.ToGz() {
		before = l.echoes.sent
	}
	if err := l.up.take(&m, before); err != nil {
		l.complain(err)
	}
}

// toGz passes a message of ROS on, unless the link itself has published it there.
func (l *link) toGz(m proto.Message, sum uint64) {
	if l.echoes.returns(sum) {
		return
	}
	l.mu.Lock()
	down := l.down
	l.mu.Unlock()
	if down == nil {
		return // it could not be advertised, as was logged
	}
	if err := down.Send(m); err != nil {
		l.complain(err)
	}
}

func (l *link) speak(g gzmsgs.Generation) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := g.Named(l.entry.Pair.Gz)
	if !l.entry.Direction.ToGz() || name == l.named && l.down != nil {
		return nil
	}
	if l.down != nil {
		l.down.Close()
	}
	l.named = name
	l.down, err = l.gz.Advertise(l.entry.GzTopic, name)
	return err
}

// complain logs what is wrong, once while it stays the same.
func (l *link) complain(err error) {
	l.mu.Lock()
	said := l.said
	l.said = err.Error()
	l.mu.Unlock()
	if said != err.Error() {
		l.node.Log.Warn("message not bridged", "ros", l.entry.ROSTopic, "gazebo", l.entry.GzTopic, "error", err)
	}
}

func (l *link) close() {
	if l.heard != nil {
		l.heard.Close()
	}
	if l.taken != nil {
		l.taken.Close() //nolint:errcheck // its node may be closed already
	}
}
