package lolaserver

import (
	"errors"
	"net"
	"sync"
	"time"

	"gonao/internal/latest"
)

// open accepts clients until the returned function is called, which removes the socket.
func (s *Server) open() (end func()) {
	var wg sync.WaitGroup
	wg.Go(s.accept)
	return func() {
		s.Close() //nolint:errcheck // an error here has no receiver
		wg.Wait()
	}
}

// acceptAgain is the pause after an error of Accept, such as one of a process without free file descriptors.
const acceptAgain = 100 * time.Millisecond

// accept serves one client after the other until the socket is closed. Other errors pass: a client that went before it was
// accepted, or a lack of file descriptors.
func (s *Server) accept() {
	failed := 0 // in a row; the first is logged
	for {
		conn, err := s.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			if failed == 0 {
				s.cfg.Logf("LoLA socket %s: accept: %v; trying again", s.cfg.Path, err)
			}
			failed++
			time.Sleep(acceptAgain) //nolint:forbidigo // a process's resources come back in wall time
			continue
		}
		failed = 0
		s.serve(conn)
	}
}

// serve reads a client's commands until it disconnects. Parts that a command omits stay unchanged.
func (s *Server) serve(conn net.Conn) {
	defer conn.Close()
	c, err := newClient(conn)
	if err != nil {
		s.cfg.Logf("%v", err)
		return
	}
	s.clients.Add(1)
	s.client.Store(c)
	defer func() {
		s.client.CompareAndSwap(c, nil)
		latest.Notify(s.left)
	}()
	if s.closed.Load() {
		return // Close may not have seen it
	}
	latest.Notify(s.joined)
	latest.Notify(s.wake)
	s.reader.Reset(conn)
	for s.reader.Commands(&s.last) == nil { // an error: it went, or was disconnected
		next := s.requests.Slot()
		s.last.Command(&next.joints)
		s.last.Lights(&next.lights)
		next.sonar = s.last.Sonar
		s.requests.Publish()
		latest.Notify(s.wake)
	}
}
