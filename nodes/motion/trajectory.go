package motion

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/servo"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	controlmsgs "gonao/msgs/control_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	trajectorymsgs "gonao/msgs/trajectory_msgs"
	"gonao/nao"
	"gonao/robot/mover"
	"gonao/ros"
)

// usualTolerance is how far a joint may be from its goal when the goal has no tolerance, rad.
const usualTolerance = 4 * math.Pi / 180

// followed is the joints of a trajectory as they should be and as they are, rad and rad/s.
type followed struct{ desired, desiredSpeed, measured nao.Joints }

// read reads them between two cycles.
func (f *followed) read(m *motion.Motion, run mover.Run) {
	f.measured = m.Measured()
	if p, ok := run.Play(); ok {
		if positions, velocities, ok := m.Desired(p); ok {
			f.desired, f.desiredSpeed = *positions, *velocities
		}
	}
}

// followTrajectory runs one goal of follow_joint_trajectory.
func (l *loop) followTrajectory(
	ctx context.Context, request controlmsgs.FollowJointTrajectoryGoal, feedback func(controlmsgs.FollowJointTrajectoryFeedback),
) (controlmsgs.FollowJointTrajectoryResult, error) {
	tr, err := trajectoryOf(&request)
	if err != nil {
		return trajectoryResult(err, motion.Gone), err
	}
	g := &goal{name: "trajectory", want: tr, joints: &followed{}}
	began := l.n.Clock.Now()
	at, err := l.follow(ctx, g, func(*mover.Status) {
		now := l.n.Clock.Now()
		desired, actual, off := trajectoryPoints(tr.Joints, g.joints, now.Sub(began))
		feedback(controlmsgs.FollowJointTrajectoryFeedback{
			Header:     stdmsgs.Header{Stamp: ros.Stamp(now)},
			JointNames: request.Trajectory.JointNames,
			Desired:    desired, Actual: actual, Error: off,
		})
	})
	return trajectoryResult(err, at.Outcome), err
}

// trajectoryPoints returns the joints as they should be, as they are, and the difference.
func trajectoryPoints(joints []nao.Joint, at *followed, since time.Duration) (desired, actual, off trajectorymsgs.JointTrajectoryPoint) {
	stamp := builtininterfaces.Duration{Sec: int32(since / time.Second), Nanosec: uint32(since % time.Second)}
	desired.TimeFromStart, actual.TimeFromStart, off.TimeFromStart = stamp, stamp, stamp
	for _, j := range joints {
		desired.Positions = append(desired.Positions, at.desired[j])
		desired.Velocities = append(desired.Velocities, at.desiredSpeed[j])
		actual.Positions = append(actual.Positions, at.measured[j])
		off.Positions = append(off.Positions, at.desired[j]-at.measured[j])
	}
	return desired, actual, off
}

// trajectoryResult returns the result with the error code of a reason.
func trajectoryResult(err error, outcome motion.Outcome) controlmsgs.FollowJointTrajectoryResult {
	if err == nil {
		return controlmsgs.FollowJointTrajectoryResult{ErrorCode: controlmsgs.FollowJointTrajectoryResultSuccessful}
	}
	code := controlmsgs.FollowJointTrajectoryResultInvalidGoal
	switch {
	case errors.Is(err, servo.ErrBadJoints):
		code = controlmsgs.FollowJointTrajectoryResultInvalidJoints
	case outcome == motion.OffPath:
		code = controlmsgs.FollowJointTrajectoryResultPathToleranceViolated
	case outcome == motion.NotReached:
		code = controlmsgs.FollowJointTrajectoryResultGoalToleranceViolated
	}
	return controlmsgs.FollowJointTrajectoryResult{ErrorCode: code, ErrorString: err.Error()}
}

// trajectoryOf converts a goal.
func trajectoryOf(goal *controlmsgs.FollowJointTrajectoryGoal) (*servo.Trajectory, error) {
	if len(goal.MultiDofTrajectory.JointNames) > 0 || len(goal.ComponentPathTolerance)+len(goal.ComponentGoalTolerance) > 0 {
		return nil, fmt.Errorf("trajectory: %w: joints of several degrees of freedom: this robot has none", servo.ErrBadJoints)
	}
	tr := &servo.Trajectory{GoalTime: durationOf(goal.GoalTimeTolerance)}
	for _, name := range goal.Trajectory.JointNames {
		j, err := nao.ParseJoint(name)
		if err != nil {
			return nil, fmt.Errorf("trajectory: %w: %w", servo.ErrBadJoints, err)
		}
		tr.Joints = append(tr.Joints, j)
	}
	for _, p := range goal.Trajectory.Points {
		tr.Points = append(tr.Points, servo.TrajectoryPoint{
			At: durationOf(p.TimeFromStart), Positions: p.Positions, Velocities: p.Velocities, Accelerations: p.Accelerations,
		})
	}
	var err error
	if tr.PathTolerance, err = tolerances(goal.PathTolerance, tr.Joints, 0); err != nil {
		return nil, err
	}
	if tr.GoalTolerance, err = tolerances(goal.GoalTolerance, tr.Joints, usualTolerance); err != nil {
		return nil, err
	}
	return tr, nil
}

// tolerances returns one limit per joint: in a goal, 0 is the default and -1 no limit.
func tolerances(list []controlmsgs.JointTolerance, joints []nao.Joint, usual float64) ([]float64, error) {
	bounds := make([]float64, len(joints))
	for i := range bounds {
		bounds[i] = usual
	}
	for _, at := range list {
		j, err := nao.ParseJoint(at.Name)
		if err != nil {
			return nil, fmt.Errorf("trajectory: %w: tolerance: %w", servo.ErrBadJoints, err)
		}
		for i, o := range joints {
			switch {
			case o != j:
			case at.Position > 0:
				bounds[i] = at.Position
			case at.Position < 0:
				bounds[i] = 0
			}
		}
	}
	return bounds, nil
}

func durationOf(d builtininterfaces.Duration) time.Duration {
	return time.Duration(d.Sec)*time.Second + time.Duration(d.Nanosec)
}
