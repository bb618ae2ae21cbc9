package command

import (
	"fmt"
	"math"

	"gonao/nao"
)

// Partial is a command of which every message tells some joints; the others keep what
// they were told. It belongs to one goroutine.
type Partial struct {
	cmd nao.Command
}

// Begin starts from the body as it is found, so that a joint nobody speaks of neither
// moves nor changes its stiffness.
func (p *Partial) Begin(position, stiffness *nao.Joints) {
	p.cmd = nao.Command{Position: *position, Stiffness: *stiffness}
}

// Command gives the command of all joints. It answers no cycle.
func (p *Partial) Command(out *nao.Command) { *out = p.cmd }

// Positions sets the targets of joints given by their numbers; see [CheckJoints].
func (p *Partial) Positions(joints []uint8, rad []float32) {
	for i, j := range joints {
		p.cmd.Position[j] = float64(rad[i])
	}
}

// Stiffnesses sets the stiffnesses of joints given by their numbers; see [CheckJoints].
// Below 0, which is LoLA's motor off, is 0.
func (p *Partial) Stiffnesses(joints []uint8, values []float32) {
	for i, j := range joints {
		p.cmd.Stiffness[j] = max(0, float64(values[i]))
	}
}

// CheckJoints tells what is wrong with values of joints that are given by numbers, nil
// when nothing is. What is wrong in one place counts for none.
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
