package lolaserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"gonao/internal/latest"
	"gonao/nao"
	"gonao/nao/lola"
)

// Body is one robot of a world.
type Body interface {
	// Command sets the command of the next cycle.
	Command(command *nao.Command)
	// State reads the measurements of the robot's sensors in the last cycle.
	State(state *nao.State)
}

// World moves all its bodies.
type World interface {
	// Step advances the world by one cycle, each body under its last command.
	Step() error
}

// lightable is a Body that shows its LEDs.
type lightable interface{ SetLights(lights *nao.Lights) }

// Config describes how a robot is served.
type Config struct {
	Path     string                           // of the Unix socket, or tcp://HOST:PORT
	Lockstep bool                             // for Run and Replay: wait for the client's command instead of the clock
	Initial  nao.Command                      // used until the first command comes
	Robot    [4]string                        // RobotConfig: ids of 20, versions of 5 characters; empty: those of a simulated robot
	Clock    Clock                            // for Run and Replay; nil: Monotonic
	Logf     func(format string, args ...any) // logs events of clients; may be nil
}

// Stats counts events of the connection.
type Stats struct {
	Clients  uint64 // connections so far
	Frames   uint64 // sensor frames that a client's socket accepted
	Dropped  uint64 // sensor frames that a client did not read in time
	Commands uint64 // command frames read
	Garbage  uint64 // stretches of bytes, and maps, that were no command frame
	Missed   uint64 // frames that the client did not answer before the world continued
	Late     uint64 // of Run: cycles that began more than 2 ms late
}

// request is the content of a command frame, as far as a simulation has it.
type request struct {
	joints nao.Command
	lights nao.Lights
	sonar  [2]bool // left and right shall measure
}

// Server serves one robot on a socket of its own. A Group steps the world of one or more
// servers; Run makes one of a single server.
type Server struct {
	cfg      Config
	listener net.Listener
	client   atomic.Pointer[client]
	joined   chan struct{} // a client has come that has seen no frame yet
	left     chan struct{} // a client has gone
	requests latest.Value[request]
	answer   <-chan struct{} // a command has come
	wake     chan struct{}   // of the group: a client or a command has come; set by NewGroup
	closed   atomic.Bool

	reader *lola.Reader  // the accepting goroutine's
	last   lola.Commands // the clients' commands so far; owned by the accepting goroutine

	state   nao.State
	sensors lola.Sensors
	frame   []byte
	turn    uint64       // counts the frames that were made
	joints  *nao.Command // the newest command
	sonar   [2]bool      // in the newest command
	pending bool         // the frame has not been answered
	silent  bool         // the client missed a deadline and has not answered since

	clients, frames, dropped, missed, late atomic.Uint64
}

// Listen opens the socket. A socket that another simulator serves is an error
// that names it.
func Listen(cfg Config) (*Server, error) {
	if cfg.Robot == ([4]string{}) {
		cfg.Robot = lola.SimulatedRobotConfig()
	}
	if err := checkRobot(cfg.Robot); err != nil {
		return nil, err
	}
	listener, err := listen(cfg.Path)
	if err != nil {
		return nil, err
	}
	if cfg.Clock == nil {
		cfg.Clock = Monotonic{}
	}
	if cfg.Logf == nil {
		cfg.Logf = func(string, ...any) {}
	}
	s := &Server{
		cfg: cfg, listener: listener, joined: make(chan struct{}, 1), left: make(chan struct{}, 1), wake: make(chan struct{}, 1),
		reader:  lola.NewReader(nil),
		sensors: lola.Sensors{RobotConfig: cfg.Robot}, frame: make([]byte, 0, lola.MaxFrameSize),
	}
	s.answer = s.requests.Updates()
	s.last.SetCommand(&cfg.Initial)
	s.joints = &s.cfg.Initial
	return s, nil
}

