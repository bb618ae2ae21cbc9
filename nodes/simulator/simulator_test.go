package simulator

import (
	"context"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gonao/internal/si"
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/simulator.yaml", "/simulator", DefaultConfig()))
}

func TestWrongParametersAreRefusedBeforeAnythingMoves(t *testing.T) {
	for name, row := range map[string]struct {
		edit func(*Config)
		says string
	}{
		"world":       {func(c *Config) { c.World = "moon" }, `world "moon": no such world`},
		"world file":  {func(c *Config) { c.World = "./nowhere.yaml" }, "nowhere.yaml"},
		"look":        {func(c *Config) { c.Look = "fur" }, `look: "fur": expected "skin" or "blocks"`},
		"profile":     {func(c *Config) { c.Simulation.Profile = "strong" }, `profile: "strong": expected "ideal", "paper", "real" or "worn"`},
		"step":        {func(c *Config) { c.Simulation.StepSec = 0.005 }, "physics step 0.005"},
		"half a size": {func(c *Config) { c.Camera.Width = 320 }, "camera.width 320 and camera.height 0"},
		"odd width":   {func(c *Config) { c.Camera.Width, c.Camera.Height = 321, 240 }, "321"},
		"charge":      {func(c *Config) { c.Simulation.Charge = math.NaN() }, "battery_charge"},
		"carriers":    {func(c *Config) { c.Simulation.Carriers.LiftSpeed = 0 }, "carriers.lift_m_per_sec: 0.0: expected 0.001 to 100 m/s"},
		"tcp":         {func(c *Config) { c.Socket = "tcp://127.0.0.1" }, "tcp://HOST:PORT"},
		"body":        {func(c *Config) { c.BodyID = "P1" }, `body id "P1": expected 20 characters`},
		"linger":      {func(c *Config) { c.LingerSec = math.NaN() }, "linger_sec: NaN"},
		"priority":    {func(c *Config) { c.RealtimePriority = 100 }, "realtime_priority: 100"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.World, cfg.Socket = "empty", filepath.Join(t.TempDir(), "robocup")
			row.edit(&cfg)
			err := param.Check(&cfg)
			if err == nil {
				err = Run(t.Context(), newNode(t, inproc.NewBus(), "simulator"), cfg)
			}
			require.ErrorContains(t, err, row.says)
			_, err = os.Stat(cfg.Socket)
			require.ErrorIs(t, err, os.ErrNotExist)
		})
	}
}

func TestCamerasShrinkOnlyWhereNobodyAskedForASize(t *testing.T) {
	cfg := DefaultConfig()
	small := cfg.cameraOptions(false)
	require.Equal(t, [2]int{320, 240}, [2]int{small.Width, small.Height})
	require.Zero(t, cfg.cameraOptions(true).Width, "the robot's own")
	cfg.Camera.Width, cfg.Camera.Height = 640, 480
	require.Equal(t, 640, cfg.cameraOptions(false).Width)
}

func newNode(t *testing.T, bus *inproc.Bus, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(t.Context(), bus, name, ros.NodeOptions{Namespace: "/nao1"})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	return n
}

// rig is a simulator in lockstep, with a LoLA client and an observer.
type rig struct {
	t        *testing.T
	socket   string
	client   net.Conn
	observer *ros.Node
	sensors  lola.Sensors
	frames   int // read so far
	end      func()
	ended    chan error
	set      func(name string, value any) (reason string) // a parameter
}

