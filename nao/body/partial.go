package body

import (
	"fmt"
	"math"

	"gonao/nao"
)

// PartialCommand is a command of which every message sets some joints; the others keep their values. It
// belongs to one goroutine.
type PartialCommand struct {
	cmd nao.Command
}

// Begin starts with the joints as they are measured, so that a joint that no message names neither
// moves nor changes its stiffness.
func (p *PartialCommand) Begin(position, stiffness *nao.Joints) {
	p.cmd = nao.Command{Position: *position, Stiffness: *stiffness}
}

// Command fills in the command of all joints. It answers no cycle.
func (p *PartialCommand) Command(out *nao.Command) { *out = p.cmd }

// SetPositions sets the targets of joints by their numbers; see [CheckJoints].
func (p *PartialCommand) SetPositions(joints []uint8, rad []float32) {
	for i, j := range joints {
		p.cmd.Position[j] = float64(rad[i])
	}
}

// SetStiffnesses sets the stiffnesses of joints by their numbers; see [CheckJoints]. A value below
// 0, which is LoLA's motor off, counts as 0.
func (p *PartialCommand) SetStiffnesses(joints []uint8, values []float32) {
	for i, j := range joints {
		p.cmd.Stiffness[j] = max(0, float64(values[i]))
	}
}

// CheckJoints returns an error for values of joints that cannot be applied. The whole message is dropped when one value
// is wrong.
func CheckJoints(joints []uint8, values []float32) error {
	if len(joints) != len(values) {
		return fmt.Errorf("%d indexes and %d values: expected as many", len(joints), len(values))
	}
	for i, j := range joints {
		if j >= nao.NumJoints {
			return fmt.Errorf("indexes[%d] is %d: expected a joint, 0 (HeadYaw) to %d (RHand)", i, j, nao.NumJoints-1)
		}
		if v := float64(values[i]); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the value of %v is %g: expected a finite number", nao.Joint(j), v)
		}
	}
	return nil
}
