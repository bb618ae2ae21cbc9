package ros

import (
	"errors"
	"log/slog"
	"time"
)

// ErrWouldBlock is returned by a RawPublisher if a reader is so far behind that sending would block. The message is
// lost; Publisher counts it and continues.
var ErrWouldBlock = errors.New("a reader is too far behind")

// Opener connects the process to ROS. Every Backend it returns must be closed.
type Opener func() (Backend, error)

// Backend carries bytes between nodes. Names given to it are fully qualified
// ROS names ("/nao1/robot_state"), types ROS types ("std_msgs/msg/String"),
// payloads are CDR with the 4-byte encapsulation header.
type Backend interface {
	// CreateNode makes a node visible to others. The namespace begins with "/".
	CreateNode(namespace, name string) (NodeHandle, error)
	// Graph returns the ROS graph as known now.
	Graph() (Graph, error)
	// NotifyGraph puts an element into changed, if it has room, whenever Graph may
	// have changed, until stop has returned.
	NotifyGraph(changed chan<- struct{}) (stop func())
	// ReceiveBuffer is the size in bytes of the socket receive buffer that the
	// kernel granted, 0 where no socket is involved.
	ReceiveBuffer() int
	// Close releases the connection; nodes still open end with it.
	Close() error
}

// Neighbourly is a Backend that can return a node's part of the graph at low cost, so that every node can check it
// at each change.
type Neighbourly interface {
	// Neighbours returns the part of Graph with the nodes of the full name, the topics and services of this process, and
	// of these their own endpoints and those of the other side. The counts are those of the returned part.
	Neighbours(name string) (Graph, error)
}

// Enclaved is a Backend that can announce the SROS 2 enclave of the process.
type Enclaved interface {
	SetEnclave(name string) error
}

// ClockSource is a Backend with its own time, for tests.
type ClockSource interface {
	Clock() *Clock
}

// NodeHandle creates the endpoints of one node.
//
// The callbacks of one endpoint are never called concurrently; the bytes they
// get are valid only until they return.
type NodeHandle interface {
	Publisher(TopicSpec) (RawPublisher, error)
	Subscriber(spec TopicSpec, deliver Deliver) (RawSubscriber, error)
	Server(spec ServiceSpec, handle func(id RequestID, request []byte)) (RawServer, error)
	Client(spec ServiceSpec, reply func(sequence int64, response []byte)) (RawClient, error)
	Close() error
}

// LogUser is a NodeHandle that logs.
type LogUser interface {
	// SetLogger sets the node's logger, before the first endpoint is made.
	SetLogger(log *slog.Logger)
}

// Deliver receives an encoded message and when it was sent, on the clock of the writer's host; the zero Time if that
// is not known.
type Deliver func(data []byte, sent time.Time)

// TopicSpec is the topic, type and QoS of an endpoint.
type TopicSpec struct {
	Name string // fully qualified
	Type string // "std_msgs/msg/String"
	Hash string // "RIHS01_…", empty when unknown
	QoS  QoS
	// OnEvent receives the endpoint's events, one at a time, from a goroutine that publishes nothing; may be nil.
	OnEvent func(Event)
	// From, if not nil, is called before each message with a number that identifies its publisher. A backend that cannot
	// distinguish publishers does not call it.
	From func(publisher uint64)
}

// ServiceSpec is the service and types of an endpoint.
type ServiceSpec struct {
	Name         string // fully qualified
	RequestType  string // "std_srvs/srv/SetBool_Request"
	ResponseType string
	RequestHash  string
	ResponseHash string
}

// RequestID identifies one request of one client.
type RequestID struct {
	Client   uint64   // opaque, one per client
	Sequence int64    // counts the requests of the client's process
	Handle   uint64   // the backend's own
	Reader   [16]byte // the backend's own
}

// RawPublisher sends encoded messages.
type RawPublisher interface {
	// Publish sends one message and keeps no reference to data. It never waits
	// for a reader: it returns ErrWouldBlock instead.
	Publish(data []byte) error
	// Subscribers is the number of readers matched now.
	Subscribers() int
	Close() error
}

// Lender is a RawPublisher that lends memory to encode large messages into, which saves a copy. Borrow returns a
// slice of length 0 with room for size bytes, or nil; the data of the next Publish may begin there. One goroutine at
// a time may use it.
type Lender interface {
	Borrow(size int) []byte
}

// Asserter is a RawPublisher that can assert its liveliness without a message.
type Asserter interface {
	AssertLiveliness() error
}

// RawSubscriber receives until it is closed. After Close has returned, its
// callback is not called again.
type RawSubscriber interface {
	// Publishers is the number of writers matched now.
	Publishers() int
	Close() error
}

// RawServer answers requests.
type RawServer interface {
	Reply(id RequestID, response []byte) error
	Close() error
}

// RawClient sends requests to a service. A backend that cannot use the service's type returns one which also has
// NeverReady() error, the reason.
type RawClient interface {
	// Request sends one request. It calls expect with its sequence number before
	// the request leaves, for the reply may be faster than the return.
	Request(request []byte, expect func(sequence int64)) error
	// ID is the Client of the RequestID that the server receives; 0 if the backend cannot tell.
	ID() uint64
	// Ready reports whether a server is there.
	Ready() bool
	Close() error
}
