package foxglove

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Options configures a server. The zero value serves topics and services.
type Options struct {
	Name            string            // name that clients show
	SessionID       string            // changes with each start of the server
	Metadata        map[string]string // for example "ROS_DISTRO", which decides how Lichtblick reads the topics
	Encodings       []string          // encodings in which clients may publish, the preferred one first; nil means cdr and json
	MaxControlBytes int               // bytes of answers that may wait for a slow client; 0 means 4 MB
	MaxMessageBytes int64             // largest message of a client in bytes; 0 means 16 MB
	MaxSessions     int               // largest number of sessions; 0 means 96
	MaxByAddress    int               // largest number of sessions from one IP address; 0 means 24

	Now func() time.Time // stamps the server's own messages; nil means time zero
	Log *slog.Logger     // nil means no log

	Parameters ParameterStore                                                    // nil means no parameters
	Publish    Publisher                                                         // nil: clients may not publish
	Asset      func(ctx context.Context, s *Session, uri string) ([]byte, error) // nil means no assets
	Graph      func() Graph                                                      // nil means no graph
	Time       bool                                                              // SetTime is called, and clients use that time
	OnSession  func(s *Session, open bool)                                       // called when a session opens and after it has ended
}

// ParameterStore reads and sets parameters. Its methods may block until ctx ends.
type ParameterStore interface {
	// Get returns parameters; without names, all. If it returns both parameters and an error, the error is a
	// warning.
	Get(ctx context.Context, names []string) ([]Parameter, error)
	// Set sets parameters and returns their values afterwards.
	Set(ctx context.Context, s *Session, list []Parameter) ([]Parameter, error)
	// Watch is called when the names that clients watch have changed. It must not block.
	Watch(names []string)
}

// Publisher forwards what clients publish.
type Publisher interface {
	Advertise(s *Session, c ChannelInfo) error
	Unadvertise(s *Session, c ChannelInfo)
	Publish(s *Session, c ChannelInfo, payload []byte) error
}

// Server serves the protocol to any number of clients. Its methods are safe for concurrent use.
type Server struct {
	opts Options

	mu       sync.Mutex
	nextID   uint32
	channels map[uint32]*Channel
	services map[uint32]*Service
	sessions map[*Session]bool

	admission admission
}

// NewServer returns a server without channels and services.
func NewServer(opts Options) *Server {
	opts.MaxControlBytes = cmp.Or(opts.MaxControlBytes, 4<<20)
	opts.MaxMessageBytes = cmp.Or(opts.MaxMessageBytes, 16<<20)
	opts.MaxSessions = cmp.Or(opts.MaxSessions, 96)
	opts.MaxByAddress = cmp.Or(opts.MaxByAddress, 24)
	if opts.Encodings == nil {
		opts.Encodings = []string{"cdr", "json"}
	}
	if opts.Now == nil {
		opts.Now = func() time.Time { return time.Unix(0, 0) }
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{
		opts: opts, channels: map[uint32]*Channel{}, services: map[uint32]*Service{}, sessions: map[*Session]bool{},
		admission: admission{all: opts.MaxSessions, each: opts.MaxByAddress, here: map[netip.Prefix]int{}},
	}
}

func (v *Server) now() time.Time { return v.opts.Now() }

// AddChannel adds a channel and advertises it.
func (v *Server) AddChannel(cfg ChannelConfig) *Channel {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.nextID++
	c := &Channel{server: v, cfg: cfg, info: ChannelInfo{
		ID: v.nextID, Topic: cfg.Topic, Encoding: cfg.Encoding,
		SchemaName: cfg.SchemaName, Schema: cfg.Schema, SchemaEncoding: cfg.SchemaEncoding,
	}}
	v.channels[c.info.ID] = c
	for s := range v.sessions {
		if s.role >= cfg.Role {
			s.advertise([]ChannelInfo{c.info})
		}
	}
	return c
}

func (v *Server) removeChannel(c *Channel) {
	v.mu.Lock()
	if v.channels[c.info.ID] == nil {
		v.mu.Unlock()
		return
	}
	delete(v.channels, c.info.ID)
	for s := range v.sessions {
		if s.role >= c.cfg.Role {
			s.unadvertise([]uint32{c.info.ID})
		}
	}
	v.mu.Unlock()
	c.end()
}

// AddService adds a service and advertises it. The function that it returns removes it.
func (v *Server) AddService(service Service) (remove func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.nextID++
	service.id = v.nextID
	v.services[service.id] = &service
	for s := range v.sessions {
		if s.role >= service.Role {
			s.advertiseServices([]serviceInfo{service.info()})
		}
	}
	return func() { v.removeService(&service) }
}

func (v *Server) removeService(service *Service) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.services[service.id] == nil {
		return
	}
	delete(v.services, service.id)
	for s := range v.sessions {
		if s.role >= service.Role {
			s.unadvertiseServices([]uint32{service.id})
		}
	}
}

