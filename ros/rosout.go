package ros

import (
	"fmt"
	"time"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	"gonao/ros/cdr"
)

// rosoutQoS is rcl's: late readers receive the last thousand lines of ten seconds.
var rosoutQoS = QoS{Reliable: true, TransientLocal: true, Depth: 1000, Lifespan: 10 * time.Second}

// rosout is a node's publisher of /rosout. One goroutine uses it: the log's.
type rosout struct {
	sink *logSink
	raw  RawPublisher
	msg  rclinterfaces.Log
	buf  []byte
}

// startRosout publishes the node's log on /rosout.
func (n *Node) startRosout(opts NodeOptions) error {
	if opts.NoRosout {
		return nil
	}
	var m rclinterfaces.Log
	raw, err := n.handle.Publisher(TopicSpec{Name: "/rosout", Type: m.TypeName(), Hash: m.TypeHash(), QoS: rosoutQoS})
	if err != nil {
		return fmt.Errorf("advertise /rosout: %w", err)
	}
	r := &rosout{sink: n.sink, raw: raw}
	n.sink.rosout.Store(r)
	return n.own(r)
}

// publish sends one line. It drops a line that cannot be sent, since logging the error would fail as well.
func (r *rosout) publish(name string, l logLine) {
	_, number, _ := severity(l.level)
	r.msg = rclinterfaces.Log{
		Stamp: Stamp(l.at), Level: number, Name: name, Msg: l.text,
		File: l.file, Function: l.function, Line: uint32(l.line),
	}
	buf, err := cdr.Encode(r.buf[:0], &r.msg)
	if err != nil {
		return
	}
	r.buf = buf
	_ = r.raw.Publish(buf)
}

// drain sends the last lines before the node's endpoints close.
func (r *rosout) drain() { r.sink.close() }

// Close removes the publisher.
func (r *rosout) Close() error {
	r.sink.rosout.Store(nil)
	return r.raw.Close()
}
