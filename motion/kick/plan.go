package kick

import "math"

// aim is a kick seen by the left foot: a kick with the right one is its mirror image.
type aim struct {
	ballX, ballY float64 // over S
	direction    float64
	footSpeed    float64 // at the touch, m/s
}

// Where the kicking sole may go over S, m: between the standing leg and the
// end of the reach.
const (
	leastX, mostX = -0.16, 0.17
	leastY, mostY = 0.08, 0.22
)

// The kicking sole as a rounded box (a superellipse of the fourth degree) about the
// sole's own outline: its middle in the sole's frame and its half sizes, m. The
// outline itself has corners, where a small change of direction would be a large one
// of the place that touches the ball.
const (
	middleX, middleY = 0.0245, 0.004
	halfX, halfY     = 0.075, 0.044
)

// touch returns the point of the left sole that is furthest in a direction.
func touch(direction float64) (x, y float64) {
	s, c := math.Sincos(direction)
	u, v := math.Cbrt(halfX*c), math.Cbrt(halfY*s)
	norm := math.Sqrt(math.Sqrt(u*u*u*u + v*v*v*v))
	return middleX + halfX*u/norm, middleY + halfY*v/norm
}

// contact returns where the kicking sole is when it touches the ball.
func (e *Engine) contact(a *aim) (x, y float64) {
	stroke := e.blend(a.direction)
	fx, fy := touch(a.direction - stroke.Yaw)
	s, c := math.Sincos(stroke.Yaw)
	tx, ty := c*fx-s*fy, s*fx+c*fy
	s, c = math.Sincos(a.direction)
	r, aside := e.cfg.BallRadius, stroke.Aside
	return a.ballX - r*c - tx - s*aside, a.ballY - r*s - ty + c*aside
}

// blend mixes the forward stroke and the one to that side by the direction.
func (e *Engine) blend(direction float64) Stroke {
	side := math.Sin(direction) * math.Sin(direction)
	mixed := e.cfg.Forward
	other := &e.cfg.Side
	if direction < 0 {
		other = &e.cfg.Inward
	}
	for i, to := range other.numbers() {
		from := mixed.numbers()[i]
		*from += side * (*to - *from)
	}
	return mixed
}

// numbers returns where all numbers of a stroke are, without reflection.
func (s *Stroke) numbers() [29]*float64 {
	return [...]*float64{
		&s.Back, &s.Through, &s.BackLift, &s.HitLift, &s.ThroughLift, &s.BackPitch, &s.HitPitch, &s.ThroughPitch,
		&s.BackRoll, &s.HitRoll, &s.ThroughRoll, &s.LeanPitchBack, &s.LeanPitchThrough, &s.LeanRollBack,
		&s.LeanRollThrough, &s.ComXBack, &s.ComXThrough, &s.ComYBack, &s.ComYThrough, &s.Height, &s.Swing,
		&s.TopSpeed, &s.Aside, &s.Gain, &s.Offset, &s.Yaw, &s.Turn, &s.BackTurn, &s.TurnSec,
	}
}

// footSpeed returns how fast the foot goes through the ball.
func (s *Stroke) footSpeed(ballSpeed float64) float64 {
	const slowest = 0.25 // m/s, of the line; the table goes lower
	return min(max(s.Offset+s.Gain*ballSpeed, slowest), s.TopSpeed)
}

// unit returns how much of a way of length d stays within low and high from x on, 0 to 1.
func within(x, d, low, high float64) float64 {
	switch {
	case x+d > high && d > 0:
		return max((high-x)/d, 0)
	case x+d < low && d < 0:
		return max((low-x)/d, 0)
	}
	return 1
}

