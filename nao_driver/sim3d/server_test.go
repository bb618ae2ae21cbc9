package sim3d

import (
	"fmt"
	"math"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/si"
)

// server is a scripted rcssserver3d in lockstep with one robot: it turns joints by the speeds that it receives, a cycle of 20 ms after they came,
// truncates angles to two digits as the description has it, and always sees a ball.
type server struct {
	listener net.Listener

	mu     sync.Mutex
	first  []string           // the messages before the robot has joined
	angle  map[string]float64 // °, by perceptor
	speed  map[string]float64 // rad/s, by effector, as received last
	beams  []string
	said   []string
	cycles int
	most   float64 // the fastest speed that was received, rad/s
	cut    bool    // end the next connection
}

func newServer(t *testing.T) *server {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &server{listener: listener, angle: map[string]float64{}, speed: map[string]float64{}}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			serving.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() { listener.Close(); serving.Wait() })
	return s
}

// serve is one agent's connection. It ends when the agent goes.
func (s *server) serve(conn net.Conn) {
	defer conn.Close()
	var in frames
	for n := 0; ; n++ {
		text, err := in.next(conn)
		if err != nil {
			return
		}
		s.mu.Lock()
		if n < 2 {
			s.first = append(s.first, string(text))
		}
		if n == 0 {
			conn.Write(appendFrame(nil, "(time (now 0.00))"))
			s.mu.Unlock()
			continue
		}
		answer := s.step(text)
		end := s.cut
		s.cut = false
		s.mu.Unlock()
		if end {
			return
		}
		message := appendFrame(nil, answer)
		for len(message) > 0 { // in pieces
			k := min(len(message), 700)
			if _, err := conn.Write(message[:k]); err != nil {
				return
			}
			message = message[k:]
		}
	}
}

// step simulates a cycle with the speeds that came before, and takes those of the message for the next.
func (s *server) step(text []byte) string {
	for _, h := range hinges {
		speed := min(max(s.speed[h.effector], -topSpeed), topSpeed)
		s.angle[h.perceptor] += speed * cycleSec / si.Degree
	}
	var p parser
	for e := range p.parse(text).each {
		if string(e.head()) == "beam" {
			s.beams = append(s.beams, fmt.Sprintf("%s %s %s", e.word(1), e.word(2), e.word(3)))
			continue
		}
		if string(e.head()) == "say" {
			s.said = append(s.said, string(e.word(1)))
		}
		var v float64
		if e.behindHead(&v) {
			s.speed[string(e.head())], s.most = v, max(s.most, math.Abs(v))
		}
	}
	s.cycles++
	var b strings.Builder
	fmt.Fprintf(&b, "(time (now %.2f))(GS (unum 1) (team left) (t 0.00) (pm BeforeKickOff))(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 9.81))",
		float64(s.cycles)*cycleSec)
	for _, h := range hinges {
		fmt.Fprintf(&b, "(HJ (n %s) (ax %.2f))", h.perceptor, math.Trunc(100*s.angle[h.perceptor])/100)
	}
	b.WriteString("(FRP (n lf) (c 0.00 0.02 -0.02) (f 0.00 0.00 22.00))(FRP (n rf) (c 0.00 0.02 -0.02) (f 0.00 0.00 22.00))")
	if s.cycles%3 == 0 {
		b.WriteString("(See (B (pol 2.00 30.00 -10.00)) (G1R (pol 8.00 5.00 2.00)) (P (team gonao) (id 4) (head (pol 3.00 -20.00 1.00))))")
	}
	return b.String()
}

func (s *server) read(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}
