package bodytopics

import (
	"math"
	"time"

	"gonum.org/v1/gonum/num/quat"

	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/ros"
)

// fastTopics publishes the standard topics of every cycle. Its slices are reused, since Publish
// copies its argument.
type fastTopics struct {
	Joints   *ros.Publisher[sensormsgs.JointState] `topic:"joint_states" doc:"every 12 ms, while subscribed; position and velocity"`
	Imu      *ros.Publisher[sensormsgs.Imu]        `topic:"imu" doc:"every 12 ms, while subscribed"`
	imuFrame string
	names    []string
	position []float64
	velocity []float64
	last     nao.Joints // of the last cycle, rad
	cycle    uint64
	time     time.Duration
	at       builtininterfaces.Time
	buttons  *buttons
}

func newFastTopics(n *ros.Node, prefix ros.FramePrefix) (*fastTopics, error) {
	f := &fastTopics{imuFrame: prefix.Frame(nao.AccelerometerFrame), position: make([]float64, nao.NumJoints+1), velocity: make([]float64, nao.NumJoints+1)}
	if err := ros.Open(n, f); err != nil {
		return nil, err
	}
	for j := range nao.Joint(nao.NumJoints) {
		f.names = append(f.names, j.String())
	}
	f.names = append(f.names, "RHipYawPitch") // the same motor as LHipYawPitch
	var err error
	f.buttons, err = newButtons(n)
	return f, err
}

// publish publishes the joints and the inertial unit. There is no effort: LoLA reports the size of a motor's current, but
// neither its direction nor the losses of the gear.
func (f *fastTopics) publish(stamp builtininterfaces.Time, s *nao.State) error {
	if err := f.buttons.publish(stamp, s); err != nil {
		return err
	}
	f.updateJoints(stamp, s)
	if f.Joints.Subscribers() > 0 {
		err := f.Joints.Publish(sensormsgs.JointState{
			Header: stdmsgs.Header{Stamp: stamp}, Name: f.names, Position: f.position, Velocity: f.velocity,
		})
		if err != nil {
			return err
		}
	}
	if f.Imu.Subscribers() > 0 && s.Capabilities.Has(nao.SensesIMU) {
		return f.Imu.Publish(imu(stamp, f.imuFrame, s))
	}
	return nil
}

// longestGap is the longest time between two states from which a speed is computed: after a longer time the robot was
// away.
const longestGap = 250 * time.Millisecond

// updateJoints sets the angles, and the speeds as their difference over the body's time since the last state. Speeds are
// 0 without a last state.
func (f *fastTopics) updateJoints(stamp builtininterfaces.Time, s *nao.State) {
	since := ros.StampTime(stamp).Sub(ros.StampTime(f.at))
	perSec := 0.0
	if f.cycle > 0 && s.Cycle > f.cycle && since >= 0 && since < longestGap {
		elapsed := s.Time - f.time // NAOqi's time, not whole cycles
		if elapsed <= 0 {
			elapsed = time.Duration(s.Cycle-f.cycle) * nao.CyclePeriod
		}
		perSec = 1 / elapsed.Seconds()
	}
	for j, q := range s.Position {
		f.position[j], f.velocity[j] = q, (q-f.last[j])*perSec
	}
	f.position[nao.NumJoints], f.velocity[nao.NumJoints] = f.position[nao.LHipYawPitch], f.velocity[nao.LHipYawPitch]
	f.last, f.cycle, f.at, f.time = s.Position, s.Cycle, stamp, s.Time
}

// Variances of the inertial unit, assumed from the noise of chips of its kind. The heading is
// unknown, hence its variance of a full turn.
const (
	rollPitchVariance = 0.02 * 0.02
	headingVariance   = 4 * math.Pi * math.Pi
	gyroscopeVariance = 0.01 * 0.01
	accelVariance     = 0.1 * 0.1
)

// imu returns the inertial unit as REP 145 defines it: +9.81 upwards at rest, and the
// orientation of the torso with heading 0.
func imu(stamp builtininterfaces.Time, frame string, s *nao.State) sensormsgs.Imu {
	q := orientation(s.Angles[0], s.Angles[1])
	return sensormsgs.Imu{
		Header:      stdmsgs.Header{Stamp: stamp, FrameId: frame},
		Orientation: geometrymsgs.Quaternion{W: q.Real, X: q.Imag, Y: q.Jmag, Z: q.Kmag},
		OrientationCovariance: [9]float64{
			0: rollPitchVariance, 4: rollPitchVariance, 8: headingVariance,
		},
		AngularVelocity:              vector(s.Gyroscope),
		AngularVelocityCovariance:    [9]float64{0: gyroscopeVariance, 4: gyroscopeVariance, 8: gyroscopeVariance},
		LinearAcceleration:           vector(s.Accelerometer),
		LinearAccelerationCovariance: [9]float64{0: accelVariance, 4: accelVariance, 8: accelVariance},
	}
}

