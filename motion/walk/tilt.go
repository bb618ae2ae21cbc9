package walk

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// tilt keeps the trunk upright over ground that is not level, and on legs that sag. The mean tilt of the trunk over the
// last two steps has two causes: the slope of the ground, which does not turn with the robot, and faults of the body,
// which do. A tilt is the height that the ground, or the trunk, loses ahead (x) and to the left (y) per metre, rad.
type tilt struct {
	ground vec2 // in the odometry frame
	body   vec2 // in the robot's axes
	at     vec2 // present turn of the soles, in the robot's axes

	sum   vec2 // sum of the trunk's tilt in this step
	count float64
	last  vec2 // mean of the last step
	seen  int  // steps in a row
}

// Constants of the tilt.
const (
	mostGroundRad = 0.12 // largest slope that is learnt
	mostBodyRad   = 0.06
	tiltPerSec    = 0.3  // rad/s: how fast the soles turn
	tiltDead      = 0.03 // rad, of a trunk on level ground
	tipsRad       = 0.4  // a trunk that tips by more teaches nothing
)

// begin keeps the learnt values; if other owners had the legs for longer than a kick, it keeps only the faults of the
// body: the robot turned while lying and getting up, and the odometry did not measure it.
func (t *tilt) begin(awaySec float64) {
	const longest = 4.0
	if awaySec > longest {
		t.ground = vec2{}
	}
	*t = tilt{ground: t.ground, body: t.body}
}

// beginStep ends the mean of a step, and learns from it and the one before. A step that is not steady teaches nothing. heading is
// that of the robot in the frame of the odometry.
func (t *tilt) beginStep(rate, heading float64, steady bool) {
	mean := vec2{}
	if t.count > 0 {
		mean = t.sum.scale(1 / t.count)
	}
	last := t.last
	t.sum, t.count, t.last = vec2{}, 0, mean
	if t.seen++; !steady || mean.norm() > tipsRad {
		t.seen = 0
	}
	if t.seen < 2 {
		return
	}
	left := vec2{beyond((mean.x+last.x)/2, tiltDead), beyond((mean.y+last.y)/2, tiltDead)}.scale(rate / 2) // half for each cause
	t.ground = t.ground.add(left.turned(heading)).within(mostGroundRad)
	t.body = t.body.add(left).within(mostBodyRad)
}

// step adds a cycle of the trunk's tilt, and turns the soles by the learnt values while the robot walks.
func (t *tilt) step(off vec2, heading float64, walks bool, dt float64) {
	t.sum, t.count = t.sum.add(off), t.count+1
	want := vec2{}
	if walks {
		want = t.ground.turned(-heading).add(t.body)
	}
	t.at.x = toward(t.at.x, want.x, tiltPerSec*dt)
	t.at.y = toward(t.at.y, want.y, tiltPerSec*dt)
}

// within shortens a vector to a length.
func (a vec2) within(most float64) vec2 {
	if n := a.norm(); n > most {
		return a.scale(most / n)
	}
	return a
}

// turn turns a sole with the ground about the point below the torso.
func (t *tilt) turn(sole nao.Pose, heightM float64) nao.Pose {
	if t.at == (vec2{}) {
		return sole
	}
	below := r3.Vec{Z: -heightM}
	x := nao.Rotation(r3.Vec{Y: 1}, t.at.x).Mul(nao.Rotation(r3.Vec{X: 1}, -t.at.y))
	at := r3.Add(below, x.Rotate(r3.Sub(sole.P, below)))
	sole = x.Mul(sole)
	sole.P = at
	return sole
}

// The tilt of the trunk that belongs to a speed, measured on level ground in the profile real: it leans back walking ahead faster
// than usualFrom, and away from where it walks aside.
const (
	usualFrom  = 0.1  // m/s
	usualAhead = 0.22 // rad per m/s
	usualAside = 0.25
)

// tilted returns how far the trunk tips from where it is at a speed on level ground.
func (s *estimator) tilted(c *Config, leanRad float64, made Velocity) vec2 {
	return vec2{
		s.pitch - c.Upright - leanRad + usualAhead*max(0, made.X-usualFrom),
		-s.roll + usualAside*made.Y,
	}
}