// strike appends the knots from the shift to the retracted foot.
func (e *Engine) strike(a *aim, s *Stroke) {
	cfg, p := &e.cfg, &e.path
	x, y := e.contact(a)
	backSin, backCos := math.Sincos(a.direction + s.BackTurn)
	sin, cos := math.Sincos(a.direction + s.Turn)
	v := a.footSpeed
	back := s.Back * min(within(x, -s.Back*backCos, leastX, mostX), within(y, -s.Back*backSin, leastY, mostY))
	through := s.Through * min(within(x, s.Through*cos, leastX, mostX), within(y, s.Through*sin, leastY, mostY))

	k := p.add(Shifting, cfg.ShiftSec)
	k.at[comX], k.at[comY] = cfg.StandComX, cfg.StandComY
	k.at[height], k.at[weight] = s.Height, 1
	k.at[leanRoll], k.at[leanPitch] = 0, 0

	k = p.add(Lifting, cfg.RaiseSec)
	k.at[footZ] = cfg.RaiseM

	k = p.add(Lifting, cfg.LiftSec+s.TurnSec)
	k.at[footX], k.at[footY], k.at[footZ] = x-back*backCos, y-back*backSin, s.BackLift
	k.at[footRoll], k.at[footPitch], k.at[footYaw] = s.BackRoll, s.BackPitch, s.Yaw
	k.at[comX], k.at[comY] = s.ComXBack, s.ComYBack
	k.at[leanRoll], k.at[leanPitch], k.at[arms] = s.LeanRollBack, s.LeanPitchBack, -s.Swing
	if cfg.SettleSec > 0 {
		p.add(Lifting, cfg.SettleSec)
	}

	from := p.knots[p.n-1].at
	// Mean speeds to the touch and from it to rest, as shares of the speed at the touch. The leg is behind its targets: it meets the
	// ball while the plan already brakes.
	const before, after = 0.6, 0.65
	k = p.add(Hitting, max(back, 0.01)/(before*v))
	k.at[footX], k.at[footY], k.at[footZ] = x, y, s.HitLift
	k.at[footRoll], k.at[footPitch] = s.HitRoll, s.HitPitch
	t1, t2 := k.sec, max(through, 0.01)/(after*v)
	k.speed[footX], k.speed[footY] = v*cos, v*sin
	k.speed[footZ] = (s.ThroughLift - s.BackLift) / (t1 + t2)
	k.speed[footPitch] = (s.ThroughPitch - s.BackPitch) / (t1 + t2)
	k.speed[footRoll] = (s.ThroughRoll - s.BackRoll) / (t1 + t2)
	along := t1 / (t1 + t2)
	for _, c := range [...]struct {
		channel int
		through float64
	}{
		{comX, s.ComXThrough},
		{comY, s.ComYThrough},
		{leanRoll, s.LeanRollThrough},
		{leanPitch, s.LeanPitchThrough},
		{arms, s.Swing},
	} {
		d := c.through - from[c.channel]
		k.at[c.channel], k.speed[c.channel] = from[c.channel]+along*d, d/(t1+t2)
	}
	e.hitSec = p.seconds()

	k = p.add(Hitting, t2)
	k.at[footX], k.at[footY], k.at[footZ] = x+through*cos, y+through*sin, s.ThroughLift
	k.at[footRoll], k.at[footPitch] = s.ThroughRoll, s.ThroughPitch
	k.at[comX], k.at[comY] = s.ComXThrough, s.ComYThrough
	k.at[leanRoll], k.at[leanPitch], k.at[arms] = s.LeanRollThrough, s.LeanPitchThrough, s.Swing
	if cfg.HoldSec > 0 {
		p.add(Hitting, cfg.HoldSec)
	}
}

// home appends the knots from a foot in the air to the stand the kick began in.
func (e *Engine) home() {
	cfg, p, end := &e.cfg, &e.path, &e.start
	const over = 0.025 // m
	k := p.add(Retracting, cfg.RetractSec)
	k.at[footX], k.at[footY], k.at[footZ] = end[footX], end[footY], over
	k.at[footRoll], k.at[footPitch], k.at[footYaw] = end[footRoll], end[footPitch], end[footYaw]
	k.at[comX], k.at[comY], k.at[arms] = cfg.HomeComX, cfg.HomeComY, 0
	k.at[leanRoll], k.at[leanPitch], k.at[weight] = 0, 0, 1
	k = p.add(Lowering, cfg.LowerSec)
	k.at[footZ] = end[footZ]
	e.back()
}

// back appends the last knot: from a foot on the ground to the stand.
func (e *Engine) back() {
	e.path.add(Returning, e.cfg.ReturnSec).at = e.start
}
