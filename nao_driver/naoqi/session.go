package naoqi

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/lugu/qiloop/bus"
	qinet "github.com/lugu/qiloop/bus/net"
	"github.com/lugu/qiloop/bus/services"
	"github.com/lugu/qiloop/type/object"
)

// session is a connection to the service directory of a NAOqi and to the processes that offer its services. It
// replaces qiloop's own session, which can block forever: when this session closes, every pending call ends.
type session struct {
	address        address
	user, password string
	writeWithin    time.Duration

	mu       sync.Mutex
	clients  map[string]bus.Client // by host:port
	services map[string]services.ServiceInfo
	answers  answers
	closed   bool
	lost     chan struct{} // closed when the first connection is lost, or by Terminate
}

// The directory is always service 1, and the object of every service has the number 1.
const (
	directoryName = "ServiceDirectory"
	directoryID   = 1
	objectID      = 1
)

// errRefused is returned if NAOqi does not accept user and password.
var errRefused = errors.New("user or password refused")

// connect opens a session. It returns when ctx ends at the latest.
func connect(ctx context.Context, a address, user, password string, writeWithin time.Duration) (s *session, err error) {
	s = &session{
		address: a, user: user, password: password, writeWithin: writeWithin,
		clients: map[string]bus.Client{}, lost: make(chan struct{}),
	}
	stop := context.AfterFunc(ctx, s.close)
	defer stop()
	defer func() {
		if err == nil && !stop() {
			err = ctx.Err()
		}
		if err != nil {
			s.close()
			if cause := context.Cause(ctx); cause != nil && !errors.Is(err, errRefused) {
				err = fmt.Errorf("%w: %w", cause, err)
			}
		}
	}()
	client, err := s.dial(ctx, a)
	if err != nil {
		return s, err
	}
	return s, guarded(func() error { return s.list(client) })
}

// list reads the services from the directory.
func (s *session) list(client bus.Client) error {
	meta, err := bus.GetMetaObject(client, directoryID, objectID)
	if err != nil {
		return fmt.Errorf("%s has no directory of services, so it is not a NAOqi: %w", s.address, err)
	}
	s.answers.add(directoryID, objectID, &meta)
	directory := services.MakeServiceDirectory(s, bus.NewProxy(client, meta, directoryID, objectID))
	list, err := directory.Services()
	if err != nil {
		return fmt.Errorf("list the services of %s: %w", s.address, err)
	}
	named := make(map[string]services.ServiceInfo, len(list))
	for _, info := range list {
		named[info.Name] = info
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.services = named
	return nil
}

// dial connects to a process of the robot and authenticates.
func (s *session) dial(ctx context.Context, a address) (bus.Client, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", a.hostPort())
	if err != nil {
		return nil, err
	}
	if a.encrypted {
		// Robots sign their own certificates, so checking them would prove nothing.
		secured := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10}) //nolint:gosec // see above; robots are old
		if err := secured.HandshakeContext(ctx); err != nil {
			conn.Close()
			return nil, fmt.Errorf("%s does not answer with TLS (does it use tcp://?): %w", a, err)
		}
		conn = secured
	}
	endpoint := qinet.ConnEndPoint(&timedConn{Conn: &checkedConn{Conn: conn, answers: &s.answers}, within: s.writeWithin})
	channel := bus.NewChannel(endpoint, bus.ClientCap(s.user, s.password))
	client := bus.NewClient(channel)
	if !s.keep(a.hostPort(), client) {
		endpoint.Close() //nolint:errcheck // nobody uses it
		return nil, net.ErrClosed
	}
	drain(endpoint)
	if err := client.OnDisconnect(func(error) { s.lose() }); err != nil {
		return nil, err
	}
	err = guarded(channel.Authenticate)
	switch {
	case err == nil:
		return client, nil
	case strings.Contains(err.Error(), "Authentication failed") || strings.Contains(err.Error(), "new token"):
		return nil, fmt.Errorf("%s: %w", a, errRefused)
	default:
		return nil, fmt.Errorf("%s answers, but not as a NAOqi does: %w", a, err)
	}
}

