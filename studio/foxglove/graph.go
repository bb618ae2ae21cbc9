package foxglove

import "slices"

// graphUpdate holds the changes of the graph in the form in which they are sent.
type graphUpdate struct {
	Op                 string      `json:"op"`
	PublishedTopics    []graphItem `json:"publishedTopics"`
	SubscribedTopics   []graphItem `json:"subscribedTopics"`
	AdvertisedServices []graphItem `json:"advertisedServices"`
	RemovedTopics      []string    `json:"removedTopics"`
	RemovedServices    []string    `json:"removedServices"`
}

type graphItem struct {
	Name        string    `json:"name"`
	Publishers  *[]string `json:"publisherIds,omitempty"`
	Subscribers *[]string `json:"subscriberIds,omitempty"`
	Providers   *[]string `json:"providerIds,omitempty"`
}

// GraphChanged sends the graph's changes to the clients that watch it.
func (v *Server) GraphChanged() {
	if v.opts.Graph == nil {
		return
	}
	var watching []*Session
	for _, s := range v.Sessions() {
		if s.watchesGraph() {
			watching = append(watching, s)
		}
	}
	if len(watching) == 0 {
		return
	}
	g := v.opts.Graph()
	for _, s := range watching {
		s.sendGraph(g)
	}
}

func (s *Session) watchesGraph() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.graph != nil
}

// watchGraph starts to send the graph.
func (s *Session) watchGraph() {
	if s.server.opts.Graph == nil {
		s.Status(Error, "this server has no connection graph")
		return
	}
	s.mu.Lock()
	s.graph = &Graph{}
	s.mu.Unlock()
	s.sendGraph(s.server.opts.Graph())
}

// sendGraph sends the differences from the graph sent before.
func (s *Session) sendGraph(g Graph) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.graph == nil {
		return
	}
	if u, changed := difference(*s.graph, g); changed {
		s.sendJSON(u)
	}
	s.graph = &g
}

// difference returns the changes from one graph to the next.
func difference(before, now Graph) (u graphUpdate, changed bool) {
	u = graphUpdate{
		Op: "connectionGraphUpdate", PublishedTopics: []graphItem{}, SubscribedTopics: []graphItem{},
		AdvertisedServices: []graphItem{}, RemovedTopics: []string{}, RemovedServices: []string{},
	}
	for _, t := range changedPeers(before.Published, now.Published) {
		u.PublishedTopics = append(u.PublishedTopics, graphItem{Name: t.Name, Publishers: &t.Peers})
	}
	for _, t := range changedPeers(before.Subscribed, now.Subscribed) {
		u.SubscribedTopics = append(u.SubscribedTopics, graphItem{Name: t.Name, Subscribers: &t.Peers})
	}
	for _, t := range changedPeers(before.Services, now.Services) {
		u.AdvertisedServices = append(u.AdvertisedServices, graphItem{Name: t.Name, Providers: &t.Peers})
	}
	topics := append(slices.Clone(now.Published), now.Subscribed...)
	for _, t := range append(slices.Clone(before.Published), before.Subscribed...) {
		if peersOf(topics, t.Name) == nil && !slices.Contains(u.RemovedTopics, t.Name) {
			u.RemovedTopics = append(u.RemovedTopics, t.Name)
		}
	}
	for _, t := range before.Services {
		if peersOf(now.Services, t.Name) == nil {
			u.RemovedServices = append(u.RemovedServices, t.Name)
		}
	}
	changed = len(u.PublishedTopics)+len(u.SubscribedTopics)+len(u.AdvertisedServices)+len(u.RemovedTopics)+len(u.RemovedServices) > 0
	return u, changed
}

// changedPeers returns the topics of now whose peers differ. Topics that lost all peers are returned without peers.
func changedPeers(before, now []TopicPeers) []TopicPeers {
	var out []TopicPeers
	for _, t := range now {
		if old := peersOf(before, t.Name); old == nil || !slices.Equal(old.Peers, t.Peers) {
			out = append(out, TopicPeers{Name: t.Name, Peers: slices.Clone(t.Peers)})
		}
	}
	for _, t := range before {
		if peersOf(now, t.Name) == nil {
			out = append(out, TopicPeers{Name: t.Name, Peers: []string{}})
		}
	}
	return out
}

// peersOf returns the topic with a name, or nil.
func peersOf(list []TopicPeers, name string) *TopicPeers {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}
