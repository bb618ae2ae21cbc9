package naodriver

import (
	"context"
	"log/slog"
	"math"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	diagnosticmsgs "gonao/msgs/diagnostic_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/ros/paramtest"
	"gonao/sim/lolaserver"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/nao_driver.yaml", "/nao_driver", DefaultConfig()))
}

func TestNamesTheParameterThatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"expected a path of 1 to 107 characters":                         func(c *Config) { c.LoLA.Path = "" },
		"realtime_priority: 100: expected 0 to 99":                       func(c *Config) { c.RealtimePriority = 100 },
		"answer_within_sec: -1e-09: expected 0 to 10 s":                  func(c *Config) { c.LoLA.AnswerWithin = -1 },
		"hold_after_sec: 0.0: expected":                                  func(c *Config) { c.LoLA.Safety.HoldAfter = 0 },
		"let_down_after_sec 0.05: expected at least hold_after_sec, 0.1": func(c *Config) { c.LoLA.Safety.LetDownAfter = 50 * time.Millisecond },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

// patience is how long a test waits for what must come. It is long: the computer may be busy with other work.
const patience = 2 * time.Minute

// motors do at once what they are commanded. The temperature of the first counts the cycles.
type motors struct {
	mu    sync.Mutex
	state nao.State
}

func (b *motors) Step(command *nao.Command) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Position, b.state.Stiffness = command.Position, command.Stiffness
	b.state.Battery.Temperature++
	b.state.Gyroscope[2] = float64(int(b.state.Battery.Temperature)%3) / 1000 // it lives
	return nil
}

func (b *motors) State(state *nao.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	*state = b.state
}

func (b *motors) stiffness() nao.Joints {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state.Stiffness
}

// bench is the node on a bus, between a LoLA server in lockstep and a tester that commands.
type bench struct {
	t      *testing.T
	bus    *inproc.Bus
	body   *motors
	tester *ros.Node
	socket string
	states *ros.Subscription[msgs.RobotState]
	orders *ros.Publisher[msgs.JointCommand]
	stop   func()
	done   chan error
	set    func(name string, value any) (reason string) // a parameter
}

func startTime(cycle float32) time.Time {
	return time.Unix(0, 0).Add(time.Duration(cycle) * nao.CyclePeriod)
}

func newBench(t *testing.T) *bench {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lola")
	b := &bench{t: t, socket: path, bus: inproc.NewBus(), body: &motors{}, done: make(chan error, 1)}
	b.body.state.Position = nao.StandPosture()
	b.body.state.Accelerometer = [3]float64{0, 0, 9.81}
	b.body.state.Angles = [2]float64{0.1, -0.2}
	b.body.state.Battery = nao.Battery{Charge: 0.5, Current: -1}
	b.body.state.Status[nao.LKneePitch] = nao.StatusHot

	server, err := lolaserver.Listen(lolaserver.Config{Path: path, Lockstep: true})
	require.NoError(t, err)
	serving, stopServer := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		served <- server.Run(serving, b.body, func(c lolaserver.Cycle) {
			b.bus.Clock().Set(startTime(float32(c.State.Battery.Temperature))) // as /clock: just behind the frame
		})
	}()
	t.Cleanup(func() {
		stopServer()
		require.NoError(t, <-served)
	})

	b.tester = b.node("tester")
	b.states, err = ros.Subscribe[msgs.RobotState](b.tester, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	b.orders, err = ros.Advertise[msgs.JointCommand](b.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)

	cfg := DefaultConfig()
	cfg.LoLA.Path, cfg.LoLA.RetryEvery, cfg.RealtimePriority = path, time.Millisecond, 0
	cfg.LoLA.AnswerWithin, cfg.LoLA.SilentFor = 10*time.Second, time.Minute // lockstep
	ctx, cancel := context.WithCancel(context.Background())
	b.stop = cancel
	n := b.nodeOf("nao_driver", &cfg)
	b.set = paramtest.Setter(t, b.tester, "nao_driver")
	go func() { b.done <- run(ctx, n, cfg, patience) }()
	t.Cleanup(cancel)
	return b
}

