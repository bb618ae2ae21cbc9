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
	name func() [4]string // as LoLA's RobotConfig; empty when unknown

	accelerometer     *ros.Publisher[lolasensors.Accelerometer]
	angle             *ros.Publisher[lolasensors.Angle]
	buttons           *ros.Publisher[lolasensors.Buttons]
	fsr               *ros.Publisher[lolasensors.FSR]
	gyroscope         *ros.Publisher[lolasensors.Gyroscope]
	jointPositions    *ros.Publisher[lolasensors.JointPositions]
	jointStiffnesses  *ros.Publisher[lolasensors.JointStiffnesses]
	jointTemperatures *ros.Publisher[lolasensors.JointTemperatures]
	jointCurrents     *ros.Publisher[lolasensors.JointCurrents]
	jointStatuses     *ros.Publisher[lolasensors.JointStatuses]
	sonar             *ros.Publisher[lolasensors.Sonar]
	touch             *ros.Publisher[lolasensors.Touch]
	battery           *ros.Publisher[lolasensors.Battery]
	robotConfig       *ros.Publisher[lolasensors.RobotConfig]
}

func newLolaSensors(n *ros.Node, name func() [4]string) (*lolaSensors, error) {
	p := &lolaSensors{name: name}
	var errs [14]error
	p.accelerometer, errs[0] = ros.Advertise[lolasensors.Accelerometer](n, "sensors/accelerometer")
	p.angle, errs[1] = ros.Advertise[lolasensors.Angle](n, "sensors/angle")
	p.buttons, errs[2] = ros.Advertise[lolasensors.Buttons](n, "sensors/buttons")
	p.fsr, errs[3] = ros.Advertise[lolasensors.FSR](n, "sensors/fsr")
	p.gyroscope, errs[4] = ros.Advertise[lolasensors.Gyroscope](n, "sensors/gyroscope")
	p.jointPositions, errs[5] = ros.Advertise[lolasensors.JointPositions](n, "sensors/joint_positions")
	p.jointStiffnesses, errs[6] = ros.Advertise[lolasensors.JointStiffnesses](n, "sensors/joint_stiffnesses")
	p.jointTemperatures, errs[7] = ros.Advertise[lolasensors.JointTemperatures](n, "sensors/joint_temperatures")
	p.jointCurrents, errs[8] = ros.Advertise[lolasensors.JointCurrents](n, "sensors/joint_currents")
	p.jointStatuses, errs[9] = ros.Advertise[lolasensors.JointStatuses](n, "sensors/joint_statuses")
	p.sonar, errs[10] = ros.Advertise[lolasensors.Sonar](n, "sensors/sonar")
	p.touch, errs[11] = ros.Advertise[lolasensors.Touch](n, "sensors/touch")
	p.battery, errs[12] = ros.Advertise[lolasensors.Battery](n, "sensors/battery")
	p.robotConfig, errs[13] = ros.Advertise[lolasensors.RobotConfig](n, "sensors/robot_config")
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	p.all = []interface{ Subscribers() int }{
		p.accelerometer, p.angle, p.buttons, p.fsr, p.gyroscope, p.jointPositions, p.jointStiffnesses,
		p.jointTemperatures, p.jointCurrents, p.jointStatuses, p.sonar, p.touch, p.battery, p.robotConfig,
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
	p.raw.Sonar = [2]float32{nothing, nothing} // not measured is not the last distance again
	p.raw.SetState(s)
	r := &p.raw
	p.inertial(s.Capabilities, &err)
	p.motors(s, &err)
	p.pressed(s, &err)
	if s.Capabilities.Has(nao.SensesFSR) {
		send(&err, p.fsr, func() lolasensors.FSR {
			return lolasensors.FSR{
				LFootFrontLeft: r.FSR[nao.LFrontLeft], LFootFrontRight: r.FSR[nao.LFrontRight],
				LFootBackLeft: r.FSR[nao.LRearLeft], LFootBackRight: r.FSR[nao.LRearRight],
				RFootFrontLeft: r.FSR[nao.RFrontLeft], RFootFrontRight: r.FSR[nao.RFrontRight],
				RFootBackLeft: r.FSR[nao.RRearLeft], RFootBackRight: r.FSR[nao.RRearRight],
			}
		})
	}
	if s.Capabilities.Has(nao.SensesSonar) {
		send(&err, p.sonar, func() lolasensors.Sonar {
			return lolasensors.Sonar{Left: r.Sonar[nao.LeftSonar], Right: r.Sonar[nao.RightSonar]}
		})
	}
	if s.Capabilities.Has(nao.SensesBattery) {
		send(&err, p.battery, func() lolasensors.Battery {
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
	send(err, p.accelerometer, func() lolasensors.Accelerometer {
		return lolasensors.Accelerometer{X: r.Accelerometer[0], Y: r.Accelerometer[1], Z: r.Accelerometer[2]}
	})
	send(err, p.gyroscope, func() lolasensors.Gyroscope {
		return lolasensors.Gyroscope{X: r.Gyroscope[0], Y: r.Gyroscope[1], Z: r.Gyroscope[2]}
	})
	send(err, p.angle, func() lolasensors.Angle { return lolasensors.Angle{X: r.Angles[0], Y: r.Angles[1]} })
}

// motors publishes the joints.
func (p *lolaSensors) motors(s *nao.State, err *error) {
	r := &p.raw
	send(err, p.jointPositions, func() lolasensors.JointPositions { return lolasensors.JointPositions{Positions: r.Position} })
	send(err, p.jointStiffnesses, func() lolasensors.JointStiffnesses { return lolasensors.JointStiffnesses{Stiffnesses: r.Stiffness} })
	if s.Capabilities.Has(nao.SensesCurrent) {
		send(err, p.jointCurrents, func() lolasensors.JointCurrents { return lolasensors.JointCurrents{Currents: r.Current} })
	}
	if !s.Capabilities.Has(nao.SensesTemperature) {
		return
	}
	send(err, p.jointTemperatures, func() lolasensors.JointTemperatures {
		return lolasensors.JointTemperatures{Temperatures: r.Temperature}
	})
	send(err, p.jointStatuses, func() (m lolasensors.JointStatuses) {
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
	send(err, p.buttons, func() lolasensors.Buttons {
		return lolasensors.Buttons{
			Chest:            t[nao.ChestButton],
			LFootBumperLeft:  t[nao.LFootBumperLeft],
			LFootBumperRight: t[nao.LFootBumperRight],
			RFootBumperLeft:  t[nao.RFootBumperLeft],
			RFootBumperRight: t[nao.RFootBumperRight],
		}
	})
	send(err, p.touch, func() lolasensors.Touch {
		return lolasensors.Touch{HeadFront: t[nao.HeadFront], HeadMiddle: t[nao.HeadMiddle], HeadRear: t[nao.HeadRear]}
	})
}

// config publishes which robot it is.
func (p *lolaSensors) config(err *error) {
	if p.robotConfig.Subscribers() == 0 {
		return
	}
	name := p.name()
	if name == [4]string{} {
		return
	}
	send(err, p.robotConfig, func() lolasensors.RobotConfig {
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
