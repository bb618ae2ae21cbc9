package lola

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
	"gonao/nao/body"
	codec "gonao/nao/lola"
)

type fixedClock struct{ now time.Time }

func (c *fixedClock) Now() time.Time                             { return c.now }
func (c *fixedClock) Sleep(context.Context, time.Duration) error { return nil }

// echo commands the joints to stay where they are, with other lights in each cycle.
type echo struct{ last nao.Command }

func (e *echo) Observe(state *nao.State) {
	e.last.Cycle, e.last.Position = state.Cycle, state.Position
}

func (e *echo) Command(_ uint64, _ time.Duration, cmd *nao.Command) bool {
	*cmd = e.last
	return true
}

func (e *echo) Lights(out *nao.Lights) bool {
	out.Chest.R += 0.001
	return true
}

// replay is a connection whose frames are there already and whose answers go nowhere.
type replay struct {
	*connection
	next func(s *codec.Sensors) bool // makes the next frame; false ends the replay
	sent func(r *body.Reply)
	end  func()
}

func (r *replay) Sense(_ context.Context, _ time.Time, state *nao.State) (body.Sensed, error) {
	if !r.next(&r.sensors) {
		r.end()
		return body.NoState, io.EOF
	}
	state.Cycle++
	r.fill(state)
	return body.NewState, nil
}

func (r *replay) Send(_ context.Context, reply *body.Reply) error {
	r.encode(reply)
	if r.sent != nil {
		r.sent(reply)
	}
	return nil
}

func (r *replay) Close() {}

func (r *replay) Open(context.Context) (body.Connection, error) { return r, nil }
func (r *replay) LeftStiff(*nao.Command) bool                   { return false }

// run runs the cycle of every body over frames as next makes them, without a socket.
func (r *replay) run(t testing.TB) {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	r.end = end
	loop := body.New(body.DefaultConfig(), r, &fixedClock{}, slog.New(slog.DiscardHandler))
	require.NoError(t, loop.Run(ctx, &echo{}))
}

func newReplay() *replay {
	return &replay{connection: &connection{protocol: newProtocol("none", slog.New(slog.DiscardHandler))}}
}

// BenchmarkCycle is a frame to its answer without the socket: convert, check, encode.
func BenchmarkCycle(b *testing.B) {
	r := newReplay()
	r.sensors.Seen, r.sensors.Battery[0] = codec.AllKeys, 0.5
	r.next = func(*codec.Sensors) bool { return b.Loop() }
	b.ReportAllocs()
	r.run(b)
}

// loop is a socket without a peer: what is read is always the same frame.
type loopback struct {
	net.Conn
	frame []byte
	wrote int
}

func (l *loopback) Read(p []byte) (int, error)      { return copy(p, l.frame), nil }
func (l *loopback) Write(p []byte) (int, error)     { l.wrote += len(p); return len(p), nil }
func (l *loopback) SetDeadline(time.Time) error     { return nil }
func (l *loopback) Close() error                    { return nil }
func (l *loopback) SetReadDeadline(time.Time) error { return nil }

func TestACycleOfTheConnectionAllocatesNothing(t *testing.T) {
	p := newProtocol("none", slog.New(slog.DiscardHandler))
	whole := codec.Sensors{Seen: codec.AllKeys, RobotConfig: codec.SimulatedRobotConfig()}
	socket := &loopback{frame: whole.Append(nil)}
	p.reader.Reset(socket)
	c := &connection{protocol: p, conn: socket, waker: body.Waker{Conn: socket}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var state nao.State
	lights := nao.AllOn(nao.Color{R: 1})
	reply := body.Reply{State: &state, Lights: &lights}
	cycle := func() {
		if sensed, err := c.Sense(ctx, time.Unix(1, 0), &state); err != nil || sensed != body.NewState {
			panic(err)
		}
		if c.Send(ctx, &reply) != nil {
			panic("not sent")
		}
	}
	cycle() // which takes note of the robot
	require.Zero(t, testing.AllocsPerRun(500, cycle))
	require.Positive(t, socket.wrote)
	require.EqualValues(t, 502, state.Cycle)
}

// leaving is a socket of a robot that sends some more frames, and closes when it has read the last command.
type leaving struct {
	loopback
	frames int
	steps  []string
}

func (l *leaving) CloseWrite() error {
	l.steps = append(l.steps, "no more commands")
	return nil
}

func (l *leaving) Read(p []byte) (int, error) {
	if l.frames == 0 {
		l.steps = append(l.steps, "closed by the robot")
		return 0, io.EOF
	}
	l.frames--
	return l.loopback.Read(p)
}

func (l *leaving) Close() error {
	l.steps = append(l.steps, "closed")
	return nil
}

func TestTheSocketIsClosedOnlyAfterTheRobotHasReadTheLastCommand(t *testing.T) {
	p := newProtocol("none", slog.New(slog.DiscardHandler))
	whole := codec.Sensors{Seen: codec.AllKeys, RobotConfig: codec.SimulatedRobotConfig()}
	socket := &leaving{loopback: loopback{frame: whole.Append(nil)}, frames: 5}
	p.reader.Reset(socket)
	c := &connection{protocol: p, conn: socket, waker: body.Waker{Conn: socket}}
	c.Close()
	require.Zero(t, socket.frames)
	require.Equal(t, []string{"no more commands", "closed by the robot", "closed"}, socket.steps)
}

// Whatever a robot's frames hold, and whatever is commanded, what is sent is a command.
func TestRandomFramesMakeNoUnsafeCommand(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 4))
	r := newReplay()
	whole := r.sensors.Append(nil)
	last := [nao.NumJoints]float32{}
	left, cycle := fuzzn.N(t)/10, 0
	r.next = func(s *codec.Sensors) bool {
		for ; left > 0; left-- {
			frame := bytes.Clone(whole)
			for range rng.IntN(12) {
				frame[rng.IntN(len(frame))] = byte(rng.Uint32())
			}
			if s.Decode(frame) == nil {
				left--
				return true
			}
		}
		return false
	}
	r.sent = func(reply *body.Reply) {
		for j := range nao.Joint(nao.NumJoints) {
			out := &reply.Command
			require.InDelta(t, j.Clamp(out.Position[j]), out.Position[j], 0, "%v in cycle %d", j, cycle)
			require.True(t, out.Stiffness[j] >= 0 && out.Stiffness[j] <= 1, "%v in cycle %d", j, cycle)
			if cycle > 0 {
				require.LessOrEqual(t, r.commands.Stiffness[j]-last[j], float32(0.025), "%v in cycle %d", j, cycle)
			}
		}
		last = r.commands.Stiffness
		cycle++
	}
	r.run(t)
	require.Positive(t, cycle)
}
