package lolaserver

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/nao"
	"gonao/nao/lola"
)

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// puppet is a body whose joints are where they were last sent, and that counts.
type puppet struct {
	state nao.State
	steps atomic.Int64
	light atomic.Pointer[nao.Lights] // the last
	fail  error
}

func (p *puppet) SetLights(l *nao.Lights) {
	shown := *l
	p.light.Store(&shown)
}

func (p *puppet) Step(c *nao.Command) error {
	p.state.Position, p.state.Stiffness = c.Position, c.Stiffness
	p.state.Accelerometer[2] = 9.81
	p.state.Sonar[0]++
	p.state.Sonar[1]--
	p.state.Cycle++
	p.steps.Add(1)
	return p.fail
}

func (p *puppet) State(out *nao.State) { *out = p.state }

// handClock moves only when a goroutine sleeps, by the time of that and a little more.
type handClock struct {
	now  time.Duration
	over []time.Duration // how much too long each sleep takes
}

func (c *handClock) Now() time.Duration { return c.now }

func (c *handClock) SleepUntil(t time.Duration) {
	c.now = max(c.now, t)
	if len(c.over) > 0 {
		c.now += c.over[0]
		c.over = c.over[1:]
	}
}

type served struct {
	*Server
	body   *puppet
	path   string
	cancel context.CancelFunc
	ended  chan error
}

func serve(t *testing.T, edit func(*Config)) *served {
	t.Helper()
	cfg := Config{Path: filepath.Join(t.TempDir(), "robocup"), Lockstep: true}
	if edit != nil {
		edit(&cfg)
	}
	server, err := Listen(cfg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	s := &served{Server: server, body: &puppet{}, path: cfg.Path, cancel: cancel, ended: make(chan error, 1)}
	go func() { s.ended <- server.Run(ctx, s.body, func(Cycle) {}) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, <-s.ended)
	})
	return s
}

// peer is a LoLA client.
type peer struct {
	net.Conn
	t *testing.T
}

func dial(t *testing.T, path string) *peer {
	t.Helper()
	conn, err := net.Dial("unix", path)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	return &peer{Conn: conn, t: t}
}

func (p *peer) frame() (s lola.Sensors) {
	p.t.Helper()
	var bytes [lola.SensorFrameSize]byte
	_, err := io.ReadFull(p, bytes[:])
	require.NoError(p.t, err)
	require.NoError(p.t, s.Decode(bytes[:]))
	return s
}

func (p *peer) order(headYaw float64) {
	p.t.Helper()
	var c lola.Commands
	c.SetCommand(&nao.Command{Position: nao.Joints{nao.HeadYaw: headYaw}})
	_, err := p.Write(c.Append(nil))
	require.NoError(p.t, err)
}

func TestTheBodyShowsTheLEDsOfTheCommand(t *testing.T) {
	s := serve(t, nil)
	p := dial(t, s.path)
	p.frame()
	p.order(0)
	p.frame()
	require.Equal(t, nao.Lights{}, *s.body.light.Load())
	want := nao.AllOn(nao.Color{R: 1, B: 0.25})
	want.RightEye[3] = nao.Color{G: 0.5}
	var c lola.Commands
	c.SetLights(&want)
	_, err := p.Write(c.Append(nil))
	require.NoError(t, err)
	p.frame()
	require.Equal(t, want, *s.body.light.Load())
}

func TestInLockstepEachCommandMakesOneCycle(t *testing.T) {
	s := serve(t, nil)
	p := dial(t, s.path)
	first := p.frame()
	require.Equal(t, lola.SimulatedRobotConfig(), first.RobotConfig)
	for n := range 100 {
		require.Equal(t, int64(n), s.body.steps.Load(), "physics waits")
		p.order(float64(n))
		got := p.frame()
		require.InDelta(t, n, got.Position[nao.HeadYaw], 0)
		require.InDelta(t, -9.81, got.Accelerometer[2], 1e-5, "LoLA's own sign")
	}
	// The last frame is counted after it was sent.
	require.Eventually(t, func() bool { return s.Stats().Frames == 101 }, patience, time.Millisecond)
	stats := s.Stats()
	require.Equal(t, uint64(1), stats.Clients)
	require.Equal(t, uint64(100), stats.Commands)
	require.Zero(t, stats.Garbage)
}

