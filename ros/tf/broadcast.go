package tf

import (
	"errors"
	"sync"

	geometrymsgs "gonao/msgs/geometry_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
	"gonao/ros"
)

// Names of the topics. They are absolute: all robots of a graph share them, unless
// the node is started with the remaps /tf:=tf and /tf_static:=tf_static.
const (
	Topic       = "/tf"
	StaticTopic = "/tf_static"
)

// Broadcaster publishes the poses of frames that move, on /tf. Its methods may be
// called from any goroutine.
type Broadcaster struct {
	pub *ros.Publisher[tf2msgs.TFMessage]

	mu  sync.Mutex
	msg tf2msgs.TFMessage // reused
}

// NewBroadcaster announces /tf.
func NewBroadcaster(n *ros.Node) (*Broadcaster, error) {
	b := &Broadcaster{}
	return b, b.OpenPort(n, Topic)
}

// OpenPort announces /tf, see [ros.Open].
func (b *Broadcaster) OpenPort(n *ros.Node, topic string, opts ...ros.Option) (err error) {
	b.pub, err = ros.Advertise[tf2msgs.TFMessage](n, topic, append([]ros.Option{ros.Depth(100)}, opts...)...)
	return err
}

// Send publishes poses in one message, or none if one of them is invalid. It allocates nothing once it has sent as many
// before.
func (b *Broadcaster) Send(poses ...Stamped) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.msg.Transforms = b.msg.Transforms[:0]
	for i := range poses {
		s, err := poses[i].check()
		if err != nil {
			return err
		}
		b.msg.Transforms = append(b.msg.Transforms, s.Msg())
	}
	return b.pub.Publish(b.msg)
}

// Subscribers is the number of listeners matched now.
func (b *Broadcaster) Subscribers() int { return b.pub.Subscribers() }

// StaticBroadcaster publishes poses that hold at all times, on /tf_static. A late listener receives every pose ever sent,
// in one message. Its methods may be called from any goroutine.
type StaticBroadcaster struct {
	pub *ros.Publisher[tf2msgs.TFMessage]

	mu   sync.Mutex
	sent []geometrymsgs.TransformStamped // one for each child
}

// NewStaticBroadcaster announces /tf_static.
func NewStaticBroadcaster(n *ros.Node) (*StaticBroadcaster, error) {
	b := &StaticBroadcaster{}
	return b, b.OpenPort(n, StaticTopic)
}

// OpenPort announces /tf_static, see [ros.Open].
func (b *StaticBroadcaster) OpenPort(n *ros.Node, topic string, opts ...ros.Option) (err error) {
	b.pub, err = ros.Advertise[tf2msgs.TFMessage](n, topic, append([]ros.Option{ros.TransientLocal(), ros.Depth(1)}, opts...)...)
	return err
}

// Send publishes poses together with all that were sent before; one of the same
// child is replaced. When one of them is invalid, nothing changes.
func (b *StaticBroadcaster) Send(poses ...Stamped) error {
	var errs []error
	for i := range poses {
		_, err := poses[i].check()
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range poses {
		s, _ := poses[i].check() // has just been right
		b.put(s.Msg())
	}
	return b.pub.Publish(tf2msgs.TFMessage{Transforms: b.sent})
}

func (b *StaticBroadcaster) put(m geometrymsgs.TransformStamped) {
	for i := range b.sent {
		if b.sent[i].ChildFrameId == m.ChildFrameId {
			b.sent[i] = m
			return
		}
	}
	b.sent = append(b.sent, m)
}
