package behavior

import (
	"gonao/hfsm"
	"gonao/nao"
)

// sense is an input that comes from the body. The value is that of the last state.
type sense struct {
	name  string
	about string
	float func(*nao.State) float64
	bool  func(*nao.State) bool
}

// senses are the inputs machines may declare besides those of the ball.
var senses = []sense{
	{name: "accel_x", about: "m/s², forward; +9.81 on its back", float: func(s *nao.State) float64 { return s.Accelerometer[0] }},
	{name: "accel_y", about: "m/s², left; +9.81 on its right side", float: func(s *nao.State) float64 { return s.Accelerometer[1] }},
	{name: "accel_z", about: "m/s², up; +9.81 upright", float: func(s *nao.State) float64 { return s.Accelerometer[2] }},
	{name: "gyro_x", about: "rad/s, about forward", float: func(s *nao.State) float64 { return s.Gyroscope[0] }},
	{name: "gyro_y", about: "rad/s, about left", float: func(s *nao.State) float64 { return s.Gyroscope[1] }},
	{name: "gyro_z", about: "rad/s, about up", float: func(s *nao.State) float64 { return s.Gyroscope[2] }},
	{name: "torso_roll", about: "rad, right side down positive", float: func(s *nao.State) float64 { return s.Angles[0] }},
	{name: "torso_pitch", about: "rad, leaning forward positive", float: func(s *nao.State) float64 { return s.Angles[1] }},
	{name: "head_yaw", about: "rad, left positive", float: func(s *nao.State) float64 { return s.Position[nao.HeadYaw] }},
	{name: "head_pitch", about: "rad, down positive", float: func(s *nao.State) float64 { return s.Position[nao.HeadPitch] }},
	{name: "weight", about: "N on both soles; 53 standing", float: weight},
	{name: "battery", about: "0 to 1", float: func(s *nao.State) float64 { return s.Battery.Charge }},
	{name: "sonar_left", about: "m", float: func(s *nao.State) float64 { return s.Sonar[0] }},
	{name: "sonar_right", about: "m", float: func(s *nao.State) float64 { return s.Sonar[1] }},
	{name: "chest_button", about: "is pressed", bool: func(s *nao.State) bool { return s.Touch[nao.ChestButton] }},
	{name: "head_touched", about: "any of its three pads", bool: touched(nao.HeadFront, nao.HeadMiddle, nao.HeadRear)},
	{name: "bumper_left", about: "either one of the left foot", bool: touched(nao.LFootBumperLeft, nao.LFootBumperRight)},
	{name: "bumper_right", about: "either one of the right foot", bool: touched(nao.RFootBumperLeft, nao.RFootBumperRight)},
}

// weight sums what the soles carry.
func weight(s *nao.State) float64 {
	sum := 0.0
	for _, f := range s.FSR {
		sum += f
	}
	return sum
}

// touched says whether any of these is pressed.
func touched(which ...nao.Touch) func(*nao.State) bool {
	return func(s *nao.State) bool {
		for _, t := range which {
			if s.Touch[t] {
				return true
			}
		}
		return false
	}
}

// feel is a sense that the machine reads.
type feel struct {
	in    hfsm.Input
	sense *sense
}

// feels gives the senses a model has declared.
func feels(model *hfsm.Model) []feel {
	var all []feel
	for i := range senses {
		if in, ok := model.Input(senses[i].name); ok {
			all = append(all, feel{in, &senses[i]})
		}
	}
	return all
}