func TestSonarsMeasureOnlyWhileTheyAreSwitchedOn(t *testing.T) {
	s := serve(t, nil)
	p := dial(t, s.path)
	require.Equal(t, [2]float32{}, p.frame().Sonar)
	var c lola.Commands
	for _, row := range []struct {
		on   [2]bool
		want [2]float32
	}{
		{[2]bool{}, [2]float32{0, 0}},
		{[2]bool{true, false}, [2]float32{2, 0}},
		{[2]bool{true, true}, [2]float32{3, -3}},
		{[2]bool{false, true}, [2]float32{3, -4}},
		{[2]bool{}, [2]float32{3, -4}},
		{[2]bool{true, true}, [2]float32{6, -6}},
	} {
		c.Sonar = row.on
		_, err := p.Write(c.Append(nil))
		require.NoError(t, err)
		require.Equal(t, row.want, p.frame().Sonar)
	}
}

func TestTheNextClientGoesOnWhereTheLastOneLeft(t *testing.T) {
	s := serve(t, nil)
	first := dial(t, s.path)
	first.frame()
	second := dial(t, s.path) // waits: one at a time
	first.order(0.5)
	first.frame()
	require.NoError(t, first.Close())

	require.InDelta(t, 0.5, second.frame().Position[nao.HeadYaw], 0, "the frame that was not answered yet")
	_, err := second.Write([]byte{0x81, 0xa5, 'S', 'o', 'n', 'a', 'r', 0x92, 0xc3, 0xc2})
	require.NoError(t, err)
	require.InDelta(t, 0.5, second.frame().Position[nao.HeadYaw], 0, "what is not ordered stays")
	second.order(-0.5)
	require.InDelta(t, -0.5, second.frame().Position[nao.HeadYaw], 0)
	require.Equal(t, uint64(2), s.Stats().Clients)
}

func TestOneCanWaitUntilTheClientHasGone(t *testing.T) {
	s := serve(t, nil)
	s.AwaitNoClient(t.Context()) // there is no client: at once
	p := dial(t, s.path)
	p.frame()
	ended, end := context.WithCancel(t.Context())
	end()
	s.AwaitNoClient(ended) // there is one, but the context has ended
	require.Equal(t, uint64(1), s.Stats().Clients)
	waited := make(chan struct{})
	go func() {
		s.AwaitNoClient(t.Context())
		close(waited)
	}()
	for range 20 {
		p.order(0)
		p.frame()
		select {
		case <-waited:
			t.Fatal("the client is there")
		default:
		}
	}
	require.NoError(t, p.Close())
	<-waited
}

func TestGarbageIsCountedAndTheCommandBehindItUsed(t *testing.T) {
	s := serve(t, nil)
	p := dial(t, s.path)
	p.frame()
	_, err := p.Write([]byte(strings.Repeat("nonsense\x00", 50)))
	require.NoError(t, err)
	require.Eventually(t, func() bool { return s.Stats().Garbage == 1 }, patience, time.Millisecond, "though no frame came yet")
	p.order(0.25)
	require.InDelta(t, 0.25, p.frame().Position[nao.HeadYaw], 0)
	require.Equal(t, uint64(1), s.Stats().Commands)
	require.Equal(t, uint64(1), s.Stats().Garbage, "one stretch")
}

func TestOnTheClockPhysicsRunsWithoutAClient(t *testing.T) {
	clock := &handClock{}
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Clock: clock, Initial: nao.Command{Position: nao.Joints{nao.HeadYaw: 0.3}}})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	body := &puppet{}
	cycles := 0
	require.NoError(t, server.Run(ctx, body, func(c Cycle) {
		require.Equal(t, uint64(cycles), c.State.Cycle)
		if cycles++; cycles > 1000 {
			cancel()
		}
	}))
	require.Equal(t, int64(1000), body.steps.Load())
	require.InDelta(t, 0.3, body.state.Position[nao.HeadYaw], 0)
	require.GreaterOrEqual(t, clock.now, 12*time.Second)
}

