package bodytopics

import (
	"math"
	"time"

	"gonum.org/v1/gonum/num/quat"

	"gonao/body"
	"gonao/body/command"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	geometrymsgs "gonao/msgs/geometry_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/ros"
)

// fastTopics publishes the standard topics of every cycle. Its slices are reused, since Publish
// copies its argument.
type fastTopics struct {
	joints   *ros.Publisher[sensormsgs.JointState]
	imu      *ros.Publisher[sensormsgs.Imu]
	names    []string
	position []float64
	velocity []float64
	last     nao.Joints // of the cycle before, rad
	cycle    uint64
	time     time.Duration
	at       builtininterfaces.Time
	buttons  *buttons
}

func newFastTopics(n *ros.Node) (*fastTopics, error) {
	joints, err := ros.Advertise[sensormsgs.JointState](n, "joint_states")
	if err != nil {
		return nil, err
	}
	imu, err := ros.Advertise[sensormsgs.Imu](n, "imu")
	if err != nil {
		return nil, err
	}
	f := &fastTopics{
		joints: joints, imu: imu,
		position: make([]float64, nao.NumJoints+1), velocity: make([]float64, nao.NumJoints+1),
	}
	for j := range nao.Joint(nao.NumJoints) {
		f.names = append(f.names, j.String())
	}
	f.names = append(f.names, "RHipYawPitch") // the same motor as LHipYawPitch
	f.buttons, err = newButtons(n)
	return f, err
}

// publish publishes the joints and the inertial unit. There is no effort: LoLA reports the size
// of a motor's current, but neither its direction nor what the gear loses.
func (f *fastTopics) publish(stamp builtininterfaces.Time, s *nao.State) error {
	if err := f.buttons.publish(stamp, s); err != nil {
		return err
	}
	f.updateJoints(stamp, s)
	if f.joints.Subscribers() > 0 {
		err := f.joints.Publish(sensormsgs.JointState{
			Header: stdmsgs.Header{Stamp: stamp}, Name: f.names, Position: f.position, Velocity: f.velocity,
		})
		if err != nil {
			return err
		}
	}
	if f.imu.Subscribers() > 0 && s.Capabilities.Has(nao.SensesIMU) {
		return f.imu.Publish(imu(stamp, s))
	}
	return nil
}

// longestGap is the longest time between two states whose difference is a speed: after a longer
// time the robot was away.
const longestGap = 250 * time.Millisecond

// updateJoints sets the angles, and the speeds as their difference over the body's time since the
// last state. Speeds are 0 when there is no state before.
func (f *fastTopics) updateJoints(stamp builtininterfaces.Time, s *nao.State) {
	since := ros.StampTime(stamp).Sub(ros.StampTime(f.at))
	perSec := 0.0
	if f.cycle > 0 && s.Cycle > f.cycle && since >= 0 && since < longestGap {
		elapsed := s.Time - f.time // of NAOqi, not whole cycles
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
func imu(stamp builtininterfaces.Time, s *nao.State) sensormsgs.Imu {
	q := orientation(s.Angles[0], s.Angles[1])
	return sensormsgs.Imu{
		Header:      stdmsgs.Header{Stamp: stamp, FrameId: nao.AccelerometerFrame},
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
	battery *ros.Publisher[sensormsgs.BatteryState]
	info    *ros.Publisher[naoqibridgemsgs.StringStamped]
	driver  body.Driver
}

func newSlowTopics(n *ros.Node, d body.Driver, protocol string, c *commander) (*slowTopics, error) {
	battery, err := ros.Advertise[sensormsgs.BatteryState](n, "battery")
	if err != nil {
		return nil, err
	}
	info, err := ros.Advertise[naoqibridgemsgs.StringStamped](n, "info")
	if err != nil {
		return nil, err
	}
	diagnostics, err := ros.Diagnostics(n, "nao")
	if err != nil {
		return nil, err
	}
	diagnostics.Add(protocol, func(s *ros.Diagnosis) { diagnoseConnection(s, d.Stats(), c.invalid.Load()) })
	diagnostics.Add("motors", func(s *ros.Diagnosis) { diagnoseMotors(s, d.State(), d.Stats()) })
	diagnostics.Add("sensors", func(s *ros.Diagnosis) { diagnoseSensors(s, d.State(), d.Stats()) })
	diagnostics.Add("body", func(s *ros.Diagnosis) { diagnoseBody(s, d.Stats()) })
	diagnostics.Add("battery", func(s *ros.Diagnosis) { diagnoseBattery(s, d.State()) })
	diagnostics.Add("commander", func(s *ros.Diagnosis) { diagnoseCommander(s, c) })
	return &slowTopics{battery: battery, info: info, driver: d}, nil
}

func (t *slowTopics) publish(stamp builtininterfaces.Time, s *nao.State) error {
	if s.Cycle == 0 {
		return nil // no robot yet
	}
	var err error
	if s.Capabilities.Has(nao.SensesBattery) {
		send(&err, t.battery, func() sensormsgs.BatteryState { return battery(stamp, s) })
	}
	if name := t.driver.RobotConfig(); name != [4]string{} {
		send(&err, t.info, func() naoqibridgemsgs.StringStamped { return info(stamp, name) })
	}
	return err
}

// battery returns the battery; values that LoLA lacks are NaN.
func battery(stamp builtininterfaces.Time, s *nao.State) sensormsgs.BatteryState {
	unknown := float32(math.NaN())
	status := sensormsgs.BatteryStatePowerSupplyStatusDischarging
	if s.Battery.Charging {
		status = sensormsgs.BatteryStatePowerSupplyStatusCharging
	}
	return sensormsgs.BatteryState{
		Header:  stdmsgs.Header{Stamp: stamp, FrameId: "torso"},
		Voltage: unknown, Charge: unknown, Capacity: unknown, DesignCapacity: unknown,
		Temperature: float32(s.Battery.Temperature), Current: float32(s.Battery.Current),
		Percentage: float32(s.Battery.Charge), PowerSupplyStatus: status,
		PowerSupplyTechnology: sensormsgs.BatteryStatePowerSupplyTechnologyLion, Present: true,
	}
}

// diagnoseCommander diagnoses which source commands the joints and which ones are refused.
func diagnoseCommander(s *ros.Diagnosis, c *commander) {
	s.Set(ros.HealthOK, c.sources.owning().String()+" commands")
	if n := c.commands.Publishers(); n > 1 {
		s.Set(ros.HealthWarn, "several publish joint_command: the first is obeyed until he is silent")
	}
	s.Add("publishers_of_joint_command", c.commands.Publishers())
	s.Add("refused_of_joint_command", c.refused.Load())
	s.Add("publishers_of_effectors", c.sources.positions.Publishers())
	s.Add("publishers_of_joint_angles", c.sources.angles.Publishers())
	for source := command.JointCommand; source <= command.JointAngles; source++ {
		s.Add("refused_"+source.String(), c.sources.refused[source].Load())
	}
}
