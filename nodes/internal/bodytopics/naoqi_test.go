package bodytopics

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	sensormsgs "gonao/msgs/sensor_msgs"
	"gonao/nao"
	"gonao/nao/body/safety"
	"gonao/ros"
)

func TestRangesAreThoseOfREP117(t *testing.T) {
	inf := math.Inf(1)
	for distance, want := range map[float64]float64{0.2: 0.2, 0.5: 0.5, 0.8: 0.8, 0.81: inf, nao.SonarNothing: inf, 0.1: -inf, 0: -inf} {
		m := rangeOf(ros.Stamp(startTime), "", distance)
		require.InDelta(t, want, m.Range, 1e-6, distance)
	}
	m := rangeOf(ros.Stamp(startTime), newNaoqiFrames("nao2/").sonar[nao.RightSonar], math.NaN())
	require.True(t, math.IsNaN(float64(m.Range)), "not measured")
	require.Equal(t, "nao2/RSonar_frame", m.Header.FrameId)
	require.InDelta(t, math.Pi/3, m.FieldOfView, 1e-6)
	require.InDelta(t, 0.2, m.MinRange, 1e-6)
	require.InDelta(t, 0.8, m.MaxRange, 1e-6)
	require.Equal(t, sensormsgs.RangeUltrasound, m.RadiationType)
}

func TestNAOqisTopicsPublishTouches(t *testing.T) {
	r := newRig(t)
	s := &r.state
	s.Accelerometer, s.Sonar = [3]float64{0, 0, 9.81}, [2]float64{0.5, nao.SonarNothing}
	s.Touch[nao.HeadFront] = true // already when the driver begins
	torso := subscribe[sensormsgs.Imu](r, "imu/torso")
	left, right := subscribe[sensormsgs.Range](r, "sonar/left"), subscribe[sensormsgs.Range](r, "sonar/right")
	bumper := subscribe[naoqibridgemsgs.Bumper](r, "bumper")
	head, hand := subscribe[naoqibridgemsgs.HeadTouch](r, "head_touch"), subscribe[naoqibridgemsgs.HandTouch](r, "hand_touch")
	r.cycle()
	require.InDelta(t, 9.81, one(t, torso).LinearAcceleration.Z, 1e-9)
	require.Empty(t, head.C(), "nothing happened")
	for range sonarEvery {
		r.cycle()
	}
	require.InDelta(t, 0.5, one(t, left).Range, 0)
	require.InDelta(t, math.Inf(1), one(t, right).Range, 0)

	sure := func() { // as many states as a button needs
		for range safety.DefaultButtonConfig().Cycles {
			r.cycle()
		}
	}
	s.Touch[nao.HeadFront], s.Touch[nao.HeadRear] = false, true
	s.Touch[nao.LHandRight], s.Touch[nao.RFootBumperLeft] = true, true
	sure()
	require.Equal(t, naoqibridgemsgs.HeadTouch{Button: naoqibridgemsgs.HeadTouchButtonRear, State: 1}, one(t, head),
		"that the other was let go is no news: nobody heard that it was pressed")
	require.Equal(t, naoqibridgemsgs.HandTouch{Hand: naoqibridgemsgs.HandTouchLeftRight, State: 1}, one(t, hand))
	require.Equal(t, naoqibridgemsgs.Bumper{Bumper: naoqibridgemsgs.BumperRight, State: 1}, one(t, bumper))
	s.Touch[nao.RFootBumperRight] = true
	sure()
	require.Empty(t, bumper.C(), "the same foot's other side")
	s.Touch[nao.RFootBumperLeft], s.Touch[nao.RFootBumperRight] = false, false
	sure()
	require.Equal(t, naoqibridgemsgs.Bumper{Bumper: naoqibridgemsgs.BumperRight}, one(t, bumper))
}

func TestBouncesAndTheCarpetPressNoBumper(t *testing.T) {
	r := newRig(t)
	s := &r.state
	bumper, head := subscribe[naoqibridgemsgs.Bumper](r, "bumper"), subscribe[naoqibridgemsgs.HeadTouch](r, "head_touch")
	r.cycle()
	for i := range 20 { // a contact that chatters
		s.Touch[nao.LFootBumperLeft], s.Touch[nao.HeadMiddle] = i%2 == 0, i%3 != 0
		r.cycle()
	}
	s.Touch = [nao.NumTouch]bool{}
	for range 10 {
		r.cycle()
	}
	require.Empty(t, bumper.C())
	require.Empty(t, head.C())
	s.Angles[1], s.Touch[nao.LFootBumperLeft] = 1.5, true // it lies on its toes
	for range 10 {
		r.cycle()
	}
	require.Empty(t, bumper.C())
}

func TestJointAnglesGoWithAPartOfTheSpeed(t *testing.T) {
	r := newRig(t)
	r.cycle()
	publish(r, "joint_angles", naoqibridgemsgs.JointAnglesWithSpeed{JointNames: []string{"HeadYaw"}, JointAngles: []float32{0.5}, Speed: 0.25})
	last, steps := 0.0, 0
	for cmd, ok := r.cycle(); ok; cmd, ok = r.cycle() {
		steps++
		require.LessOrEqual(t, cmd.Position[nao.HeadYaw]-last, 0.25*nao.HeadYaw.MaxSpeed()*nao.CyclePeriod.Seconds()+1e-9)
		require.InDelta(t, 1, cmd.Stiffness[nao.HeadYaw], 0)
		require.Zero(t, cmd.Stiffness[nao.LKneePitch], "the others stay as they were found")
		last = cmd.Position[nao.HeadYaw]
	}
	require.InDelta(t, 0.5, last, 1e-6)
	require.Equal(t, 21, steps, "0.5 rad at a quarter of 8.27 rad/s")

	publish(r, "joint_angles", naoqibridgemsgs.JointAnglesWithSpeed{JointNames: []string{"HeadJaw"}, JointAngles: []float32{0.5}, Speed: 0.25})
	_, ok := r.cycle()
	require.False(t, ok)
	require.ErrorContains(t, <-r.commander.errors, `/nao1/joint_angles is not obeyed: joint "HeadJaw": no such joint (did you mean HeadYaw?)`)
}

func TestInfoNamesTheRobot(t *testing.T) {
	m := info(ros.Stamp(startTime), [4]string{"P1", "6.0.0", "P2", "6.0.1"})
	require.Contains(t, m.Data, "RobotConfig/Head/FullHeadId: P2 ; ")
	require.Contains(t, m.Data, "Device/DeviceList/ChestBoard/BodyId: P1 ; ")
}