func TestLateCyclesAreCountedAndCaughtUpUnlessTooMany(t *testing.T) {
	const ms = time.Millisecond
	clock := &handClock{over: []time.Duration{0, ms, 3 * ms, 30 * ms, 0, 0, 0, 100 * ms, 0}}
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Clock: clock})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	var late []time.Duration
	require.NoError(t, server.Run(ctx, &puppet{}, func(c Cycle) {
		if late = append(late, c.Late); len(late) == 11 {
			cancel()
		}
	}))
	require.Equal(t, []time.Duration{0, 0, ms, 3 * ms, 30 * ms, 18 * ms, 6 * ms, 0, 100 * ms, 0, 0}, late)
	require.Equal(t, uint64(5), server.Stats().Late)
}

func TestAClientThatDoesNotReadIsDisconnectedAndHoldsNothingUp(t *testing.T) {
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Clock: &handClock{}})
	require.NoError(t, err)
	conn, err := net.Dial("unix", server.cfg.Path)
	require.NoError(t, err)
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, server.Run(ctx, &puppet{}, func(Cycle) {
		if server.Stats().Dropped >= maxUnread {
			cancel()
		}
	}))
	require.ErrorIs(t, ctx.Err(), context.Canceled)
	stats := server.Stats()
	require.NotZero(t, stats.Frames, "what the socket holds")
	require.Equal(t, uint64(maxUnread), stats.Dropped)
	require.Nil(t, server.client.Load())
}

func TestAFailedBodyEndsTheServer(t *testing.T) {
	broken := errors.New("broken")
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Clock: &handClock{}})
	require.NoError(t, err)
	require.ErrorIs(t, server.Run(t.Context(), &puppet{fail: broken}, func(Cycle) {}), broken)
	_, err = os.Stat(server.cfg.Path)
	require.ErrorIs(t, err, os.ErrNotExist, "the socket is taken away")
}

// scarce is a listener without free file descriptors for a while.
type scarce struct {
	net.Listener
	errors int
}

func (l *scarce) Accept() (net.Conn, error) {
	if l.errors > 0 {
		l.errors--
		return nil, &net.OpError{Op: "accept", Err: syscall.EMFILE}
	}
	return l.Listener.Accept()
}

func TestALackOfFileDescriptorsDoesNotEndTheServer(t *testing.T) {
	server, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r"), Logf: t.Logf})
	require.NoError(t, err)
	server.listener = &scarce{Listener: server.listener, errors: 2}
	end := server.open()
	defer end()
	dial(t, server.cfg.Path)
	<-server.joined
	require.EqualValues(t, 1, server.Stats().Clients)
}

func TestSendingAFrameDoesNotAllocate(t *testing.T) {
	s, err := Listen(Config{Path: filepath.Join(t.TempDir(), "r")})
	require.NoError(t, err)
	defer s.Close()
	p := dial(t, s.cfg.Path)
	conn, err := s.listener.Accept()
	require.NoError(t, err)
	defer conn.Close()
	c, err := newClient(conn)
	require.NoError(t, err)
	s.client.Store(c)
	buffer := make([]byte, lola.SensorFrameSize)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s.sensors.SetState(&s.state)
		s.frame = s.sensors.Append(s.frame[:0])
		s.turn++
		s.send()
		if _, err := io.ReadFull(p, buffer); err != nil {
			t.Error(err)
		}
	}))
}

func TestTheServerSurvivesRandomBytes(t *testing.T) {
	s := serve(t, nil)
	random := rand.New(rand.NewPCG(1, 2))
	var good lola.Commands
	whole := good.Append(nil)
	for range max(1, fuzzn.N(t)/20) { // 20 inputs a client
		p := dial(t, s.path)
		p.frame()
		for range 20 {
			bytes := append([]byte{}, whole[:random.IntN(len(whole))]...)
			for range random.IntN(20) {
				bytes = append(bytes, byte(random.Uint32()))
			}
			if _, err := p.Write(bytes); err != nil {
				break
			}
		}
		require.NoError(t, p.Close())
	}
	p := dial(t, s.path)
	p.frame()
	p.order(0.75)
	for range 2000 { // commands of before may still be under way
		if p.frame().Position[nao.HeadYaw] == 0.75 {
			return
		}
		p.order(0.75)
	}
	t.Fatal("the command after the garbage was not taken")
}
