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
	e.target = goal{set: true, at: here.mul(place{dx, dy, dYaw}), share: speed}
	e.asked, e.wish = Velocity{}, Velocity{}
	return nil
}

// Arrived tells that the last WalkTo has come to its goal and stands.
func (e *Engine) Arrived() bool {
	return e.target.set && e.target.arrived && e.phase == Standing && e.t > 0.5
}

// wanted is the velocity to plan the next step with.
func (e *Engine) wanted() Velocity {
	if !e.target.set {
		return e.hold(e.wish)
	}
	if e.target.arrived && (e.phase != Standing || e.t < 0.4 || e.target.tries >= 3) {
		return Velocity{}
	}
	here := e.odo.place()
	d := here.inverse().mul(e.target.at)
	d.yaw = wrap(d.yaw)
	// The step that begins still carries the robot on.
	ahead := vec2{e.speed.X, e.speed.Y}.scale(2 * e.cfg.Period)
	if d.pos().sub(ahead).norm() < goalM && math.Abs(d.yaw-e.speed.Yaw*e.cfg.Period) < goalRad {
		e.target.arrived = true
		return Velocity{}
	}
	if e.target.arrived { // it stands, but beside the goal
		if d.pos().norm() < 2*goalM && math.Abs(d.yaw) < 2*goalRad {
			return Velocity{}
		}
		e.target.arrived = false
		e.target.tries++
	}
	// To be there after three steps, but not faster than allowed.
	sec := 3 * e.cfg.Period
	v := Velocity{d.x / sec, d.y / sec, d.yaw / sec}
	c := e.cfg
	c.MaxForward, c.MaxBackward = c.MaxForward*e.target.share, c.MaxBackward*e.target.share
	c.MaxSide, c.MaxTurn = c.MaxSide*e.target.share, c.MaxTurn*e.target.share
	return c.Limit(v)
}

// accelerate takes the present step's velocity nearer to the wanted one.
func (e *Engine) accelerate(want Velocity) {
	c := &e.cfg
	e.speed.X = toward(e.speed.X, want.X, c.AccelX)
	e.speed.Y = toward(e.speed.Y, want.Y, c.AccelY)
	e.speed.Yaw = toward(e.speed.Yaw, want.Yaw, c.AccelYaw)
}
