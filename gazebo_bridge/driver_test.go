package gazebobridge_test

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	gazebobridge "gonao/gazebo_bridge"
	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/drivertest"
	"gonao/nao/body/safety"
)

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// commander commands a posture, once it is set.
type commander struct{ drivertest.Commander }

func (c *commander) want(q nao.Joints) {
	cmd := drivertest.Standing()
	cmd.Position = q
	c.SetCommand(cmd)
}

func (c *commander) last() (s nao.State, n int) {
	states := c.States()
	if n = len(states); n > 0 {
		s = states[n-1]
	}
	return s, n
}

// until waits for a state.
func (c *commander) until(t *testing.T, what string, ok func(*nao.State) bool) nao.State {
	t.Helper()
	var s nao.State
	require.Eventually(t, func() bool {
		last, n := c.last()
		s = last
		return n > 0 && ok(&s)
	}, patience, time.Millisecond, what)
	return s
}

type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func silent() *slog.Logger { return slog.New(slog.DiscardHandler) }

// bench is a driver in front of scripted worlds.
type bench struct {
	t         *testing.T
	transport transport.Options
	commander *commander
	driver    *gazebobridge.Driver
	log       *logged
	stop      context.CancelFunc
	done      chan error
}

func newBench(t *testing.T, change func(*gazebobridge.Config)) *bench {
	t.Helper()
	return newTimedBench(t, drivertest.Wall{}, change)
}

func newTimedBench(t *testing.T, clock body.Clock, change func(*gazebobridge.Config)) *bench {
	t.Helper()
	b := &bench{
		t: t, transport: transport.Options{Partition: "bridge" + time.Now().Format("150405.000000000"), IP: "127.0.0.1"},
		commander: &commander{}, log: &logged{}, done: make(chan error, 1),
	}
	cfg := gazebobridge.DefaultConfig()
	cfg.Names.World = "" // the only one
	cfg.RetryEvery, cfg.MostRealTime = time.Millisecond, 0
	cfg.SilentFor = patience // wall time, of which a busy computer takes more
	if change != nil {
		change(&cfg)
	}
	n, err := transport.Open(b.transport)
	require.NoError(t, err)
	b.driver = gazebobridge.New(cfg, n, clock, slog.New(slog.NewTextHandler(b.log, nil)))
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	go func() { b.done <- b.driver.Run(ctx, b.commander) }()
	t.Cleanup(func() {
		stop()
		select {
		case err := <-b.done:
			require.NoError(t, err)
		case <-time.After(patience):
			t.Error("the driver hangs")
		}
		require.NoError(t, n.Close())
		if t.Failed() {
			t.Log(b.log.String())
		}
	})
	return b
}

func (b *bench) world(o gztest.Options) *gztest.World {
	b.t.Helper()
	o.Transport = b.transport
	w, err := gztest.Start(o)
	require.NoError(b.t, err)
	b.t.Cleanup(func() { w.Close() })
	return w
}

func (b *bench) says(what string) {
	b.t.Helper()
	require.Eventually(b.t, func() bool { return bytes.Contains([]byte(b.log.String()), []byte(what)) }, patience, time.Millisecond, "%s: %s", what, b.log)
}

