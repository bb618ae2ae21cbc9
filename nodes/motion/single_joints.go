package motion

import (
	"errors"

	"gonao/body/command"
	"gonao/motion/angles"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	"gonao/nao"
	"gonao/ros"
)

// jointInputs holds the topics by which other programs command single joints. A body's driver
// obeys them itself while nobody sends it joint_command.
type jointInputs struct {
	angles      *ros.Subscription[naoqibridgemsgs.JointAnglesWithSpeed]
	positions   *ros.Subscription[lolacommands.JointPositions]
	stiffnesses *ros.Subscription[lolacommands.JointStiffnesses]

	refusedAngles, refusedPositions, refusedStiffnesses refusals
}

func (in *jointInputs) subscribe(n *ros.Node) error {
	var errs [3]error
	in.angles, errs[0] = ros.Subscribe[naoqibridgemsgs.JointAnglesWithSpeed](n, "joint_angles")
	in.positions, errs[1] = ros.Subscribe[lolacommands.JointPositions](n, "effectors/joint_positions")
	in.stiffnesses, errs[2] = ros.Subscribe[lolacommands.JointStiffnesses](n, "effectors/joint_stiffnesses")
	in.refusedAngles.what, in.refusedPositions.what = "joint_angles", "effectors/joint_positions"
	in.refusedStiffnesses.what = "effectors/joint_stiffnesses"
	return errors.Join(errs[:]...)
}

// readJointInputs reads the commands that arrived before a state: they count for it.
func (l *loop) readJointInputs() {
	in := &l.joints
	for range len(in.stiffnesses.C()) {
		l.setStiffnesses(<-in.stiffnesses.C())
	}
	for range len(in.positions.C()) {
		l.setPositions(<-in.positions.C())
	}
	for range len(in.angles.C()) {
		l.goTo(<-in.angles.C())
	}
}

func (l *loop) goTo(m naoqibridgemsgs.JointAnglesWithSpeed) {
	goal, err := command.MakeGoal(m.JointNames, m.JointAngles, float64(m.Speed), m.Relative != 0)
	if err == nil {
		err = l.motion.GoTo(targetsOf(goal.Joints, goal.Rad), goal.Speed, goal.Relative)
	}
	if err != nil {
		l.refuse(&l.joints.refusedAngles, err)
	}
}

func (l *loop) setPositions(m lolacommands.JointPositions) {
	err := command.CheckJoints(m.Indexes, m.Positions)
	if err == nil {
		err = l.motion.SetPositions(targetsOf(indexed(m.Indexes, m.Positions)))
	}
	if err != nil {
		l.refuse(&l.joints.refusedPositions, err)
	}
}

func (l *loop) setStiffnesses(m lolacommands.JointStiffnesses) {
	err := command.CheckJoints(m.Indexes, m.Stiffnesses)
	if err == nil {
		err = l.motion.SetStiffnesses(indexed(m.Indexes, m.Stiffnesses))
	}
	if err != nil {
		l.refuse(&l.joints.refusedStiffnesses, err)
	}
}

// indexed converts nao_lola's joints, which have numbers, and their values.
func indexed(indexes []uint8, values []float32) ([]nao.Joint, []float64) {
	js, vs := make([]nao.Joint, len(indexes)), make([]float64, len(values))
	for i, j := range indexes {
		js[i], vs[i] = nao.Joint(j), float64(values[i])
	}
	return js, vs
}

func targetsOf(js []nao.Joint, rad []float64) []angles.Target {
	targets := make([]angles.Target, len(js))
	for i, j := range js {
		targets[i] = angles.Target{Joint: j, Rad: rad[i]}
	}
	return targets
}
