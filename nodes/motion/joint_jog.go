package motion

import (
	"errors"
	"fmt"

	"gonao/internal/si"
	"gonao/motion/servo"
	controlmsgs "gonao/msgs/control_msgs"
	"gonao/nao"
)

// jog passes speeds of joints to the motion.
func (l *loop) jog(m *controlmsgs.JointJog) {
	targets, err := jogTargets(m)
	if err == nil {
		err = l.motion.SetJointSpeeds(targets, si.Seconds(m.Duration))
	}
	if err != nil {
		l.refuse(&l.refusedJogs, err)
	}
}

func jogTargets(m *controlmsgs.JointJog) ([]servo.SpeedTarget, error) {
	if len(m.Displacements) > 0 {
		return nil, errors.New("joint_jog: displacements: expected none, only velocities; move_joints goes to angles")
	}
	if len(m.JointNames) != len(m.Velocities) {
		return nil, fmt.Errorf("joint_jog: %d names and %d velocities: expected as many", len(m.JointNames), len(m.Velocities))
	}
	if !(m.Duration >= 0 && m.Duration <= servo.MaxHold.Seconds()) {
		return nil, fmt.Errorf("joint_jog: duration %g: expected 0 to %g s", m.Duration, servo.MaxHold.Seconds())
	}
	targets := make([]servo.SpeedTarget, len(m.JointNames))
	for i, name := range m.JointNames {
		joint, err := nao.ParseJoint(name)
		if err != nil {
			return nil, fmt.Errorf("joint_jog: %w", err)
		}
		targets[i] = servo.SpeedTarget{Joint: joint, RadPerSec: m.Velocities[i]}
	}
	return targets, nil
}
