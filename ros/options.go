package ros

// QoS is the quality of service of a topic's endpoint.
type QoS struct {
	Reliable       bool // lost packets are sent again
	TransientLocal bool // late readers get the last Depth messages
	KeepAll        bool // no limit to the history; Depth is then ignored
	Depth          int  // messages kept; 0 counts as 1
	LifespanSec    int  // messages older than this are not delivered; 0 means no limit
}

// defaultQoS is rmw's default profile.
var defaultQoS = QoS{Reliable: true, Depth: 10}

// Option alters the endpoint it is given to.
type Option func(*endpointOptions)

type endpointOptions struct {
	qos    QoS
	accept any // func(G) error of an action server
}

// SensorData is best effort with depth 5: for data that is soon old.
func SensorData() Option {
	return func(o *endpointOptions) { o.qos = QoS{Depth: 5} }
}

// Reliable sends lost packets again. It is the default.
func Reliable() Option { return func(o *endpointOptions) { o.qos.Reliable = true } }

// BestEffort sends every packet once.
func BestEffort() Option { return func(o *endpointOptions) { o.qos.Reliable = false } }

// TransientLocal gives late readers the last Depth messages.
func TransientLocal() Option { return func(o *endpointOptions) { o.qos.TransientLocal = true } }

// Depth keeps the last n messages; 0 counts as 1.
func Depth(n int) Option {
	return func(o *endpointOptions) { o.qos.Depth, o.qos.KeepAll = n, false }
}

// KeepAll keeps every message until it is delivered.
func KeepAll() Option { return func(o *endpointOptions) { o.qos.KeepAll = true } }

// Accept lets an action server refuse a goal before it starts: it is refused
// when judge returns an error, which is logged.
func Accept[G any](judge func(goal G) error) Option {
	return func(o *endpointOptions) { o.accept = judge }
}

func applyOptions(opts []Option) endpointOptions {
	o := endpointOptions{qos: defaultQoS}
	for _, opt := range opts {
		opt(&o)
	}
	o.qos.Depth = max(o.qos.Depth, 1)
	return o
}
