package motion

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/speed"
	controlmsgs "gonao/msgs/control_msgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nao"
)

// setVelocity hands a velocity to the motion. That the robot does not walk now is no
// news: motion_state says why. That it is slower than it was told, is said once.
func (l *loop) setVelocity(m *geometrymsgs.Twist) {
	v := motion.Velocity{X: m.Linear.X, Y: m.Linear.Y, Yaw: m.Angular.Z}
	if rest := math.Abs(m.Linear.Z) + math.Abs(m.Angular.X) + math.Abs(m.Angular.Y); rest != 0 && !l.saidFlat {
		l.n.Log.Warn("cmd_vel: the robot walks on the ground: linear.z, angular.x and angular.y are not looked at")
		l.saidFlat = true
	}
	if err := l.motion.SetVelocity(v); err != nil {
		if errors.Is(err, motion.ErrBadGoal) {
			l.refuse(&l.badVelocities, err)
		}
		return
	}
	limit := l.limits.Limit(v)
	if slower := limit != v; slower != l.slower {
		if l.slower = slower; slower {
			l.n.Log.Warn("cmd_vel is beyond the walk's limits: scaled", "x", v.X, "y", v.Y, "yaw", v.Yaw,
				"to_x", limit.X, "to_y", limit.Y, "to_yaw", limit.Yaw)
		}
	}
}

// jog hands speeds of joints to the motion.
func (l *loop) jog(m *controlmsgs.JointJog) {
	if err := l.jogOf(m); err != nil {
		l.refuse(&l.badSpeeds, err)
	}
}

func (l *loop) jogOf(m *controlmsgs.JointJog) error {
	if len(m.Displacements) > 0 {
		return errors.New("joint_jog: displacements: expected none, only velocities; move_joints goes to angles")
	}
	if len(m.JointNames) != len(m.Velocities) {
		return fmt.Errorf("joint_jog: %d names and %d velocities: expected as many", len(m.JointNames), len(m.Velocities))
	}
	if !(m.Duration >= 0 && m.Duration <= speed.MaxHold.Seconds()) {
		return fmt.Errorf("joint_jog: duration %g: expected 0 to %g s", m.Duration, speed.MaxHold.Seconds())
	}
	targets := make([]speed.Target, len(m.JointNames))
	for i, name := range m.JointNames {
		joint, err := nao.ParseJoint(name)
		if err != nil {
			return fmt.Errorf("joint_jog: %w", err)
		}
		targets[i] = speed.Target{Joint: joint, RadPerSec: m.Velocities[i]}
	}
	return l.motion.SetJointSpeeds(targets, time.Duration(m.Duration*float64(time.Second)))
}
