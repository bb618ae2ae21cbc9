package body

import (
	"fmt"
	"math"

	"gonao/nao"
)

// CommandGoal is a target of some joints, with the arguments of ALMotion's setAngles and changeAngles.
type CommandGoal struct {
	Joints   []nao.Joint
	Rad      []float64 // one for each joint
	Speed    float64   // part of each joint's top speed, above 0 and at most 1
	Relative bool      // the angles are added to the present ones
}

// MakeCommandGoal returns a goal for joints and their angles. The joints are given by name, or by the name of one of
// NAOqi's groups. The error says what was expected.
func MakeCommandGoal(names []string, rad []float32, speed float64, relative bool) (CommandGoal, error) {
	g := CommandGoal{Speed: speed, Relative: relative}
	if !(speed > 0 && speed <= 1) {
		return g, fmt.Errorf("speed %g: expected a part of the top speed, above 0 and at most 1", speed)
	}
	if len(names) == 0 {
		return g, fmt.Errorf("no joint_names: expected one for each angle, or one group such as Body or Head")
	}
	var set [nao.NumJoints]bool
	at := 0 // index into rad
	for _, name := range names {
		joints, err := nao.ParseChain(name)
		if err != nil {
			return g, err
		}
		for _, j := range joints {
			if at < len(rad) && !set[j] { // one motor turns both hips: the first value counts
				if v := float64(rad[at]); math.IsNaN(v) || math.IsInf(v, 0) {
					return g, fmt.Errorf("the angle of %v is %g: expected a finite number", j, v)
				}
				g.Joints, g.Rad = append(g.Joints, j), append(g.Rad, float64(rad[at]))
				set[j] = true
			}
			at++
		}
	}
	if at != len(rad) {
		return g, fmt.Errorf("%d joint_angles for %d joints: expected as many", len(rad), at)
	}
	return g, nil
}

// JointMover moves joints to angles, each with its own speed. It belongs to one goroutine.
type JointMover struct {
	cmd   nao.Command
	goal  nao.Joints
	speed nao.Joints // rad/s; 0: the joint has arrived
}

// Begin starts with the measured positions of the joints.
func (m *JointMover) Begin(position, stiffness *nao.Joints) {
	*m = JointMover{cmd: nao.Command{Position: *position, Stiffness: *stiffness}, goal: *position}
}

// Go sets a goal, which replaces the earlier goals of its joints. These become stiff; the others stay as they are.
func (m *JointMover) Go(g *CommandGoal) {
	for i, j := range g.Joints {
		rad := g.Rad[i]
		if g.Relative {
			rad += m.cmd.Position[j]
		}
		m.goal[j] = j.Clamp(rad)
		m.speed[j] = g.Speed * j.MaxSpeed()
		m.cmd.Stiffness[j] = 1
	}
}

// Moving reports whether a joint has not reached its target yet.
func (m *JointMover) Moving() bool { return m.speed != nao.Joints{} }

// Step moves the targets on by a time and fills in the command of all joints. The command does not answer a particular
// cycle.
func (m *JointMover) Step(dtSec float64, out *nao.Command) {
	for j, speed := range m.speed {
		if speed == 0 {
			continue
		}
		way := m.goal[j] - m.cmd.Position[j]
		if step := speed * dtSec; math.Abs(way) > step {
			m.cmd.Position[j] += math.Copysign(step, way)
		} else {
			m.cmd.Position[j], m.speed[j] = m.goal[j], 0
		}
	}
	*out = m.cmd
}
