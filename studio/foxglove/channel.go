package foxglove

import (
	"slices"
	"sync"
	"time"
)

// ChannelConfig describes a channel.
type ChannelConfig struct {
	Topic          string
	Encoding       string // "cdr", "json"
	SchemaName     string
	Schema         string
	SchemaEncoding string // "ros2msg", "jsonschema"

	Role    Role // sessions need at least this role to see the channel
	Bulk    bool // images: they are sent only when nothing else waits
	Keep    int  // number of messages that wait for a slow client; 0 means 1
	Latched bool // a new subscriber receives the last Keep messages

	// OnSubscribers is called after the number of subscriptions has changed. It must not block, and may be nil.
	OnSubscribers func()
	// First returns the first message for a new subscriber, for a channel whose content depends on the session. It
	// may be nil.
	First func(s *Session) []byte
}

// Channel is a topic of a server. Its methods are safe for concurrent use.
type Channel struct {
	server *Server
	cfg    ChannelConfig
	info   ChannelInfo

	mu          sync.Mutex
	subscribers []*subscription
	last        []message // last messages of a latched channel
	removed     bool
}

// subscription is a session's subscription of a channel.
type subscription struct {
	session *Session
	channel *Channel
	slot    slot
}

// Topic returns the channel's topic.
func (c *Channel) Topic() string { return c.cfg.Topic }

// Subscribers returns the number of subscriptions.
func (c *Channel) Subscribers() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.subscribers)
}

// Publish sends a message to all subscribers and never blocks. The payload must not be changed afterwards.
func (c *Channel) Publish(stamp time.Time, payload []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.removed {
		return
	}
	m := message{stamp: stamp, payload: payload}
	if c.cfg.Latched {
		c.last = append(c.last, m)
		if len(c.last) > max(c.cfg.Keep, 1) {
			c.last = slices.Delete(c.last, 0, 1)
		}
	}
	for _, s := range c.subscribers {
		s.session.queue.put(&s.slot, m)
	}
}

// PublishTo sends a message to the subscriptions of one session.
func (c *Channel) PublishTo(to *Session, stamp time.Time, payload []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.subscribers {
		if s.session == to && !c.removed {
			s.session.queue.put(&s.slot, message{stamp: stamp, payload: payload})
		}
	}
}

// Forget drops the messages that a latched channel keeps for new subscribers.
func (c *Channel) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = nil
}

// Remove withdraws the channel. Its subscriptions end.
func (c *Channel) Remove() { c.server.removeChannel(c) }

// add adds a subscription of a session. The session receives first, if not nil, before anything else. add returns
// false if the channel has been removed.
func (c *Channel) add(s *Session, id uint32, first []byte) (*subscription, bool) {
	sub := &subscription{session: s, channel: c, slot: slot{id: id, bulk: c.cfg.Bulk, keep: max(c.cfg.Keep, 1)}}
	c.mu.Lock()
	if c.removed {
		c.mu.Unlock()
		return nil, false
	}
	c.subscribers = append(c.subscribers, sub)
	if first != nil {
		s.queue.put(&sub.slot, message{stamp: c.server.now(), payload: first})
	}
	for _, m := range c.last {
		s.queue.put(&sub.slot, m)
	}
	c.mu.Unlock()
	c.changed()
	return sub, true
}

// drop removes a subscription.
func (c *Channel) drop(sub *subscription) {
	c.mu.Lock()
	i := slices.Index(c.subscribers, sub)
	if i >= 0 {
		c.subscribers = slices.Delete(c.subscribers, i, i+1)
	}
	c.mu.Unlock()
	sub.session.queue.remove(&sub.slot)
	if i >= 0 {
		c.changed()
	}
}

// end marks the channel as removed.
func (c *Channel) end() {
	c.mu.Lock()
	c.removed, c.subscribers, c.last = true, nil, nil
	c.mu.Unlock()
	c.changed()
}

func (c *Channel) changed() {
	if c.cfg.OnSubscribers != nil {
		c.cfg.OnSubscribers()
	}
}
