package transport

import (
	"errors"
	"sort"

	"gonao/gazebo_bridge/gzmsgs"
)

// receiveDatagram handles a datagram of discovery.
func (n *Node) receiveDatagram(data []byte) {
	d, err := parseDatagram(data)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.counts.datagrams++
	switch {
	case errors.Is(err, errForeign):
		n.logOnce("version", "gazebo transport: somebody speaks another version of the protocol", "error", err)
		return
	case err != nil:
		n.counts.broken++
		n.logOnce("datagram", "gazebo transport: what was heard is not a discovery message", "error", err)
		return
	case d.GetProcessUuid() == n.identity.process:
		return
	}
	n.catalog.heard(d.GetProcessUuid())
	switch d.GetType() {
	case gzmsgs.Discovery_ADVERTISE:
		n.advertised(d.GetPub())
	case gzmsgs.Discovery_UNADVERTISE:
		if o, service, ok := offerOf(d.GetPub()); ok {
			n.withdrawn(n.catalog.remove(o, service))
		}
	case gzmsgs.Discovery_SUBSCRIBE:
		n.answerSearch(d.GetSub().GetTopic())
	case gzmsgs.Discovery_BYE:
		n.removeProcess(d.GetProcessUuid(), "it said good-bye")
	default: // a heartbeat; our subscribers are known from ZeroMQ
	}
}

// advertised records an offer and connects to it when it is subscribed.
func (n *Node) advertised(p *gzmsgs.Discovery_Publisher) {
	o, service, ok := offerOf(p)
	if _, ours := n.options.short(o.name); !ok || !ours || o.process == n.identity.process {
		return
	}
	entry, isNew := n.catalog.add(o, service)
	if !service {
		n.attach(entry)
	}
	if isNew {
		n.notify()
	}
}

// answerSearch announces a topic or service that another process searches for.
func (n *Node) answerSearch(name string) {
	if p := n.publishers[name]; p != nil {
		n.announce(n.topicBeacon, gzmsgs.Discovery_ADVERTISE, p.offer())
	}
	if s := n.services[name]; s != nil {
		n.announce(n.serviceBeacon, gzmsgs.Discovery_ADVERTISE, s.offer())
	}
}

// removeProcess removes a process that is gone.
func (n *Node) removeProcess(process, why string) {
	n.withdrawn(n.catalog.removeProcess(process))
	for id, c := range n.calls {
		if c.process == process {
			c.fail(&GoneError{why})
			delete(n.calls, id)
		}
	}
}

// graceTicks is the time for which the connection to a publisher that left stays open: its last
// messages may arrive after its good-bye.
const graceTicks = 2

// withdrawn closes the addresses of offers that were withdrawn.
func (n *Node) withdrawn(offers []*offer) {
	for _, o := range offers {
		if o.receiver == "" && !n.catalog.uses(o.address) {
			n.connections.closeLater(o.address, n.ticks+graceTicks)
		}
	}
	if len(offers) > 0 {
		n.notify()
	}
}

// Offer is a topic that another process publishes or a service that it serves.
type Offer struct {
	Name    string // without the partition
	Type    string // of the messages, or of the requests
	Answers string // type of the responses; empty for a topic
	Address string // of the publisher or server
}

// Topics returns the topics that others publish in the node's partition, sorted by name.
func (n *Node) Topics() []Offer { return n.offers(false) }

// Services returns the services that others serve in the node's partition, sorted by name.
func (n *Node) Services() []Offer { return n.offers(true) }

func (n *Node) offers(service bool) []Offer {
	n.mu.Lock()
	defer n.mu.Unlock()
	var found []Offer
	for name, offers := range n.catalog.of(service) {
		short, _ := n.options.short(name)
		for _, o := range offers {
			found = append(found, Offer{short, o.typeName, o.answers, o.address})
		}
	}
	sort.Slice(found, func(i, j int) bool {
		if found[i].Name != found[j].Name {
			return found[i].Name < found[j].Name
		}
		return found[i].Address < found[j].Address
	})
	return found
}
