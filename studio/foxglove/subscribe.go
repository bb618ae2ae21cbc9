package foxglove

import (
	"errors"
	"fmt"
)

// sendInfo sends the server's name and capabilities.
func (s *Session) sendInfo() {
	o := &s.server.opts
	capabilities := []Capability{ServicesCapability}
	for _, c := range []struct {
		has        bool
		capability Capability
	}{
		{o.Publish != nil && s.role >= Driver, ClientPublish},
		{o.Parameters != nil, Parameters},
		{o.Parameters != nil, ParametersSubscribe},
		{o.Time, ServerTime},
		{o.Graph != nil, ConnectionGraph},
		{o.Asset != nil, AssetsCapability},
	} {
		if c.has {
			capabilities = append(capabilities, c.capability)
		}
	}
	s.sendJSON(struct {
		Op                 string            `json:"op"`
		Name               string            `json:"name"`
		Capabilities       []Capability      `json:"capabilities"`
		SupportedEncodings []string          `json:"supportedEncodings"`
		Metadata           map[string]string `json:"metadata"`
		SessionID          string            `json:"sessionId,omitempty"`
	}{"serverInfo", o.Name, capabilities, o.Encodings, o.Metadata, o.SessionID})
}

func (s *Session) advertise(list []ChannelInfo) {
	if len(list) > 0 {
		s.sendJSON(struct {
			Op       string        `json:"op"`
			Channels []ChannelInfo `json:"channels"`
		}{"advertise", list})
	}
}

func (s *Session) unadvertise(ids []uint32) {
	if len(ids) > 0 {
		s.sendJSON(struct {
			Op         string   `json:"op"`
			ChannelIDs []uint32 `json:"channelIds"`
		}{"unadvertise", ids})
	}
	s.forgetChannels(ids)
}

func (s *Session) advertiseServices(list []serviceInfo) {
	if len(list) > 0 {
		s.sendJSON(struct {
			Op       string        `json:"op"`
			Services []serviceInfo `json:"services"`
		}{"advertiseServices", list})
	}
}

func (s *Session) unadvertiseServices(ids []uint32) {
	if len(ids) > 0 {
		s.sendJSON(struct {
			Op         string   `json:"op"`
			ServiceIDs []uint32 `json:"serviceIds"`
		}{"unadvertiseServices", ids})
	}
}

// withdraw unadvertises the channels and services that the session may no longer see, and ends its subscriptions of
// them.
func (s *Session) withdraw(channels []ChannelInfo, services []serviceInfo) {
	ids := make([]uint32, len(channels))
	for i, c := range channels {
		ids[i] = c.ID
	}
	s.unadvertise(ids)
	ids = make([]uint32, len(services))
	for i, v := range services {
		ids[i] = v.ID
	}
	s.unadvertiseServices(ids)
}

// forgetChannels ends the session's subscriptions of withdrawn channels.
func (s *Session) forgetChannels(ids []uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		for number, sub := range s.subscriptions {
			if sub.channel.info.ID == id {
				delete(s.subscriptions, number)
				go sub.channel.drop(sub) // the caller holds the server's lock, which OnSubscribers may need
			}
		}
	}
}

// subscribe adds subscriptions of the client.
func (s *Session) subscribe(list []subscribeItem) error {
	var errs []error
	for _, item := range list {
		errs = append(errs, s.subscribeOne(item))
	}
	return errors.Join(errs...)
}

func (s *Session) subscribeOne(item subscribeItem) error {
	c := s.server.channel(item.ChannelID, s.Role())
	if c == nil {
		return fmt.Errorf("subscribe: no channel %d", item.ChannelID)
	}
	var first []byte
	if c.cfg.First != nil {
		first = c.cfg.First(s) // before locking, because First may read the role
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.subscriptions[item.ID] != nil {
		return fmt.Errorf("subscribe: subscription %d exists already", item.ID)
	}
	if len(s.subscriptions) >= maxSubscriptions {
		return fmt.Errorf("subscribe: expected at most %d subscriptions", maxSubscriptions)
	}
	if sub, ok := c.add(s, item.ID, first); ok {
		s.subscriptions[item.ID] = sub
	}
	return nil
}

// unsubscribe ends subscriptions of the client. One that does not exist has already ended with its channel.
func (s *Session) unsubscribe(ids []uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if sub := s.subscriptions[id]; sub != nil {
			delete(s.subscriptions, id)
			sub.channel.drop(sub)
		}
	}
}

// startPublishing opens channels of the client.
func (s *Session) startPublishing(list []ChannelInfo) error {
	publisher := s.server.opts.Publish
	if publisher == nil || s.Role() < Driver {
		return fmt.Errorf("publishing needs the role driver; this session is a %s", s.Role())
	}
	var errs []error
	for _, c := range list {
		errs = append(errs, s.startOne(publisher, c))
	}
	return errors.Join(errs...)
}

func (s *Session) startOne(publisher Publisher, c ChannelInfo) error {
	s.mu.Lock()
	_, exists := s.published[c.ID]
	count := len(s.published)
	s.mu.Unlock()
	if exists {
		return fmt.Errorf("advertise %s: channel %d exists already", c.Topic, c.ID)
	}
	if count >= maxPublished {
		return fmt.Errorf("advertise %s: expected at most %d channels", c.Topic, maxPublished)
	}
	if err := publisher.Advertise(s, c); err != nil {
		return fmt.Errorf("advertise %s: %w", c.Topic, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.published[c.ID] = c
	return nil
}

// stopPublishing closes channels of the client.
func (s *Session) stopPublishing(ids []uint32) {
	for _, id := range ids {
		s.mu.Lock()
		c, ok := s.published[id]
		delete(s.published, id)
		s.mu.Unlock()
		if ok {
			s.server.opts.Publish.Unadvertise(s, c)
		}
	}
}

// publish forwards a message of the client.
func (s *Session) publish(id uint32, payload []byte) error {
	s.mu.Lock()
	c, ok := s.published[id]
	s.mu.Unlock()
	switch {
	case !ok:
		return fmt.Errorf("message data: channel %d is not advertised", id)
	case s.Role() < Driver: // the role was withdrawn in between
		return fmt.Errorf("publishing needs the role driver; this session is a %s", s.Role())
	}
	if err := s.server.opts.Publish.Publish(s, c, payload); err != nil {
		return fmt.Errorf("publish %s: %w", c.Topic, err)
	}
	return nil
}
