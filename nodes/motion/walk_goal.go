package motion

import (
	"errors"
	"fmt"
	"math"

	"gonao/motion"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/nodes/internal/motionreport"
	"gonao/ros"
)

// goalInput passes walk_goal and walk_path to the motion.
type goalInput struct {
	Goals   *ros.Subscription[geometrymsgs.PoseWithCovarianceStamped] `topic:"walk_goal" qos:"reliable, depth 1" doc:"the newest; 2 to 20 Hz; holds as long as cmd_vel"`
	Paths   *ros.Subscription[geometrymsgs.PoseArray]                 `topic:"walk_path" qos:"reliable, depth 1" doc:"the same, by way of the poses before the last"`
	refused refusals
}

// readGoals passes the goals that have come since the last state.
func (l *loop) readGoals() {
	in := &l.goal
	if len(in.Goals.C()) > 0 {
		m := <-in.Goals.C()
		sigmaM, sigmaRad := sigmas(&m.Pose.Covariance)
		l.walkGoal(m.Header.FrameId, []geometrymsgs.Pose{m.Pose.Pose}, sigmaM, sigmaRad)
	}
	if len(in.Paths.C()) > 0 {
		m := <-in.Paths.C()
		l.walkGoal(m.Header.FrameId, m.Poses, 0, 0)
	}
}

// sigmas returns the standard deviations of a pose on the ground, m and rad.
func sigmas(covariance *[36]float64) (m, rad float64) {
	return math.Sqrt((covariance[0] + covariance[7]) / 2), math.Sqrt(covariance[35])
}

// walkGoal passes the last of some poses as the goal, and the others as way points.
func (l *loop) walkGoal(frame string, poses []geometrymsgs.Pose, sigmaM, sigmaRad float64) {
	points, err := l.pointsIn(frame, poses)
	if err == nil {
		err = l.motion.WalkGoal(points, sigmaM, sigmaRad)
	}
	if errors.Is(err, motion.ErrBadGoal) || errors.Is(err, motion.ErrUnreachable) || errors.Is(err, motion.ErrCommanded) || errors.Is(err, motion.ErrGyroscope) {
		l.refuse(&l.goal.refused, err) // motion_state reports that the robot cannot walk now
	}
}

// pointsIn returns poses of a frame as they are seen from the robot.
func (l *loop) pointsIn(frame string, poses []geometrymsgs.Pose) ([]motion.Point, error) {
	frame = l.prefix.Trim(frame)
	if frame != "" && frame != motionreport.FootprintFrame && frame != motionreport.OdomFrame {
		return nil, fmt.Errorf("walk goal: %w: frame %q: expected %s or %s", motion.ErrBadGoal, frame, motionreport.FootprintFrame, motionreport.OdomFrame)
	}
	points := make([]motion.Point, len(poses))
	for i := range poses {
		p, q := &poses[i].Position, &poses[i].Orientation
		if q.W*q.W+q.X*q.X+q.Y*q.Y+q.Z*q.Z < 0.5 {
			return nil, fmt.Errorf("walk goal: %w: orientation (%g, %g, %g, %g): expected a unit quaternion", motion.ErrBadGoal, q.X, q.Y, q.Z, q.W)
		}
		points[i] = motion.Point{X: p.X, Y: p.Y, Yaw: math.Atan2(2*(q.W*q.Z+q.X*q.Y), 1-2*(q.Y*q.Y+q.Z*q.Z))}
		if frame == motionreport.OdomFrame {
			points[i] = motion.SeenFrom(l.motion.Odometry(), points[i])
		}
	}
	return points, nil
}