func orientation(roll, pitch float64) quat.Number { return nao.RollPitchYaw(roll, pitch, 0).Quat() }

func vector(v [3]float64) geometrymsgs.Vector3 {
	return geometrymsgs.Vector3{X: v[0], Y: v[1], Z: v[2]}
}

// slowTopics publishes the standard topics of every second.
type slowTopics struct {
	Battery *ros.Publisher[sensormsgs.BatteryState]       `topic:"battery" doc:"1 Hz, while subscribed"`
	Info    *ros.Publisher[naoqibridgemsgs.StringStamped] `topic:"info" doc:"1 Hz; which robot it is"`
	Health  *ros.DiagnosticsUpdater                       `topic:"/diagnostics" doc:"connection, motors, sensors, body, battery, commander; 1 Hz"`
	driver  body.Driver
	torso   string // frame
}

func newSlowTopics(n *ros.Node, d body.Driver, o Options, c *commander) (*slowTopics, error) {
	t := &slowTopics{driver: d, torso: o.FramePrefix.Frame("torso")}
	if err := ros.Open(n, t); err != nil {
		return nil, err
	}
	t.Health.SetHardware("nao")
	t.Health.Add(o.Protocol, func(s *ros.Diagnosis) { diagnoseConnection(s, d.Stats(), c.invalid.Load()) })
	t.Health.Add("motors", func(s *ros.Diagnosis) { diagnoseMotors(s, d.State(), d.Stats()) })
	t.Health.Add("sensors", func(s *ros.Diagnosis) { diagnoseSensors(s, d.State(), d.Stats()) })
	t.Health.Add("body", func(s *ros.Diagnosis) { diagnoseBody(s, d.Stats()) })
	t.Health.Add("battery", func(s *ros.Diagnosis) { diagnoseBattery(s, d.State()) })
	t.Health.Add("commander", func(s *ros.Diagnosis) { diagnoseCommander(s, c) })
	return t, nil
}

func (t *slowTopics) publish(stamp builtininterfaces.Time, s *nao.State) error {
	if s.Cycle == 0 {
		return nil // no robot yet
	}
	var err error
	if s.Capabilities.Has(nao.SensesBattery) {
		send(&err, t.Battery, func() sensormsgs.BatteryState { return battery(stamp, t.torso, s) })
	}
	if name := t.driver.RobotConfig(); name != [4]string{} {
		send(&err, t.Info, func() naoqibridgemsgs.StringStamped { return info(stamp, name) })
	}
	return err
}

// battery returns the battery; values that LoLA lacks are NaN.
func battery(stamp builtininterfaces.Time, frame string, s *nao.State) sensormsgs.BatteryState {
	unknown := float32(math.NaN())
	status := sensormsgs.BatteryStatePowerSupplyStatusDischarging
	if s.Battery.Charging {
		status = sensormsgs.BatteryStatePowerSupplyStatusCharging
	}
	return sensormsgs.BatteryState{
		Header:  stdmsgs.Header{Stamp: stamp, FrameId: frame},
		Voltage: unknown, Charge: unknown, Capacity: unknown, DesignCapacity: unknown,
		Temperature: float32(s.Battery.Temperature), Current: float32(s.Battery.Current),
		Percentage: float32(s.Battery.Charge), PowerSupplyStatus: status,
		PowerSupplyTechnology: sensormsgs.BatteryStatePowerSupplyTechnologyLion, Present: true,
	}
}

// diagnoseCommander diagnoses which source commands the joints and which ones are refused.
func diagnoseCommander(s *ros.Diagnosis, c *commander) {
	s.Set(ros.HealthOK, c.sources.owning().String()+" commands")
	if n := c.Commands.Publishers(); n > 1 {
		s.Set(ros.HealthWarn, "several publish joint_command: the first is obeyed until he is silent")
	}
	s.Add("publishers_of_joint_command", c.Commands.Publishers())
	s.Add("refused_of_joint_command", c.refused.Load())
	s.Add("publishers_of_effectors", c.sources.Positions.Publishers())
	s.Add("publishers_of_joint_angles", c.sources.Angles.Publishers())
	for source := body.JointCommand; source <= body.JointAngles; source++ {
		s.Add("refused_"+source.String(), c.sources.refused[source].Load())
	}
}