// Sessions returns the connected clients, the oldest first.
func (v *Server) Sessions() []*Session {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.SortedFunc(maps.Keys(v.sessions), func(a, b *Session) int { return int(a.Number) - int(b.Number) })
}

// SetRole changes the role of a session. Channels and services that it may no longer see are withdrawn.
func (v *Server) SetRole(s *Session, role Role) {
	v.mu.Lock()
	defer v.mu.Unlock()
	before := s.role
	s.role = role
	if !v.sessions[s] || before == role {
		return
	}
	low, high := min(before, role), max(before, role)
	var channels []ChannelInfo
	var services []serviceInfo
	for _, c := range v.sortedChannels() {
		if c.cfg.Role > low && c.cfg.Role <= high {
			channels = append(channels, c.info)
		}
	}
	for _, service := range v.sortedServices() {
		if service.Role > low && service.Role <= high {
			services = append(services, service.info())
		}
	}
	if role > before {
		s.advertise(channels)
		s.advertiseServices(services)
		return
	}
	s.withdraw(channels, services)
}

// sortedChannels returns the channels in the order in which they were added; mu must be held.
func (v *Server) sortedChannels() []*Channel {
	return slices.SortedFunc(maps.Values(v.channels), func(a, b *Channel) int { return int(a.info.ID) - int(b.info.ID) })
}

// sortedServices returns the services in the order in which they were added; mu must be held.
func (v *Server) sortedServices() []*Service {
	return slices.SortedFunc(maps.Values(v.services), func(a, b *Service) int { return int(a.id) - int(b.id) })
}

// open adds a session, and sends it the channels and services that exist.
func (v *Server) open(s *Session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.nextID++
	s.Number = v.nextID
	v.sessions[s] = true
	s.sendInfo()
	var channels []ChannelInfo
	for _, c := range v.sortedChannels() {
		if s.role >= c.cfg.Role {
			channels = append(channels, c.info)
		}
	}
	s.advertise(channels)
	var services []serviceInfo
	for _, service := range v.sortedServices() {
		if s.role >= service.Role {
			services = append(services, service.info())
		}
	}
	s.advertiseServices(services)
}

func (v *Server) forget(s *Session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.sessions, s)
}

// channel returns the channel with an id that a role may see, or nil.
func (v *Server) channel(id uint32, role Role) *Channel {
	v.mu.Lock()
	defer v.mu.Unlock()
	if c := v.channels[id]; c != nil && role >= c.cfg.Role {
		return c
	}
	return nil
}

// service returns the service with an id that a role may see, or nil.
func (v *Server) service(id uint32, role Role) *Service {
	v.mu.Lock()
	defer v.mu.Unlock()
	if service := v.services[id]; service != nil && role >= service.Role {
		return service
	}
	return nil
}

// SetTime sends the time of a simulation to all clients.
func (v *Server) SetTime(stamp time.Time) {
	for _, s := range v.Sessions() {
		s.queue.put(&s.clock, message{stamp: stamp})
	}
}

// Status shows a text to all clients.
func (v *Server) Status(level Level, text string) {
	for _, s := range v.Sessions() {
		s.Status(level, text)
	}
}