func newRig(t *testing.T, edit func(*Config)) *rig {
	t.Helper()
	bus := inproc.NewBus()
	r := &rig{t: t, socket: filepath.Join(t.TempDir(), "robocup"), observer: newNode(t, bus, "observer")}
	cfg := DefaultConfig()
	cfg.World, cfg.Socket, cfg.Lockstep, cfg.RealtimePriority = "empty", r.socket, true, 0
	if edit != nil {
		edit(&cfg)
	}
	node, err := ros.NewNode(t.Context(), bus, "simulator", ros.NodeOptions{Namespace: "/nao1", Parameters: &cfg})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, node.Close()) })
	r.set = paramtest.Setter(t, r.observer, "simulator")
	ctx, cancel := context.WithCancel(t.Context())
	r.end, r.ended = cancel, make(chan error, 1)
	go func() {
		r.ended <- Run(ctx, node, cfg)
		close(r.ended)
	}()
	t.Cleanup(func() { cancel(); require.NoError(t, <-r.ended) })
	require.Eventually(t, func() bool {
		var err error
		r.client, err = net.Dial("unix", r.socket)
		return err == nil
	}, patience, time.Millisecond)
	t.Cleanup(func() { r.client.Close() })
	r.read()
	return r
}

func (r *rig) read() {
	r.t.Helper()
	var frame [lola.SensorFrameSize]byte
	_, err := io.ReadFull(r.client, frame[:])
	require.NoError(r.t, err)
	require.NoError(r.t, r.sensors.Decode(frame[:]))
	r.frames++
}

// now returns the simulated time of the last frame.
func (r *rig) now() builtininterfaces.Time {
	return ros.EpochStamp(time.Duration(r.frames-1) * nao.CyclePeriod)
}

// step commands a stand, with the head turned, for some cycles.
func (r *rig) step(cycles int, headYaw float64) {
	r.t.Helper()
	for range cycles {
		r.order(headYaw)
		r.read()
	}
}

// order commands a stand, with the head turned.
func (r *rig) order(headYaw float64) {
	r.t.Helper()
	c := standing(nao.StandPosture())
	c.Position[nao.HeadYaw] = headYaw
	var commands lola.Commands
	commands.SetCommand(&c)
	_, err := r.client.Write(commands.Append(nil))
	require.NoError(r.t, err)
}

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// until receives messages until one fits.
func until[T any](t *testing.T, s *ros.Subscription[T], fits func(T) bool) T {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case m := <-s.C():
			if fits(m) {
				return m
			}
		case <-late:
			t.Fatal("no such message")
		}
	}
}

// stepUntil makes cycles until something has come about. How many that takes depends on how the goroutines are scheduled:
// the node publishes and draws beside the physics.
func stepUntil(t *testing.T, step func(), ok func() bool, what string) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); step() {
		require.True(t, time.Now().Before(end), "not yet: %s", what)
	}
}

// stepUntilOne makes cycles until a message has come, and returns it.
func stepUntilOne[T any](t *testing.T, step func(), s *ros.Subscription[T]) T {
	t.Helper()
	stepUntil(t, step, func() bool { return len(s.C()) > 0 }, "a message")
	return <-s.C()
}

func subscribe[T any, P ros.Message[T]](t *testing.T, n *ros.Node, topic string) *ros.Subscription[T] {
	t.Helper()
	s, err := ros.Subscribe[T, P](n, topic, ros.BestEffort(), ros.Depth(100))
	require.NoError(t, err)
	return s
}

func TestTheSimulatorPublishesTimeTruthAndSensors(t *testing.T) {
	r := newRig(t, nil)
	clock := subscribe[rosgraphmsgs.Clock](t, r.observer, "/clock")
	truth := subscribe[msgs.GroundTruth](t, r.observer, "ground_truth")
	stats := subscribe[msgs.SimulatorStats](t, r.observer, "simulator_stats")
	r.step(100, 0.5)

	end := ros.Stamp(time.Unix(0, 0).Add(100 * nao.CyclePeriod))
	until(t, clock, func(c rosgraphmsgs.Clock) bool { return c.Clock == end })
	g := until(t, truth, func(g msgs.GroundTruth) bool { return g.Header.Stamp == end })
	require.Equal(t, "world", g.Header.FrameId)
	require.Equal(t, []string{"torso", "CameraTop_optical_frame", "CameraBottom_optical_frame", "ball_green", "ball_red"}, g.Names)
	require.InDelta(t, 0.32, g.Poses[0].Position.Z, 0.02)
	require.InDelta(t, 0.51, g.Poses[1].Position.Z, 0.02)
	require.InDelta(t, 1.1, math.Hypot(g.Poses[3].Position.X, g.Poses[3].Position.Y), 0.01)
	require.InDelta(t, 0.5, yawOf(g.Poses[1].Orientation), 0.05, "the optical axis turned with the head")
	require.InDelta(t, 0.5, r.sensors.Position[nao.HeadYaw], 0.05)

	r.step(84, 0)
	s := until(t, stats, func(s msgs.SimulatorStats) bool { return s.Simulated > 0 })
	require.Positive(t, s.RealTimeFactor)
	require.Zero(t, s.Images, "nobody subscribed to any")
}

