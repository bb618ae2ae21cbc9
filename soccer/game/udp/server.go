package udp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"gonao/soccer/game"
	"gonao/soccer/game/wire"
)

// Loopback is the default destination of control messages: all robots on this machine.
var Loopback = netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 255, 255, 255}), wire.ControlPort)

// forgetMonitor is how long a monitor is served after its last request.
const forgetMonitor = 10 * time.Second

// A Config holds where a server sends and listens.
type Config struct {
	Target      netip.AddrPort // destination of control messages; the zero value is Loopback
	StatusPort  uint16         // 0: any free one
	MonitorPort uint16         // 0: any free one
	TeamPorts   []uint16       // team ports whose messages are counted
	Version     uint8          // of the control messages
}

// An Event is a packet that a server has received. Exactly one of its fields beside From is set.
type Event struct {
	From   netip.AddrPort
	Status *wire.Status // of a robot
	Team   *TeamMessage
	Other  string // why there is another GameController
	Err    error  // a packet that was refused
}

// A TeamMessage is a message between robots of a team, of which only the size counts.
type TeamMessage struct {
	Port  uint16
	Bytes int
}

// A Server sends control messages and receives status messages. Its methods are safe for concurrent use.
type Server struct {
	config Config
	out    *net.UDPConn
	status *net.UDPConn
	ask    *net.UDPConn
	others []*net.UDPConn // team messages, and control messages of others
	events chan Event
	done   sync.WaitGroup
	cancel context.CancelFunc

	mu       sync.Mutex
	packet   uint8
	monitors map[netip.AddrPort]time.Duration // time of each monitor's last request
	asked    []netip.AddrPort                 // requests since the last Send
	buffer   []byte
}

// Listen opens a server. It fails when another GameController has its ports on this machine.
func Listen(ctx context.Context, c Config) (*Server, error) {
	if !c.Target.IsValid() {
		c.Target = Loopback
	}
	if wire.ControlSize(c.Version) == 0 {
		return nil, fmt.Errorf("game controller: version %d: expected %d to %d", c.Version, wire.OldestVersion, wire.NewestVersion)
	}
	ctx, cancel := context.WithCancel(ctx)
	s := &Server{config: c, events: make(chan Event, 64), cancel: cancel, monitors: map[netip.AddrPort]time.Duration{}}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) open(ctx context.Context) (err error) {
	local := netip.IPv4Unspecified()
	if s.config.Target.Addr().IsLoopback() {
		local = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	if s.out, err = listen(ctx, netip.AddrPortFrom(local, 0), false); err != nil {
		return fmt.Errorf("game controller: %w", err)
	}
	if s.status, err = listen(ctx, netip.AddrPortFrom(local, s.config.StatusPort), false); err != nil {
		return fmt.Errorf("game controller: status messages: %w (does another GameController run here?)", err)
	}
	if s.ask, err = listen(ctx, netip.AddrPortFrom(local, s.config.MonitorPort), false); err != nil {
		return fmt.Errorf("game controller: monitors: %w (does another GameController run here?)", err)
	}
	s.receive(ctx, s.status, s.takeStatus)
	s.receive(ctx, s.ask, s.takeRequest)
	heard := s.config.Target.Addr() // broadcasts arrive at sockets with this address, or with none
	if !heard.IsLoopback() {
		heard = netip.IPv4Unspecified()
	}
	for _, port := range s.config.TeamPorts {
		c, err := listen(ctx, netip.AddrPortFrom(heard, port), true)
		if err != nil {
			return fmt.Errorf("game controller: team messages: %w", err)
		}
		s.others = append(s.others, c)
		s.receive(ctx, c, func(data []byte, from netip.AddrPort) {
			s.post(ctx, Event{From: from, Team: &TeamMessage{port, len(data)}})
		})
	}
	c, err := listen(ctx, netip.AddrPortFrom(heard, s.config.Target.Port()), true)
	if err != nil {
		return fmt.Errorf("game controller: control messages of others: %w", err)
	}
	s.others = append(s.others, c)
	s.receive(ctx, c, func(data []byte, from netip.AddrPort) { s.takeControl(ctx, data, from) })
	return nil
}

// Events returns the received events. It must be read.
func (s *Server) Events() <-chan Event { return s.events }

// StatusAddress returns where robots' status messages are received.
func (s *Server) StatusAddress() netip.AddrPort { return addressOf(s.status) }

// MonitorAddress returns where requests of monitors are received.
func (s *Server) MonitorAddress() netip.AddrPort { return addressOf(s.ask) }

// Send sends the robots' view to the target and the truth to all monitors. now is any clock that continues.
func (s *Server) Send(now time.Duration, m *game.Match) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.packet++
	for _, a := range s.asked {
		s.monitors[a] = now
	}
	s.asked = s.asked[:0]
	control := wire.FromGame(m, s.config.Version, s.packet, false)
	var err error
	if s.buffer, err = control.Append(s.buffer[:0]); err != nil {
		return err
	}
	if _, err := s.out.WriteToUDPAddrPort(s.buffer, s.config.Target); err != nil {
		return fmt.Errorf("game controller: send to %s: %w", s.config.Target, err)
	}
	truth := wire.FromGame(m, s.config.Version, s.packet, true)
	if s.buffer, err = truth.Append(s.buffer[:0]); err != nil {
		return err
	}
	for a, asked := range s.monitors {
		if now-asked > forgetMonitor {
			delete(s.monitors, a)
			continue
		}
		s.out.WriteToUDPAddrPort(s.buffer, a) //nolint:errcheck // a monitor may have gone
	}
	return nil
}

