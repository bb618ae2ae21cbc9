package bodytopics

import (
	"math"

	lolasensors "gonao/msgs/nao_lola_sensor_msgs"
	"gonao/nao"
	"gonao/nao/lola"
	"gonao/ros"
)

// lolaSensors publishes the topics of nao_lola: LoLA's own numbers in its own units and signs, one
// message per topic, for sensors that the body has and topics that are subscribed. Two things
// differ from nao_lola: the battery's numbers are in their right places, and a distance that was
// not measured is NaN.
type lolaSensors struct {
	raw  lola.Sensors
	all  []interface{ Subscribers() int }
	name func() [4]string // as in LoLA's RobotConfig; empty when unknown

	Accelerometer     *ros.Publisher[lolasensors.Accelerometer]     `topic:"sensors/accelerometer" doc:"sign of gravity: (0, 0, -9.81) upright at rest, 83.3 Hz, while subscribed"`
	Angle             *ros.Publisher[lolasensors.Angle]             `topic:"sensors/angle" doc:"83.3 Hz, while subscribed"`
	Buttons           *ros.Publisher[lolasensors.Buttons]           `topic:"sensors/buttons" doc:"83.3 Hz, while subscribed"`
	Fsr               *ros.Publisher[lolasensors.FSR]               `topic:"sensors/fsr" doc:"kg, 83.3 Hz, while subscribed"`
	Gyroscope         *ros.Publisher[lolasensors.Gyroscope]         `topic:"sensors/gyroscope" doc:"83.3 Hz, while subscribed"`
	JointPositions    *ros.Publisher[lolasensors.JointPositions]    `topic:"sensors/joint_positions" doc:"83.3 Hz, while subscribed"`
	JointStiffnesses  *ros.Publisher[lolasensors.JointStiffnesses]  `topic:"sensors/joint_stiffnesses" doc:"83.3 Hz, while subscribed"`
	JointTemperatures *ros.Publisher[lolasensors.JointTemperatures] `topic:"sensors/joint_temperatures" doc:"83.3 Hz, while subscribed"`
	JointCurrents     *ros.Publisher[lolasensors.JointCurrents]     `topic:"sensors/joint_currents" doc:"83.3 Hz, while subscribed"`
	JointStatuses     *ros.Publisher[lolasensors.JointStatuses]     `topic:"sensors/joint_statuses" doc:"83.3 Hz, while subscribed"`
	Sonar             *ros.Publisher[lolasensors.Sonar]             `topic:"sensors/sonar" doc:"m; 5 is nothing, NaN not measured, 83.3 Hz, while subscribed"`
	Touch             *ros.Publisher[lolasensors.Touch]             `topic:"sensors/touch" doc:"83.3 Hz, while subscribed"`
	Battery           *ros.Publisher[lolasensors.Battery]           `topic:"sensors/battery" doc:"83.3 Hz, while subscribed"`
	RobotConfig       *ros.Publisher[lolasensors.RobotConfig]       `topic:"sensors/robot_config" doc:"83.3 Hz, while subscribed"`
}

func newLolaSensors(n *ros.Node, name func() [4]string) (*lolaSensors, error) {
	p := &lolaSensors{name: name}
	if err := ros.Open(n, p); err != nil {
		return nil, err
	}
	p.all = []interface{ Subscribers() int }{
		p.Accelerometer, p.Angle, p.Buttons, p.Fsr, p.Gyroscope, p.JointPositions, p.JointStiffnesses,
		p.JointTemperatures, p.JointCurrents, p.JointStatuses, p.Sonar, p.Touch, p.Battery, p.RobotConfig,
	}
	return p, nil
}

// wanted reports whether any of the topics is subscribed.
func (p *lolaSensors) wanted() bool {
	for _, topic := range p.all {
		if topic.Subscribers() > 0 {
			return true
		}
	}
	return false
}

