package motion

import (
	"time"

	"gonao/motion/servo"
	"gonao/motion/slot"
	"gonao/nao"
)

// jointSpeeds turns single joints with speeds.
type jointSpeeds struct{ controller servo.SpeedController }

// set begins to turn joints whose targets were checked.
func (s *jointSpeeds) set(c *core, targets []servo.SpeedTarget, last time.Duration) error {
	if err := c.playReady(); err != nil {
		return err
	}
	joints := make([]nao.Joint, len(targets))
	for i, t := range targets {
		joints[i] = t.Joint
	}
	if err := c.free(speedOwner, joints); err != nil {
		return err
	}
	c.assign(speedOwner, joints, ownerNames[speedOwner], playBegan)
	s.controller.Set(targets, c.now, last, &c.joints.speed)
	return nil
}

// step turns the joints, and releases those that have come to rest.
func (s *jointSpeeds) step(c *core) {
	for j := range nao.Joint(nao.NumJoints) {
		if c.joints.owners[j] == speedOwner {
			stiff := &c.joints.command.Stiffness[j]
			*stiff = slot.Stiffen(*stiff, 1, c.dtSec)
		} else {
			s.controller.Drop(j) // a fall, or a restart, has taken it
		}
	}
	s.controller.Step(c.now, c.dtSec, &c.measured, &c.joints.command.Position)
	if !c.joints.holds(speedOwner) {
		return
	}
	for j := range nao.Joint(nao.NumJoints) {
		if c.joints.owners[j] == speedOwner && !s.controller.Turns(j) {
			c.joints.releaseOne(j)
		}
	}
}
