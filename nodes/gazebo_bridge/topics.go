package gazebobridge

// This part of the package bridges topics between ROS and Gazebo that have nothing to do with the robot's
// body. nodes/gazebo_bridge reads which ones, [Pairs] lists the types that belong together.
//
// A message on a topic that is bridged both ways does not come back to its sender.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/ros"
)

// topicsLookEvery is the time between two looks for subscribers of lazy topics.
const topicsLookEvery = 100 * time.Millisecond

// Bridge passes messages between ROS and Gazebo until it is closed.
type Bridge struct {
	gz    *transport.Node
	links []*link
	stop  context.CancelFunc
	ended sync.WaitGroup
}

// Open opens a bridge. The bridge has its own identity in Gazebo's network, so that topics of the same process can be
// bridged too.
func Open(n *ros.Node, o transport.Options, entries []Entry) (*Bridge, error) {
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
		for range ros.NewSystemClock().Tick(ctx, topicsLookEvery) {
			for _, l := range b.links {
				if err := l.look(); err != nil {
					l.report(err)
				}
			}
		}
	})
	return b, nil
}

// SetGeneration sets the Gazebo generation whose type names are used for publishing. Before that they are those of the
// file.
func (b *Bridge) SetGeneration(g gzmsgs.Generation) {
	for _, l := range b.links {
		if err := l.setGeneration(g); err != nil {
			l.report(err)
		}
	}
}

// Close closes the bridge. It waits until no message is being handled.
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
	entry Entry
	kind  kind
	node  *ros.Node
	gz    *transport.Node

	up      toROS                   // nil: not in this direction
	fromGz  *transport.Subscription // nil while there is no subscriber in ROS; owned by the goroutine that calls look
	fromROS fromROS                 // nil while there is no subscriber in Gazebo; owned by the same goroutine

	mu       sync.Mutex
	down     *transport.Publisher // nil: not in this direction
	downType string               // its type
	echoes   echoes
	logged   string // the last error
}

func newLink(n *ros.Node, gz *transport.Node, e *Entry) (l *link, err error) {
	l = &link{entry: *e, node: n, gz: gz, downType: e.GzType, echoes: echoes{now: ros.NewSystemClock().Now}}
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
		if l.down, err = gz.Advertise(e.GzTopic, l.downType); err != nil {
			return nil, err
		}
		if e.Lazy { // a wrong name must be an error now, not at the first subscription
			try, err := l.subscribeROS()
			if err != nil {
				return nil, err
			}
			return l, try.Close()
		}
	}
	return l, nil
}

// look subscribes on each side while that is needed.
func (l *link) look() error {
	var fromGz, fromROS error
	if l.up != nil {
		others := l.up.Subscribers()
		if l.fromROS != nil {
			others-- // this one is the link's own
		}
		if wanted := !l.entry.Lazy || others > 0; wanted && l.fromGz == nil {
			l.fromGz, fromGz = l.gz.Subscribe(l.entry.GzTopic, l.entry.GzType, l.toROS)
		} else if !wanted && l.fromGz != nil {
			l.fromGz.Close()
			l.fromGz = nil
		}
	}
	if l.entry.Direction.ToGz() {
		if wanted := !l.entry.Lazy || l.subscribed(); wanted && l.fromROS == nil {
			l.echoes.reset(l.up != nil)
			l.fromROS, fromROS = l.subscribeROS()
		} else if !wanted && l.fromROS != nil {
			fromROS = l.fromROS.Close()
			l.fromROS = nil
			l.echoes.reset(false)
		}
	}
	return errors.Join(fromGz, fromROS)
}

// subscribeROS subscribes to the topic in ROS.
func (l *link) subscribeROS() (fromROS, error) {
	return l.kind.subscribe(l.node, l.entry.ROSTopic, l.toGz, l.report, ros.Reliable(), ros.Depth(l.entry.SubscriberQueue))
}

// subscribed reports whether Gazebo has a subscriber.
func (l *link) subscribed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down != nil && l.down.Subscribed()
}

// toROS publishes a message of Gazebo in ROS.
func (l *link) toROS(m transport.Message) {
	var before func(uint64)
	if l.entry.Direction.ToGz() {
		before = l.echoes.expect
	}
	if err := l.up.publish(&m, before); err != nil {
		l.report(err)
	}
}

// toGz publishes a message of ROS in Gazebo, unless the link itself has published it in ROS.
func (l *link) toGz(m proto.Message, sum uint64) {
	if l.echoes.returns(sum) {
		return
	}
	l.mu.Lock()
	down := l.down
	l.mu.Unlock()
	if down == nil {
		return // advertising failed, as was logged
	}
	if err := down.Send(m); err != nil {
		l.report(err)
	}
}

// setGeneration publishes under another name of the type.
func (l *link) setGeneration(g gzmsgs.Generation) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := g.Named(l.entry.Pair.Gz)
	if !l.entry.Direction.ToGz() || name == l.downType && l.down != nil {
		return nil
	}
	if l.down != nil {
		l.down.Close()
	}
	l.downType = name
	l.down, err = l.gz.Advertise(l.entry.GzTopic, name)
	return err
}

// report logs an error, unless it is the same as the last one.
func (l *link) report(err error) {
	l.mu.Lock()
	before := l.logged
	l.logged = err.Error()
	l.mu.Unlock()
	if before != err.Error() {
		l.node.Log.Warn("message not bridged", "ros", l.entry.ROSTopic, "gazebo", l.entry.GzTopic, "error", err)
	}
}

func (l *link) close() {
	if l.fromGz != nil {
		l.fromGz.Close()
	}
	if l.fromROS != nil {
		l.fromROS.Close() //nolint:errcheck // its node may be closed already
	}
}
