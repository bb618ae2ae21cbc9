package gazebobridge

import (
	"bytes"
	"context"
	"image/jpeg"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/gztest"
	"gonao/gazebo_bridge/transport"
	"gonao/msgs"
	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/inproc"
	"gonao/ros/param"
	"gonao/vision"
)

func TestTheParameterFileHoldsTheDefaults(t *testing.T) {
	require.NoError(t, param.CheckFile("../../launch/params/gazebo_bridge.yaml", "/gazebo_bridge", DefaultConfig()))
}

func TestNamesTheParameterThatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"model: expected the name":                                       func(c *Config) { c.Driver.Names.Model = "" },
		"let_down_after_sec 0.05: expected at least hold_after_sec, 0.1": func(c *Config) { c.Driver.Safety.LetDownAfter = 50 * time.Millisecond },
	} {
		cfg := DefaultConfig()
		spoil(&cfg)
		require.ErrorContains(t, param.Check(&cfg), want)
	}
}

// bench is the node between a scripted world and a tester that commands.
type bench struct {
	t      *testing.T
	world  *gztest.World
	tester *ros.Node
	states *ros.Subscription[msgs.RobotState]
	orders *ros.Publisher[msgs.JointCommand]
	bus    *inproc.Bus
}

func newBench(t *testing.T, o gztest.Options, change ...func(*Config)) *bench {
	t.Helper()
	o.Transport = transport.Options{Partition: "node" + time.Now().Format("150405.000000000"), IP: "127.0.0.1"}
	w, err := gztest.Start(o)
	require.NoError(t, err)
	b := &bench{t: t, world: w, bus: inproc.NewBus()}
	b.tester = b.node("tester", nil)
	b.states, err = ros.Subscribe[msgs.RobotState](b.tester, "robot_state", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	b.orders, err = ros.Advertise[msgs.JointCommand](b.tester, "joint_command", ros.BestEffort(), ros.Depth(1))
	require.NoError(t, err)
	cfg := DefaultConfig()
	cfg.Partition, cfg.Address, cfg.Driver.RetryEvery, cfg.Driver.AnswerWithin = o.Transport.Partition, "127.0.0.1", time.Millisecond, 10*time.Second
	cfg.Driver.MostRealTime, cfg.Driver.SilentFor = 0, 2*time.Minute // wall time, of which a busy computer takes more
	for _, f := range change {
		f(&cfg)
	}
	n := b.node("gazebo_bridge", &cfg)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, n, cfg) }()
	t.Cleanup(func() {
		cancel()
		require.NoError(t, receive(t, done))
		require.NoError(t, w.Close())
	})
	return b
}

func (b *bench) node(name string, parameters any) *ros.Node {
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
	case <-time.After(2 * time.Minute):
		require.Fail(t, "nothing arrives")
		panic("unreachable")
	}
}

// cycle receives a state and answers it.
func (b *bench) cycle(cmd *msgs.JointCommand) msgs.RobotState {
	b.t.Helper()
	state := receive(b.t, b.states.C())
	cmd.Cycle = state.Cycle
	require.NoError(b.t, b.orders.Publish(*cmd))
	return state
}

// until runs cycles until a condition is true.
func (b *bench) until(what string, ok func(*msgs.RobotState) bool) msgs.RobotState {
	b.t.Helper()
	cmd := standing()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		if state := b.cycle(cmd); ok(&state) {
			return state
		}
	}
	require.Fail(b.t, what)
	panic("unreachable")
}

func standing() *msgs.JointCommand {
	cmd := &msgs.JointCommand{}
	for j, q := range nao.StandPosture() {
		cmd.Position[j], cmd.Stiffness[j] = float32(q), 1
	}
	return cmd
}

func TestTheBridgeStandsBetweenTheTopicsAndGazebo(t *testing.T) {
	b := newBench(t, gztest.Options{Carriers: []string{"ball_green"}, Balls: []string{"ball"}})
	clock, err := ros.Subscribe[rosgraphmsgs.Clock](b.tester, "/clock", ros.BestEffort(), ros.Depth(1000))
	require.NoError(t, err)
	truths, err := ros.Subscribe[msgs.GroundTruth](b.tester, "ground_truth", ros.SensorData())
	require.NoError(t, err)
	cmd := standing()
	cmd.Position[nao.HeadYaw], cmd.Position[nao.LHipYawPitch] = 0.25, -0.125
	var last msgs.RobotState
	for i := range 150 {
		state := b.cycle(cmd)
		if i > 0 {
			require.Equal(t, ros.StampTime(last.Stamp).Add(nao.CyclePeriod), ros.StampTime(state.Stamp), "to the nanosecond")
			require.Equal(t, last.Cycle+1, state.Cycle)
		}
		last = state
	}
	require.InDelta(t, 0.25, last.Position[nao.HeadYaw], 1e-6)
	require.InDelta(t, 9.81, last.Accelerometer[2], 1e-6)
	require.InDelta(t, 6.43, last.Fsr[3], 1e-6)
	require.Zero(t, last.Capabilities&uint32(nao.CanLimp|nao.SensesTemperature|nao.CanLights|nao.SensesBattery))
	right, _ := b.world.Joint(nao.SecondHipYawPitch)
	require.InDelta(t, -0.125, right, 1e-6)
	first := ros.StampTime(receive(t, clock.C()).Clock)
	require.Equal(t, first.Add(nao.CyclePeriod), ros.StampTime(receive(t, clock.C()).Clock))
	truth := receive(t, truths.C())
	require.Equal(t, "world", truth.Header.FrameId)
	require.Contains(t, truth.Names, "ball")
	require.Equal(t, "torso", truth.Names[0])
	require.InDelta(t, nao.StandHeight, truth.Poses[0].Position.Z, 1e-6)
	require.Greater(t, truth.Poses[1].Position.Z, 0.45, "the camera in the forehead")
}