// yawOf returns the direction of an optical frame's z axis about the vertical.
func yawOf(q geometrymsgs.Quaternion) float64 {
	return math.Atan2(2*(q.Y*q.Z-q.W*q.X), 2*(q.X*q.Z+q.W*q.Y))
}

func TestCarriersGoWhereTheyAreSent(t *testing.T) {
	r := newRig(t, nil)
	states := subscribe[msgs.CarrierState](t, r.observer, "carrier_state")
	commands, err := ros.Advertise[msgs.CarrierCommand](r.observer, "carrier_command")
	require.NoError(t, err)
	for _, c := range []msgs.CarrierCommand{
		{Name: "ball_red", Angle: 0.2, Height: 0.4},
		{Name: "ball_blue", Angle: 1, Height: 1},
		{Name: "ball_green", Angle: float32(math.NaN()), Height: 1},
	} {
		require.NoError(t, commands.Publish(c))
	}
	var last msgs.CarrierState
	stepUntil(t, func() {}, func() bool {
		r.step(10, 0) // what was published of the first cycle may have come before the subscription
		last = until(t, states, func(s msgs.CarrierState) bool { return s.Stamp == r.now() })
		return math.Abs(float64(last.Angles[1])-0.2) < 0.01 && math.Abs(float64(last.Heights[1])-0.4) < 0.01
	}, "the ball where it was sent")
	require.Equal(t, []string{"ball_green", "ball_red"}, last.Names)
	require.InDelta(t, 0.2, last.Angles[1], 0.01)
	require.InDelta(t, 0.4, last.Heights[1], 0.01)
	require.InDelta(t, 20*si.Degree, last.Angles[0], 0.01, "a position that is not a number moves nothing")
}

func TestImagesShowTheMomentOfTheirStamp(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Camera.Width, c.Camera.Height = 160, 120 })
	images := subscribe[sensormsgs.Image](t, r.observer, "camera/top/image_raw")
	infos := subscribe[sensormsgs.CameraInfo](t, r.observer, "camera/top/camera_info")
	img := stepUntilOne(t, func() { r.step(10, 0) }, images)
	require.Equal(t, "yuv422_yuy2", img.Encoding)
	require.Equal(t, "CameraTop_optical_frame", img.Header.FrameId)
	require.Equal(t, uint32(320), img.Step)
	require.Len(t, img.Data, 160*120*2)
	require.Zero(t, ros.SinceEpoch(ros.StampTime(img.Header.Stamp))%nao.CyclePeriod, "a cycle's own time")
	info := until(t, infos, func(i sensormsgs.CameraInfo) bool { return i.Header == img.Header })
	require.Equal(t, uint32(160), info.Width)
	require.InDelta(t, 79.5, info.K[2], 1e-9)
}

func TestASecondSimulatorOnTheSocketIsRefused(t *testing.T) {
	r := newRig(t, nil)
	cfg := DefaultConfig()
	cfg.World, cfg.Socket = "empty", r.socket
	err := Run(t.Context(), newNode(t, inproc.NewBus(), "second"), cfg)
	require.ErrorContains(t, err, r.socket)
	require.ErrorContains(t, err, "is served already")
	r.step(10, 0) // the first one is none the worse
}

