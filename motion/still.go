package motion

import (
	"errors"
	"fmt"
)

// errStill is returned for requests that would move a robot that has to stand still.
var errStill = errors.New("the robot is penalised and has to stand still")

// StandStill makes a robot stand still, or allows it to move again. Present movements end: a walk and a kick in a stand,
// the others where the joints come to rest. Until it may move again all requests are refused with [errStill], except
// those that a penalised robot may carry out: getting up after a fall, the posture rest, and going limp.
func (m *Motion) StandStill(on bool) {
	c := &m.core
	if c.still == on {
		return
	}
	c.still = on
	if !on {
		return
	}
	why := fmt.Errorf("%w", errStill)
	m.whole.walk.velocity.set, m.whole.walk.fed.set, m.whole.walk.velocity.resend = false, false, true
	switch t := c.tasks.legs(); {
	case t.kind == noTask, t.kind == getUpTask:
	case t.kind == postureTask && m.whole.posture.name != "sit":
	default:
		m.whole.cancel(c)
	}
	if c.tasks.headSerial != 0 {
		leaveLook(c, Canceled, why)
	}
	if m.head.commands.Active() {
		m.head.commands.Stop()
		c.joints.releaseMoving(headOwner)
	}
	if m.head.idle.Active() {
		m.head.stopIdle(c)
	}
	for i := range m.plays.all {
		if m.plays.all[i].outcome == Playing {
			m.plays.end(i, Canceled)
			c.joints.releaseMoving(firstPlay + owner(i))
		}
	}
	for _, o := range [...]owner{speedOwner, anglesOwner, effectorsOwner} {
		if c.joints.holds(o) {
			c.joints.releaseMoving(o)
		}
	}
}

// mayMove returns nil, or ErrStill for a robot that has to stand still.
func (c *core) mayMove() error {
	if c.still {
		return errStill
	}
	return nil
}
