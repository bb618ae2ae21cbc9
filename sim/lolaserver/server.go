package lolaserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"

	"gonao/internal/latest"
	"gonao/nao"
	"gonao/nao/lola"
)

// late is from when on a cycle counts as late, and catchUp how many cycles the
// server makes up for in a row after it was held up; it lets go of the rest.
const (
	late    = 2 * time.Millisecond
	catchUp = 5
)

// Body is what the server serves: a simulation.
type Body interface {
	// Step advances the body by one cycle under a command.
	Step(command *nao.Command) error
	// State tells what the body's sensors say now.
	State(state *nao.State)
}

// lightable is a Body that shows its LEDs.
type lightable interface{ SetLights(lights *nao.Lights) }

// Config says how a robot is served.
type Config struct {
	Path     string                           // of the Unix socket, or tcp://HOST:PORT
	Lockstep bool                             // wait for the client's command instead of the clock
	Initial  nao.Command                      // what the body does until the first command comes
	Robot    [4]string                        // RobotConfig: ids of 20, versions of 5 characters; empty: those of a simulated robot
	Clock    Clock                            // nil: Monotonic
	Logf     func(format string, args ...any) // takes what happens to clients; nil: nobody
}

// Stats counts what happened on the line.
type Stats struct {
	Clients  uint64 // connections so far
	Frames   uint64 // sensor frames that a client's socket took
	Dropped  uint64 // sensor frames that a client did not read in time
	Commands uint64 // command frames taken
	Garbage  uint64 // stretches of bytes, and maps, that were no command frame
	Late     uint64 // cycles that began more than 2 ms late
}

// Cycle is what the server tells after each cycle.
type Cycle struct {
	State *nao.State    // as the sensors say it; valid until the function returns
	Late  time.Duration // how late the cycle began; 0 in lockstep
}

// order is what a command frame asks for, as far as a simulation has it.
type order struct {
	joints nao.Command
	lights nao.Lights
	sonar  [2]bool // left and right shall measure
}

// Server serves one body.
type Server struct {
	cfg      Config
	listener net.Listener
	client   atomic.Pointer[client]
	joined   chan struct{} // a client has come that has seen no frame yet
	left     chan struct{} // a client has gone
	orders   latest.Value[order]
	ordered  <-chan struct{}
	closed   atomic.Bool
	reader   *lola.Reader  // the accepting goroutine's
	last     lola.Commands // the accepting goroutine's: what the clients ordered so far
	state    nao.State
	sensors  lola.Sensors
	frame    []byte
	turn     uint64 // counts the frames that were made

	clients, frames, dropped, late atomic.Uint64
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
		cfg: cfg, listener: listener, joined: make(chan struct{}, 1), left: make(chan struct{}, 1),
		reader:  lola.NewReader(nil),
		sensors: lola.Sensors{RobotConfig: cfg.Robot}, frame: make([]byte, 0, lola.MaxFrameSize),
	}
	s.ordered = s.orders.Updates()
	s.last.SetCommand(&cfg.Initial)
	return s, nil
}

// checkRobot looks whether frames with these ids have the size that clients rely on.
func checkRobot(robot [4]string) error {
	for i, name := range []string{"body id", "body version", "head id", "head version"} {
		if want := len(lola.SimulatedRobotConfig()[i]); len(robot[i]) != want {
			return fmt.Errorf("LoLA robot: %s %q: expected %d characters, for clients rely on a frame's size", name, robot[i], want)
		}
	}
	return nil
}

// Stats gives the counts so far; it may be called from anywhere.
func (s *Server) Stats() Stats {
	met := s.reader.Stats()
	return Stats{
		Clients: s.clients.Load(), Frames: s.frames.Load(), Dropped: s.dropped.Load(),
		Commands: met.Frames, Garbage: met.Resyncs + met.Rejected, Late: s.late.Load(),
	}
}

// AwaitNoClient waits until nobody is connected, or ctx ends: a client that was told
// to end at the same moment can finish its work. One caller at a time.
func (s *Server) AwaitNoClient(ctx context.Context) {
	for s.client.Load() != nil {
		select {
		case <-s.left:
		case <-ctx.Done():
			return
		}
	}
}

// Close takes the socket away. Run does it when it ends.
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

// Run serves the body until ctx ends, on the calling goroutine: let that one be
// the real-time thread. After each cycle, and first for the state it begins
// with, it calls after, which must not wait for anything.
func (s *Server) Run(ctx context.Context, body Body, after func(Cycle)) error {
	defer s.begin()()

	next, behind := s.cfg.Clock.Now(), time.Duration(0)
	do := order{joints: s.cfg.Initial}
	shown, shows := body.(lightable)
	for {
		body.State(&s.state)
		s.sense(do.sonar)
		s.frame = s.sensors.Append(s.frame[:0])
		s.turn++
		s.forget()
		s.send()
		after(Cycle{State: &s.state, Late: behind})
		if s.cfg.Lockstep {
			s.awaitCommand(ctx)
		} else {
			next, behind = s.awaitTime(next)
		}
		if ctx.Err() != nil {
			return nil
		}
		if newest, isNew := s.orders.Get(); isNew {
			do = *newest
			if shows {
				shown.SetLights(&do.lights)
			}
		}
		if err := body.Step(&do.joints); err != nil {
			return fmt.Errorf("LoLA server: %w", err)
		}
	}
}

// sense takes the state over into the frame. A sonar that is not told to measure, as
// the robot's at first, says what it said before.
func (s *Server) sense(sonar [2]bool) {
	was := s.sensors.Sonar
	s.sensors.SetState(&s.state)
	for i, on := range sonar {
		if !on && s.turn > 0 {
			s.sensors.Sonar[i], s.state.Sonar[i] = was[i], float64(was[i])
		}
	}
}

// awaitTime sleeps until the next cycle is due and tells how late it is.
func (s *Server) awaitTime(last time.Duration) (next, behind time.Duration) {
	next = last + nao.CyclePeriod
	s.cfg.Clock.SleepUntil(next)
	now := s.cfg.Clock.Now()
	behind = now - next
	if behind > late {
		s.late.Add(1)
	}
	if behind > catchUp*nao.CyclePeriod {
		next = now
	}
	return next, behind
}

// forget takes back the news of commands that came before the frame was sent:
// in lockstep only what comes after it is its answer.
func (s *Server) forget() {
	select {
	case <-s.ordered:
	default:
	}
}

// awaitCommand waits until the client has answered the frame. One that has just
// come gets the frame first: the one before it may have gone without an answer.
func (s *Server) awaitCommand(ctx context.Context) {
	for {
		select {
		case <-s.ordered:
			return
		case <-s.joined:
			s.send()
		case <-ctx.Done():
			return
		}
	}
}

// send gives the frame to the client, if there is one.
func (s *Server) send() {
	c := s.client.Load()
	if c == nil || c.seen == s.turn {
		return // nobody is there, or he has it already
	}
	c.seen = s.turn
	took, err := c.send(s.frame)
	switch {
	case err != nil:
		s.dropped.Add(1)
		if !errors.Is(err, net.ErrClosed) && !errors.Is(err, io.ErrClosedPipe) {
			s.cfg.Logf("LoLA client put off the line: %v", err)
		}
		s.client.CompareAndSwap(c, nil)
		c.conn.Close()
	case took:
		s.frames.Add(1)
	default:
		s.dropped.Add(1)
	}
}