func TestOneCoherentStateEveryCycleInLockstep(t *testing.T) {
	for _, g := range []gzmsgs.Generation{gzmsgs.Ignition, gzmsgs.Gz} {
		t.Run(g.String(), func(t *testing.T) {
			b := newBench(t, nil)
			w := b.world(gztest.Options{Generation: g})
			b.commander.want(nao.StandPosture())
			b.commander.until(t, "half a second", func(s *nao.State) bool { return s.Time >= 500*time.Millisecond })
			states := b.commander.States()
			for i := 1; i < len(states); i++ {
				require.Equal(t, states[i-1].Time+nao.CyclePeriod, states[i].Time)
				require.Equal(t, states[i-1].Cycle+1, states[i].Cycle)
			}
			s := states[len(states)-1]
			require.Zero(t, s.Time%nao.CyclePeriod)
			require.Equal(t, gazebobridge.Capabilities, s.Capabilities)
			require.Equal(t, [3]float64{0, 0, 9.81}, s.Accelerometer)
			require.Equal(t, [2]float64{}, s.Angles)
			for _, f := range s.FSR {
				require.InDelta(t, 6.43, f, 1e-9, "up is positive")
			}
			require.InDelta(t, 1, s.Stiffness[nao.LKneePitch], 0, "it cannot go limp")
			require.True(t, math.IsNaN(s.Battery.Charge), "there is none")
			require.Equal(t, []bool{false, false}, []bool{s.Touch[nao.LFootBumperLeft], s.Touch[nao.ChestButton]})
			found, ok := b.driver.World()
			require.True(t, ok)
			require.Equal(t, gazebobridge.World{Name: "field", Generation: g}, found)
			_ = w
		})
	}
}

func TestCommandsReachTheControllersAndBothHips(t *testing.T) {
	b := newBench(t, nil)
	w := b.world(gztest.Options{})
	want := nao.StandPosture()
	want[nao.HeadYaw], want[nao.LHipYawPitch], want[nao.LHand] = 0.5, -0.2, 1
	want[nao.RElbowRoll] = 9 // beyond its limit
	b.commander.want(want)
	s := b.commander.until(t, "the head turned", func(s *nao.State) bool {
		return s.Position[nao.HeadYaw] > 0.499 && s.Position[nao.LHand] > 0.99 && s.Position[nao.LHipYawPitch] < -0.199
	})
	_, limit := nao.RElbowRoll.Range()
	require.LessOrEqual(t, s.Position[nao.RElbowRoll], limit+1e-9)
	right, _ := w.Joint(nao.SecondHipYawPitch)
	require.InDelta(t, -0.2, right, 1e-6, "one motor turns both")
	require.Equal(t, safety.Following, b.driver.Stats().Mode)
}

func TestNothingJumpsWhenACommanderTakesOver(t *testing.T) {
	b := newBench(t, nil)
	b.world(gztest.Options{})
	b.commander.until(t, "a state", func(*nao.State) bool { return true })
	far := nao.StandPosture()
	far[nao.HeadYaw] = 2
	b.commander.want(far)
	b.commander.until(t, "it turned", func(s *nao.State) bool { return s.Position[nao.HeadYaw] > 1.99 })
	states := b.commander.States()
	for i := 1; i < len(states); i++ {
		move := states[i].Position[nao.HeadYaw] - states[i-1].Position[nao.HeadYaw]
		require.LessOrEqual(t, move, 1.2*nao.HeadYaw.MaxSpeed()*nao.CyclePeriod.Seconds()+1e-9)
	}
}

func TestALostCommanderAndTheEndLetTheRobotDown(t *testing.T) {
	b := newBench(t, func(c *gazebobridge.Config) { c.EndWithin = patience })
	w := b.world(gztest.Options{})
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "it follows", func(*nao.State) bool { return b.driver.Stats().Mode == safety.Following })
	b.commander.SetCommand(nil)
	b.commander.until(t, "limp", func(*nao.State) bool { return b.driver.Stats().Mode == safety.Limp })
	crouch := nao.CrouchPosture()
	knee, target := w.Joint("LKneePitch")
	require.InDelta(t, crouch[nao.LKneePitch], knee, 0.02, "it crouches; limp it cannot go")
	require.InDelta(t, crouch[nao.LKneePitch], target, 0.02)
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "it follows again", func(*nao.State) bool { return b.driver.Stats().Mode == safety.Following })
	b.stop()
	require.NoError(t, <-b.done)
	b.done <- nil
	require.NotContains(t, b.log.String(), "not let down completely")
}

