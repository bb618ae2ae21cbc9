package tf

import (
	"fmt"
	"strings"
	"time"

	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros"
)

// Listen fills the buffer from /tf and /tf_static until the node ends. A backward jump of the node's clock clears it.
// Errors in a message are logged, at most once a second; its other poses are used.
//
// As in tf2, one slash at the beginning of a received frame's name is taken off. Under /clock, stamps farther ahead than
// the length of the cache are refused: they are from before a jump, and would make all later ones too old.
func (b *Buffer) Listen(n *ros.Node) error {
	moving, err := ros.Subscribe[tf2msgs.TFMessage](n, Topic, ros.Reliable(), ros.Depth(100))
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	static, err := ros.Subscribe[tf2msgs.TFMessage](n, StaticTopic, ros.Reliable(), ros.TransientLocal(), ros.Depth(100))
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	n.Clock.OnJump(func(_, _ time.Time) { b.Clear() })
	l := listener{buffer: b, node: n}
	go func() {
		for {
			select {
			case <-n.Context().Done():
				return
			case m := <-static.C():
				l.take(&m, b.SetStatic)
			case m := <-moving.C():
				l.take(&m, l.set)
			}
		}
	}()
	return nil
}

// listener is one subscription of a buffer; it belongs to one goroutine.
type listener struct {
	buffer   *Buffer
	node     *ros.Node
	refused  uint64
	reported time.Time // wall time: reports are for people
}

// take sets all poses of a message and logs the refused ones.
func (l *listener) take(m *tf2msgs.TFMessage, set func(Stamped) error) {
	for i := range m.Transforms {
		s := StampedFromMsg(&m.Transforms[i])
		s.Parent, s.Child = strings.TrimPrefix(s.Parent, "/"), strings.TrimPrefix(s.Child, "/")
		if err := set(s); err != nil {
			l.report(err)
		}
	}
}

// set is Buffer.Set, except for poses from before a jump.
func (l *listener) set(s Stamped) error {
	c := l.node.Clock
	if c.Simulated() && c.Started() {
		if ahead := s.Time.Sub(c.Now()); ahead > l.buffer.cache() {
			return &InvalidError{s.Parent, s.Child, fmt.Errorf("its stamp is %v ahead of /clock", ahead)}
		}
	}
	return l.buffer.Set(s)
}

func (l *listener) report(err error) {
	l.refused++
	if now := time.Now(); now.Sub(l.reported) >= time.Second {
		l.reported = now
		l.node.Log.Warn("transform refused", "error", err, "total", l.refused)
	}
}
