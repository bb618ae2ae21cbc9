package executor

import (
	"fmt"
	"math"

	"gonao/behavior"
	"gonao/internal/convert"
	"gonao/msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/ros"
)

// robotTopics is the machines' view of the robot, over ROS. The holder of the executor's robotLock owns it, except the
// ports.
type robotTopics struct {
	*ports
	beliefTopics
	field    string                             // the field; empty: unknown
	Blobs    *ros.Watcher[msgs.ColorBlobArray]  `topic:"color_blobs" qos:"sensor data" doc:"what vision found in each image"`
	State    *ros.Watcher[msgs.RobotState]      `topic:"robot_state" qos:"latest" from:"one publisher, silent after 300ms" doc:"where the head is; that the robot is there"`
	Head     *ros.Publisher[msgs.HeadCommand]   `topic:"head_command" qos:"reliable, depth 1" doc:"50 Hz, while a machine follows a ball"`
	Odom     *ros.Watcher[navmsgs.Odometry]     `topic:"odom" qos:"latest" doc:"where the robot has walked to"`
	Velocity *ros.Publisher[geometrymsgs.Twist] `topic:"cmd_vel" qos:"reliable, depth 1" doc:"while a machine walks, and once when it stops"`
	Motion   *ros.Watcher[msgs.MotionState]     `topic:"motion_state" qos:"reliable, transient local, depth 1" doc:"whether the robot lies"`
	errorLog *errorLog

	image    percepts.Image // of this round
	anyImage bool
	now      nao.State // of the body, in this round
	anyState bool
	walked   percepts.Odometry
	anyOdom  bool
}

// open makes the robot's topics and the clients of the table's actions.
func (b *robotTopics) open() error {
	if err := ros.Open(b.n, b); err != nil {
		return err
	}
	if err := b.beliefTopics.open(b.n, b.field); err != nil {
		return err
	}
	return b.openTable()
}

// there reports from which of the robot's topics messages have come.
func (b *robotTopics) there() (state, image bool) {
	_, state = b.State.Get()
	_, image = b.Blobs.Get()
	return state, image
}

// forget drops data from before the clock went back.
func (b *robotTopics) forget() {
	b.image, b.anyImage, b.anyState, b.anyOdom = percepts.Image{}, false, false, false
	b.beliefTopics.forget()
}

// look reads new messages, once a round, so that all machines of a round have the same data.
func (b *robotTopics) look() {
	b.beliefTopics.look()
	if s, ok := b.State.Get(); ok {
		convert.SetState(&b.now, &s)
		b.anyState = true
	}
	if o, ok := b.Odom.Get(); ok {
		at, q := o.Pose.Pose.Position, o.Pose.Pose.Orientation
		b.walked = percepts.Odometry{
			Stamp: ros.StampSinceEpoch(o.Header.Stamp), X: at.X, Y: at.Y,
			Theta: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z)),
		}
		b.anyOdom = true
	}
	m, ok := b.Blobs.Get()
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

// Fallen returns the last report of motion_state; see [behavior.Inputs].
func (b *robotTopics) Fallen() bool {
	m, ok := b.Motion.Get()
	return ok && (m.State == msgs.MotionStateFalling || m.State == msgs.MotionStateFallen || m.State == msgs.MotionStateGettingUp)
}

// Walk publishes cmd_vel; see [behavior.Outputs].
func (b *robotTopics) Walk(v behavior.Velocity) {
	var twist geometrymsgs.Twist
	twist.Linear.X, twist.Linear.Y, twist.Angular.Z = v.X, v.Y, v.Yaw
	if err := b.Velocity.Publish(twist); err != nil {
		b.errorLog.report(fmt.Errorf("publish cmd_vel: %w", err))
	}
}

// CommandHead publishes a head command; see [behavior.Outputs].
func (b *robotTopics) CommandHead(c nao.HeadCommand, _ bool) {
	if err := b.Head.Publish(convert.HeadMessage(c)); err != nil {
		b.errorLog.report(fmt.Errorf("publish head_command: %w", err))
	}
}
