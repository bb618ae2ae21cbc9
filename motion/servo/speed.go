package servo

// This part of the package turns joints with commanded speeds, as Luar's set_actuator_velocity
// and the neck of Menéndez, Salamanqués and Cañas do.
//
// Speeds are in rad/s, hands in 1/s. A joint needs [speedAccelSec] from rest to its top speed and back, slows down before
// the end of its range so that it comes to rest there, and stops when no new command comes for its time to live. The
// commanded angle leads the measured one by no more than the body's delay: a blocked joint does not jump when it becomes
// free.

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/nao"
)

// speedAccelSec is the time from rest to top speed.
const speedAccelSec = 0.1

// Bounds and default of how long a command holds.
const (
	defaultHold = 500 * time.Millisecond
	MaxHold     = 10 * time.Second
)

// The commanded angle may lead the measured one by the joint's movement in windupSec, plus windupRad.
const (
	windupSec = 0.15
	windupRad = 0.05
)

// ErrBadSpeeds is returned for a command that makes no sense.
var ErrBadSpeeds = errors.New("no such speed command")

// SpeedTarget is the speed that one joint shall have.
type SpeedTarget struct {
	Joint     nao.Joint
	RadPerSec float64 // beyond the joint's top speed it is the top speed
}

// CheckSpeeds returns an error for an empty list, a joint that is there twice, a speed that is
// not finite, and a time to live out of [0, MaxHold].
func CheckSpeeds(targets []SpeedTarget, hold time.Duration) error {
	if len(targets) == 0 {
		return fmt.Errorf("%w: no joint; expected at least one", ErrBadSpeeds)
	}
	if hold < 0 || hold > MaxHold {
		return fmt.Errorf("%w: for %v; expected 0 (%v) to %v", ErrBadSpeeds, hold, defaultHold, MaxHold)
	}
	for i, t := range targets {
		switch {
		case t.Joint >= nao.NumJoints:
			return fmt.Errorf("%w: %s: no such joint", ErrBadSpeeds, t.Joint)
		case math.IsNaN(t.RadPerSec) || math.IsInf(t.RadPerSec, 0):
			return fmt.Errorf("%w: joint %s: %g rad/s; expected a finite number", ErrBadSpeeds, t.Joint, t.RadPerSec)
		case slices.ContainsFunc(targets[:i], func(o SpeedTarget) bool { return o.Joint == t.Joint }):
			return fmt.Errorf("%w: joint %s is there twice", ErrBadSpeeds, t.Joint)
		}
	}
	return nil
}

// SpeedController turns any number of joints. The zero value turns no joint.
type SpeedController struct {
	joints [nao.NumJoints]speedJoint
	active int
}

// speedJoint is one of them.
type speedJoint struct {
	active bool
	want   float64       // rad/s
	speed  float64       // rad/s, now
	until  time.Duration // time at which the command expires
}

// Set stores a command that Check has passed. speed is how fast the joints turn now, rad/s:
// a joint that moves already does not jerk.
func (c *SpeedController) Set(targets []SpeedTarget, now, hold time.Duration, speed *nao.Joints) {
	hold = cmp.Or(hold, defaultHold)
	for _, t := range targets {
		at := &c.joints[t.Joint]
		if !at.active {
			c.active++
			*at = speedJoint{active: true, speed: speed[t.Joint]}
		}
		top := t.Joint.MaxSpeed()
		at.want, at.until = min(max(t.RadPerSec, -top), top), now+hold
	}
}

// Stop removes all commands.
func (c *SpeedController) Stop() { *c = SpeedController{} }

// Active reports whether any joint has a command.
func (c *SpeedController) Active() bool { return c.active > 0 }

// Drop removes a joint's command.
func (c *SpeedController) Drop(j nao.Joint) {
	if c.joints[j].active {
		c.joints[j] = speedJoint{}
		c.active--
	}
}

// Turns reports whether the joint has a command.
func (c *SpeedController) Turns(j nao.Joint) bool { return c.joints[j].active }

// Step advances the commanded angles by dtSec. A joint whose command has expired slows down to rest, and then has no
// command.
func (c *SpeedController) Step(now time.Duration, dtSec float64, measured, command *nao.Joints) {
	if c.active == 0 || dtSec <= 0 {
		return
	}
	for j := range nao.Joint(nao.NumJoints) {
		at := &c.joints[j]
		if !at.active {
			continue
		}
		if now >= at.until {
			at.want = 0
		}
		command[j] = at.step(j, command[j], measured[j], dtSec)
		if now >= at.until && at.speed == 0 {
			*at = speedJoint{}
			c.active--
		}
	}
	command[nao.HeadYaw], command[nao.HeadPitch] = c.head(command)
}

// head limits the head to the pitch range at its yaw.
func (c *SpeedController) head(command *nao.Joints) (yaw, pitch float64) {
	if !c.joints[nao.HeadYaw].active && !c.joints[nao.HeadPitch].active {
		return command[nao.HeadYaw], command[nao.HeadPitch]
	}
	return nao.ClampHead(command[nao.HeadYaw], command[nao.HeadPitch])
}

// step returns the joint's next angle.
func (at *speedJoint) step(j nao.Joint, angle, measured, dtSec float64) float64 {
	accel := j.MaxSpeed() / speedAccelSec
	lo, hi := j.Range()
	// The highest speed from which the joint still stops at the end of its range,
	// braking by equal steps: v·dt + v²/2a <= gap.
	brake := func(gap float64) float64 {
		half := accel * dtSec
		return max(math.Sqrt(half*half+2*accel*max(gap, 0))-half, 0)
	}
	want := min(max(at.want, -brake(angle-lo)), brake(hi-angle))
	at.speed = min(max(want, at.speed-accel*dtSec), at.speed+accel*dtSec)
	next := lead(angle, j.Clamp(angle+at.speed*dtSec), measured, at.speed)
	if next == angle && math.Abs(at.want) == 0 {
		at.speed = 0
	}
	return next
}

// lead keeps the next angle near the measured one, without turning back.
func lead(angle, next, measured, speed float64) float64 {
	if math.IsNaN(measured) {
		return next // a broken sensor
	}
	far := windupRad + windupSec*math.Abs(speed)
	switch {
	case next > angle:
		return max(min(next, measured+far), angle)
	case next < angle:
		return min(max(next, measured-far), angle)
	}
	return next
}
