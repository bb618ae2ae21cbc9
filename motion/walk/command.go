package walk

import (
	"math"
)

// Limit scales a velocity into the ellipsoid of the limits.
func (c *Config) Limit(v Velocity) Velocity {
	return ellipsoid(v, c.MaxForward, c.MaxBackward, c.MaxSide, c.MaxTurn)
}

// longest scales a velocity into the ellipsoid of planned velocities.
func (c *Config) longest(v Velocity) Velocity {
	return ellipsoid(v, c.PlanForward, c.PlanBackward, c.PlanSide, c.PlanTurn)
}

// ellipsoid scales a velocity into an ellipsoid.
func ellipsoid(v Velocity, forward, backward, side, turn float64) Velocity {
	if v.X < 0 {
		forward = backward
	}
	part := func(v, limit float64) float64 {
		if v == 0 {
			return 0
		}
		return v / max(limit, 1e-9)
	}
	n := math.Hypot(math.Hypot(part(v.X, forward), part(v.Y, side)), part(v.Yaw, turn))
	if n > 1 {
		v.X, v.Y, v.Yaw = v.X/n, v.Y/n, v.Yaw/n
	}
	return v
}

// command is what the walk must do: follow a velocity, or go to a place.
type command struct {
	asked  Velocity // as in SetVelocity
	wish   Velocity // asked, within the limits
	target goal
	course course
}

// limit applies the limits, which may be others than when the velocity was set.
func (k *command) limit(c *Config) { k.wish = c.Limit(k.asked) }

// holdsCourse reports whether a turn is not commanded, but holds a course.
func (k *command) holdsCourse() bool { return !k.target.set && k.wish.Yaw == 0 }

func (k *command) stop() { k.asked, k.wish, k.target = Velocity{}, Velocity{}, goal{} }

// wanted returns the velocity to plan the next step with.
func (e *Engine) wanted() Velocity {
	if e.est.gyroscope.Failed() {
		return Velocity{}
	}
	here := e.odo.place()
	if !e.command.target.set {
		return e.command.course.hold(&e.cfg, here, e.command.wish)
	}
	return e.approach(here)
}

// accelerate returns the velocity of the next step, nearer to the wanted one. Changes in several directions
// at once are scaled into the ellipsoid of the largest ones.
func (c *Config) accelerate(speed, want Velocity) Velocity {
	from, to := speed.axes(), want.axes()
	accel, decel := [axes]float64{c.AccelX, c.AccelY, c.AccelYaw}, [axes]float64{c.DecelX, c.DecelY, c.DecelYaw}
	next, sum := from, 0.0
	for i := range from {
		next[i] = changed(from[i], to[i], accel[i], decel[i])
		most := accel[i]
		if from[i]*(next[i]-from[i]) < 0 {
			most = decel[i]
		}
		sum += square((next[i] - from[i]) / most)
	}
	if sum > 1 {
		for i := range from {
			next[i] = from[i] + (next[i]-from[i])/math.Sqrt(sum)
		}
	}
	return Velocity{next[0], next[1], next[2]}
}

// changed moves a speed towards another one: nearer to zero by at most decel, away from zero by
// at most accel, and through zero by what is left of the step.
func changed(from, to, accel, decel float64) float64 {
	if from < 0 {
		return -changed(-from, -to, accel, decel)
	}
	if to >= from {
		return min(to, from+accel)
	}
	if slower := from - decel; slower >= 0 || to >= 0 {
		return max(to, slower)
	}
	left := 1 - from/max(decel, 1e-9) // the share of the step after the stop
	return max(to, -left*accel)
}
