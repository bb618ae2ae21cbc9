package gazebobridge

import (
	"cmp"
	"hash/maphash"
	"slices"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/ros"
	"gonao/ros/cdr"
)

// kind is a pair of types that can be bridged.
type kind struct {
	pair      Pair
	advertise func(n *ros.Node, topic string, opts ...ros.Option) (toROS, error)
	subscribe func(n *ros.Node, topic string, send func(m proto.Message, sum uint64), fail func(error), opts ...ros.Option) (fromROS, error)
}

// toROS publishes in ROS a message received from Gazebo.
type toROS interface {
	Subscribers() int
	// publish publishes a message of Gazebo, after it has called before with the message's sum.
	publish(m *transport.Message, before func(sum uint64)) error
}

// fromROS is a subscription in ROS.
type fromROS interface{ Close() error }

// seed is the seed of all sums.
var seed = maphash.MakeSeed()

// sumOf returns a hash of a message. Equal messages have equal sums.
func sumOf(m cdr.Message) uint64 { return maphash.Bytes(seed, cdr.Marshal(m)) }

// protobuf is a pointer to a message of Gazebo.
type protobuf[G any] interface {
	*G
	proto.Message
}

// of returns a kind made of two conversions.
func of[T, G any, PT ros.Message[T], PG protobuf[G]](rosOf func(PG) (T, error), gzOf func(*T) (PG, error)) kind {
	var t T
	var g G
	return kind{
		pair: Pair{ROS: PT(&t).TypeName(), Gz: gzmsgs.Name(PG(&g))},
		advertise: func(n *ros.Node, topic string, opts ...ros.Option) (toROS, error) {
			p, err := ros.Advertise[T, PT](n, topic, opts...)
			return &publisher[T, G, PT, PG]{p, rosOf}, err
		},
		subscribe: func(n *ros.Node, topic string, send func(proto.Message, uint64), fail func(error), opts ...ros.Option) (fromROS, error) {
			s, err := ros.Subscribe[T, PT](n, topic, opts...)
			if err != nil {
				return nil, err
			}
			r := &reader{sub: s, stop: make(chan struct{}), ended: make(chan struct{})}
			go func() {
				defer close(r.ended)
				for {
					select {
					case <-r.stop:
						return
					case m := <-s.C():
						if g, err := gzOf(&m); err != nil {
							fail(err)
						} else {
							send(g, sumOf(PT(&m)))
						}
					}
				}
			}()
			return r, nil
		},
	}
}

// always returns a kind made of conversions that always succeed.
func always[T, G any, PT ros.Message[T], PG protobuf[G]](rosOf func(PG) T, gzOf func(*T) PG) kind {
	return of[T, G, PT, PG](
		func(g PG) (T, error) { return rosOf(g), nil },
		func(m *T) (PG, error) { return gzOf(m), nil },
	)
}

type publisher[T, G any, PT ros.Message[T], PG protobuf[G]] struct {
	*ros.Publisher[T]
	rosOf func(PG) (T, error)
}

func (p *publisher[T, G, PT, PG]) publish(m *transport.Message, before func(uint64)) error {
	g := PG(new(G))
	if err := m.Into(g); err != nil {
		return err
	}
	t, err := p.rosOf(g)
	if err != nil {
		return err
	}
	if before != nil {
		before(sumOf(PT(&t)))
	}
	return p.Publish(t)
}

// reader receives messages from a subscription until it is closed.
type reader struct {
	sub         interface{ Close() error }
	stop, ended chan struct{}
}

// Close ends the subscription. It waits until no message is being handled.
func (r *reader) Close() error {
	close(r.stop)
	<-r.ended
	return r.sub.Close()
}

// kinds returns all kinds, sorted.
func kinds() []kind {
	all := slices.Concat(values(), places(), sensors(), pictures())
	slices.SortFunc(all, func(a, b kind) int {
		return cmp.Or(cmp.Compare(a.pair.ROS, b.pair.ROS), cmp.Compare(a.pair.Gz, b.pair.Gz))
	})
	return all
}

// Pairs returns the pairs of types that can be bridged.
func Pairs() []Pair {
	var pairs []Pair
	for _, k := range kinds() {
		pairs = append(pairs, k.pair)
	}
	return pairs
}