// keep adds a client and reports whether the session is still open.
func (s *session) keep(hostPort string, client bus.Client) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.clients[hostPort] = client
	}
	return !s.closed
}

// drain receives the answers for which no call waits any more; otherwise qiloop would log them.
func drain(endpoint qinet.EndPoint) {
	unwanted := make(chan *qinet.Message, 64)
	go func() {
		for range unwanted { // until the endpoint closes
		}
	}()
	endpoint.MakeHandler(func(*qinet.Header) (matched, keep bool) { return true, true }, unwanted, nil)
}

// Proxy returns a proxy to a service by its name.
func (s *session) Proxy(name string, object uint32) (proxy bus.Proxy, err error) {
	s.mu.Lock()
	info, found := s.services[name]
	own := s.services[directoryName]
	s.mu.Unlock()
	if !found {
		return nil, fmt.Errorf("service %s: not offered by %s", name, s.address)
	}
	client, err := s.client(&info, &own)
	if err != nil {
		return nil, fmt.Errorf("service %s: %w", name, err)
	}
	err = guarded(func() error {
		meta, err := bus.GetMetaObject(client, info.ServiceId, object)
		if err == nil {
			s.answers.add(info.ServiceId, object, &meta)
			proxy = bus.NewProxy(client, meta, info.ServiceId, object)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("service %s: list its methods: %w", name, err)
	}
	return proxy, nil
}

// Offers reports whether the robot has a service.
func (s *session) Offers(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, found := s.services[name]
	return found
}

// client returns a connection to the process that offers a service. Mostly this is the directory's process, which
// is connected already.
func (s *session) client(info, own *services.ServiceInfo) (bus.Client, error) {
	target := s.address
	if info.ProcessId != own.ProcessId || info.MachineId != own.MachineId {
		target = s.route(info.Endpoints)
	}
	s.mu.Lock()
	client, found := s.clients[target.hostPort()]
	s.mu.Unlock()
	if found {
		return client, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.writeWithin)
	defer cancel()
	return s.dial(ctx, target)
}

// route returns the address of a service. A robot lists the addresses of all its network interfaces, including the
// loopback. The address to which we are connected works.
func (s *session) route(endpoints []string) address {
	for _, e := range endpoints {
		a, err := parseAddress(e)
		if err == nil && a.encrypted == s.address.encrypted {
			a.host = s.address.host
			return a
		}
	}
	return s.address
}

// Object returns an error, since no method that we call returns an object.
func (s *session) Object(object.ObjectReference) (bus.Proxy, error) {
	return nil, errors.New("objects returned by methods are not supported")
}

// Terminate closes all connections. Pending calls end with an error.
func (s *session) Terminate() error {
	s.close()
	return nil
}

// close does the work of Terminate.
func (s *session) close() {
	s.mu.Lock()
	s.closed = true
	clients := s.clients
	s.clients = map[string]bus.Client{}
	s.mu.Unlock()
	for _, c := range clients {
		c.Channel().EndPoint().Close() //nolint:errcheck // it may be closed already
	}
	s.lose()
}

func (s *session) lose() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.lost:
	default:
		close(s.lost)
	}
}

// timedConn bounds the time of each write, so that a peer that no longer reads cannot block us.
type timedConn struct {
	net.Conn
	within time.Duration
}

func (c *timedConn) Write(data []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.within)); err != nil { //nolint:forbidigo // the system's deadline
		return 0, err
	}
	n, err := c.Conn.Write(data)
	if err != nil {
		// Half a message may have been sent, so nothing after it could be decoded.
		c.Close()
	}
	return n, err
}

// guarded runs a call of the library and returns a panic as an error. The library's decoder panics on some wrong
// answers.
func guarded(call func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("an answer that cannot be read: %v", r)
		}
	}()
	return call()
}
