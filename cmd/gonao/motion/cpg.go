package motion

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/internal/si"
	"gonao/motion/paper/cpg"
	builtininterfaces "gonao/msgs/builtin_interfaces"
	controlmsgs "gonao/msgs/control_msgs"
	trajectorymsgs "gonao/msgs/trajectory_msgs"
	"gonao/nao"
	"gonao/ros"
)

// isCPG reports whether a file's outermost element is a CPG behaviour's. It is false if the file is not XML.
func isCPG(data []byte) bool {
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		if err != nil {
			return false
		}
		if e, ok := token.(xml.StartElement); ok {
			return e.Name.Local == "cpg"
		}
	}
}

// readCPG reads the CPG behaviour in a file, or the built-in one with that name. If name is not a CPG behaviour, ok
// is false. findings lists everything that is wrong with it.
func readCPG(name string) (m *cpg.Motion, findings []error, ok bool) {
	if !isMotionFile(name) {
		library, err := cpg.Builtin()
		if err != nil {
			return nil, []error{err}, true
		}
		m, ok = library.Find(name)
		return m, nil, ok
	}
	if filepath.Ext(name) != ".xml" {
		return nil, nil, false
	}
	data, err := os.ReadFile(name)
	if err != nil || !isCPG(data) {
		return nil, nil, false
	}
	m, findings = cpg.Check(name, data)
	return m, findings, true
}

// cpgVerdict describes how near a CPG behaviour comes to the limits of the joints.
func cpgVerdict(m *cpg.Motion) string {
	joints := make([]nao.Joint, len(m.Joints))
	longest, sines := time.Duration(0), 0
	for i, j := range m.Joints {
		joints[i] = j.Joint
		sines += len(j.Sines)
		for _, s := range j.Sines {
			longest = max(longest, s.Period)
		}
	}
	load := m.Strain()
	return fmt.Sprintf("CPG behaviour %s, %s, %s, longest period %.3g s, %s; %s turns with %.0f %% of its top speed; %s comes within %.1f° of its range's end",
		m.Name, cli.Count(len(joints), "joint"), cli.Count(sines, "sine"), longest.Seconds(), bodyParts(joints),
		load.Joint, 100*load.Speed, load.Near, load.LeftRad/si.Degree)
}

// These are the bounds of the time for which a behaviour is played, s.
const leastPlaySec, mostPlaySec = 0.1, 200.0

// runCPG plays a CPG behaviour, mirrored if set, slower times slower, for sec seconds.
func runCPG(ctx context.Context, t graph.Access, r *robot, m *cpg.Motion, findings []error, mirrored bool, slower, sec float64) error {
	if len(findings) > 0 {
		return errors.Join(findings...)
	}
	if mirrored {
		m = m.Mirror()
	}
	m, err := m.Adapted(1, slower)
	if err != nil {
		return err
	}
	if err := r.playCPG(ctx, m, sec); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "played %s\n", m.Name)
	return nil
}

// playCPG plays a CPG behaviour on the robot as a trajectory. It cancels the trajectory when ctx ends.
func (r *robot) playCPG(ctx context.Context, m *cpg.Motion, sec float64) error {
	const action = "joint_trajectory_controller/follow_joint_trajectory"
	client, err := ros.NewActionClient[controlmsgs.FollowJointTrajectoryGoal, controlmsgs.FollowJointTrajectoryResult, controlmsgs.FollowJointTrajectoryFeedback](r.n, r.full(action))
	if err != nil {
		return err
	}
	result, status, err := runGoal(ctx, r, client, action, trajectoryOf(m, sec), func(controlmsgs.FollowJointTrajectoryFeedback) {})
	if err == nil && status != ros.StatusSucceeded {
		err = cli.WithCode(errors.New(result.ErrorString), cli.ExitAborted)
	}
	return err
}

// trajectoryOf returns the goal that plays a CPG behaviour for sec seconds.
func trajectoryOf(m *cpg.Motion, sec float64) controlmsgs.FollowJointTrajectoryGoal {
	const nearRad = 0.2 // tolerance around the stand at the end
	var goal controlmsgs.FollowJointTrajectoryGoal
	for _, j := range m.Joints {
		goal.Trajectory.JointNames = append(goal.Trajectory.JointNames, j.Joint.String())
		goal.GoalTolerance = append(goal.GoalTolerance, controlmsgs.JointTolerance{Name: j.Joint.String(), Position: nearRad})
	}
	for _, s := range m.Samples(sec) {
		goal.Trajectory.Points = append(goal.Trajectory.Points, trajectorymsgs.JointTrajectoryPoint{
			Positions: s.Positions, TimeFromStart: durationOf(s.At),
		})
	}
	return goal
}

func durationOf(d time.Duration) builtininterfaces.Duration {
	sec := math.Floor(d.Seconds())
	return builtininterfaces.Duration{Sec: int32(sec), Nanosec: uint32(d - time.Duration(sec)*time.Second)}
}
