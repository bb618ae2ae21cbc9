package walk

import (
	"fmt"
	"math"

	"gonao/internal/si"
)

// Limit scales a velocity into the ellipsoid of the limits.
func (c *Config) Limit(v Velocity) Velocity {
	limitX := c.MaxForward
	if v.X < 0 {
		limitX = c.MaxBackward
	}
	part := func(v, limit float64) float64 {
		if v == 0 {
			return 0
		}
		return v / max(limit, 1e-9)
	}
	n := math.Hypot(math.Hypot(part(v.X, limitX), part(v.Y, c.MaxSide)), part(v.Yaw, c.MaxTurn))
	if n > 1 {
		v.X, v.Y, v.Yaw = v.X/n, v.Y/n, v.Yaw/n
	}
	return v
}

// command is what the walk shall do: follow a velocity, or go to a place.
type command struct {
	asked  Velocity // as SetVelocity had it
	wish   Velocity // that, within the limits
	target goal
	course course
}

// limit applies the limits, which may be others than when the velocity was set.
func (k *command) limit(c *Config) { k.wish = c.Limit(k.asked) }

func (k *command) stop() { k.asked, k.wish, k.target = Velocity{}, Velocity{}, goal{} }

// goal is a place to walk to, in the frame of the odometry.
type goal struct {
	set, arrived bool
	at           place
	share        float64 // of the limits
	tries        int     // fresh starts from a stand beside it
}

// How near a goal counts as reached.
const (
	goalM   = 0.02
	goalRad = 0.06
)

// WalkTo walks to a place in the robot's present frame and stops there. speed is a
// share of the limits, above 0 to 1.
func (e *Engine) WalkTo(dx, dy, dYaw, speed float64) error {
	if !si.IsFinite(dx) || !si.IsFinite(dy) || !si.IsFinite(dYaw) {
		return fmt.Errorf("walk to (%g, %g, %g): %w", dx, dy, dYaw, ErrNotFinite)
	}
	if !(speed > 0 && speed <= 1) {
		return fmt.Errorf("walk to: speed %g: expected above 0, up to 1", speed)
	}
	here := e.odo.place()
	e.command.stop()
	e.command.target = goal{set: true, at: here.mul(place{dx, dy, dYaw}), share: speed}
	return nil
}

// Arrived reports whether the last WalkTo has come to its goal and stands.
func (e *Engine) Arrived() bool {
	target := &e.command.target
	return target.set && target.arrived && e.phase == Standing && e.t > 0.5
}

// wanted returns the velocity to plan the next step with.
func (e *Engine) wanted() Velocity {
	if e.est.gyroscope.Failed() {
		return Velocity{}
	}
	here, target := e.odo.place(), &e.command.target
	if !target.set {
		return e.command.course.hold(&e.cfg, here, e.command.wish)
	}
	if target.arrived && (e.phase != Standing || e.t < 0.4 || target.tries >= 3) {
		return Velocity{}
	}
	d := here.inverse().mul(target.at)
	d.yaw = wrap(d.yaw)
	// The step that begins still carries the robot on.
	ahead := vec2{e.speed.X, e.speed.Y}.scale(2 * e.cfg.Period)
	if d.pos().sub(ahead).norm() < goalM && math.Abs(d.yaw-e.speed.Yaw*e.cfg.Period) < goalRad {
		target.arrived = true
		return Velocity{}
	}
	if target.arrived { // it stands, but beside the goal
		if d.pos().norm() < 2*goalM && math.Abs(d.yaw) < 2*goalRad {
			return Velocity{}
		}
		target.arrived = false
		target.tries++
	}
	// To be there after three steps, but not faster than allowed.
	sec := 3 * e.cfg.Period
	v := Velocity{d.x / sec, d.y / sec, d.yaw / sec}
	c := e.cfg
	c.MaxForward, c.MaxBackward = c.MaxForward*target.share, c.MaxBackward*target.share
	c.MaxSide, c.MaxTurn = c.MaxSide*target.share, c.MaxTurn*target.share
	return c.Limit(v)
}

// accelerate returns the velocity of the next step, nearer to the wanted one.
func (c *Config) accelerate(speed, want Velocity) Velocity {
	return Velocity{
		X: toward(speed.X, want.X, c.AccelX), Y: toward(speed.Y, want.Y, c.AccelY), Yaw: toward(speed.Yaw, want.Yaw, c.AccelYaw),
	}
}
