package transport

import (
	"slices"

	"gonao/gazebo_bridge/gzmsgs"
)

// offer is a topic that somebody publishes or a service that somebody serves.
type offer struct {
	name          string // with the partition
	process, node string
	address       string
	typeName      string // of a topic's messages, or of the requests
	answers       string // type of the responses; empty for a topic
	receiver      string // of a service: the identity of its socket

	greeted int // how often our subscription was announced to the publisher
}

// offerOf returns the offer of an announcement; ok is false when it is not for other processes.
func offerOf(p *gzmsgs.Discovery_Publisher) (o offer, service, ok bool) {
	o = offer{name: p.GetTopic(), process: p.GetProcessUuid(), node: p.GetNodeUuid(), address: p.GetAddress()}
	if s := p.GetSrvPub(); s != nil {
		service = true
		o.typeName, o.answers, o.receiver = s.GetRequestType(), s.GetResponseType(), s.GetSocketId()
	} else {
		o.typeName = p.GetMsgPub().GetMsgType()
	}
	return o, service, p.GetScope() != gzmsgs.Discovery_Publisher_PROCESS && o.address != "" && o.process != ""
}

// catalog holds the offers of the other processes, and which processes are alive. The zero value is
// ready.
type catalog struct {
	topics, services map[string][]*offer // by name
	silent           map[string]int      // ticks since the last datagram of a process
}

func (c *catalog) of(service bool) map[string][]*offer {
	if c.topics == nil {
		c.topics, c.services, c.silent = map[string][]*offer{}, map[string][]*offer{}, map[string]int{}
	}
	if service {
		return c.services
	}
	return c.topics
}

// heard records that a process is alive.
func (c *catalog) heard(process string) {
	c.of(false)
	c.silent[process] = 0
}

// add adds an offer and returns its entry. An offer that is there already keeps its greetings.
func (c *catalog) add(o offer, service bool) (entry *offer, isNew bool) {
	m := c.of(service)
	for _, known := range m[o.name] {
		if known.process == o.process && known.node == o.node {
			isNew = known.address != o.address || known.typeName != o.typeName
			greeted := known.greeted
			*known = o
			if !isNew {
				known.greeted = greeted
			}
			return known, isNew
		}
	}
	m[o.name] = append(m[o.name], &o)
	return &o, true
}

// remove removes an offer and returns it.
func (c *catalog) remove(o offer, service bool) (removed []*offer) {
	return c.drop(service, o.name, func(known *offer) bool { return known.process == o.process && known.node == o.node })
}

// removeProcess removes a process and returns its offers.
func (c *catalog) removeProcess(process string) (removed []*offer) {
	for _, service := range []bool{false, true} {
		for name := range c.of(service) {
			removed = append(removed, c.drop(service, name, func(known *offer) bool { return known.process == process })...)
		}
	}
	delete(c.silent, process)
	return removed
}

func (c *catalog) drop(service bool, name string, which func(*offer) bool) (removed []*offer) {
	m := c.of(service)
	m[name] = slices.DeleteFunc(m[name], func(o *offer) bool {
		if which(o) {
			removed = append(removed, o)
			return true
		}
		return false
	})
	if len(m[name]) == 0 {
		delete(m, name)
	}
	return removed
}

// silentTicks is the number of ticks without a datagram after which a process is removed: 3 s.
const silentTicks = 6

// tick counts the silent ticks and returns the processes to remove.
func (c *catalog) tick() (gone []string) {
	for process := range c.silent {
		if c.silent[process]++; c.silent[process] > silentTicks {
			gone = append(gone, process)
		}
	}
	slices.Sort(gone)
	return gone
}

// uses reports whether a topic is still offered from an address.
func (c *catalog) uses(address string) bool {
	for _, offers := range c.topics {
		for _, o := range offers {
			if o.address == address {
				return true
			}
		}
	}
	return false
}