// takeStatus forwards a robot's message to the monitors and reports it.
func (s *Server) takeStatus(data []byte, from netip.AddrPort) {
	status, err := wire.ParseStatus(data)
	if err != nil {
		s.events <- Event{From: from, Err: err}
		return
	}
	if packet, err := wire.AppendForwarded(nil, from.Addr(), data); err == nil {
		s.mu.Lock()
		for a := range s.monitors {
			to := a
			if a.Port() == wire.ControlPort { // as the official monitors listen
				to = netip.AddrPortFrom(a.Addr(), wire.ForwardPort)
			}
			s.out.WriteToUDPAddrPort(packet, to) //nolint:errcheck // a monitor may have gone
		}
		s.mu.Unlock()
	}
	s.events <- Event{From: from, Status: &status}
}

func (s *Server) takeRequest(data []byte, from netip.AddrPort) {
	if err := wire.ParseMonitorRequest(data); err != nil {
		s.events <- Event{From: from, Err: err}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, from)
}

// takeControl reports a control message that this server has not sent.
func (s *Server) takeControl(ctx context.Context, data []byte, from netip.AddrPort) {
	if from.Port() == addressOf(s.out).Port() && isLocal(from.Addr()) {
		return
	}
	if c, err := wire.ParseControl(data); err == nil && !c.ToMonitor {
		s.post(ctx, Event{From: from, Other: fmt.Sprintf("another GameController sends from %s: teams %d and %d, version %d",
			from, c.Teams[0].Number, c.Teams[1].Number, c.Version)})
	}
}

func (s *Server) post(ctx context.Context, e Event) {
	select {
	case s.events <- e:
	case <-ctx.Done():
	}
}

// receive reads a socket until it is closed.
func (s *Server) receive(ctx context.Context, c *net.UDPConn, take func([]byte, netip.AddrPort)) {
	s.done.Go(func() {
		buffer := make([]byte, 65536)
		for {
			n, from, err := c.ReadFromUDPAddrPort(buffer)
			if err != nil {
				if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
					return
				}
				continue // such as a port that is unreachable
			}
			take(buffer[:n], netip.AddrPortFrom(from.Addr().Unmap(), from.Port()))
		}
	})
}

// Close closes all sockets and waits for their readers.
func (s *Server) Close() error {
	s.cancel()
	var errs []error
	for _, c := range append([]*net.UDPConn{s.out, s.status, s.ask}, s.others...) {
		if c != nil {
			errs = append(errs, c.Close())
		}
	}
	go func() { // readers that still report must not wait for each other
		for range s.events {
		}
	}()
	s.done.Wait()
	close(s.events)
	return errors.Join(errs...)
}

// listen opens a socket that may send broadcasts. shared allows other programs on this machine to use the same port.
func listen(ctx context.Context, a netip.AddrPort, shared bool) (*net.UDPConn, error) {
	lc := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var failed error
		err := c.Control(func(fd uintptr) {
			failed = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_BROADCAST, 1)
			if shared {
				failed = errors.Join(failed, syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1))
			}
		})
		return errors.Join(err, failed)
	}}
	c, err := lc.ListenPacket(ctx, "udp4", a.String())
	if err != nil {
		return nil, err
	}
	return c.(*net.UDPConn), nil
}

func addressOf(c *net.UDPConn) netip.AddrPort { return c.LocalAddr().(*net.UDPAddr).AddrPort() }

// isLocal reports whether an address is one of this machine's.
func isLocal(a netip.Addr) bool {
	if a.IsLoopback() {
		return true
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, i := range all {
		if p, err := netip.ParsePrefix(i.String()); err == nil && p.Addr().Unmap() == a {
			return true
		}
	}
	return false
}
