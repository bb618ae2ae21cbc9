package ros

import "time"

// Option sets an option of an endpoint.
type Option func(*endpointOptions)

type endpointOptions struct {
	qos         QoS
	onEvent     func(Event)
	overridable bool // parameters may override the QoS

	onePublisher time.Duration // for a subscription; 0: all publishers

	concurrent bool // for a service

	accept, acceptCancel any // func(G) error of an action server
	oneByOne             bool
	keepResults          time.Duration
	onStatus             func([]GoalState) // for an action client
}

// WithQoS sets the whole quality of service.
func WithQoS(q QoS) Option { return func(o *endpointOptions) { o.qos = q } }

// SensorData sets best effort with depth 5: for data that is soon out of date.
func SensorData() Option { return WithQoS(QoS{Depth: 5}) }

// Reliable sends lost packets again. It is the default.
func Reliable() Option { return func(o *endpointOptions) { o.qos.Reliable = true } }

// BestEffort sends every packet once.
func BestEffort() Option { return func(o *endpointOptions) { o.qos.Reliable = false } }

// TransientLocal sends late readers the last Depth messages.
func TransientLocal() Option { return func(o *endpointOptions) { o.qos.TransientLocal = true } }

// Depth keeps the last n messages; 0 counts as 1.
func Depth(n int) Option {
	return func(o *endpointOptions) { o.qos.Depth, o.qos.KeepAll = n, false }
}

// KeepAll keeps every message until it is delivered.
func KeepAll() Option { return func(o *endpointOptions) { o.qos.KeepAll = true } }

// Deadline promises (a publisher) or expects (a subscriber) a message at least every d. EventDeadlineMissed reports a
// missing one.
func Deadline(d time.Duration) Option { return func(o *endpointOptions) { o.qos.Deadline = d } }

// Lifespan drops messages that are older than d before they are delivered.
func Lifespan(d time.Duration) Option { return func(o *endpointOptions) { o.qos.Lifespan = d } }

// ManualLiveliness sets that a publisher counts as dead if it has neither published nor called AssertLiveliness for
// lease; 0 is infinite. Cyclone reports it to the publisher and to subscribers of other processes, not to those of its
// own process.
func ManualLiveliness(lease time.Duration) Option {
	return func(o *endpointOptions) { o.qos.ManualLiveliness, o.qos.Lease = true, lease }
}

// AutomaticLiveliness sets that a publisher counts as dead if its process was silent for lease; 0 is infinite, the
// default.
func AutomaticLiveliness(lease time.Duration) Option {
	return func(o *endpointOptions) { o.qos.ManualLiveliness, o.qos.Lease = false, lease }
}

// OnEvent calls handle with every event of the endpoint, one at a time, never in the
// goroutine that publishes. It must return soon and must not close the endpoint.
func OnEvent(handle func(Event)) Option { return func(o *endpointOptions) { o.onEvent = handle } }

// OnePublisher limits a subscription to one publisher: the first one that it received, until that is gone or has been
// silent for a time, which must be longer than the period of its messages. Use it for data with one source, such as a
// robot's state: with two alternating publishers, the body would seem to jump. The tag of [Open] is `from:"one
// publisher"`, which is silent after two seconds, or `from:"one publisher, silent after 300ms"`. A backend that cannot
// distinguish publishers (rclgo) accepts all.
func OnePublisher(silentAfter time.Duration) Option {
	return func(o *endpointOptions) { o.onePublisher = silentAfter }
}

// publisherSilent is the default of the silent time: it is longer than the period of a topic with 1 Hz.
const publisherSilent = 2 * time.Second

func applyOptions(opts []Option) endpointOptions {
	o := endpointOptions{qos: defaultQoS, keepResults: resultKept}
	for _, opt := range opts {
		opt(&o)
	}
	o.qos.Depth = max(o.qos.Depth, 1)
	return o
}
