package ros

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"gonao/ros/dynamic"
	"gonao/ros/param"
)

// NodeOptions holds the options of a node.
type NodeOptions struct {
	Name       string       // replaces the name given to NewNode; may be ""
	Namespace  string       // "" is "/"
	Remaps     []Remap      // the first that matches a name is applied
	UseSimTime bool         // follow /clock instead of the system's time; a parameter of every node
	Parameters any          // pointer to the node's Config, which is checked and becomes its parameters; may be nil
	Logger     *slog.Logger // instead of the console; nil is the console, in ROS's form
	Bare       bool         // without /rosout, parameters and the other standard parts: for tools that only observe

	LogLevel  slog.Level // less important is not logged
	NoConsole bool       // does not log to the console
	NoRosout  bool       // does not log to /rosout
	Enclave   string     // SROS 2 enclave, if the backend supports it; "" is "/"

	NoTypeDescription bool // does not serve get_type_description

	ServiceIntrospection string // what services and clients publish about their calls: disabled, metadata or contents; "" is disabled

	clock *Clock // clock of another node of the process; nil: its own

	qosOverrides []param.Setting // parameters "qos_overrides.<topic>.<kind>.<policy>"

	warnings []string // logged once the node exists
	onWork   func()   // see Node
}

// Node is one participant of the ROS graph. Its methods may be called from any
// goroutine.
type Node struct {
	Clock *Clock       // the node's only source of time
	Log   *slog.Logger // carries the node's name

	name, namespace string
	remaps          remaps
	parameters      *parameters // nil without startStandard
	sink            *logSink
	overrides       overrides
	introspection   introspection

	simulating sync.Mutex
	clockTopic *receiver // subscription to /clock; nil with the system's time
	beside     bool      // another node of the process has the clock and reports unused remaps
	backend    Backend
	handle     NodeHandle
	ctx        context.Context
	cancel     context.CancelFunc

	worked   atomic.Bool
	ready    atomic.Pointer[func()] // for a managed node, see Ready
	onWork   func()                 // called once, when the node first publishes a message of its own or answers a request; may be nil
	standard bool                   // /rosout, parameters and the rest are open: later endpoints are the node's own

	mu      sync.Mutex
	closed  bool
	closers []io.Closer      // endpoints, closed in reverse order
	types   *dynamic.Library // the types added by Describe; may be nil
}

// NewNode creates a node on the graph. It ends when ctx ends or with Close; only Close frees its endpoints.
func NewNode(ctx context.Context, b Backend, name string, opts NodeOptions) (*Node, error) {
	if opts.Name != "" {
		name = opts.Name
	}
	if err := checkNode(name); err != nil {
		return nil, fmt.Errorf("node name %q: %w", name, err)
	}
	namespace, err := fullNamespace(opts.Namespace)
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", name, err)
	}
	handle, err := b.CreateNode(namespace, name)
	if err != nil {
		return nil, fmt.Errorf("node %s: %w", joinName(namespace, name), err)
	}
	n := &Node{name: name, namespace: namespace, backend: b, handle: handle, onWork: opts.onWork}
	n.ctx, n.cancel = context.WithCancel(ctx)
	n.remaps.rules = opts.Remaps
	n.overrides.settings = opts.qosOverrides
	n.introspection.mode = opts.ServiceIntrospection
	n.startLog(opts)
	if user, ok := handle.(LogUser); ok {
		user.SetLogger(n.Log)
	}
	if err := n.startClock(opts.UseSimTime, opts.clock); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	if err := n.startStandard(opts); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	n.standard = true
	if err := n.setEnclave(opts.Enclave); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	for _, text := range opts.warnings {
		n.Log.Warn(text)
	}
	n.watchUnused()
	n.startComplaining(opts)
	return n, nil
}

// work notes that the node does something.
func (n *Node) work() {
	if n.onWork != nil && !n.worked.Load() && !n.worked.Swap(true) {
		n.onWork()
	}
}

// Beside creates another node of the process, in the namespace and on the clock and connection of n; both share one DDS
// participant. parameters is a pointer to its Config; may be nil. It uses the remaps and the log level of n. It ends with
// n, and must be closed before n.
func Beside(n *Node, name string, parameters any) (*Node, error) {
	return NewNode(n.ctx, n.backend, name, NodeOptions{
		Namespace: n.namespace, Remaps: n.remaps.rules, UseSimTime: n.Clock.Simulated(), Parameters: parameters, LogLevel: n.LogLevel(), clock: n.Clock,
	})
}

// Name returns the node's name without its namespace.
func (n *Node) Name() string { return n.name }

// Namespace returns the node's namespace, which begins with "/".
func (n *Node) Namespace() string { return n.namespace }

// FullName returns the name with the namespace: "/nao1/vision".
func (n *Node) FullName() string { return joinName(n.namespace, n.name) }

// Context returns a context that ends with the node.
func (n *Node) Context() context.Context { return n.ctx }

// Graph returns all nodes, topics and services that are known now.
func (n *Node) Graph() (Graph, error) { return n.backend.Graph() }

// ReceiveBuffer returns the size in bytes of the socket receive buffer that the kernel granted, 0 without a socket.
// Under 4 MB, images of 640×480 get lost.
func (n *Node) ReceiveBuffer() int { return n.backend.ReceiveBuffer() }

// FullReceiveBuffer is the receive buffer that 640×480 images at 30 Hz need.
const FullReceiveBuffer = 4 << 20

// HoldsImages reports whether the receive buffer is large enough for 640×480 images at 30 Hz; otherwise cameras send
// 320×240. `sysctl -w net.core.rmem_max=4194304` enlarges it.
func (n *Node) HoldsImages() bool {
	size := n.backend.ReceiveBuffer()
	return size == 0 || size >= FullReceiveBuffer
}

// Close ends the node's context, waits for the handlers of its actions, which may
// still publish, and removes its endpoints and itself from the graph.
func (n *Node) Close() error {
	n.cancel()
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		return nil
	}
	n.closed = true
	closers := n.closers
	n.closers = nil
	n.mu.Unlock()

	err := errors.Join(endAll(closers), n.handle.Close())
	n.sink.close()
	return err
}

// endAll closes endpoints in reverse order, after their work has ended.
func endAll(closers []io.Closer) error {
	for _, c := range slices.Backward(closers) { // the log, the first, is drained last
		if d, ok := c.(drainer); ok {
			d.drain()
		}
	}
	var errs []error
	for _, c := range slices.Backward(closers) {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// drainer is an endpoint whose work may still use the others while the node closes.
type drainer interface {
	drain() // ends the work and blocks until it has ended
}

// own adds an endpoint to the endpoints that Close closes.
func (n *Node) own(c io.Closer) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return errors.Join(fmt.Errorf("node %s is closed", n.FullName()), c.Close())
	}
	n.closers = append(n.closers, c)
	return nil
}

// disown forgets an endpoint that is closed before its node.
func (n *Node) disown(c io.Closer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if i := slices.Index(n.closers, c); i >= 0 {
		n.closers = slices.Delete(n.closers, i, i+1)
	}
}

// ownedSubscriber is a subscriber that its node forgets when it is closed.
type ownedSubscriber struct {
	RawSubscriber
	node *Node
}

// Close ends the subscription.
func (s ownedSubscriber) Close() error {
	s.node.disown(s.RawSubscriber)
	return s.RawSubscriber.Close()
}
