package servo

// This part of the package moves joints to angles that a program commands again and again, as
// ALMotion's setAngles and nao_lola's effectors are commanded.
//
// A joint goes straight to its newest angle: from rest to its speed in [accelSec], and to
// a stop where it shall be. It stays with the program that commanded it while it moves, and for
// [keepAngle] after the last command, so that a stream of commands keeps it.
//
// Angles are in rad, hands go from 0 to 1.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/nao"
)

// accelSec is the time from rest to the joint's top speed.
const accelSec = 0.1

// keepAngle is how long a joint that has arrived stays with the program that commanded it.
const keepAngle = 500 * time.Millisecond

// ErrBadAngles is returned for angles that make no sense.
var ErrBadAngles = errors.New("no such angles")

// AngleTarget is where a joint shall go. Beyond its range it goes to the end of that.
type AngleTarget struct {
	Joint nao.Joint
	Rad   float64
}

// CheckAngles returns an error for an empty list, a joint that is there twice, an angle that is not
// finite, and a share of the top speed that is not above 0 and at most 1.
func CheckAngles(targets []AngleTarget, share float64) error {
	if !(share > 0 && share <= 1) {
		return fmt.Errorf("%w: speed %g: expected above 0, up to 1", ErrBadAngles, share)
	}
	if len(targets) == 0 {
		return fmt.Errorf("%w: no joint; expected at least one", ErrBadAngles)
	}
	for i, t := range targets {
		switch {
		case t.Joint >= nao.NumJoints:
			return fmt.Errorf("%w: %s: no such joint", ErrBadAngles, t.Joint)
		case math.IsNaN(t.Rad) || math.IsInf(t.Rad, 0):
			return fmt.Errorf("%w: joint %s to %g; expected a finite number", ErrBadAngles, t.Joint, t.Rad)
		case slices.ContainsFunc(targets[:i], func(o AngleTarget) bool { return o.Joint == t.Joint }):
			return fmt.Errorf("%w: joint %s is there twice", ErrBadAngles, t.Joint)
		}
	}
	return nil
}

// AngleController moves any number of joints. The zero value moves no joint.
type AngleController struct {
	joints [nao.NumJoints]joint
}

// joint is one of them.
type joint struct {
	active bool
	goal   float64       // rad
	limit  float64       // rad/s
	speed  float64       // rad/s, now
	until  time.Duration // it is kept at least so long
}

// Set sets targets that Check has passed, at a share of each joint's top speed. speed is how
// fast the joints turn now, rad/s: a joint that moves already does not jerk.
func (c *AngleController) Set(targets []AngleTarget, share float64, now time.Duration, speed *nao.Joints) {
	for _, t := range targets {
		at := &c.joints[t.Joint]
		if !at.active {
			*at = joint{active: true, speed: speed[t.Joint]}
		}
		at.goal, at.limit, at.until = t.Joint.Clamp(t.Rad), share*t.Joint.MaxSpeed(), now+keepAngle
	}
}

// Goal returns where a joint goes, rad; false when it has no goal.
func (c *AngleController) Goal(j nao.Joint) (rad float64, ok bool) {
	return c.joints[j].goal, c.joints[j].active
}

// Drop removes a joint's target.
func (c *AngleController) Drop(j nao.Joint) { c.joints[j] = joint{} }

// Holds reports whether a joint moves, or was commanded less than [keepAngle] ago.
func (c *AngleController) Holds(j nao.Joint) bool { return c.joints[j].active }

// Step moves the commanded angles on by dtSec, and drops the joints that rest and were not
// commanded for [keepAngle].
func (c *AngleController) Step(now time.Duration, dtSec float64, command *nao.Joints) {
	if dtSec <= 0 {
		return
	}
	before := *command
	for j := range nao.Joint(nao.NumJoints) {
		if at := &c.joints[j]; at.active {
			command[j] = at.step(j, command[j], dtSec)
		}
	}
	if c.Holds(nao.HeadYaw) || c.Holds(nao.HeadPitch) { // the shoulders leave the pitch less room beside than ahead
		command[nao.HeadYaw], command[nao.HeadPitch] = nao.ClampHead(command[nao.HeadYaw], command[nao.HeadPitch])
	}
	for j := range c.joints {
		if at := &c.joints[j]; at.active && command[j] == before[j] && now >= at.until {
			*at = joint{}
		}
	}
}

// step returns the joint's next angle.
func (at *joint) step(j nao.Joint, angle, dtSec float64) float64 {
	way := at.goal - angle
	want := min(max(way/dtSec, -at.limit), at.limit)
	faster := j.MaxSpeed() / accelSec * dtSec
	switch {
	case want*at.speed < 0: // it turns round
		at.speed = min(max(want, -faster), faster)
	case math.Abs(want) > math.Abs(at.speed):
		at.speed = min(max(want, at.speed-faster), at.speed+faster)
	default:
		at.speed = want
	}
	if at.speed == way/dtSec {
		return at.goal
	}
	return j.Clamp(angle + at.speed*dtSec)
}
