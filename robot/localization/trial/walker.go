// Package trial measures a localization.Localizer: a robot walks on a field, sees features with the errors of a
// camera on a walking robot, and the belief is compared with the truth.
//
// Everything follows from a seed. Frames as in package localization; lengths in m, angles in rad.
package trial

import (
	"math"
	"math/rand/v2"
	"time"

	"gonao/robot/localization"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// Errors are the standard deviations of odometry and features.
type Errors struct {
	TiltDev        float64 // rad, of the camera while walking; lasts for TiltTimeSec
	TiltTimeSec    float64
	CalibrationDev float64 // rad, of the camera's tilt, constant in a run
	WalkBias       float64 // share of the walked distance, constant in a run
	TurnBias       float64 // share of the turned angle, constant in a run
	DriftDev       float64 // rad/s, constant in a run
	Wrong          float64 // share of features with a wrong kind
	False          float64 // false features per image
	Seen           float64 // share of near features that are found
	SeenFar        float64 // share at 5 m
}

// DefaultErrors returns those of a NAO of the profile real, with a tilt error of 0.8°.
func DefaultErrors() Errors {
	const deg = math.Pi / 180
	return Errors{
		TiltDev: 0.8 * deg, TiltTimeSec: 0.4, CalibrationDev: 0.4 * deg, WalkBias: 0.06, TurnBias: 0.05, DriftDev: 0.1 * deg,
		Wrong: 0.03, False: 0.05, Seen: 0.9, SeenFar: 0.3,
	}
}

// rate is that of images; the two cameras alternate.
const (
	rateHz  = 10
	period  = time.Second / rateHz
	opening = 54.7 * math.Pi / 180
	height  = 0.5 // m, of the camera
	farM    = 5.5
)

// walker is the true robot.
type walker struct {
	rng      *rand.Rand
	field    *field.Map
	errors   Errors
	pose     plane.Pose // truth
	odometry plane.Pose
	goal     plane.Pose
	headYaw  float64
	sweep    float64 // s
	pitch    float64 // rad, the camera's error now
	roll     float64
	constant [2]float64 // rad, of calibration
	walkBias float64
	turnBias float64
	drift    float64

	features percepts.FieldFeatures
}

func newWalker(m *field.Map, e Errors, seed uint64) *walker {
	w := &walker{rng: rand.New(rand.NewPCG(seed, 15)), field: m, errors: e}
	n := w.rng.NormFloat64
	w.constant = [2]float64{n() * e.CalibrationDev, n() * e.CalibrationDev}
	w.walkBias, w.turnBias, w.drift = n()*e.WalkBias, n()*e.TurnBias, n()*e.DriftDev
	w.pose = w.anywhere()
	w.goal = w.anywhere()
	return w
}

// anywhere returns a random pose on the field.
func (w *walker) anywhere() plane.Pose {
	return plane.Pose{
		X: (w.rng.Float64() - 0.5) * w.field.Length, Y: (w.rng.Float64() - 0.5) * w.field.Width, Theta: (w.rng.Float64() - 0.5) * 2 * math.Pi,
	}
}

// step walks for one period: towards the goal, or to the next one.
func (w *walker) step() {
	const dt = 1.0 / rateHz
	x, y := w.pose.Local(w.goal.X, w.goal.Y)
	if math.Hypot(x, y) < 0.2 {
		w.goal = w.anywhere()
	}
	turn := min(max(math.Atan2(y, x), -0.5), 0.5) * dt
	speed := 0.22 * max(0, math.Cos(math.Atan2(y, x))) * dt
	sway := 0.003 * w.rng.NormFloat64()
	w.pose = w.pose.Mul(plane.Pose{X: speed, Y: sway, Theta: turn})
	w.odometry = w.odometry.Mul(plane.Pose{
		X:     speed*(1+w.walkBias) + 0.002*w.rng.NormFloat64(),
		Y:     0.003 * w.rng.NormFloat64(),
		Theta: turn*(1+w.turnBias) + w.drift*dt + 0.003*w.rng.NormFloat64(),
	})
	// The tilt is a random walk that returns to the error of calibration.
	keep := math.Exp(-dt / w.errors.TiltTimeSec)
	new := w.errors.TiltDev * math.Sqrt(1-keep*keep)
	w.pitch = w.constant[0] + keep*(w.pitch-w.constant[0]) + new*w.rng.NormFloat64()
	w.roll = w.constant[1] + keep*(w.roll-w.constant[1]) + new*w.rng.NormFloat64()
	w.sweep += dt
}

// sweepHead turns the head from side to side within ±60° in 4 s.
func (w *walker) sweepHead() {
	w.headYaw = math.Pi / 3 * math.Sin(2*math.Pi*w.sweep/4)
}

// seenAt returns where a point on the ground seems to be with the tilt's error, exactly: its ray is turned and meets
// the ground elsewhere.
func (w *walker) seenAt(x, y float64) (float64, float64, bool) {
	sp, cp := math.Sincos(w.pitch)
	sr, cr := math.Sincos(w.roll)
	z := -height
	x, z = cp*x+sp*z, -sp*x+cp*z
	y, z = cr*y-sr*z, sr*y+cr*z
	if z > -0.03 {
		return 0, 0, false
	}
	return -x * height / z, -y * height / z, true
}

// inSight reports whether a point in base_footprint is in the image.
func (w *walker) inSight(x, y float64) bool {
	d := math.Hypot(x, y)
	return d > 0.25 && d < farM && math.Abs(plane.Angle(math.Atan2(y, x)-w.headYaw)) < opening/2
}

// look fills w.features with the features of the image.
func (w *walker) look(now time.Duration) *percepts.FieldFeatures {
	f := &w.features
	f.Stamp, f.HeightM = now, height
	f.TiltVar = w.errors.TiltDev*w.errors.TiltDev + w.errors.CalibrationDev*w.errors.CalibrationDev
	f.Points, f.Lines = f.Points[:0], f.Lines[:0]
	for i := range w.field.Points {
		l := &w.field.Points[i]
		x, y := w.pose.Local(l.X, l.Y)
		if !w.inSight(x, y) {
			continue
		}
		d := math.Hypot(x, y)
		if w.rng.Float64() > w.errors.Seen+(w.errors.SeenFar-w.errors.Seen)*min(1, d/5) {
			continue
		}
		p := w.point(l, x, y)
		if w.rng.Float64() < w.errors.Wrong && l.Kind <= field.CrossX {
			p.Kind = field.Kind(w.rng.IntN(3))
		}
		w.add(p)
	}
	for range 3 {
		if w.rng.Float64() < w.errors.False/3 {
			d, a := 0.5+4*w.rng.Float64(), w.headYaw+(w.rng.Float64()-0.5)*opening
			l := field.Landmark{Kind: field.Kind(w.rng.IntN(5)), Heading: 2 * math.Pi * w.rng.Float64(), Symmetry: 1}
			w.add(w.point(&l, d*math.Cos(a), d*math.Sin(a)))
		}
	}
	for i := range w.field.Lines {
		w.line(&w.field.Lines[i])
	}
	return f
}

// add adds a point if the camera can see it there.
func (w *walker) add(p percepts.FieldPoint) {
	d := math.Hypot(p.X, p.Y)
	var ok bool
	p.X, p.Y, ok = w.seenAt(p.X, p.Y)
	if !ok || math.Hypot(p.X, p.Y) > 8 {
		return
	}
	// Noise of the pixels: along and across the ray.
	radial, across := noise(d)
	a := math.Atan2(p.Y, p.X)
	r, t := radial*w.rng.NormFloat64(), across*w.rng.NormFloat64()
	p.X, p.Y = p.X+r*math.Cos(a)-t*math.Sin(a), p.Y+r*math.Sin(a)+t*math.Cos(a)
	p.Cov = plane.Cov2{XX: radial * radial, YY: across * across}.Rotated(a)
	w.features.Points = append(w.features.Points, p)
}

// noise returns the deviations of a point at a distance along and across the ray, for a deviation of one pixel and some
// for finding the middle of a line.
func noise(d float64) (radial, across float64) {
	const pixel = opening / 640
	return 0.01 + pixel*(d*d/height+height), 0.008 + pixel*d
}

// point returns a landmark as a feature, without errors of its place.
func (w *walker) point(l *field.Landmark, x, y float64) percepts.FieldPoint {
	p := percepts.FieldPoint{Kind: l.Kind, X: x, Y: y, Confidence: 0.9}
	if l.Kind == field.Post || l.Kind == field.Pole {
		p.Color, p.Lower = l.Color, l.Lower
	}
	if l.Symmetry > 0 {
		const dev = 0.08
		p.Heading = plane.Angle(l.Heading - w.pose.Theta + dev*w.rng.NormFloat64())
		if l.Symmetry == 2 && w.rng.IntN(2) == 0 {
			p.Heading = plane.Angle(p.Heading + math.Pi)
		}
		p.HeadingVar = dev * dev
	}
	return p
}

// line adds the part of a line that is in sight.
func (w *walker) line(l *field.Line) {
	const parts = 40
	first, last := -1, -1
	for i := range parts + 1 {
		s := float64(i) / parts
		x, y := w.pose.Local(l.FromX+s*(l.ToX-l.FromX), l.FromY+s*(l.ToY-l.FromY))
		if w.inSight(x, y) && math.Hypot(x, y) < 4 {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 || float64(last-first)/parts*l.Length() < 0.6 || w.rng.Float64() > 0.7 {
		return
	}
	at := func(i int) (float64, float64, bool) {
		s := float64(i) / parts
		return w.seenAt(w.pose.Local(l.FromX+s*(l.ToX-l.FromX), l.FromY+s*(l.ToY-l.FromY)))
	}
	ax, ay, ok := at(first)
	bx, by, also := at(last)
	if !ok || !also || math.Hypot(bx-ax, by-ay) < 0.3 {
		return
	}
	d := math.Hypot((ax+bx)/2, (ay+by)/2)
	dev, _ := noise(d)
	n, length := dev*w.rng.NormFloat64(), math.Hypot(bx-ax, by-ay)
	nx, ny := -(by-ay)/length, (bx-ax)/length
	ax, ay, bx, by = ax+n*nx, ay+n*ny, bx+n*nx, by+n*ny
	turned := 0.02 * w.rng.NormFloat64()
	bx, by = bx-turned*(by-ay), by+turned*(bx-ax)
	tilt := w.features.TiltVar * (1 + d*d/(height*height)) // the tilt turns lines, too
	w.features.Lines = append(w.features.Lines, percepts.FieldLine{
		FromX: ax, FromY: ay, ToX: bx, ToY: by, OffsetVar: dev*dev + 4e-4*length*length/4, HeadingVar: 4e-4 + tilt,
	})
}

// view is the camera as LookYaw gets it.
func view(e Errors) localization.View {
	return localization.View{WidthRad: opening, NearM: 0.3, FarM: 4.5, HeightM: height, TiltDev: e.TiltDev}
}
