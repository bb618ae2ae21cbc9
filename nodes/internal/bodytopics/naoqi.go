package bodytopics

import (
	"fmt"
	"math"
	"strings"

	builtininterfaces "gonao/msgs/builtin_interfaces"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
)

// naoqiTopics publishes the topics of naoqi_driver, for sensors that the body has and topics that
// are subscribed.
type naoqiTopics struct {
	Imu        *ros.Publisher[sensormsgs.Imu]            `topic:"imu/torso" doc:"as imu"`
	SonarLeft  *ros.Publisher[sensormsgs.Range]          `topic:"sonar/left" doc:"10.4 Hz; nothing is +Inf"`
	SonarRight *ros.Publisher[sensormsgs.Range]          `topic:"sonar/right" doc:"m; 10.4 Hz, while subscribed"`
	Bumper     *ros.Publisher[naoqibridgemsgs.Bumper]    `topic:"bumper" doc:"when pressed or released, on change"`
	HeadTouch  *ros.Publisher[naoqibridgemsgs.HeadTouch] `topic:"head_touch" doc:"on change"`
	HandTouch  *ros.Publisher[naoqibridgemsgs.HandTouch] `topic:"hand_touch" doc:"on change"`

	frames  naoqiFrames
	buttons *safety.ButtonDetector // stepped with the state already
	before  [nao.NumTouch]bool     // pressed in the cycle before
}

// sonarEvery is the number of cycles between two ranges: the sonars measure about ten times a
// second.
const sonarEvery = 8

// publish publishes a state.
func (p *naoqiTopics) publish(stamp builtininterfaces.Time, s *nao.State) (err error) {
	if s.Capabilities.Has(nao.SensesIMU) {
		send(&err, p.Imu, func() sensormsgs.Imu { return imu(stamp, p.frames.imu, s) })
	}
	if s.Capabilities.Has(nao.SensesSonar) && s.Cycle%sonarEvery == 0 {
		for i := range nao.Sonar(nao.NumSonars) {
			send(&err, [...]*ros.Publisher[sensormsgs.Range]{nao.LeftSonar: p.SonarLeft, nao.RightSonar: p.SonarRight}[i], func() sensormsgs.Range { return rangeOf(stamp, p.frames.sonar[i], s.Sonar[i]) })
		}
	}
	if s.Capabilities.Has(nao.SensesTouch) {
		p.events(&err)
	}
	return err
}

// naoqiFrames are the frames of the sensors in the robot's description, with the prefix.
type naoqiFrames struct {
	imu   string
	sonar [nao.NumSonars]string
}

func newNaoqiFrames(prefix ros.FramePrefix) naoqiFrames {
	f := naoqiFrames{imu: prefix.Frame(nao.AccelerometerFrame)}
	for i := range f.sonar {
		f.sonar[i] = prefix.Frame(nao.Sonar(i).String() + "_frame")
	}
	return f
}

// rangeOf returns a sonar's distance as REP 117 defines it: +Inf beyond the sonar's range, −Inf
// below it, NaN when nothing was measured.
func rangeOf(stamp builtininterfaces.Time, frame string, distance float64) sensormsgs.Range {
	switch {
	case distance > nao.SonarMax:
		distance = math.Inf(1)
	case distance < nao.SonarMin:
		distance = math.Inf(-1)
	}
	return sensormsgs.Range{
		Header:        stdmsgs.Header{Stamp: stamp, FrameId: frame},
		RadiationType: sensormsgs.RangeUltrasound,
		FieldOfView:   nao.SonarFOV, MinRange: nao.SonarMin, MaxRange: nao.SonarMax,
		Range: float32(distance),
	}
}

// The numbers of the touch sensors in naoqi_driver's messages.
var (
	headTouches = [...]struct {
		touch  nao.Touch
		button uint8
	}{
		{nao.HeadFront, naoqibridgemsgs.HeadTouchButtonFront},
		{nao.HeadMiddle, naoqibridgemsgs.HeadTouchButtonMiddle},
		{nao.HeadRear, naoqibridgemsgs.HeadTouchButtonRear},
	}
	handTouches = [...]struct {
		touch nao.Touch
		hand  uint8
	}{
		{nao.RHandBack, naoqibridgemsgs.HandTouchRightBack},
		{nao.RHandLeft, naoqibridgemsgs.HandTouchRightLeft},
		{nao.RHandRight, naoqibridgemsgs.HandTouchRightRight},
		{nao.LHandBack, naoqibridgemsgs.HandTouchLeftBack},
		{nao.LHandLeft, naoqibridgemsgs.HandTouchLeftLeft},
		{nao.LHandRight, naoqibridgemsgs.HandTouchLeftRight},
	}
	bumpers = [...]struct {
		left, right nao.Touch // of one foot
		bumper      uint8
	}{
		{nao.RFootBumperLeft, nao.RFootBumperRight, naoqibridgemsgs.BumperRight},
		{nao.LFootBumperLeft, nao.LFootBumperRight, naoqibridgemsgs.BumperLeft},
	}
)

// events publishes the presses and releases since the last cycle, debounced.
func (p *naoqiTopics) events(err *error) {
	was, now := p.before, p.buttons.Down()
	p.before = now
	if now == was {
		return
	}
	for _, t := range headTouches {
		if now[t.touch] != was[t.touch] {
			send(err, p.HeadTouch, func() naoqibridgemsgs.HeadTouch {
				return naoqibridgemsgs.HeadTouch{Button: t.button, State: pressed(now[t.touch])}
			})
		}
	}
	for _, t := range handTouches {
		if now[t.touch] != was[t.touch] {
			send(err, p.HandTouch, func() naoqibridgemsgs.HandTouch {
				return naoqibridgemsgs.HandTouch{Hand: t.hand, State: pressed(now[t.touch])}
			})
		}
	}
	for _, foot := range bumpers { // one bumper per foot, with a switch at either side
		on := now[foot.left] || now[foot.right]
		if on != (was[foot.left] || was[foot.right]) {
			send(err, p.Bumper, func() naoqibridgemsgs.Bumper {
				return naoqibridgemsgs.Bumper{Bumper: foot.bumper, State: pressed(on)}
			})
		}
	}
}

// pressed returns the number of a state in all three messages.
func pressed(on bool) uint8 {
	if on {
		return naoqibridgemsgs.BumperStatePressed
	}
	return naoqibridgemsgs.BumperStateReleased
}

// info returns which robot it is, as naoqi_driver does: keys of ALMemory and their values.
func info(stamp builtininterfaces.Time, name [4]string) naoqibridgemsgs.StringStamped {
	var parts []string
	for i, key := range [...]string{
		"Device/DeviceList/ChestBoard/BodyId", "RobotConfig/Body/BaseVersion",
		"RobotConfig/Head/FullHeadId", "RobotConfig/Head/BaseVersion",
	} {
		parts = append(parts, fmt.Sprintf("%s: %s", key, name[i]))
	}
	return naoqibridgemsgs.StringStamped{Header: stdmsgs.Header{Stamp: stamp}, Data: strings.Join(parts, " ; ")}
}
