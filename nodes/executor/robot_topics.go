package executor

import (
	"fmt"
	"math"
	"time"

	"gonao/behavior"
	"gonao/behavior/track"
	"gonao/internal/convert"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	"gonao/nao"
	"gonao/percepts"
	"gonao/ros"
)

// robotTopics is the robot as the machines see it, over ROS. The holder of the executor's
// robotLock owns it, but for the ports.
type robotTopics struct {
	*ports
	beliefTopics
	field    string // that it is on; empty: not known
	blobs    *ros.Watcher[msgs.ColorBlobArray]
	state    *ros.Watcher[msgs.RobotState]
	head     *ros.Publisher[msgs.HeadCommand]
	odom     *ros.Watcher[navmsgs.Odometry]
	walk     *ros.Publisher[geometrymsgs.Twist]
	errorLog *errorLog

	image    percepts.Image // of this round
	anyImage bool
	now      nao.State // of the body, in this round
	anyState bool
	walked   percepts.Odometry
	anyOdom  bool
}

// open makes the robot's topics and the clients of the table's actions.
func (b *robotTopics) open() (err error) {
	if b.blobs, err = ros.Watch[msgs.ColorBlobArray](b.n, "color_blobs", ros.SensorData()); err != nil {
		return err
	}
	if b.state, err = ros.Watch[msgs.RobotState](b.n, "robot_state", ros.BestEffort(), ros.Depth(1)); err != nil {
		return err
	}
	if b.head, err = ros.Advertise[msgs.HeadCommand](b.n, "head_command", ros.Reliable(), ros.Depth(1)); err != nil {
		return err
	}
	if b.walk, err = ros.Advertise[geometrymsgs.Twist](b.n, "cmd_vel", ros.Reliable(), ros.Depth(1)); err != nil {
		return err
	}
	if b.odom, err = ros.Watch[navmsgs.Odometry](b.n, "odom", ros.BestEffort(), ros.Depth(1)); err != nil {
		return err
	}
	if err = b.beliefTopics.open(b.n, b.field); err != nil {
		return err
	}
	return b.openTable()
}

// there says which of the robot's topics have spoken.
func (b *robotTopics) there() (state, image bool) {
	_, state = b.state.Get()
	_, image = b.blobs.Get()
	return state, image
}

// forget drops what was seen before the clock went back.
func (b *robotTopics) forget() {
	b.image, b.anyImage, b.anyState, b.anyOdom = percepts.Image{}, false, false, false
	b.beliefTopics.forget()
}

// look takes what is new, once a round, so that all machines of a round see the same.
func (b *robotTopics) look() {
	b.beliefTopics.look()
	if s, ok := b.state.Get(); ok {
		convert.SetState(&b.now, &s)
		b.anyState = true
	}
	if o, ok := b.odom.Get(); ok {
		at, q := o.Pose.Pose.Position, o.Pose.Pose.Orientation
		b.walked = percepts.Odometry{
			Stamp: ros.StampSinceEpoch(o.Header.Stamp), X: at.X, Y: at.Y,
			Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z)),
		}
		b.anyOdom = true
	}
	m, ok := b.blobs.Get()
	if !ok {
		return
	}
	stamp := ros.StampSinceEpoch(m.Header.Stamp)
	if stamp == b.image.Stamp && b.anyImage {
		return
	}
	b.anyImage = true
	b.image.Stamp = stamp
	b.image.HeadYaw, b.image.HeadPitch = float64(m.HeadYaw), float64(m.HeadPitch)
	b.image.Blobs = b.image.Blobs[:0]
	for i := range m.Blobs {
		b.image.Blobs = append(b.image.Blobs, convert.Blob(&m.Blobs[i]))
	}
}

// Image returns the newest image; see [behavior.Inputs].
func (b *robotTopics) Image() (*percepts.Image, bool) { return &b.image, b.anyImage }

// Body returns the last robot_state; see [behavior.Inputs].
func (b *robotTopics) Body() (*nao.State, bool) { return &b.now, b.anyState }

// Odometry returns the last odom; see [behavior.Inputs].
func (b *robotTopics) Odometry() (percepts.Odometry, bool) { return b.walked, b.anyOdom }

// Walk publishes cmd_vel; see [behavior.Outputs].
func (b *robotTopics) Walk(v behavior.Velocity) {
	var twist geometrymsgs.Twist
	twist.Linear.X, twist.Linear.Y, twist.Angular.Z = v.X, v.Y, v.Turn
	if err := b.walk.Publish(twist); err != nil {
		b.errorLog.report(fmt.Errorf("publish cmd_vel: %w", err))
	}
}

// CommandHead publishes a head command; see [behavior.Outputs].
func (b *robotTopics) CommandHead(c track.Command) {
	mode := msgs.HeadCommandModePosition
	if c.Mode == track.Speed {
		mode = msgs.HeadCommandModeSpeed
	}
	err := b.head.Publish(msgs.HeadCommand{
		Stamp:     ros.Stamp(time.Unix(0, 0).Add(c.Stamp)),
		Mode:      mode,
		Yaw:       float32(c.Yaw),
		Pitch:     float32(c.Pitch),
		YawRate:   float32(c.YawRate),
		PitchRate: float32(c.PitchRate),
	})
	if err != nil {
		b.errorLog.report(fmt.Errorf("publish head_command: %w", err))
	}
}
