package bodytest

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/server"
	"gonao/gazebo_bridge/transport"
	"gonao/motion"
	"gonao/nao"
	"gonao/nao/body/drivertest"
)

// mover answers each state with a command from motion, and checks a wish.
type mover struct {
	motion *motion.Motion
	truth  func() nao.Pose

	mu   sync.Mutex
	cmd  nao.Command
	wish *wish
}

// wish is a condition that must become true within some simulated time.
type wish struct {
	within time.Duration
	each   func(m *motion.Motion) // called before each step; may be nil
	fits   func(since time.Duration, m *motion.Motion, torso nao.Pose) bool
	done   chan bool

	begun time.Duration
}

func (w *mover) Observe(s *nao.State) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g := w.wish
	if g != nil && g.each != nil {
		g.each(w.motion)
	}
	w.motion.Step(s, &w.cmd)
	if g == nil {
		return
	}
	if g.begun == 0 {
		g.begun = s.Time
	}
	since := s.Time - g.begun
	if ok := g.fits(since, w.motion, w.truth()); ok || since > g.within {
		g.done <- ok
		w.wish = nil
	}
}

func (w *mover) Command(_ uint64, _ time.Duration, cmd *nao.Command) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	*cmd = w.cmd
	return true
}

func (w *mover) Lights(*nao.Lights) bool { return false }

// field is a real server with a robot that motion moves.
type field struct {
	*mover
	t      *testing.T
	torso  func() uint32 // number of the link in Gazebo
	driver *gazebobridge.Driver
}

func newField(t *testing.T, gazebo server.Server) field {
	t.Helper()
	options := serveGazebo(t, gazebo)
	node, err := transport.Open(options)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, node.Close()) })
	library, err := motion.Builtin()
	require.NoError(t, err)
	m, err := motion.New(motion.DefaultConfig(), library)
	require.NoError(t, err)
	cfg := gazebobridge.DefaultConfig()
	cfg.Names.World, cfg.MostRealTime = "", 0
	cfg.RetryEvery, cfg.EndWithin, cfg.SilentFor = 10*time.Millisecond, patience, patience
	truth, link := torsoOf(t, node)
	f := field{&mover{motion: m, truth: truth}, t, link, gazebobridge.New(cfg, node, drivertest.Wall{}, slog.New(slog.DiscardHandler))}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.driver.Run(ctx, f.mover) }()
	t.Cleanup(func() { stop(); require.NoError(t, <-ended) })
	f.until("it stands", wish{within: 5 * time.Second, fits: func(_ time.Duration, m *motion.Motion, _ nao.Pose) bool { return m.Standing() }})
	return f
}

// until blocks until a wish becomes true.
func (f field) until(what string, g wish) {
	f.t.Helper()
	g.done = make(chan bool, 1)
	f.mu.Lock()
	f.wish = &g
	f.mu.Unlock()
	select {
	case ok := <-g.done:
		require.True(f.t, ok, "not within %v of the world's time: %s; %v, torso at %+v", g.within, what, f.motion.State(), f.truth().P)
	case <-time.After(5 * patience):
		require.FailNow(f.t, "never: "+what)
	}
}

// torsoOf returns two functions. They return the robot's pose in Gazebo and the number of its torso's link.
func torsoOf(t *testing.T, n *transport.Node) (pose func() nao.Pose, link func() uint32) {
	t.Helper()
	names := nao.DefaultGazeboNames()
	var mu sync.Mutex
	at, number := nao.Identity(), uint32(0)
	_, err := n.Subscribe(names.Poses(), "", func(m transport.Message) {
		var all gzmsgs.Pose_V
		if m.Into(&all) != nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, p := range all.GetPose() {
			if p.GetName() == nao.LinkTorso.SDFName() {
				number = p.GetId()
			}
			if x, q := p.GetPosition(), p.GetOrientation(); p.GetName() == names.Model {
				at = nao.FromQuat(r3.Vec{X: x.GetX(), Y: x.GetY(), Z: x.GetZ()},
					quat.Number{Real: q.GetW(), Imag: q.GetX(), Jmag: q.GetY(), Kmag: q.GetZ()})
			}
		}
	})
	require.NoError(t, err)
	pose = func() nao.Pose {
		mu.Lock()
		defer mu.Unlock()
		return at
	}
	link = func() uint32 {
		mu.Lock()
		defer mu.Unlock()
		return number
	}
	return pose, link
}