func TestAWorldThatRunsByItselfIsFollowed(t *testing.T) {
	b := newBench(t, func(c *gazebobridge.Config) { c.Lockstep = false })
	w := b.world(gztest.Options{Playing: true})
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "half a second", func(s *nao.State) bool { return s.Time >= 500*time.Millisecond })
	w.Reset()
	b.commander.until(t, "from the start", func(s *nao.State) bool { return s.Time > 0 && s.Time < 400*time.Millisecond })
	b.commander.until(t, "on", func(s *nao.State) bool { return s.Time >= 450*time.Millisecond })
	require.EqualValues(t, 1, b.driver.Stats().Connections)
}

func TestAServerThatIsStartedAgainIsFoundAgain(t *testing.T) {
	b := newBench(t, func(c *gazebobridge.Config) { c.SilentFor = time.Second })
	for i := range 3 {
		w := b.world(gztest.Options{})
		b.commander.want(nao.StandPosture())
		b.commander.until(t, "it follows", func(*nao.State) bool {
			s := b.driver.Stats()
			return s.Connections == uint64(i+1) && s.Mode == safety.Following
		})
		require.NoError(t, w.Close())
		require.Eventually(t, func() bool { return !b.driver.Stats().Connected }, patience, time.Millisecond)
	}
}

func TestErrorsAreLoggedWithWhatToDo(t *testing.T) {
	none := newBench(t, nil)
	none.says("no Gazebo server runs: install")
	for name, row := range map[string]struct {
		want   string
		change func(*gazebobridge.Config)
		world  gztest.Options
	}{
		"another world": {
			`no such world; the server runs field`,
			func(c *gazebobridge.Config) { c.Names.World = "hall" },
			gztest.Options{},
		},
		"another model": {
			`no such model publishes its joints in the world field; there are nao`,
			func(c *gazebobridge.Config) { c.Names.Model = "nao7" },
			gztest.Options{},
		},
		"a joint without controller": {
			`no position controller listens to LWristYaw, RHipYawPitch: expected the robot that gonao robot model sdf --gz fortress`,
			nil,
			gztest.Options{Without: []string{"LWristYaw", "RHipYawPitch"}},
		},
		"a step that does not fit": {
			`its physics steps by 5ms: expected an integer fraction of 12ms`,
			nil,
			gztest.Options{Step: 5 * time.Millisecond},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, row.change)
			b.world(row.world)
			b.says(row.want)
		})
	}
}

func TestAModelWithoutJointStatesMayBeOfAnotherGeneration(t *testing.T) {
	b := newBench(t, nil)
	n, err := transport.Open(b.transport)
	require.NoError(t, err)
	defer n.Close()
	_, err = n.Serve("/world/field/control", "gz.msgs.WorldControl", "gz.msgs.Boolean", func(context.Context, []byte) ([]byte, bool) {
		return []byte{0x10, 1}, true
	})
	require.NoError(t, err)
	b.says("no model publishes its joints in the world field: its file may be for another Gazebo; this server uses gz.msgs: write it again with gonao robot model sdf --gz harmonic")
}

func TestBrokenMessagesMoveNothing(t *testing.T) {
	b := newBench(t, nil)
	w := b.world(gztest.Options{})
	noise, err := transport.Open(b.transport)
	require.NoError(t, err)
	defer noise.Close()
	imu, err := noise.Advertise(nao.DefaultGazeboNames().IMU(), "ignition.msgs.IMU")
	require.NoError(t, err)
	b.commander.want(nao.StandPosture())
	b.commander.until(t, "it follows", func(*nao.State) bool { return b.driver.Stats().Mode == safety.Following })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, imu.AwaitSubscriber(ctx))
	for range 100 {
		require.NoError(t, imu.Publish([]byte("\xff\xff no message")))
	}
	b.says("gazebo sent a message that does not have its type")
	before, _ := b.commander.last()
	b.commander.until(t, "it goes on", func(s *nao.State) bool { return s.Time > before.Time+100*time.Millisecond })
	_, target := w.Joint("HeadYaw")
	require.InDelta(t, nao.StandPosture()[nao.HeadYaw], target, 1e-3)
	require.EqualValues(t, 1, b.driver.Stats().Connections)
}
