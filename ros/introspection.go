package ros

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	servicemsgs "gonao/msgs/service_msgs"
	"gonao/ros/cdr"
	"gonao/ros/dynamic"
)

// The values of the parameter service_introspection, by the words of ROS 2's own demos.
const (
	introspectionDisabled = "disabled"
	introspectionMetadata = "metadata"
	introspectionContents = "contents"
)

// introspection holds what is needed to publish the calls of a node's services and clients, for ros2 service echo.
type introspection struct {
	mu   sync.Mutex
	mode string // a value of the parameter; "" is disabled
	all  map[*serviceEvents]struct{}
}

// set sets the mode of all services and clients. It opens or closes their publishers.
func (i *introspection) set(mode string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.mode = mode
	var errs []error
	for e := range i.all {
		errs = append(errs, e.open(mode))
	}
	return errors.Join(errs...)
}

// serviceEvents publishes the calls of one service or client on <service>/_service_event, as rcl does. The services that every
// node has, and those of actions, publish nothing.
type serviceEvents struct {
	node *Node
	name string // name of the service
	typ  cdr.ServiceType
	now  atomic.Pointer[openEvents] // nil while the node's introspection is disabled
}

// openEvents is the publisher of service events while there is one.
type openEvents struct {
	out               RawPublisher
	request, response *dynamic.Message // examples to decode the contents with; nil: metadata alone
}

// introspect returns the events of a service or a client of the node's own.
func (n *Node) introspect(name string, typ cdr.ServiceType) (*serviceEvents, error) {
	e := &serviceEvents{node: n, name: name, typ: typ}
	if !n.standard {
		return e, nil
	}
	if err := n.own(e); err != nil {
		return nil, err
	}
	i := &n.introspection
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.all == nil {
		i.all = map[*serviceEvents]struct{}{}
	}
	i.all[e] = struct{}{}
	return e, e.open(i.mode)
}

// open opens or closes the publisher; the lock of introspection must be held.
func (e *serviceEvents) open(mode string) error {
	next, was := &openEvents{}, e.now.Load()
	switch {
	case mode == "" || mode == introspectionDisabled:
		if was = e.now.Swap(nil); was != nil {
			return was.out.Close()
		}
		return nil
	case was != nil:
		next.out = was.out
	default:
		var err error
		if next.out, err = e.node.handle.Publisher(TopicSpec{
			Name: e.name + "/_service_event", Type: e.typ.Event.Name, Hash: e.typ.Event.Hash, QoS: defaultQoS,
		}); err != nil {
			return fmt.Errorf("introspection of %s: %w", e.name, err)
		}
	}
	if mode == introspectionContents {
		next.request, next.response = e.example(e.typ.Request), e.example(e.typ.Response)
	}
	e.now.Store(next)
	return nil
}

// example returns a message of a type, nil if the node cannot describe it.
func (e *serviceEvents) example(t cdr.Type) *dynamic.Message {
	m, err := e.node.describable().Message(t.Name)
	if err == nil && m.TypeHash() != t.Hash {
		err = fmt.Errorf("%s is here with hash %s, the service has %s", t.Name, m.TypeHash(), t.Hash)
	}
	if err != nil {
		e.node.Log.Warn("service events without contents: the type has no description here, see Node.Describe", "service", e.name, "error", err)
		return nil
	}
	return m
}

// Close ends the events. The service or the client they are of does so, and the node.
func (e *serviceEvents) Close() error {
	e.node.disown(e)
	i := &e.node.introspection
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.all, e)
	return e.open(introspectionDisabled)
}

// publish publishes an event with the bytes of the request or response, if there is a subscriber. An event that cannot be
// sent is logged; the call itself continues.
func (e *serviceEvents) publish(event uint8, client uint64, sequence int64, data []byte) {
	now := e.now.Load()
	if now == nil || now.out.Subscribers() == 0 {
		return
	}
	m := &serviceEvent{typ: e.typ.Event, info: servicemsgs.ServiceEventInfo{
		EventType: event, Stamp: Stamp(e.node.Clock.Now()), SequenceNumber: sequence,
	}}
	binary.LittleEndian.PutUint64(m.info.ClientGid[:], client)
	example, part := now.request, &m.request
	if event == servicemsgs.ServiceEventInfoResponseSent || event == servicemsgs.ServiceEventInfoResponseReceived {
		example, part = now.response, &m.response
	}
	var err error
	if example != nil {
		*part = example.New()
		err = cdr.Unmarshal(data, *part)
	}
	if err == nil {
		err = now.out.Publish(cdr.Marshal(m))
	}
	if err != nil && !errors.Is(err, ErrWouldBlock) {
		e.node.Log.Debug("service event not published", "service", e.name, "error", err)
	}
}

// serviceEvent is a message X_Event of a service: info, and the request or the response as a sequence of at most one.
type serviceEvent struct {
	typ               cdr.Type
	info              servicemsgs.ServiceEventInfo
	request, response *dynamic.Message
}

// TypeName returns the name of the type in ROS.
func (e *serviceEvent) TypeName() string { return e.typ.Name }

// TypeHash returns the hash of the type description.
func (e *serviceEvent) TypeHash() string { return e.typ.Hash }

// MarshalCDR writes the fields.
func (e *serviceEvent) MarshalCDR(w *cdr.Writer) {
	e.info.MarshalCDR(w)
	for _, part := range []*dynamic.Message{e.request, e.response} {
		if part == nil {
			w.Count(0)
			continue
		}
		w.Count(1)
		part.MarshalCDR(w)
	}
}

// UnmarshalCDR is not needed: events are only sent.
func (e *serviceEvent) UnmarshalCDR(*cdr.Reader) {}
