package walk

// course is the heading and line that the robot keeps while no turn is commanded: the heading when it last turned or
// stood and, straight ahead or back, the line from the place where that velocity was first commanded. Sideways there is
// no line: a gait that is faster ahead than aside would have to turn for it.
type course struct {
	along Velocity // the velocity that it was laid for
	from  place    // in the odometry frame
	trim  float64  // rad/s, of a turn that makes good how the gait turns by itself
}

// How far the course may make the robot turn.
const (
	mostAside = 0.25 // rad, towards the line
	mostTrim  = 0.3  // rad/s
	mostHold  = 0.5  // rad/s, in all
)

// hold returns a velocity that turns the robot onto its course while no turn is wanted.
func (c *course) hold(cfg *Config, here place, v Velocity) Velocity {
	switch {
	case v.Yaw != 0 || v == (Velocity{}):
		c.from, c.along = here, v
		return v
	case v != c.along:
		c.from, c.along = place{here.x, here.y, c.from.yaw}, v
	}
	v.Yaw = clamp(cfg.HeadingHold*c.off(cfg, here)+c.trim, -mostHold, mostHold)
	return v
}

// off returns by how much the robot has to turn to the left to come back to its course.
func (c *course) off(cfg *Config, here place) float64 {
	d := c.from.inverse().mul(here)
	toLine := 0.0
	if c.along.Y == 0 {
		toLine = clamp(-cfg.LineHold*d.y, -mostAside, mostAside)
	}
	if c.along.X < 0 {
		toLine = -toLine
	}
	return wrap(toLine - d.yaw)
}

// learn adjusts the trim with every step: by how the gait turns by itself.
func (c *course) learn(cfg *Config, here place, period float64) {
	if c.along.Yaw == 0 && c.along != (Velocity{}) {
		c.trim = clamp(c.trim+cfg.HeadingTrim*c.off(cfg, here)*period, -mostTrim, mostTrim)
	}
}