func (b *bench) node(name string) *ros.Node { return b.nodeOf(name, nil) }

// nodeOf returns a node with parameters, nil for none.
func (b *bench) nodeOf(name string, parameters any) *ros.Node {
	b.t.Helper()
	n, err := ros.NewNode(context.Background(), b.bus, name, ros.NodeOptions{
		Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler), Parameters: parameters,
	})
	require.NoError(b.t, err)
	b.t.Cleanup(func() { n.Close() })
	return n
}

func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case m := <-c:
		return m
	case <-time.After(patience):
		require.Fail(t, "nothing arrives")
		panic("unreachable")
	}
}

// cycle receives a state and answers it, once the clock has its time.
func (b *bench) cycle(cmd *msgs.JointCommand) msgs.RobotState {
	b.t.Helper()
	state := receive(b.t, b.states.C())
	for b.bus.Clock().Now().Before(startTime(state.BatteryTemperature)) {
		time.Sleep(10 * time.Microsecond)
	}
	cmd.Cycle = state.Cycle
	require.NoError(b.t, b.orders.Publish(*cmd))
	return state
}

func standing() *msgs.JointCommand {
	cmd := &msgs.JointCommand{}
	for j, q := range nao.StandPosture() {
		cmd.Position[j], cmd.Stiffness[j] = float32(q), 1
	}
	return cmd
}

func TestTheDriverStandsBetweenTheTopicsAndTheRobot(t *testing.T) {
	b := newBench(t)
	joints, err := ros.Subscribe[sensormsgs.JointState](b.tester, "joint_states", ros.Depth(1))
	require.NoError(t, err)
	imus, err := ros.Subscribe[sensormsgs.Imu](b.tester, "imu", ros.SensorData(), ros.Depth(1))
	require.NoError(t, err)

	cmd := standing()
	cmd.Position[nao.HeadYaw], cmd.Position[nao.LHipYawPitch] = 0.25, -0.125
	var last msgs.RobotState
	for i := range 150 {
		state := b.cycle(cmd)
		if i > 5 {
			require.Equal(t, startTime(state.BatteryTemperature), ros.StampTime(state.Stamp), "to the nanosecond")
			require.Equal(t, last.Cycle+1, state.Cycle)
		}
		last = state
	}
	require.InDelta(t, 0.25, last.Position[nao.HeadYaw], 1e-6)
	require.InDelta(t, 1, last.Stiffness[nao.HeadYaw], 1e-6)
	require.InDelta(t, 9.81, last.Accelerometer[2], 1e-6)
	require.InDelta(t, 0.5, last.BatteryCharge, 1e-6)
	require.Equal(t, msgs.RobotStateStatusHot, last.Status[nao.LKneePitch])
	require.True(t, nao.Capabilities(last.Capabilities).Has(nao.CanLights|nao.SensesSonar))

	js := receive(t, joints.C())
	require.Len(t, js.Name, 26)
	require.Equal(t, "RHipYawPitch", js.Name[25])
	require.InDelta(t, -0.125, js.Position[25], 1e-6, "the one motor of both hips")
	require.InDelta(t, js.Position[nao.LHipYawPitch], js.Position[25], 0)
	require.Len(t, js.Velocity, 26)
	require.Empty(t, js.Effort, "LoLA's currents have no sign")

	imu := receive(t, imus.C())
	require.Equal(t, "ImuTorsoAccelerometer_frame", imu.Header.FrameId)
	require.InDelta(t, 9.81, imu.LinearAcceleration.Z, 1e-6, "REP 145")
	roll := 2 * math.Atan2(imu.Orientation.X, imu.Orientation.W)
	require.InDelta(t, 0.1, roll, 0.01)
}