// checkRobot reports ids with which frames would not have the size that clients rely on.
func checkRobot(robot [4]string) error {
	for i, name := range []string{"body id", "body version", "head id", "head version"} {
		if want := len(lola.SimulatedRobotConfig()[i]); len(robot[i]) != want {
			return fmt.Errorf("LoLA robot: %s %q: expected %d characters, for clients rely on a frame's size", name, robot[i], want)
		}
	}
	return nil
}

// Stats returns the counts so far; it is safe for concurrent use.
func (s *Server) Stats() Stats {
	met := s.reader.Stats()
	return Stats{
		Clients: s.clients.Load(), Frames: s.frames.Load(), Dropped: s.dropped.Load(),
		Commands: met.Frames, Garbage: met.Resyncs + met.Rejected, Missed: s.missed.Load(), Late: s.late.Load(),
	}
}

// AwaitNoClient blocks until no client is connected, or ctx ends: a client that is ending can finish its work. One caller
// at a time.
func (s *Server) AwaitNoClient(ctx context.Context) {
	for s.client.Load() != nil {
		select {
		case <-s.left:
		case <-ctx.Done():
			return
		}
	}
}

// Close removes the socket. Run does so when it ends.
func (s *Server) Close() error {
	s.closed.Store(true)
	err := s.listener.Close()
	if c := s.client.Load(); c != nil {
		err = errors.Join(err, c.conn.Close())
	}
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// begin makes the first frame of a cycle from the body's sensors, and sends it.
func (s *Server) begin(b Body) {
	b.State(&s.state)
	s.sense()
	s.offer(s.sensors.Append(s.frame[:0]))
}

// offer makes bytes the frame of this cycle and sends it. Earlier commands do not answer it.
func (s *Server) offer(frame []byte) {
	s.frame = frame
	s.turn++
	s.pending = true
	select {
	case <-s.answer: // too late for the last frame, but it shows that the client is alive
		s.silent = false
	default:
	}
	s.send()
}

// sense copies the state into the frame. A sonar that is switched off, as the robot's are
// at first, repeats its last value.
func (s *Server) sense() {
	was := s.sensors.Sonar
	s.sensors.SetState(&s.state)
	for i, on := range s.sonar {
		if !on && s.turn > 0 {
			s.sensors.Sonar[i], s.state.Sonar[i] = was[i], float64(was[i])
		}
	}
}

// answered reports whether the frame of this cycle has been answered.
func (s *Server) answered() bool {
	select {
	case <-s.answer:
		s.pending, s.silent = false, false
	default:
	}
	return !s.pending
}

// greet sends the frame of this cycle to a client that has come since it was made, and
// reports whether there is one: the frame before may have gone without an answer.
func (s *Server) greet() bool {
	select {
	case <-s.joined:
		s.send()
		return true
	default:
		return false
	}
}

// command sets the newest command of the body.
func (s *Server) command(b Body) {
	if newest, isNew := s.requests.Get(); isNew {
		s.joints, s.sonar = &newest.joints, newest.sonar
		if shown, ok := b.(lightable); ok {
			shown.SetLights(&newest.lights)
		}
	}
	b.Command(s.joints)
}

// offered reports whether a client has had the frame of this cycle.
func (s *Server) offered() bool {
	c := s.client.Load()
	return c != nil && c.seen == s.turn
}

// send writes the frame to the client, if there is one that has not received it yet.
func (s *Server) send() {
	c := s.client.Load()
	if c == nil || c.seen == s.turn {
		return
	}
	c.seen = s.turn
	accepted, err := c.send(s.frame)
	switch {
	case err != nil:
		s.dropped.Add(1)
		if !errors.Is(err, net.ErrClosed) && !errors.Is(err, io.ErrClosedPipe) {
			s.cfg.Logf("LoLA client disconnected: %v", err)
		}
		s.client.CompareAndSwap(c, nil)
		c.end(err)
	case accepted:
		s.frames.Add(1)
	default:
		s.dropped.Add(1)
	}
}
