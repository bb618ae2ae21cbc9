package motion

import (
	"gonao/motion/servo"
	lolacommands "gonao/msgs/nao_lola_command_msgs"
	naoqibridgemsgs "gonao/msgs/naoqi_bridge_msgs"
	"gonao/nao"
	"gonao/nao/body"
	"gonao/ros"
)

// jointInputs holds the topics by which other programs command single joints. A body's driver obeys them itself while it
// receives no joint_command.
type jointInputs struct {
	Angles      *ros.Subscription[naoqibridgemsgs.JointAnglesWithSpeed] `topic:"joint_angles" doc:"joints, or one of NAOqi's groups, to angles"`
	Positions   *ros.Subscription[lolacommands.JointPositions]          `topic:"effectors/joint_positions" doc:"of some joints"`
	Stiffnesses *ros.Subscription[lolacommands.JointStiffnesses]        `topic:"effectors/joint_stiffnesses" doc:"of some joints"`

	refusedAngles, refusedPositions, refusedStiffnesses refusals
}

// setNames sets what reports of refused commands name.
func (in *jointInputs) setNames() {
	in.refusedAngles.what, in.refusedPositions.what = "joint_angles", "effectors/joint_positions"
	in.refusedStiffnesses.what = "effectors/joint_stiffnesses"
}

// readJointInputs reads the commands that arrived before a state: they count for it.
func (l *loop) readJointInputs() {
	in := &l.joints
	for range len(in.Stiffnesses.C()) {
		l.setStiffnesses(<-in.Stiffnesses.C())
	}
	for range len(in.Positions.C()) {
		l.setPositions(<-in.Positions.C())
	}
	for range len(in.Angles.C()) {
		l.goTo(<-in.Angles.C())
	}
}

func (l *loop) goTo(m naoqibridgemsgs.JointAnglesWithSpeed) {
	goal, err := body.MakeCommandGoal(m.JointNames, m.JointAngles, float64(m.Speed), m.Relative != 0)
	if err == nil {
		err = l.motion.GoTo(targetsOf(goal.Joints, goal.Rad), goal.Speed, goal.Relative)
	}
	if err != nil {
		l.refuse(&l.joints.refusedAngles, err)
	}
}

func (l *loop) setPositions(m lolacommands.JointPositions) {
	err := body.CheckJoints(m.Indexes, m.Positions)
	if err == nil {
		err = l.motion.SetPositions(targetsOf(indexed(m.Indexes, m.Positions)))
	}
	if err != nil {
		l.refuse(&l.joints.refusedPositions, err)
	}
}

func (l *loop) setStiffnesses(m lolacommands.JointStiffnesses) {
	err := body.CheckJoints(m.Indexes, m.Stiffnesses)
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

func targetsOf(js []nao.Joint, rad []float64) []servo.AngleTarget {
	targets := make([]servo.AngleTarget, len(js))
	for i, j := range js {
		targets[i] = servo.AngleTarget{Joint: j, Rad: rad[i]}
	}
	return targets
}
