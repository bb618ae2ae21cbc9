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

// orders are the topics by which programs of others command single joints. A body's driver
// takes them itself while nobody sends it joint_command.
type orders struct {
	angles      *ros.Subscription[naoqibridgemsgs.JointAnglesWithSpeed]
	positions   *ros.Subscription[lolacommands.JointPositions]
	stiffnesses *ros.Subscription[lolacommands.JointStiffnesses]

	badAngles, badPositions, badStiffnesses refusals
}

func subscribeOrders(n *ros.Node) (o orders, err error) {
	var errs [3]error
	o.angles, errs[0] = ros.Subscribe[naoqibridgemsgs.JointAnglesWithSpeed](n, "joint_angles")
	o.positions, errs[1] = ros.Subscribe[lolacommands.JointPositions](n, "effectors/joint_positions")
	o.stiffnesses, errs[2] = ros.Subscribe[lolacommands.JointStiffnesses](n, "effectors/joint_stiffnesses")
	o.badAngles.what, o.badPositions.what, o.badStiffnesses.what = "joint_angles", "effectors/joint_positions", "effectors/joint_stiffnesses"
	return o, errors.Join(errs[:]...)
}

// hearOrders takes what was told before a state: it counts for it.
func (l *loop) hearOrders() {
	o := &l.orders
	for range len(o.stiffnesses.C()) {
		l.setStiffnesses(<-o.stiffnesses.C())
	}
	for range len(o.positions.C()) {
		l.setPositions(<-o.positions.C())
	}
	for range len(o.angles.C()) {
		l.goTo(<-o.angles.C())
	}
}

func (l *loop) goTo(m naoqibridgemsgs.JointAnglesWithSpeed) {
	goal, err := command.MakeGoal(m.JointNames, m.JointAngles, float64(m.Speed), m.Relative != 0)
	if err == nil {
		err = l.motion.GoTo(targetsOf(goal.Joints, goal.Rad), goal.Speed, goal.Relative)
	}
	if err != nil {
		l.refuse(&l.orders.badAngles, err)
	}
}

func (l *loop) setPositions(m lolacommands.JointPositions) {
	err := command.CheckJoints(m.Indexes, m.Positions)
	if err == nil {
		err = l.motion.SetPositions(targetsOf(joints(m.Indexes, m.Positions)))
	}
	if err != nil {
		l.refuse(&l.orders.badPositions, err)
	}
}

func (l *loop) setStiffnesses(m lolacommands.JointStiffnesses) {
	err := command.CheckJoints(m.Indexes, m.Stiffnesses)
	if err == nil {
		err = l.motion.SetStiffnesses(joints(m.Indexes, m.Stiffnesses))
	}
	if err != nil {
		l.refuse(&l.orders.badStiffnesses, err)
	}
}

// joints gives what nao_lola's messages say of joints by their numbers.
func joints(indexes []uint8, values []float32) ([]nao.Joint, []float64) {
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