// realServer returns the installed Gazebo, or skips the test.
func realServer(t *testing.T) server.Server {
	t.Helper()
	gazebo, err := server.Find(t.Context())
	if errors.Is(err, server.ErrNone) {
		t.Skipf("not run: %v", err)
	}
	require.NoError(t, err)
	t.Logf("on %v", gazebo)
	return gazebo
}

func TestWalksOnARealServer(t *testing.T) {
	gazebo := realServer(t)
	const long = 10 * time.Second
	for name, row := range map[string]struct {
		asked motion.Velocity
		speed func(from, to nao.Pose, turned float64) float64 // m/s or rad/s
	}{
		"forward":  {motion.Velocity{X: 0.2}, func(from, to nao.Pose, _ float64) float64 { return (to.P.X - from.P.X) / long.Seconds() / 0.2 }},
		"sideways": {motion.Velocity{Y: 0.1}, func(from, to nao.Pose, _ float64) float64 { return (to.P.Y - from.P.Y) / long.Seconds() / 0.1 }},
		"turning":  {motion.Velocity{Yaw: 0.5}, func(_, _ nao.Pose, turned float64) float64 { return turned / long.Seconds() / 0.5 }},
	} {
		t.Run(name, func(t *testing.T) {
			f := newField(t, gazebo)
			from, turned, last, begun := f.truth(), 0.0, 0.0, false
			f.until("it walks", wish{
				within: 2 * long,
				each:   func(m *motion.Motion) { m.SetVelocity(row.asked) },
				fits: func(since time.Duration, m *motion.Motion, torso nao.Pose) bool {
					_, _, yaw := torso.RollPitchYaw()
					if since < 2*time.Second { // the robot speeds up
						from, last = torso, yaw
						return false
					}
					begun = true
					turned += math.Remainder(yaw-last, 2*math.Pi)
					last = yaw
					return since >= 2*time.Second+long || m.Falls() > 0
				},
			})
			require.True(t, begun)
			require.Zero(t, f.motion.Falls())
			share := row.speed(from, f.truth(), turned)
			t.Logf("%.0f %% of the commanded speed", 100*share)
			require.True(t, share > 0.5 && share < 2, "%g", share)
		})
	}
}

// The robot detects that it has fallen and tries to get up. The test logs whether it stands afterwards and does not
// require it: see docs/gazebo.md.
func TestTriesToGetUpOnARealServer(t *testing.T) {
	gazebo := realServer(t)
	for name, pitch := range map[string]float64{"from its front": math.Pi / 2, "from its back": -math.Pi / 2} {
		t.Run(name, func(t *testing.T) {
			f := newField(t, gazebo)
			x := nao.RollPitchYaw(0, pitch, 0)
			x.P.Z = 0.2
			require.NoError(t, f.driver.Arrange(t.Context(), gazebobridge.Arrangement{Torso: &x}))
			f.until("it lies", wish{within: 5 * time.Second, fits: func(_ time.Duration, m *motion.Motion, torso nao.Pose) bool {
				return m.State() == motion.Fallen && torso.P.Z < 0.15
			}})
			f.until("it tries", wish{within: 5 * time.Second, fits: func(_ time.Duration, m *motion.Motion, _ nao.Pose) bool {
				return m.State() == motion.GettingUp
			}})
			const long = 30 * time.Second
			f.until("the time is over", wish{within: 2 * long, fits: func(since time.Duration, m *motion.Motion, torso nao.Pose) bool {
				return since > long || m.Standing() && torso.P.Z > 0.28
			}})
			t.Logf("stands within %v: %t", long, f.motion.Standing())
		})
	}
}

func TestIsPushedOnARealServer(t *testing.T) {
	f := newField(t, realServer(t))
	from := f.truth()
	f.driver.Push(f.torso(), r3.Vec{Y: 80}, 8) // 7.7 N s
	f.until("it is pushed over, to its left", wish{within: 3 * time.Second, fits: func(_ time.Duration, m *motion.Motion, torso nao.Pose) bool {
		return torso.P.Y > from.P.Y+0.1 && m.Falls() > 0
	}})
}
