package sight

import (
	"math"
	"math/rand/v2"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
)

// A Scene holds the objects on the field, in world.
type Scene struct {
	Field        *field.Map
	BallX, BallY float64
	NoBall       bool
	Robots       []Robot
}

// A Robot is a robot of a scene.
type Robot struct {
	Pose   plane.Pose
	Team   uint8
	Number int
	Fallen bool
	Away   bool // it is not on the field
}

// An Image holds the percepts of one image. It is valid until the next Look of the same Eyes.
type Image struct {
	Features percepts.FieldFeatures
	Balls    []percepts.SeenBall
	Robots   []percepts.SeenRobot
}

// Eyes are the cameras of one robot.
type Eyes struct {
	table       *rates.Table
	rng         *rand.Rand
	pitch, roll float64 // rad, the error now
	constant    [2]float64
	before      time.Duration
	image       Image

	cos, sin, half float64 // the view's axis, and the cosine of half its opening
	near           [maxSeen]local
	seen           int
}

const maxSeen = 24

// local is another robot in base_footprint.
type local struct {
	x, y, d float64
	tall    bool
}

// New returns the eyes of a robot.
func New(t *rates.Table, seed, robot uint64) *Eyes {
	e := &Eyes{table: t, rng: rand.New(rand.NewPCG(seed, 1000+robot))}
	e.constant = [2]float64{t.Camera.Calibration * e.rng.NormFloat64(), t.Camera.Calibration * e.rng.NormFloat64()}
	e.image.Features.Points = make([]percepts.FieldPoint, 0, 32)
	e.image.Features.Lines = make([]percepts.FieldLine, 0, 16)
	e.image.Balls = make([]percepts.SeenBall, 0, 4)
	e.image.Robots = make([]percepts.SeenRobot, 0, maxSeen)
	return e
}

// Look returns the percepts of robot me of the scene in an image at a time, with its head turned to yaw.
func (e *Eyes) Look(now time.Duration, s *Scene, me int, yaw float64) *Image {
	t := e.table
	e.shake(now)
	e.sin, e.cos = math.Sincos(yaw)
	e.half = math.Cos(t.Camera.Opening / 2)
	i := &e.image
	f := &i.Features
	f.Stamp, f.HeightM = now, t.Camera.Height
	f.TiltVar = max(t.Camera.Tilt*t.Camera.Tilt+t.Camera.Calibration*t.Camera.Calibration, 1e-8)
	f.Points, f.Lines = f.Points[:0], f.Lines[:0]
	i.Balls, i.Robots = i.Balls[:0], i.Robots[:0]
	own := s.Robots[me]
	frame := own.Pose.Frame()
	e.gather(s, me)
	e.findRobots(now, s, me)
	if !s.NoBall {
		e.findBall(now, frame, s)
	}
	e.findPoints(frame, own.Pose.Theta, s.Field)
	e.falsePoints()
	for k := range s.Field.Lines {
		e.findLine(frame, &s.Field.Lines[k])
	}
	return i
}

// shake advances the error of the camera's tilt, a random walk that returns to the error of calibration.
func (e *Eyes) shake(now time.Duration) {
	c := &e.table.Camera
	dt := max((now - e.before).Seconds(), 0)
	e.before = now
	keep := max(0, 1-min(dt/c.TiltTime, 1))
	fresh := c.Tilt * math.Sqrt(1-keep*keep)
	e.pitch = e.constant[0] + keep*(e.pitch-e.constant[0]) + fresh*e.rng.NormFloat64()
	e.roll = e.constant[1] + keep*(e.roll-e.constant[1]) + fresh*e.rng.NormFloat64()
}

// gather collects the other robots nearby, which hide objects behind them.
func (e *Eyes) gather(s *Scene, me int) {
	e.seen = 0
	own := s.Robots[me].Pose.Frame()
	for j := range s.Robots {
		o := &s.Robots[j]
		if j == me || o.Away || e.seen == maxSeen {
			continue
		}
		x, y := own.Local(o.Pose.X, o.Pose.Y)
		e.near[e.seen] = local{x, y, math.Hypot(x, y), !o.Fallen}
		e.seen++
	}
}

// inView reports whether a point on the ground is in the image, d away.
func (e *Eyes) inView(x, y, d float64) bool {
	return d > e.table.Camera.Near && x*e.cos+y*e.sin > d*e.half
}

// hidden reports whether a robot stands before a point that is d away.
func (e *Eyes) hidden(x, y, d float64) bool {
	const half = 0.12 // m, of a robot's width
	for _, r := range e.near[:e.seen] {
		if r.tall && r.d < d-0.15 && x*r.x+y*r.y > 0 && math.Abs(x*r.y-y*r.x) < half*d {
			return true
		}
	}
	return false
}

// tilted returns where a point on the ground seems to be with the error of the tilt: its ray meets the ground elsewhere.
// Angles are small.
func (e *Eyes) tilted(x, y float64) (float64, float64, bool) {
	h := e.table.Camera.Height
	z := -h
	x, z = x+e.pitch*z, z-e.pitch*x
	y, z = y-e.roll*z, z+e.roll*y
	if z > -0.03 {
		return 0, 0, false
	}
	return -x * h / z, -y * h / z, true
}

// deviations returns those of a point along and across the ray.
func (e *Eyes) deviations(d float64) (radial, across float64) {
	c := &e.table.Camera
	if c.Pixel == 0 {
		return 0.001, 0.001
	}
	return 0.01 + c.Pixel*(d*d/c.Height+c.Height), 0.008 + c.Pixel*d
}

// blurred returns a point with the errors of the image, and its covariance without the tilt.
func (e *Eyes) blurred(x, y float64) (float64, float64, plane.Cov2, bool) {
	radial, across := e.deviations(math.Hypot(x, y))
	return e.blurredBy(x, y, radial, across)
}

// blurredThing returns a ball or robot with the errors measured at its distance, otherwise with those of the image.
func (e *Eyes) blurredThing(r *rates.Rate, x, y float64) (float64, float64, plane.Cov2, bool) {
	d := math.Hypot(x, y)
	s, ok := r.StepAt(d)
	if !ok {
		return e.blurred(x, y)
	}
	return e.blurredBy(x, y, max(s.Distance, 0.001), max(s.Bearing*d, 0.001))
}

// blurredBy returns a point with the errors of the tilt and with others of some deviations along and across the ray.
func (e *Eyes) blurredBy(x, y, radial, across float64) (float64, float64, plane.Cov2, bool) {
	d := math.Hypot(x, y)
	x, y, ok := e.tilted(x, y)
	if !ok || d < 1e-6 || math.Abs(x)+math.Abs(y) > 12 {
		return 0, 0, plane.Cov2{}, false
	}
	now := math.Hypot(x, y)
	c, s := x/now, y/now
	if e.table.Camera.Pixel > 0 {
		r, a := radial*e.rng.NormFloat64(), across*e.rng.NormFloat64()
		x, y = x+r*c-a*s, y+r*s+a*c
	}
	rr, aa := radial*radial, across*across
	return x, y, plane.Cov2{XX: c*c*rr + s*s*aa, XY: c * s * (rr - aa), YY: s*s*rr + c*c*aa}, true
}

// found reports whether a thing at a distance is found this time.
func (e *Eyes) found(r *rates.Rate, d float64) bool { return e.rng.Float64() < r.ShareAt(d) }
