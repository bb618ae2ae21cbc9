package walk

import "gonao/nao"

// openFrom returns the velocity from which a step on the way to a goal is planned. A step that closes the feet may be as
// slow sideways and turning as wanted at once, because the feet come together in any case. A step that opens them
// continues from the last one that did, two steps earlier.
func (c *Config) openFrom(making, opened, want Velocity, swing nao.Leg) Velocity {
	s := side(swing)
	making.Y = strideFrom(s*making.Y, s*opened.Y, s*want.Y, c.AccelY, c.DecelY) * s
	making.Yaw = strideFrom(s*making.Yaw, s*opened.Yaw, s*want.Yaw, c.AccelYaw, c.DecelYaw) * s
	return making
}

// strideFrom is openFrom on one axis. Speeds are positive towards the side of the swing foot, which they open.
func strideFrom(speed, opened, want, accel, decel float64) float64 {
	switch {
	case speed < 0: // the step closes the feet
		return speed - clamp(speed-want, speed, 0)
	case speed > 0 || want <= 0:
		return speed
	case opened > 0:
		return opened - clamp(opened-want, -accel, decel)
	}
	return min(want, accel)
}

// opened returns the velocity with which a step opened the feet last, on each axis.
func (v Velocity) opened(last Velocity, swing nao.Leg) Velocity {
	s := side(swing)
	if s*v.Y > 0 || s*last.Y > 0 {
		last.Y = v.Y
	}
	if s*v.Yaw > 0 || s*last.Yaw > 0 {
		last.Yaw = v.Yaw
	}
	return last
}