func TestAfterCtrlCTheSimulatorGoesOnUntilItsClientHasGone(t *testing.T) {
	r := newRig(t, func(c *Config) { c.LingerSec = 60 })
	clock := subscribe[rosgraphmsgs.Clock](t, r.observer, "/clock")
	r.end()
	r.step(300, 0.5) // as long as it takes to let a robot down
	require.InDelta(t, 0.5, r.sensors.Position[nao.HeadYaw], 0.05)
	end := ros.Stamp(time.Unix(0, 0).Add(300 * nao.CyclePeriod))
	until(t, clock, func(c rosgraphmsgs.Clock) bool { return c.Clock == end })
	require.Empty(t, r.ended)
	require.NoError(t, r.client.Close())
	require.NoError(t, <-r.ended)
	require.NoFileExists(t, r.socket)
}

func TestTheSimulatorDoesNotWaitForEverForAClientThatStays(t *testing.T) {
	for _, sec := range []float64{0, 0.05} {
		r := newRig(t, func(c *Config) { c.LingerSec = sec })
		r.end()
		require.NoError(t, <-r.ended)
	}
}

// A simulator that ends alone, as one that is started again, does not make a robot wait whose driver continues.
func TestTheSimulatorDoesNotWaitForADriverThatGoesOn(t *testing.T) {
	r := newRig(t, func(c *Config) { c.LingerSec = 60 })
	guard, err := ros.Advertise[msgs.GuardState](r.observer, "guard_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	r.end()
	for ended := false; !ended; {
		require.NoError(t, guard.Publish(msgs.GuardState{State: msgs.GuardStateFollowing}))
		select {
		case err := <-r.ended:
			require.NoError(t, err)
			ended = true
		case <-time.After(20 * time.Millisecond): // as a driver, which reports again and again
		}
	}
	require.NoFileExists(t, r.socket)
}

// A world runs fast at the end once a driver lets its robot down, and continues until that driver has gone.
func TestTheSimulatorWaitsForADriverThatLetsItsRobotDown(t *testing.T) {
	r := newRig(t, func(c *Config) { c.LingerSec = 60; c.Speed = 1 })
	guard, err := ros.Advertise[msgs.GuardState](r.observer, "guard_state", ros.Reliable(), ros.TransientLocal(), ros.Depth(1))
	require.NoError(t, err)
	require.NoError(t, guard.Publish(msgs.GuardState{State: msgs.GuardStateFollowing}))
	stats := subscribe[msgs.SimulatorStats](t, r.observer, "simulator_stats")
	r.end()
	require.NoError(t, guard.Publish(msgs.GuardState{State: msgs.GuardStateLettingDown}))
	for speed := 0.0; speed != endSpeed; {
		r.step(1, 0.5)
		select {
		case m := <-stats.C():
			speed = m.Speed
		default:
		}
	}
	require.Empty(t, r.ended)
	require.NoError(t, r.client.Close())
	require.NoError(t, <-r.ended)
}

// At the end all threads have the normal priority, also those that draw: on a busy computer the process would last for a
// minute.
func TestAtTheEndNoThreadHasALowPriority(t *testing.T) {
	if err := unix.Setpriority(unix.PRIO_PROCESS, 0, 0); err != nil {
		t.Skipf("priorities cannot be raised here: %v; run the test as root", err)
	}
	ended := make(chan struct{})
	low := make(chan int)
	go func() {
		runtime.LockOSThread() // not unlocked: the thread ends with the goroutine
		_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 10)
		low <- unix.Gettid()
		<-ended
	}()
	defer close(ended)
	id := <-low
	before, err := unix.Getpriority(unix.PRIO_PROCESS, id)
	require.NoError(t, err)
	require.Equal(t, 10, 20-before)
	raiseThreads()
	after, err := unix.Getpriority(unix.PRIO_PROCESS, id)
	require.NoError(t, err)
	require.Zero(t, 20-after)
}
