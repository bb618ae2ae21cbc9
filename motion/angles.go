package motion

import (
	"fmt"

	"gonao/internal/si"
	"gonao/motion/servo"
	"gonao/motion/slot"
	"gonao/nao"
)

// stiffnessScatter is how far a stiffness may be below another and counts as the same: the
// topics have 32 bits.
const stiffnessScatter = 1e-3

// jointAngles moves single joints to angles that other programs command by their own topics. A joint stays with its topic
// until it is at rest and has no further command.
type jointAngles struct {
	controller servo.AngleController
	stiff      nao.Joints // wanted of the effectors' joints
}

// set begins to move joints whose targets were checked, at a share of their top speeds.
func (a *jointAngles) set(c *core, o owner, targets []servo.AngleTarget, share float64) error {
	if err := a.ready(c, o, targets); err != nil {
		return err
	}
	a.begin(c, o, targets, share)
	return nil
}

// setStiffnesses sets the stiffness of joints; they stay where they are.
func (a *jointAngles) setStiffnesses(c *core, joints []nao.Joint, stiffness []float64) error {
	if len(joints) != len(stiffness) {
		return fmt.Errorf("%w: %d joints and %d stiffnesses; expected as many", servo.ErrBadAngles, len(joints), len(stiffness))
	}
	targets, legs := make([]servo.AngleTarget, 0, len(joints)), false
	for i, j := range joints {
		if j >= nao.NumJoints || !si.IsFinite(stiffness[i]) {
			return fmt.Errorf("%w: stiffness %g of %s; expected a finite number for a joint", servo.ErrBadAngles, stiffness[i], j)
		}
		softer := stiffness[i] < c.joints.command.Stiffness[j]-stiffnessScatter
		if c.joints.owners[j] == walkOwner && !softer {
			continue
		}
		legs = legs || softer && j.IsLeg()
		at, ok := a.controller.Goal(j)
		if !ok {
			at = c.joints.command.Position[j]
		}
		targets = append(targets, servo.AngleTarget{Joint: j, Rad: at})
	}
	if len(targets) == 0 {
		return nil
	}
	if err := a.ready(c, effectorsOwner, targets); err != nil {
		return err
	}
	if legs && c.body.state != sitting && !(c.solesN < hungN) {
		return errOnItsFeet
	}
	a.begin(c, effectorsOwner, targets, 1)
	for i, j := range joints {
		if c.joints.owners[j] == effectorsOwner {
			a.stiff[j] = min(max(stiffness[i], 0), 1)
		}
	}
	return nil
}

// ready returns nil when the joints can be moved now, and otherwise the reason.
func (a *jointAngles) ready(c *core, o owner, targets []servo.AngleTarget) error {
	if err := c.playReady(); err != nil {
		return err
	}
	return c.free(o, jointsOf(targets))
}

func jointsOf(targets []servo.AngleTarget) []nao.Joint {
	joints := make([]nao.Joint, len(targets))
	for i, t := range targets {
		joints[i] = t.Joint
	}
	return joints
}

// begin makes o the owner of the joints and sets their targets.
func (a *jointAngles) begin(c *core, o owner, targets []servo.AngleTarget, share float64) {
	for _, t := range targets {
		if c.joints.owners[t.Joint] != o {
			a.controller.Drop(t.Joint)
			a.stiff[t.Joint] = c.joints.command.Stiffness[t.Joint]
		}
	}
	c.assign(o, jointsOf(targets), ownerNames[o], playBegan)
	a.controller.Set(targets, share, c.now, &c.joints.speed)
}

// step advances the joints, and releases those at rest.
func (a *jointAngles) step(c *core) {
	for j := range nao.Joint(nao.NumJoints) {
		stiff := &c.joints.command.Stiffness[j]
		switch c.joints.owners[j] {
		case anglesOwner:
			*stiff = slot.Stiffen(*stiff, 1, c.dtSec)
		case effectorsOwner:
			// Softer at once, as nao_lola has it; stiffer without a jerk.
			*stiff = min(a.stiff[j], slot.Stiffen(*stiff, a.stiff[j], c.dtSec))
		default:
			a.controller.Drop(j) // a fall, or a restart, has taken it
		}
	}
	a.controller.Step(c.now, c.dtSec, &c.joints.command.Position)
	for j := range nao.Joint(nao.NumJoints) {
		if o := c.joints.owners[j]; (o == anglesOwner || o == effectorsOwner) && !a.controller.Holds(j) {
			c.joints.releaseOne(j)
		}
	}
}