func TestOnceASecondItIsSaidHowThingsAre(t *testing.T) {
	b := newBench(t)
	stats, err := ros.Subscribe[msgs.CycleStats](b.tester, "cycle_stats", ros.Depth(1))
	require.NoError(t, err)
	batteries, err := ros.Subscribe[sensormsgs.BatteryState](b.tester, "battery", ros.Depth(1))
	require.NoError(t, err)
	diagnostics, err := ros.Subscribe[diagnosticmsgs.DiagnosticArray](b.tester, "/diagnostics", ros.Depth(1))
	require.NoError(t, err)

	cmd := standing()
	for len(stats.C()) == 0 {
		b.cycle(cmd)
	}
	s := <-stats.C()
	require.NotZero(t, s.Cycles)
	require.Zero(t, s.Missed)
	require.False(t, s.Realtime)
	require.Positive(t, s.Rate)
	require.LessOrEqual(t, s.LatencyP50, s.LatencyP99)
	require.LessOrEqual(t, s.LatencyP99, s.LatencyMax)

	battery := receive(t, batteries.C())
	require.InDelta(t, 0.5, battery.Percentage, 1e-6)
	require.Equal(t, sensormsgs.BatteryStatePowerSupplyStatusDischarging, battery.PowerSupplyStatus)

	levels := map[string]byte{}
	for _, status := range receive(t, diagnostics.C()).Status {
		levels[status.Name] = status.Level
	}
	require.Equal(t, map[string]byte{
		"/nao1/nao_driver: LoLA":      diagnosticmsgs.DiagnosticStatusOk,
		"/nao1/nao_driver: body":      diagnosticmsgs.DiagnosticStatusOk,
		"/nao1/nao_driver: motors":    diagnosticmsgs.DiagnosticStatusWarn,
		"/nao1/nao_driver: sensors":   diagnosticmsgs.DiagnosticStatusWarn, // this robot sends the same figures in every frame
		"/nao1/nao_driver: battery":   diagnosticmsgs.DiagnosticStatusOk,
		"/nao1/nao_driver: commander": diagnosticmsgs.DiagnosticStatusOk,
	}, levels)
}

func TestACommandThatIsNotFiniteReachesNoMotor(t *testing.T) {
	b := newBench(t)
	cmd := standing()
	for range 100 {
		b.cycle(cmd)
	}
	broken := *cmd
	broken.Position[nao.HeadYaw] = float32(math.NaN())
	broken.Position[nao.HeadPitch] = 0.3
	require.Empty(t, b.set("answer_within_sec", 0.01)) // what is not a command answers no state
	var state msgs.RobotState
	for range 20 {
		state = b.cycle(&broken)
	}
	require.Zero(t, state.Position[nao.HeadYaw])
	require.Zero(t, state.Position[nao.HeadPitch])
}

func TestWhenItEndsTheRobotIsLetDown(t *testing.T) {
	b := newBench(t)
	cmd := standing()
	for range 100 {
		b.cycle(cmd)
	}
	require.InDelta(t, 0.9, b.body.stiffness()[nao.LKneePitch], 1e-6, "it is hot")
	b.stop()
	require.NoError(t, receive(t, b.done))
	require.Eventually(t, func() bool { return b.body.stiffness() == nao.Joints{} }, patience, time.Millisecond)
	var state nao.State
	b.body.State(&state)
	require.InDelta(t, nao.CrouchPosture()[nao.LKneePitch], state.Position[nao.LKneePitch], 1e-3)
}

// A real robot's LoLA accepts several clients, and a simulator lets the second one wait: neither is a lock.
func TestARobotHasOneDriver(t *testing.T) {
	b := newBench(t)
	receive(t, b.states.C()) // the first one drives
	cfg := DefaultConfig()
	cfg.LoLA.Path = b.socket
	second, err := ros.NewNode(t.Context(), b.bus, "second", ros.NodeOptions{})
	require.NoError(t, err)
	defer second.Close()
	err = Run(t.Context(), second, cfg)
	require.ErrorContains(t, err, "the robot at "+b.socket+" has a driver already, pid ")
	require.ErrorContains(t, err, "nao_driver.test", "which program that is")
}