func TestImagesComeAsTheRobotsCamerasGiveThem(t *testing.T) {
	b := newBench(t, gztest.Options{})
	images, err := ros.Subscribe[sensormsgs.Image](b.tester, "camera/top/image_raw", ros.SensorData())
	require.NoError(t, err)
	infos, err := ros.Subscribe[sensormsgs.CameraInfo](b.tester, "camera/top/camera_info", ros.SensorData())
	require.NoError(t, err)
	b.until("an image and its lens", func(*msgs.RobotState) bool { return len(images.C()) > 0 && len(infos.C()) > 0 })
	m := receive(t, images.C())
	require.Equal(t, vision.EncodingYUYV, m.Encoding)
	require.Equal(t, "CameraTop_optical_frame", m.Header.FrameId)
	require.Len(t, m.Data, int(m.Step*m.Height))
	require.Equal(t, []byte{0, 128, 0, 128}, m.Data[:4], "black")
	small, err := ros.Subscribe[sensormsgs.CompressedImage](b.tester, "camera/top/image_raw/compressed", ros.SensorData())
	require.NoError(t, err)
	images.Close()
	b.until("a compressed image", func(*msgs.RobotState) bool { return len(small.C()) > 0 })
	decoded, err := jpeg.Decode(bytes.NewReader(receive(t, small.C()).Data))
	require.NoError(t, err)
	require.Equal(t, int(m.Width), decoded.Bounds().Dx())
	info := receive(t, infos.C())
	require.Equal(t, [9]float64{30, 0, 15.5, 0, 30, 11.5, 0, 0, 1}, info.K, "the middle of 32 x 24 pixels that are counted from 0")
	require.Equal(t, [12]float64{30, 0, 15.5, 0, 0, 30, 11.5, 0, 0, 0, 1, 0}, info.P)
}

func TestColoursBecomeLumaAndChroma(t *testing.T) {
	for name, row := range map[string][2][]byte{
		"white": {{255, 255, 255, 255, 255, 255}, {255, 128, 255, 128}},
		"red":   {{255, 0, 0, 255, 0, 0}, {76, 85, 76, 255}},
		"green": {{0, 255, 0, 0, 255, 0}, {150, 44, 150, 21}},
		"blue":  {{0, 0, 255, 0, 0, 255}, {29, 255, 29, 107}},
	} {
		out, err := yuyv(&gzmsgs.Image{Width: 2, Height: 1, Data: row[0], PixelFormatType: gzmsgs.PixelFormatType_RGB_INT8})
		require.NoError(t, err)
		require.Equal(t, row[1], out, name)
	}
	for want, bad := range map[string]*gzmsgs.Image{
		"expected RGB_INT8":      {Width: 2, Height: 1, Data: make([]byte, 6)},
		"expected an even width": {Width: 3, Height: 1, Data: make([]byte, 9), PixelFormatType: gzmsgs.PixelFormatType_RGB_INT8},
		"too few":                {Width: 2, Height: 4, Data: make([]byte, 6), PixelFormatType: gzmsgs.PixelFormatType_RGB_INT8},
	} {
		_, err := yuyv(bad)
		require.ErrorContains(t, err, want)
	}
}

func TestACarrierGoesWhereItIsSent(t *testing.T) {
	b := newBench(t, gztest.Options{Carriers: []string{"ball_green"}})
	states, err := ros.Subscribe[msgs.CarrierState](b.tester, "carrier_state", ros.SensorData())
	require.NoError(t, err)
	orders, err := ros.Advertise[msgs.CarrierCommand](b.tester, "carrier_command")
	require.NoError(t, err)
	b.until("the carrier is known", func(*msgs.RobotState) bool { return len(states.C()) > 0 })
	b.until("it went there", func(*msgs.RobotState) bool {
		require.NoError(t, orders.Publish(msgs.CarrierCommand{Name: "ball_blue", Angle: 1, Height: 1}))
		require.NoError(t, orders.Publish(msgs.CarrierCommand{Name: "ball_green", Angle: 0.3, Height: 0.5}))
		select {
		case s := <-states.C():
			return len(s.Names) == 1 && s.Names[0] == "ball_green" && s.Angles[0] > 0.299 && s.Heights[0] > 0.499
		default:
			return false
		}
	})
}
