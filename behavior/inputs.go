package behavior

import (
	"time"

	"gonao/behavior/play"
	"gonao/behavior/vocabulary"
	"gonao/hfsm"
	"gonao/nao"
)

// Inputs with a part of their own in the brain.
const (
	outcomeInput   = "outcome"
	positionsInput = "positions_reached"
)

// Periods of the sources.
const (
	bodyPeriod  = nao.CyclePeriod
	odomPeriod  = 2 * nao.CyclePeriod
	imagePeriod = 33 * time.Millisecond
)

// input is an entry of the table of inputs. Those without a function are written by the
// brain itself.
type input struct {
	vocabulary.Input
	float func(*nao.State) float64
	bool  func(*nao.State) bool
	play  func(*play.Skills) hfsm.Value
}

// inputs is the table of inputs, without those for the feedback of actions.
var inputs = concat(brainInputs, bodyInputs, playInputs)

// before holds the first values of inputs, if they differ from 0, false and "".
var before = map[string]hfsm.Value{
	"ball_age": hfsm.FloatValue(neverSeen), "ball_seen_age": hfsm.FloatValue(neverSeen), "obstacle_distance": hfsm.FloatValue(noRobot),
	"obstacle_x": hfsm.FloatValue(noRobot), "game_state": hfsm.StringValue("initial"), "game_ball_distance": hfsm.FloatValue(noBall),
	"threat": hfsm.FloatValue(noThreat),
}

// Values of inputs where there is nothing.
const (
	noBall   = 99 // m
	noThreat = 99 // s
)

// brainInputs are written by the brain.
var brainInputs = []input{
	brainInput("ball_age", "s", "time since the followed ball was last seen; 1e9 if it was never seen, or no ball is followed", "ball", "color_blobs", imagePeriod),
	brainInput("ball_azimuth", "rad", "direction of the followed ball from the neck, left positive", "ball", "color_blobs", imagePeriod),
	brainInput("ball_elevation", "rad", "direction of the followed ball from the neck, up positive", "ball", "color_blobs", imagePeriod),
	brainInput("odom_x", "m", "distance walked, forward as the robot stood when it began to count", "legs", "odom", odomPeriod),
	brainInput("odom_y", "m", "distance walked, to the left", "legs", "odom", odomPeriod),
	brainInput("odom_theta", "rad", "heading since it began to count, counterclockwise", "legs", "odom", odomPeriod),
	{Input: vocabulary.Input{
		Name: outcomeInput, Type: hfsm.String, Source: "the action that ended last",
		Description: "word of how the action of this machine ended that ended last",
	}},
}

// bodyInputs come from the body. The value is that of the last state.
var bodyInputs = []input{
	bodyFloat("accel_x", "m/s²", "acceleration forward; +9.81 on its back", func(s *nao.State) float64 { return s.Accelerometer[0] }),
	bodyFloat("accel_y", "m/s²", "acceleration to the left; +9.81 on its right side", func(s *nao.State) float64 { return s.Accelerometer[1] }),
	bodyFloat("accel_z", "m/s²", "acceleration up; +9.81 upright", func(s *nao.State) float64 { return s.Accelerometer[2] }),
	bodyFloat("gyro_x", "rad/s", "angular velocity about forward", func(s *nao.State) float64 { return s.Gyroscope[0] }),
	bodyFloat("gyro_y", "rad/s", "angular velocity about left", func(s *nao.State) float64 { return s.Gyroscope[1] }),
	bodyFloat("gyro_z", "rad/s", "angular velocity about up", func(s *nao.State) float64 { return s.Gyroscope[2] }),
	bodyFloat("torso_roll", "rad", "lean of the torso, right side down positive", func(s *nao.State) float64 { return s.Angles[0] }),
	bodyFloat("torso_pitch", "rad", "lean of the torso, forward positive", func(s *nao.State) float64 { return s.Angles[1] }),
	bodyFloat("head_yaw", "rad", "angle of the neck, left positive", func(s *nao.State) float64 { return s.Position[nao.HeadYaw] }),
	bodyFloat("head_pitch", "rad", "angle of the neck, down positive", func(s *nao.State) float64 { return s.Position[nao.HeadPitch] }),
	bodyFloat("weight", "N", "force on both soles; 53 standing", weight),
	bodyFloat("battery", "", "charge, 0 to 1", func(s *nao.State) float64 { return s.Battery.Charge }),
	bodyFloat("sonar_left", "m", "distance; 5 without an echo, NaN when not measured", func(s *nao.State) float64 { return s.Sonar[0] }),
	bodyFloat("sonar_right", "m", "distance; 5 without an echo, NaN when not measured", func(s *nao.State) float64 { return s.Sonar[1] }),
	bodyBool("chest_button", "the button is pressed", func(s *nao.State) bool { return s.Touch[nao.ChestButton] }),
	bodyBool("head_touched", "any of the head's three pads is touched", touched(nao.HeadFront, nao.HeadMiddle, nao.HeadRear)),
	bodyBool("bumper_left", "either bumper of the left foot is pressed", touched(nao.LFootBumperLeft, nao.LFootBumperRight)),
	bodyBool("bumper_right", "either bumper of the right foot is pressed", touched(nao.RFootBumperLeft, nao.RFootBumperRight)),
}

func brainInput(name, unit, about, group, source string, period time.Duration) input {
	return input{Input: vocabulary.Input{
		Name: name, Type: hfsm.Float, Unit: unit, Description: about, Group: group, Source: source, Period: period,
	}}
}

func bodyFloat(name, unit, about string, read func(*nao.State) float64) input {
	in := brainInput(name, unit, about, "body", "robot_state", bodyPeriod)
	in.float = read
	return in
}

func bodyBool(name, about string, read func(*nao.State) bool) input {
	in := brainInput(name, "", about, "body", "robot_state", bodyPeriod)
	in.Type, in.bool = hfsm.Bool, read
	return in
}

func concat(lists ...[]input) (all []input) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// weight returns the sum of the forces on the soles.
func weight(s *nao.State) float64 {
	sum := 0.0
	for _, f := range s.FSR {
		sum += f
	}
	return sum
}

// touched returns a function that reports whether any of these is pressed.
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

// bodyInput is an input from the body that a machine reads.
type bodyInput struct {
	in    hfsm.Input
	entry *input
}

// usedBodyInputs returns the inputs from the body that a model has declared.
func usedBodyInputs(model *hfsm.Model) []bodyInput {
	var all []bodyInput
	for i := range bodyInputs {
		if in, ok := model.Input(bodyInputs[i].Name); ok {
			all = append(all, bodyInput{in, &bodyInputs[i]})
		}
	}
	return all
}
