package motion

import (
	"errors"
	"fmt"
	"time"

	"gonao/internal/si"
	"gonao/motion/slot"
	"gonao/nao"
)

// MaxLimp is the longest time for which joints are made limp at once.
const MaxLimp = 10 * time.Second

// hungN is the most that the soles of a robot that hangs feel, N.
const hungN = 10

// errOnItsFeet is returned for legs that may not be made limp.
var errOnItsFeet = errors.New("the robot is on its feet; let it sit, rest or lie, or hang it up")

// limpJoints makes joints limp that a person moves by hand.
type limpJoints struct {
	requested [nao.NumJoints]bool
	until     time.Duration
}

// set makes joints limp, and makes limp joints that are not named stiff again.
func (l *limpJoints) set(c *core, joints []nao.Joint, last time.Duration) error {
	if last <= 0 || last > MaxLimp {
		return fmt.Errorf("for %v: expected above 0, up to %v", last, MaxLimp)
	}
	if c.body.state == waiting || c.body.state == starting {
		return ErrNotReady
	}
	for _, j := range joints {
		if j >= nao.NumJoints {
			return fmt.Errorf("%s: no such joint", j)
		}
	}
	onGround, err := mayBeLimp(c, joints)
	if err != nil {
		return err
	}
	if onGround {
		c.joints.release(fallOwner)
	}
	l.requested, l.until = [nao.NumJoints]bool{}, c.now+last
	for _, j := range joints {
		l.requested[j] = true
	}
	// Fall detection is off, because a fall would make a robot stiff that a person tilts.
	c.assign(limpOwner, joints, "moved by hand", groundPlayBegan)
	c.body.handled = c.body.handled || anyLegs(joints)
	return nil
}

// mayBeLimp returns nil when joints may be made limp; onGround reports that the fall yields.
func mayBeLimp(c *core, joints []nao.Joint) (onGround bool, err error) {
	switch c.body.state {
	case falling, gettingUp:
		return false, ErrFallen
	case fallen:
		if anyLegs(joints) {
			return true, c.freeOnGround(limpOwner, joints)
		}
	case sitting, resting:
	default:
		already := true
		for _, j := range joints {
			already = already && (!j.IsLeg() || c.joints.owners[j] == limpOwner)
		}
		if !already && !(c.solesN < hungN) {
			return false, errOnItsFeet
		}
	}
	return false, c.free(limpOwner, joints)
}

// step softens the joints that a person wants to move, and stiffens others where they are.
func (l *limpJoints) step(c *core) {
	if !c.joints.holds(limpOwner) {
		return
	}
	for j := range nao.Joint(nao.NumJoints) {
		if c.joints.owners[j] != limpOwner {
			continue
		}
		stiff := &c.joints.command.Stiffness[j]
		if *stiff <= 0 && si.IsFinite(c.measured[j]) {
			c.joints.command.Position[j] = c.measured[j]
		}
		if l.requested[j] && c.now < l.until {
			*stiff = slot.Stiffen(*stiff, 0, c.dtSec)
			continue
		}
		if *stiff = slot.Stiffen(*stiff, 1, c.dtSec); *stiff >= 1 {
			c.joints.releaseOne(j)
		}
	}
}
