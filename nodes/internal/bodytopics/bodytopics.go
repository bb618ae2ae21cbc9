// Package bodytopics holds the topics of every body, whatever protocol its driver speaks.
//
//	subscribes  joint_command                gonao_msgs/JointCommand                 a target for every joint
//	            effectors/sonar_usage        nao_lola_command_msgs/SonarUsage        which sonars transmit; both at first
//	            lights                       gonao_msgs/Lights                       every LED, best effort; it stays until the next
//	            effectors/chest_led          nao_lola_command_msgs/ChestLed          some LEDs, as nao_lola takes them
//	            effectors/left_ear_leds      nao_lola_command_msgs/LeftEarLeds       some LEDs, as nao_lola takes them
//	            effectors/right_ear_leds     nao_lola_command_msgs/RightEarLeds      some LEDs, as nao_lola takes them
//	            effectors/left_eye_leds      nao_lola_command_msgs/LeftEyeLeds       some LEDs, as nao_lola takes them
//	            effectors/right_eye_leds     nao_lola_command_msgs/RightEyeLeds      some LEDs, as nao_lola takes them
//	            effectors/left_foot_led      nao_lola_command_msgs/LeftFootLed       some LEDs, as nao_lola takes them
//	            effectors/right_foot_led     nao_lola_command_msgs/RightFootLed      some LEDs, as nao_lola takes them
//	            effectors/head_leds          nao_lola_command_msgs/HeadLeds          some LEDs, as nao_lola takes them
//	            effectors/joint_positions    nao_lola_command_msgs/JointPositions    of some joints
//	            effectors/joint_stiffnesses  nao_lola_command_msgs/JointStiffnesses  of some joints
//	            joint_angles                 naoqi_bridge_msgs/JointAnglesWithSpeed  joints or one of NAOqi's groups
//	publishes   button_events                gonao_msgs/ButtonEvent                  presses of buttons, bumpers and touch pads, on change
//	            robot_state                  gonao_msgs/RobotState                   every 12 ms, 83.3 Hz
//	            guard_state                  gonao_msgs/GuardState                   what the rules of nao/body/safety do, at every change and once a second
//	            sensors/accelerometer        nao_lola_sensor_msgs/Accelerometer      sign of gravity: (0, 0, -9.81) upright at rest, 83.3 Hz, while subscribed
//	            sensors/angle                nao_lola_sensor_msgs/Angle              83.3 Hz, while subscribed
//	            sensors/buttons              nao_lola_sensor_msgs/Buttons            83.3 Hz, while subscribed
//	            sensors/fsr                  nao_lola_sensor_msgs/FSR                kg, 83.3 Hz, while subscribed
//	            sensors/gyroscope            nao_lola_sensor_msgs/Gyroscope          83.3 Hz, while subscribed
//	            sensors/joint_positions      nao_lola_sensor_msgs/JointPositions     83.3 Hz, while subscribed
//	            sensors/joint_stiffnesses    nao_lola_sensor_msgs/JointStiffnesses   83.3 Hz, while subscribed
//	            sensors/joint_temperatures   nao_lola_sensor_msgs/JointTemperatures  83.3 Hz, while subscribed
//	            sensors/joint_currents       nao_lola_sensor_msgs/JointCurrents      83.3 Hz, while subscribed
//	            sensors/joint_statuses       nao_lola_sensor_msgs/JointStatuses      83.3 Hz, while subscribed
//	            sensors/sonar                nao_lola_sensor_msgs/Sonar              m; 5 is nothing, NaN not measured, 83.3 Hz, while subscribed
//	            sensors/touch                nao_lola_sensor_msgs/Touch              83.3 Hz, while subscribed
//	            sensors/battery              nao_lola_sensor_msgs/Battery            83.3 Hz, while subscribed
//	            sensors/robot_config         nao_lola_sensor_msgs/RobotConfig        83.3 Hz, while subscribed
//	            imu/torso                    sensor_msgs/Imu                         as imu
//	            sonar/left                   sensor_msgs/Range                       10.4 Hz; nothing is +Inf
//	            sonar/right                  sensor_msgs/Range                       m; 10.4 Hz, while subscribed
//	            bumper                       naoqi_bridge_msgs/Bumper                when pressed or released, on change
//	            head_touch                   naoqi_bridge_msgs/HeadTouch             on change
//	            hand_touch                   naoqi_bridge_msgs/HandTouch             on change
//	            cycle_stats                  gonao_msgs/CycleStats                   1 Hz
//	            joint_states                 sensor_msgs/JointState                  every 12 ms, while subscribed; position and velocity
//	            imu                          sensor_msgs/Imu                         every 12 ms, while subscribed
//	            battery                      sensor_msgs/BatteryState                1 Hz, while subscribed
//	            info                         naoqi_bridge_msgs/StringStamped         1 Hz; which robot it is
//	            /diagnostics                 diagnostic_msgs/DiagnosticArray         connection, motors, sensors, body, battery, commander; 1 Hz
//
// effectors/* and sensors/* are the topics of nao_lola; joint_angles, imu/torso, sonar/*, bumper, *_touch and info those of naoqi_driver.
// Each is published for sensors that the body has.
//
// joint_command, effectors/* and joint_angles command the joints one at a time: the first that
// sends, until it has been silent for 0.5 s and the robot no longer follows it; see
// [command.Arbiter]. While the node motion commands, it obeys the other two in the body's place.
// The rules of nao/body/safety apply to all of them.
//
// Stamps are the node's clock when the state came. In simulation LoLA carries no time, so stamps
// are counted on from /clock, see [body.Stamper].
package bodytopics

import (
	"context"
	"time"

	"gonao/nao"
	"gonao/nao/body"
	"gonao/ros"
)

// Options hold the differences between bodies.
type Options struct {
	FramePrefix ros.FramePrefix
	Protocol    string // its name in diagnostics and logs: "LoLA"
	Priority
	Timed  bool   // State.Time is the time of the stamps: the body reports the time of its world
	Answer Answer // commands the joints in the place of joint_command and the topics of others; nil: they do
}

// Priority is a parameter of nodes whose process is a body's driver.
type Priority struct {
	RealtimePriority int `yaml:"realtime_priority" min:"0" max:"99" readonly:"true" desc:"SCHED_FIFO priority of the process, where it is granted; 0 does not ask"`
}

// An Answer fills in the command that answers the state of a cycle, whose stamp is at. It is called in the control loop: it
// must neither wait nor allocate.
type Answer func(at time.Time, state *nao.State, cmd *nao.Command)

// Run connects a driver with the topics until ctx ends and the robot has been let down.
func Run(ctx context.Context, n *ros.Node, d body.Driver, o Options) error {
	c, err := newCommander(ctx, n, d, o.FramePrefix)
	if err != nil {
		return err
	}
	c.timed, c.answer = o.Timed, o.Answer
	report, err := newReporter(n, d, o, c)
	if err != nil {
		return err
	}
	if o.RealtimePriority > 0 {
		if err := ros.RealtimeProcess(o.RealtimePriority); err != nil {
			n.Log.Warn("no real-time priority: the cycle may be late under load", "reason", err)
		} else {
			report.realtime.Store(true)
		}
	}
	reporting, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		report.run(reporting, ros.NewSystemClock())
	}()
	n.Ready()
	err = d.Run(ctx, c)
	stop()
	<-done
	return err
}
