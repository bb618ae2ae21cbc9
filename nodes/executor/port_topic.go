package executor

import (
	"fmt"
	"sync"
	"time"

	"gonao/behavior"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/ros"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// topicCaller publishes messages on a topic.
type topicCaller struct {
	*ports
	port      vocabulary.Port
	publisher ros.RawPublisher
	message   *dynamic.Message // an empty one
}

// newTopicCaller advertises a topic.
func newTopicCaller(p *ports, port vocabulary.Port) (*topicCaller, error) {
	m, err := p.types.Message(port.Type)
	if err != nil {
		return nil, err
	}
	t := &topicCaller{ports: p, port: port, message: m}
	t.publisher, err = ros.AdvertiseRaw(p.n, port.Name, m.TypeName(), m.TypeHash(), ros.Reliable(), ros.Depth(10))
	return t, err
}

func (t *topicCaller) use([]string) behavior.Caller { return t }

// Begin publishes a message, which has been published when it returns; see [behavior.Caller].
func (t *topicCaller) Begin(goal any) behavior.Task {
	data, err := encode(t.message, goal, t.n.Clock.Now())
	if err == nil {
		err = t.publisher.Publish(data)
	}
	if err != nil {
		t.n.Log.Warn("message not published", "topic", t.port.Name, "error", err)
		return behavior.Ended(failed(vocabulary.Failed, fmt.Errorf("publish %s: %w", t.port.Name, err)))
	}
	return behavior.Ended(succeeded())
}

// source is the newest value of a field of a topic's messages.
type source struct {
	key sourceKey

	mu      sync.Mutex
	message *dynamic.Message // is decoded into
	value   hfsm.Value
	count   uint64
}

// newSource subscribes to a topic.
func newSource(p *ports, key sourceKey) (*source, error) {
	m, err := p.types.Message(key.port.Type)
	if err != nil {
		return nil, err
	}
	s := &source{key: key, message: m}
	_, err = ros.SubscribeRaw(p.n, key.port.Name, m.TypeName(), m.TypeHash(), s.receive, ros.BestEffort(), ros.Depth(1))
	return s, err
}

// receive keeps the field of a message. A message without that element, such as one whose
// list is shorter, changes nothing.
func (s *source) receive(data []byte, _ time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := cdr.Unmarshal(data, s.message); err != nil {
		return
	}
	v, ok := fieldValue(s.message, s.key.field)
	if !ok || v.Type != s.key.typ {
		return
	}
	s.value = v
	s.count++
}

// Value returns the newest value; see [behavior.Source].
func (s *source) Value() (hfsm.Value, uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.value, s.count
}
