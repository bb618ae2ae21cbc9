package motion

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strings"

	"gonao/motion"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nodes/internal/motionreport"
)

// velocityInput passes cmd_vel to the motion, and logs the parts that the robot does not follow.
type velocityInput struct {
	refused refusals

	last        motion.Velocity // last accepted velocity
	compare     bool            // not yet compared with the walk's velocity
	scaled      bool            // the last one was beyond the walk's limits
	warnedSpace bool            // about components that a walk does not have
}

// setVelocity passes a velocity to the motion. That the robot cannot walk now is not logged:
// motion_state has the reason.
func (l *loop) setVelocity(m *geometrymsgs.Twist) {
	in := &l.velocity
	v := motion.Velocity{X: m.Linear.X, Y: m.Linear.Y, Yaw: m.Angular.Z}
	if rest := math.Abs(m.Linear.Z) + math.Abs(m.Angular.X) + math.Abs(m.Angular.Y); rest != 0 && !in.warnedSpace {
		l.n.Log.Warn("cmd_vel: the robot walks on the ground: linear.z, angular.x and angular.y are not looked at")
		in.warnedSpace = true
	}
	if err := l.motion.SetVelocity(v); err != nil {
		if errors.Is(err, motion.ErrBadGoal) || errors.Is(err, motion.ErrGyroscope) || errors.Is(err, motion.ErrGait) {
			l.refuse(&in.refused, err)
		}
		return
	}
	in.last, in.compare = v, true
}

// compareWith logs once when the walk, which has the limits, follows less than cmd_vel
// commands. It runs after a step: only then the walk has the velocity.
func (in *velocityInput) compareWith(m *motion.Motion, log *slog.Logger) {
	if !in.compare {
		return
	}
	follows := m.Asked()
	if follows == (motion.Velocity{}) && in.last != follows {
		return // not yet, or the robot has another task
	}
	in.compare = false
	scaled := follows != in.last
	if scaled && !in.scaled {
		log.Warn("cmd_vel is beyond the walk's limits: scaled", "gait", m.SelectedGait(), "x", in.last.X, "y", in.last.Y, "yaw", in.last.Yaw,
			"to_x", follows.X, "to_y", follows.Y, "to_yaw", follows.Yaw)
	}
	in.scaled = scaled
}

// setBall passes a measured ball to the kick. Frames other than base_footprint are refused.
func (l *loop) setBall(m *geometrymsgs.PointStamped) {
	var err error
	if frame := m.Header.FrameId; frame != "" && frame != motionreport.FootprintFrame && !strings.HasSuffix(frame, "/"+motionreport.FootprintFrame) {
		err = fmt.Errorf("frame %q: expected %s", m.Header.FrameId, motionreport.FootprintFrame)
	} else {
		err = l.motion.SetBall(m.Point.X, m.Point.Y)
	}
	if err != nil {
		l.refuse(&l.ball, err)
	}
}
