// Package motionreport publishes what a robot's motion does: the topics that the nodes motion and player share.
//
//	publishes  motion_state  gonao_msgs/MotionState  at every change and once a second
//	           phase         biped_interfaces/Phase  which leg bears, 83.3 Hz, while subscribed
//	           odom          nav_msgs/Odometry       odom to base_footprint, 41.7 Hz, while subscribed
//	           /tf           tf2_msgs/TFMessage      odom to base_footprint to base_link, 41.7 Hz
package motionreport

import (
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/motion"
	"gonao/msgs"
	bipedinterfaces "gonao/msgs/biped_interfaces"
	navmsgs "gonao/msgs/nav_msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/tf"
)

// The frames of REP 105 and 120.
const (
	OdomFrame      = "odom"
	FootprintFrame = "base_footprint"
	torsoFrame     = "base_link"
)

// reportPeriod is how often motion_state is published when nothing changes.
const reportPeriod = time.Second

// A Reporter publishes the state of the body and its odometry. It belongs to the loop that steps the motion.
type Reporter struct {
	States *ros.Publisher[msgs.MotionState]      `topic:"motion_state" qos:"reliable, transient local, depth 1" doc:"at every change and once a second"`
	Phases *ros.Publisher[bipedinterfaces.Phase] `topic:"phase" doc:"which leg bears, 83.3 Hz, while subscribed"`
	Odom   *ros.Publisher[navmsgs.Odometry]      `topic:"odom" doc:"odom to base_footprint, 41.7 Hz, while subscribed"`
	Frames *tf.Broadcaster                       `topic:"/tf" doc:"odom to base_footprint to base_link, 41.7 Hz"`
	torso  string                                // frame

	changes  uint64 // of the motion, at the last motion_state
	state    motion.BodyState
	support  uint8
	reported time.Time
	fresh    bool // something was published already
	walked   navmsgs.Odometry
	errors   covariance
	poses    [2]tf.Stamped
	odd      bool // every other cycle
}

// New opens the topics; prefix stands before the names of the frames.
func New(n *ros.Node, prefix string) (*Reporter, error) {
	r := &Reporter{torso: prefix + torsoFrame}
	if err := ros.Open(n, r); err != nil {
		return nil, err
	}
	odom, footprint := prefix+OdomFrame, prefix+FootprintFrame
	r.walked.Header.FrameId, r.walked.ChildFrameId = odom, footprint
	r.poses[0].Parent, r.poses[0].Child = odom, footprint
	r.poses[1].Parent, r.poses[1].Child = footprint, r.torso
	return r, nil
}

// Publish publishes due topics after a cycle.
func (r *Reporter) Publish(m *motion.Motion, at time.Time) error {
	support := support(m)
	if r.Phases.Subscribers() > 0 {
		phase := bipedinterfaces.Phase{Phase: int32(support)}
		phase.Header.Stamp = ros.Stamp(at)
		phase.Header.FrameId = r.torso
		if err := r.Phases.Publish(phase); err != nil {
			return err
		}
	}
	if r.odd = !r.odd; r.odd {
		if err := r.place(m, at); err != nil {
			return err
		}
	}
	since := at.Sub(r.reported)
	if r.fresh && m.Changes() == r.changes && m.State() == r.state && since >= 0 && since < reportPeriod {
		return nil
	}
	r.fresh, r.changes, r.state, r.support, r.reported = true, m.Changes(), m.State(), support, at
	v := m.Asked()
	return r.States.Publish(msgs.MotionState{
		Stamp: ros.Stamp(at), State: uint8(r.state), Name: r.state.String(), Detail: m.Detail(), InState: float32(m.InStateSec()),
		HeadOwner: m.Owner(motion.Head), LeftArmOwner: m.Owner(motion.LeftArm), RightArmOwner: m.Owner(motion.RightArm),
		LegsOwner: m.Owner(motion.Legs), Support: support,
		VelocityX: float32(v.X), VelocityY: float32(v.Y), VelocityYaw: float32(v.Yaw),
		CanWalk: m.CanWalk(), Falls: uint32(m.Falls()),
	})
}

// support returns the legs that bear the robot, in the numbers of Phase and MotionState.
func support(m *motion.Motion) uint8 {
	leg, double := m.SupportLeg()
	switch {
	case double:
		return msgs.MotionStateDoubleSupport
	case leg == nao.LeftLeg:
		return msgs.MotionStateLeftSupport
	default:
		return msgs.MotionStateRightSupport
	}
}

// place publishes odom and the frames between the ground and the torso.
func (r *Reporter) place(m *motion.Motion, at time.Time) error {
	o := m.Odometry()
	r.errors.step(o, m.State() == motion.Walking, m.Falls())
	r.poses[0].Time, r.poses[1].Time = at, at
	r.poses[0].Transform = tf.Rotation(r3.Vec{Z: 1}, o.Yaw)
	r.poses[0].P = r3.Vec{X: o.X, Y: o.Y}
	state := m.Sensors()
	torso := motion.TorsoInFootprint(state)
	r.poses[1].Transform = tf.RollPitchYaw(state.Angles[0], state.Angles[1], 0)
	r.poses[1].P = torso.P
	if err := r.Frames.Send(r.poses[:]...); err != nil {
		return err
	}
	if r.Odom.Subscribers() == 0 {
		return nil
	}
	w := &r.walked
	w.Header.Stamp = ros.Stamp(at)
	w.Pose.Pose.Position.X, w.Pose.Pose.Position.Y = o.X, o.Y
	w.Pose.Pose.Orientation.Z, w.Pose.Pose.Orientation.W = math.Sin(o.Yaw/2), math.Cos(o.Yaw/2)
	w.Twist.Twist.Linear.X, w.Twist.Twist.Linear.Y, w.Twist.Twist.Angular.Z = o.VX, o.VY, o.VYaw
	r.errors.pose(&w.Pose.Covariance)
	r.errors.twist(&w.Twist.Covariance)
	return r.Odom.Publish(*w)
}