// publish publishes a state.
func (p *lolaSensors) publish(s *nao.State) (err error) {
	if !p.wanted() {
		return nil
	}
	nothing := float32(math.NaN())
	p.raw.Sonar = [2]float32{nothing, nothing} // a missing measurement must not repeat the last distance
	p.raw.SetState(s)
	r := &p.raw
	p.inertial(s.Capabilities, &err)
	p.motors(s, &err)
	p.pressed(s, &err)
	if s.Capabilities.Has(nao.SensesFSR) {
		send(&err, p.Fsr, func() lolasensors.FSR {
			return lolasensors.FSR{
				LFootFrontLeft: r.FSR[nao.LFrontLeft], LFootFrontRight: r.FSR[nao.LFrontRight],
				LFootBackLeft: r.FSR[nao.LRearLeft], LFootBackRight: r.FSR[nao.LRearRight],
				RFootFrontLeft: r.FSR[nao.RFrontLeft], RFootFrontRight: r.FSR[nao.RFrontRight],
				RFootBackLeft: r.FSR[nao.RRearLeft], RFootBackRight: r.FSR[nao.RRearRight],
			}
		})
	}
	if s.Capabilities.Has(nao.SensesSonar) {
		send(&err, p.Sonar, func() lolasensors.Sonar {
			return lolasensors.Sonar{Left: r.Sonar[nao.LeftSonar], Right: r.Sonar[nao.RightSonar]}
		})
	}
	if s.Capabilities.Has(nao.SensesBattery) {
		send(&err, p.Battery, func() lolasensors.Battery {
			return lolasensors.Battery{
				Charge: r.Battery[0], Charging: s.Battery.Charging, Current: r.Battery[2], Temperature: r.Battery[3],
			}
		})
	}
	p.config(&err)
	return err
}

// inertial publishes the inertial unit.
func (p *lolaSensors) inertial(c nao.Capabilities, err *error) {
	if !c.Has(nao.SensesIMU) {
		return
	}
	r := &p.raw
	send(err, p.Accelerometer, func() lolasensors.Accelerometer {
		return lolasensors.Accelerometer{X: r.Accelerometer[0], Y: r.Accelerometer[1], Z: r.Accelerometer[2]}
	})
	send(err, p.Gyroscope, func() lolasensors.Gyroscope {
		return lolasensors.Gyroscope{X: r.Gyroscope[0], Y: r.Gyroscope[1], Z: r.Gyroscope[2]}
	})
	send(err, p.Angle, func() lolasensors.Angle { return lolasensors.Angle{X: r.Angles[0], Y: r.Angles[1]} })
}

// motors publishes the joints.
func (p *lolaSensors) motors(s *nao.State, err *error) {
	r := &p.raw
	send(err, p.JointPositions, func() lolasensors.JointPositions { return lolasensors.JointPositions{Positions: r.Position} })
	send(err, p.JointStiffnesses, func() lolasensors.JointStiffnesses { return lolasensors.JointStiffnesses{Stiffnesses: r.Stiffness} })
	if s.Capabilities.Has(nao.SensesCurrent) {
		send(err, p.JointCurrents, func() lolasensors.JointCurrents { return lolasensors.JointCurrents{Currents: r.Current} })
	}
	if !s.Capabilities.Has(nao.SensesTemperature) {
		return
	}
	send(err, p.JointTemperatures, func() lolasensors.JointTemperatures {
		return lolasensors.JointTemperatures{Temperatures: r.Temperature}
	})
	send(err, p.JointStatuses, func() (m lolasensors.JointStatuses) {
		for j, status := range r.Status {
			m.Statuses[j] = int32(status)
		}
		return m
	})
}

// pressed publishes buttons, bumpers and the head's pads. The hands' pads, which nao_lola leaves
// out, are in hand_touch.
func (p *lolaSensors) pressed(s *nao.State, err *error) {
	if !s.Capabilities.Has(nao.SensesTouch) {
		return
	}
	t := &s.Touch
	send(err, p.Buttons, func() lolasensors.Buttons {
		return lolasensors.Buttons{
			Chest:            t[nao.ChestButton],
			LFootBumperLeft:  t[nao.LFootBumperLeft],
			LFootBumperRight: t[nao.LFootBumperRight],
			RFootBumperLeft:  t[nao.RFootBumperLeft],
			RFootBumperRight: t[nao.RFootBumperRight],
		}
	})
	send(err, p.Touch, func() lolasensors.Touch {
		return lolasensors.Touch{HeadFront: t[nao.HeadFront], HeadMiddle: t[nao.HeadMiddle], HeadRear: t[nao.HeadRear]}
	})
}

// config publishes which robot it is.
func (p *lolaSensors) config(err *error) {
	if p.RobotConfig.Subscribers() == 0 {
		return
	}
	name := p.name()
	if name == [4]string{} {
		return
	}
	send(err, p.RobotConfig, func() lolasensors.RobotConfig {
		return lolasensors.RobotConfig{BodyId: name[0], BodyVersion: name[1], HeadId: name[2], HeadVersion: name[3]}
	})
}

// send publishes a message, which is made only while the topic is subscribed. After an error it
// does nothing.
func send[T any](err *error, p *ros.Publisher[T], message func() T) {
	if *err == nil && p.Subscribers() > 0 {
		*err = p.Publish(message())
	}
}
