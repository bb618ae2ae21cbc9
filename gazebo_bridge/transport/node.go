package transport

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
)

// ErrClosed is the error of a closed node.
var ErrClosed = errors.New("the node is closed")

// tickPeriod is the period at which the node announces its offers. Gazebo's own nodes do so every
// second, and its tools listen for just one second: with half of that, an announcement reaches them
// from a busy machine too.
const tickPeriod = 500 * time.Millisecond

// settledTicks is the number of ticks after which every process alive has been heard.
const settledTicks = 3

// identity holds the identifiers of a node.
type identity struct {
	process string
	node    string
	replier string // of the socket on which requests arrive
}

// counts counts what has arrived.
type counts struct {
	datagrams uint64 // of discovery
	broken    uint64 // datagrams and messages that could not be read
}

// Node is one participant. All its methods may be called from any goroutine.
type Node struct {
	options  Options
	log      *slog.Logger
	identity identity

	wire          *wire
	topicBeacon   *beacon
	serviceBeacon *beacon
	stop          context.CancelFunc
	running       sync.WaitGroup // discovery, services
	wired         sync.WaitGroup // the wire
	settled       chan struct{}  // closed when every process alive has been heard
	closing       context.Context
	closeOnce     sync.Once

	mu            sync.Mutex
	ticks         int
	catalog       catalog
	connections   connections
	filters       map[string]bool        // topics that others subscribed to
	changed       chan struct{}          // closed when filters or catalog change
	publishers    map[string]*Publisher  // by full name
	subscriptions map[string]subscribers // by full name
	services      map[string]*Service    // by full name
	calls         map[string]*call       // by request id
	logged        map[string]bool        // keys of logOnce
	counts        counts
}

// Open opens a node, which begins to search for the others.
func Open(o Options) (*Node, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("gazebo transport: %w", err)
	}
	addresses, err := interfaces(o.IP)
	if err != nil {
		return nil, fmt.Errorf("gazebo transport: %w", err)
	}
	n := &Node{
		options: o, log: o.Log, identity: identity{process: uuid(), node: uuid(), replier: uuid()},
		settled: make(chan struct{}), filters: map[string]bool{}, changed: make(chan struct{}), publishers: map[string]*Publisher{},
		subscriptions: map[string]subscribers{}, services: map[string]*Service{}, calls: map[string]*call{},
		logged: map[string]bool{},
	}
	if n.log == nil {
		n.log = slog.New(slog.DiscardHandler)
	}
	if n.wire, err = openWire(addresses[0].String(), n.identity.replier, n.identity.process); err != nil {
		return nil, fmt.Errorf("gazebo transport: %w", err)
	}
	if n.topicBeacon, err = openBeacon(topicPort, addresses, o.Relays); err == nil {
		n.serviceBeacon, err = openBeacon(servicePort, addresses, o.Relays)
	}
	if err != nil {
		if n.topicBeacon != nil {
			n.topicBeacon.close()
		}
		n.wire.release()
		return nil, fmt.Errorf("gazebo transport: %w", err)
	}
	n.closing, n.stop = context.WithCancel(context.Background())
	n.wired.Go(func() { n.wire.run(n) })
	for _, b := range []*beacon{n.topicBeacon, n.serviceBeacon} {
		n.running.Go(func() { b.receive(func(data []byte) { n.receiveDatagram(data) }) })
	}
	n.running.Go(n.runTicks)
	return n, nil
}

// uuid returns a random identifier in the form of the protocol.
func uuid() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Partition returns the partition in which the node sees others.
func (n *Node) Partition() string { return n.options.Partition }

// Close closes the node: it announces that, ends all calls and waits until no handler runs any more.
// It must not be called from a handler. A second call does nothing.
func (n *Node) Close() error {
	n.closeOnce.Do(func() {
		n.stop()
		n.mu.Lock()
		for id, c := range n.calls {
			c.fail(ErrClosed)
			delete(n.calls, id)
		}
		n.mu.Unlock()
		bye := &gzmsgs.Discovery{Type: gzmsgs.Discovery_BYE}
		n.sendDiscovery(n.topicBeacon, bye)
		n.sendDiscovery(n.serviceBeacon, bye)
		n.wire.close()
		n.topicBeacon.close()
		n.serviceBeacon.close()
		n.running.Wait()
		n.wired.Wait()
	})
	return nil
}

// Settle blocks until every process that was there when the node was opened has been heard.
func (n *Node) Settle(ctx context.Context) error {
	select {
	case <-n.settled:
		return nil
	case <-n.closing.Done():
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// runTicks announces the offers and removes silent processes, periodically.
func (n *Node) runTicks() {
	ticker := time.NewTicker(tickPeriod) //nolint:forbidigo // the protocol runs on wall time, whatever a simulation does
	defer ticker.Stop()
	for {
		n.tick()
		select {
		case <-n.closing.Done():
			return
		case <-ticker.C:
		}
	}
}

func (n *Node) tick() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ticks++; n.ticks == settledTicks {
		close(n.settled)
	}
	n.wire.tick()
	n.sendDiscovery(n.topicBeacon, &gzmsgs.Discovery{Type: gzmsgs.Discovery_HEARTBEAT})
	n.sendDiscovery(n.serviceBeacon, &gzmsgs.Discovery{Type: gzmsgs.Discovery_HEARTBEAT})
	for _, p := range n.publishers {
		n.announce(n.topicBeacon, gzmsgs.Discovery_ADVERTISE, p.offer())
	}
	for _, s := range n.services {
		n.announce(n.serviceBeacon, gzmsgs.Discovery_ADVERTISE, s.offer())
	}
	for _, process := range n.catalog.tick() {
		n.removeProcess(process, "it is silent")
	}
	for _, address := range n.connections.due(n.ticks, n.catalog.uses) {
		n.wire.disconnect(address)
	}
}

// sendDiscovery sends a discovery message.
func (n *Node) sendDiscovery(b *beacon, d *gzmsgs.Discovery) {
	d.Version, d.ProcessUuid = version, n.identity.process
	if len(n.options.Relays) > 0 {
		d.Flags = &gzmsgs.Discovery_Flags{Relay: true}
	}
	data, err := appendDatagram(nil, d)
	if err != nil {
		n.log.Error("gazebo transport", "error", err)
		return
	}
	b.send(data)
}

// announce sends a discovery message about an offer.
func (n *Node) announce(b *beacon, what gzmsgs.Discovery_Type, p *gzmsgs.Discovery_Publisher) {
	n.sendDiscovery(b, &gzmsgs.Discovery{Type: what, DiscContents: &gzmsgs.Discovery_Pub{Pub: p}})
}

// notify wakes the goroutines that wait for a change; mu must be held.
func (n *Node) notify() {
	close(n.changed)
	n.changed = make(chan struct{})
}

// await blocks until ready returns true; ready is called with mu held.
func (n *Node) await(ctx context.Context, ready func() bool) error {
	for {
		n.mu.Lock()
		ok, changed := ready(), n.changed
		n.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-n.closing.Done():
			return ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// logOnce logs a warning once for each key; mu must be held.
func (n *Node) logOnce(key, text string, args ...any) {
	if !n.logged[key] && len(n.logged) < 1000 {
		n.logged[key] = true
		n.log.Warn(text, args...)
	}
}

// marshal returns the bytes of a message.
func marshal(m proto.Message) ([]byte, error) {
	data, err := proto.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("message %s: %w", gzmsgs.Name(m), err)
	}
	return data, nil
}
