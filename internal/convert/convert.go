// Package convert converts between messages and the types of the rooms, each pair in one place: the robot's state,
// percepts, beliefs, team messages, and head commands. They are written by hand; a test fills every field and compares it
// (docs/decisions/0037-percepts.md). Numbers are rounded to float32 on their way into a message.
package convert

import (
	"gonao/msgs"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/ros"
)

// RobotState returns the message of a state; every field survives. The caller sets the stamp: a driver's message
// carries ROS time, while s.Time counts from the driver's own start.
func RobotState(stamp builtininterfaces.Time, s *nao.State) msgs.RobotState {
	m := msgs.RobotState{
		Stamp: stamp, Cycle: s.Cycle, Touch: s.Touch, Capabilities: uint32(s.Capabilities),
		BatteryCharge: float32(s.Battery.Charge), BatteryCharging: s.Battery.Charging,
		BatteryCurrent: float32(s.Battery.Current), BatteryTemperature: float32(s.Battery.Temperature),
	}
	for j := range nao.NumJoints {
		m.Position[j], m.Stiffness[j] = float32(s.Position[j]), float32(s.Stiffness[j])
		m.Current[j], m.Temperature[j] = float32(s.Current[j]), float32(s.Temperature[j])
		m.Status[j] = uint8(s.Status[j])
	}
	copyFloats(m.Accelerometer[:], s.Accelerometer[:])
	copyFloats(m.Gyroscope[:], s.Gyroscope[:])
	copyFloats(m.Angles[:], s.Angles[:])
	copyFloats(m.Fsr[:], s.FSR[:])
	copyFloats(m.Sonar[:], s.Sonar[:])
	return m
}

// SetState sets s to what a message holds. Time is that of the message's stamp, since time zero.
func SetState(s *nao.State, m *msgs.RobotState) {
	s.Time, s.Cycle = ros.StampSinceEpoch(m.Stamp), m.Cycle
	s.Touch, s.Capabilities = m.Touch, nao.Capabilities(m.Capabilities)
	s.Battery = nao.Battery{
		Charge: float64(m.BatteryCharge), Charging: m.BatteryCharging,
		Current: float64(m.BatteryCurrent), Temperature: float64(m.BatteryTemperature),
	}
	for j := range nao.NumJoints {
		s.Position[j], s.Stiffness[j] = float64(m.Position[j]), float64(m.Stiffness[j])
		s.Current[j], s.Temperature[j] = float64(m.Current[j]), float64(m.Temperature[j])
		s.Status[j] = nao.JointStatus(m.Status[j])
	}
	copyFloats(s.Accelerometer[:], m.Accelerometer[:])
	copyFloats(s.Gyroscope[:], m.Gyroscope[:])
	copyFloats(s.Angles[:], m.Angles[:])
	copyFloats(s.FSR[:], m.Fsr[:])
	copyFloats(s.Sonar[:], m.Sonar[:])
}

// HeadMessage returns the message of a head command; its stamp counts from time zero.
func HeadMessage(c nao.HeadCommand) msgs.HeadCommand {
	return msgs.HeadCommand{
		Stamp: ros.EpochStamp(c.Stamp), Mode: uint8(c.Mode),
		Yaw: float32(c.Yaw), Pitch: float32(c.Pitch), YawRate: float32(c.YawRate), PitchRate: float32(c.PitchRate),
	}
}

// HeadCommand returns the head command of a message.
func HeadCommand(m *msgs.HeadCommand) nao.HeadCommand {
	return nao.HeadCommand{
		Stamp: ros.StampSinceEpoch(m.Stamp), Mode: nao.HeadMode(m.Mode),
		Yaw: float64(m.Yaw), Pitch: float64(m.Pitch), YawRate: float64(m.YawRate), PitchRate: float64(m.PitchRate),
	}
}

// copyFloats copies numbers of one precision to another.
func copyFloats[A, B float32 | float64](to []A, from []B) {
	for i, v := range from {
		to[i] = A(v)
	}
}

// Blob returns the percept of a message's blob.
func Blob(m *msgs.ColorBlob) percepts.Blob {
	return percepts.Blob{
		Color: m.Color,
		Bearing: percepts.Bearing{
			Azimuth: float64(m.Azimuth), Elevation: float64(m.Elevation),
			ImageAzimuth: float64(m.ImageAzimuth), ImageElevation: float64(m.ImageElevation),
		},
		AngularRadius: float64(m.AngularRadius), Distance: float64(m.Distance), Confidence: float64(m.Confidence),
	}
}
