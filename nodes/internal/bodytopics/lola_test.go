package bodytopics

import (
	"context"
	"log/slog"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	lolasensors "gonao/msgs/nao_lola_sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/nao/body/safety"
	"gonao/nao/lola"
	"gonao/ros"
	"gonao/ros/inproc"
)

// robot is a driver without a robot: the test makes its states and reads its commands.
type robot struct {
	body.Driver
	mode     safety.Mode
	transmit [2]bool
}

func (r *robot) Stats() body.Stats                         { return body.Stats{Mode: r.mode} }
func (r *robot) Transmit(left, right bool)                 { r.transmit = [2]bool{left, right} }
func (r *robot) RobotConfig() [4]string                    { return [4]string{"body", "6.0.0", "head", "6.0.1"} }
func (r *robot) State() (state nao.State)                  { return state }
func (r *robot) Run(context.Context, body.Commander) error { return nil }

// rig is a commander between a robot and a tester.
type rig struct {
	t         testing.TB
	bus       *inproc.Bus
	robot     *robot
	commander *commander
	tester    *ros.Node
	state     nao.State
}

func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{t: t, bus: inproc.NewBus(), robot: &robot{}}
	r.state = nao.State{Capabilities: lola.Capabilities, Position: nao.StandPosture()}
	node := func(name string) *ros.Node {
		n, err := ros.NewNode(context.Background(), r.bus, name, ros.NodeOptions{Namespace: "/nao1", Logger: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		t.Cleanup(func() { n.Close() })
		return n
	}
	r.tester = node("tester")
	var err error
	r.commander, err = newCommander(t.Context(), node("nao_driver"), r.robot, "")
	require.NoError(t, err)
	return r
}

// cycle observes a state and returns the answer; ok is false when there is none.
func (r *rig) cycle() (cmd nao.Command, ok bool) {
	r.state.Cycle++
	r.state.Time += nao.CyclePeriod
	r.commander.Observe(&r.state)
	ok = r.commander.Command(r.state.Cycle, 0, &cmd)
	return cmd, ok
}

func subscribe[T any, PT ros.Message[T]](r *rig, topic string) *ros.Subscription[T] {
	r.t.Helper()
	s, err := ros.Subscribe[T, PT](r.tester, topic)
	require.NoError(r.t, err)
	return s
}

func publish[T any, PT ros.Message[T]](r *rig, topic string, m T) {
	r.t.Helper()
	p, err := ros.Advertise[T, PT](r.tester, topic)
	require.NoError(r.t, err)
	require.NoError(r.t, p.Publish(m))
	require.NoError(r.t, p.Close())
}

// one returns the only message that is there; the bus delivers at once.
func one[T any](t *testing.T, s *ros.Subscription[T]) T {
	t.Helper()
	require.Len(t, s.C(), 1, s.Topic())
	return <-s.C()
}

func TestNaoLolasTopicsCarryLoLAsNumbers(t *testing.T) {
	r := newRig(t)
	s := &r.state
	for j := range nao.NumJoints {
		s.Position[j], s.Stiffness[j], s.Current[j], s.Temperature[j] = float64(j), 0.5, 0.25, float64(30+j)
	}
	s.Status[nao.LKneePitch] = nao.StatusVeryHot
	s.Accelerometer, s.Gyroscope, s.Angles = [3]float64{1, 2, 9.5}, [3]float64{0.1, 0.2, 0.3}, [2]float64{0.1, -0.2}
	s.FSR[nao.RRearLeft] = 9.81
	s.Sonar = [2]float64{0.5, math.NaN()}
	s.Battery = nao.Battery{Charge: 0.75, Charging: true, Current: -1.5, Temperature: 33}
	s.Touch[nao.ChestButton], s.Touch[nao.HeadRear], s.Touch[nao.RFootBumperLeft] = true, true, true

	acc := subscribe[lolasensors.Accelerometer](r, "sensors/accelerometer")
	gyro := subscribe[lolasensors.Gyroscope](r, "sensors/gyroscope")
	angle := subscribe[lolasensors.Angle](r, "sensors/angle")
	buttons := subscribe[lolasensors.Buttons](r, "sensors/buttons")
	touch := subscribe[lolasensors.Touch](r, "sensors/touch")
	fsr := subscribe[lolasensors.FSR](r, "sensors/fsr")
	sonar := subscribe[lolasensors.Sonar](r, "sensors/sonar")
	battery := subscribe[lolasensors.Battery](r, "sensors/battery")
	config := subscribe[lolasensors.RobotConfig](r, "sensors/robot_config")
	positions := subscribe[lolasensors.JointPositions](r, "sensors/joint_positions")
	stiffnesses := subscribe[lolasensors.JointStiffnesses](r, "sensors/joint_stiffnesses")
	temperatures := subscribe[lolasensors.JointTemperatures](r, "sensors/joint_temperatures")
	currents := subscribe[lolasensors.JointCurrents](r, "sensors/joint_currents")
	statuses := subscribe[lolasensors.JointStatuses](r, "sensors/joint_statuses")
	r.cycle()

	require.Equal(t, lolasensors.Accelerometer{X: -1, Y: -2, Z: -9.5}, one(t, acc), "the sign of gravity, as nao_lola has it")
	require.Equal(t, lolasensors.Gyroscope{X: 0.1, Y: 0.2, Z: 0.3}, one(t, gyro))
	require.Equal(t, lolasensors.Angle{X: 0.1, Y: -0.2}, one(t, angle))
	require.Equal(t, lolasensors.Buttons{Chest: true, RFootBumperLeft: true}, one(t, buttons))
	require.Equal(t, lolasensors.Touch{HeadRear: true}, one(t, touch))
	require.Equal(t, lolasensors.FSR{RFootBackLeft: 1}, one(t, fsr), "kg")
	distances := one(t, sonar)
	require.InDelta(t, 0.5, distances.Left, 0)
	require.True(t, math.IsNaN(float64(distances.Right)), "what was not measured is not the last again")
	require.Equal(t, lolasensors.Battery{Charge: 0.75, Charging: true, Current: -1.5, Temperature: 33}, one(t, battery), "each number in its place")
	require.Equal(t, lolasensors.RobotConfig{BodyId: "body", BodyVersion: "6.0.0", HeadId: "head", HeadVersion: "6.0.1"}, one(t, config))
	require.InDelta(t, 24, one(t, positions).Positions[nao.RHand], 0)
	require.InDelta(t, 0.5, one(t, stiffnesses).Stiffnesses[nao.HeadYaw], 0)
	require.InDelta(t, 54, one(t, temperatures).Temperatures[nao.RHand], 0)
	require.InDelta(t, 0.25, one(t, currents).Currents[3], 0)
	require.Equal(t, lolasensors.JointStatusesStatusVeryHot, one(t, statuses).Statuses[nao.LKneePitch])

	s.Capabilities = nao.CanPosition
	r.cycle()
	require.Len(t, positions.C(), 1, "every body has joints")
	require.Empty(t, len(sonar.C())+len(battery.C())+len(acc.C())+len(gyro.C())+len(angle.C())+len(touch.C())+
		len(buttons.C())+len(fsr.C())+len(temperatures.C())+len(currents.C())+len(statuses.C()), "what a body does not tell is not made up")
}

func TestLEDsOfNaoLolaAreLoLAs(t *testing.T) {
	r := newRig(t)
	red, half := stdmsgs.ColorRGBA{R: 1}, stdmsgs.ColorRGBA{B: 0.5}
	publish(r, "lights", msgs.Lights{Chest: half, LeftFoot: half})
	publish(r, "effectors/chest_led", lolacommands.ChestLed{Color: red})
	publish(r, "effectors/right_foot_led", lolacommands.RightFootLed{Color: red})
	publish(r, "effectors/left_eye_leds", lolacommands.LeftEyeLeds{Colors: [8]stdmsgs.ColorRGBA{0: red}})
	publish(r, "effectors/right_eye_leds", lolacommands.RightEyeLeds{Colors: [8]stdmsgs.ColorRGBA{0: red}})
	publish(r, "effectors/left_ear_leds", lolacommands.LeftEarLeds{Intensities: [10]float32{0: 1}})
	publish(r, "effectors/right_ear_leds", lolacommands.RightEarLeds{Intensities: [10]float32{0: 1}})
	publish(r, "effectors/head_leds", lolacommands.HeadLeds{Intensities: [12]float32{0: 1}})
	var got nao.Lights
	require.True(t, r.commander.Lights(&got))
	want := nao.Lights{Chest: nao.Color{R: 1}, LeftFoot: nao.Color{B: 0.5}, RightFoot: nao.Color{R: 1}}
	want.LeftEye[0], want.RightEye[7] = nao.Color{R: 1}, nao.Color{R: 1} // at 45° and at 315°
	want.LeftEar[0], want.RightEar[9] = 1, 1                             // both at 0°
	want.Skull[11] = 1                                                   // front right 1
	require.Equal(t, want, got)
	require.False(t, r.commander.Lights(&got))

	publish(r, "effectors/left_foot_led", lolacommands.LeftFootLed{Color: red})
	require.True(t, r.commander.Lights(&got))
	want.LeftFoot = nao.Color{R: 1}
	require.Equal(t, want, got, "the other LEDs stay")
}

func TestSonarsAreSwitched(t *testing.T) {
	r := newRig(t)
	publish(r, "effectors/sonar_usage", lolacommands.SonarUsage{Right: true})
	r.cycle()
	require.Equal(t, [2]bool{false, true}, r.robot.transmit)
}

func TestNoCycleAllocatesWithAnySubscriber(t *testing.T) {
	r := newRig(t)
	r.state.Capabilities = lola.Capabilities
	cycles := func() {
		r.cycle()
		var lights nao.Lights
		r.commander.Lights(&lights)
	}
	require.Zero(t, testing.AllocsPerRun(1000, cycles), "nobody")
	for _, topic := range listenTo(t, r) {
		require.Positive(t, topic.Subscribers())
	}
	cycles() // buffers grow to their sizes
	if underRace {
		t.Skip("not counted with listeners: with the race detector the bus itself allocates; run without -race")
	}
	require.Zero(t, testing.AllocsPerRun(1000, cycles), "everybody")
}

// listenTo subscribes to all topics of nao_lola and of naoqi_driver with readers that do not decode,
// so that only the driver's allocations are counted.
func listenTo(t testing.TB, r *rig) []interface{ Subscribers() int } {
	t.Helper()
	topics := append([]interface{ Subscribers() int }{}, r.commander.lola.all...)
	n := r.commander.naoqi
	topics = append(topics, n.Imu, n.SonarLeft, n.SonarRight, n.Bumper, n.HeadTouch, n.HandTouch)
	for _, topic := range []struct{ name, typ string }{
		{"sensors/accelerometer", "nao_lola_sensor_msgs/msg/Accelerometer"},
		{"sensors/angle", "nao_lola_sensor_msgs/msg/Angle"},
		{"sensors/battery", "nao_lola_sensor_msgs/msg/Battery"},
		{"sensors/buttons", "nao_lola_sensor_msgs/msg/Buttons"},
		{"sensors/fsr", "nao_lola_sensor_msgs/msg/FSR"},
		{"sensors/gyroscope", "nao_lola_sensor_msgs/msg/Gyroscope"},
		{"sensors/joint_currents", "nao_lola_sensor_msgs/msg/JointCurrents"},
		{"sensors/joint_positions", "nao_lola_sensor_msgs/msg/JointPositions"},
		{"sensors/joint_statuses", "nao_lola_sensor_msgs/msg/JointStatuses"},
		{"sensors/joint_stiffnesses", "nao_lola_sensor_msgs/msg/JointStiffnesses"},
		{"sensors/joint_temperatures", "nao_lola_sensor_msgs/msg/JointTemperatures"},
		{"sensors/robot_config", "nao_lola_sensor_msgs/msg/RobotConfig"},
		{"sensors/sonar", "nao_lola_sensor_msgs/msg/Sonar"},
		{"sensors/touch", "nao_lola_sensor_msgs/msg/Touch"},
		{"imu/torso", "sensor_msgs/msg/Imu"},
		{"sonar/left", "sensor_msgs/msg/Range"},
		{"sonar/right", "sensor_msgs/msg/Range"},
		{"bumper", "naoqi_bridge_msgs/msg/Bumper"},
		{"head_touch", "naoqi_bridge_msgs/msg/HeadTouch"},
		{"hand_touch", "naoqi_bridge_msgs/msg/HandTouch"},
	} {
		_, err := ros.SubscribeRaw(r.tester, topic.name, topic.typ, "", func([]byte, time.Time) {})
		require.NoError(t, err)
	}
	return topics
}
