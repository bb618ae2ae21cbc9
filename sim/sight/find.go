package sight

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// findRobots finds the other robots. A robot hides behind a nearer one.
func (e *Eyes) findRobots(now time.Duration, s *Scene, me int) {
	r := &e.table.Robots
	k := 0
	for j := range s.Robots {
		o := &s.Robots[j]
		if j == me || o.Away {
			continue
		}
		if k == maxSeen {
			break
		}
		at := e.near[k]
		k++
		if at.d > r.Range || !e.inView(at.x, at.y, at.d) || e.hidden(at.x, at.y, at.d) || !e.found(r, at.d) {
			continue
		}
		side := percepts.OpponentSide
		if o.Team == s.Robots[me].Team {
			side = percepts.OwnSide
		}
		if e.rng.Float64() < r.Wrong {
			side = percepts.UnknownSide
		}
		e.addRobot(now, at.x, at.y, side, o.Fallen)
	}
	if e.rng.Float64() < r.False {
		x, y := e.somewhere(r.Range)
		e.addRobot(now, x, y, percepts.UnknownSide, false)
	}
}

func (e *Eyes) addRobot(now time.Duration, x, y float64, side percepts.RobotSide, fallen bool) {
	x, y, cov, ok := e.blurredThing(&e.table.Robots, x, y)
	if !ok {
		return
	}
	cov.XX, cov.YY = cov.XX+0.0025, cov.YY+0.0025 // its middle is not seen, only its outline
	e.image.Robots = append(e.image.Robots, percepts.SeenRobot{Stamp: now, X: x, Y: y, Cov: cov, Side: side, Fallen: fallen, Confidence: 0.8})
}

// findBall finds the ball, and sometimes a false one.
func (e *Eyes) findBall(now time.Duration, own plane.Frame, s *Scene) {
	r := &e.table.Ball
	x, y := own.Local(s.BallX, s.BallY)
	d := math.Hypot(x, y)
	if d < r.Range && e.inView(x, y, max(d, e.table.Camera.Near+1e-3)) && !e.hidden(x, y, d) && e.found(r, d) {
		e.addBall(now, x, y, 0.9)
	}
	if e.rng.Float64() < r.False {
		x, y := e.somewhere(r.Range)
		e.addBall(now, x, y, 0.6)
	}
}

func (e *Eyes) addBall(now time.Duration, x, y, confidence float64) {
	if x, y, cov, ok := e.blurredThing(&e.table.Ball, x, y); ok {
		e.image.Balls = append(e.image.Balls, percepts.SeenBall{Stamp: now, X: x, Y: y, Cov: cov, Confidence: confidence})
	}
}

// somewhere returns a point in view.
func (e *Eyes) somewhere(reach float64) (x, y float64) {
	d := 0.5 + (reach-0.5)*e.rng.Float64()
	sin, cos := math.Sincos((e.rng.Float64() - 0.5) * e.table.Camera.Opening)
	return d * (e.cos*cos - e.sin*sin), d * (e.sin*cos + e.cos*sin)
}

// findPoints finds corners, marks, posts and landmarks.
func (e *Eyes) findPoints(own plane.Frame, heading float64, m *field.Map) {
	r := &e.table.Features
	for k := range m.Points {
		l := &m.Points[k]
		x, y := own.Local(l.X, l.Y)
		d := math.Hypot(x, y)
		if d > r.Range || !e.inView(x, y, d) || e.hidden(x, y, d) || !e.found(r, d) {
			continue
		}
		kind := l.Kind
		if e.rng.Float64() < r.Wrong && kind <= field.CrossX {
			kind = field.Kind(e.rng.IntN(3))
		}
		e.addPoint(l, kind, heading, x, y)
	}
}

// falsePoints adds false features.
func (e *Eyes) falsePoints() {
	if e.rng.Float64() < e.table.Features.False {
		x, y := e.somewhere(e.table.Features.Range)
		l := field.Landmark{Kind: field.Kind(e.rng.IntN(5)), Heading: 2 * math.Pi * e.rng.Float64(), Symmetry: 1}
		e.addPoint(&l, l.Kind, 0, x, y)
	}
}

// addPoint adds a landmark as a feature of a kind.
func (e *Eyes) addPoint(l *field.Landmark, kind field.Kind, theta, x, y float64) {
	p := percepts.FieldPoint{Kind: kind, Confidence: 0.9}
	if l.Kind == field.Post || l.Kind == field.Pole {
		p.Color, p.Lower = l.Color, l.Lower
	}
	if l.Symmetry > 0 {
		dev := 0.08
		if e.table.Camera.Pixel == 0 {
			dev = 0.005
		}
		p.Heading = l.Heading - theta + dev*e.rng.NormFloat64()
		if l.Symmetry == 2 && e.rng.IntN(2) == 0 {
			p.Heading += math.Pi
		}
		p.Heading, p.HeadingVar = math.Remainder(p.Heading, 2*math.Pi), dev*dev
	}
	var ok bool
	if p.X, p.Y, p.Cov, ok = e.blurred(x, y); ok {
		e.image.Features.Points = append(e.image.Features.Points, p)
	}
}

// findLine finds the part of a line that is in view and near enough.
func (e *Eyes) findLine(own plane.Frame, l *field.Line) {
	r := &e.table.Lines
	ax, ay := own.Local(l.FromX, l.FromY)
	bx, by := own.Local(l.ToX, l.ToY)
	from, to := e.visible(ax, ay, bx-ax, by-ay, r.Range)
	length := math.Hypot(bx-ax, by-ay)
	if (to-from)*length < 0.6 || e.rng.Float64() > r.Near {
		return
	}
	dx, dy := bx-ax, by-ay
	ax, ay, bx, by = ax+from*dx, ay+from*dy, ax+to*dx, ay+to*dy
	mx, my := (ax+bx)/2, (ay+by)/2
	d := math.Hypot(mx, my)
	if e.hidden(mx, my, d) {
		return
	}
	ax, ay, ok := e.tilted(ax, ay)
	bx, by, also := e.tilted(bx, by)
	length = math.Hypot(bx-ax, by-ay)
	if !ok || !also || length < 0.3 || length > 12 {
		return
	}
	dev, _ := e.deviations(d)
	aside, turned := dev*e.rng.NormFloat64(), 0.02*e.rng.NormFloat64()
	if e.table.Camera.Pixel == 0 {
		aside, turned = 0, 0
	}
	nx, ny := -(by-ay)/length*aside, (bx-ax)/length*aside
	ax, ay, bx, by = ax+nx, ay+ny, bx+nx, by+ny
	bx, by = bx-turned*(by-ay), by+turned*(bx-ax)
	h := e.table.Camera.Height
	e.image.Features.Lines = append(e.image.Features.Lines, percepts.FieldLine{
		FromX: ax, FromY: ay, ToX: bx, ToY: by, OffsetVar: dev*dev + 1e-4*length*length,
		HeadingVar: 4e-4 + e.image.Features.TiltVar*(1+d*d/(h*h)),
	})
}

// visible returns the part of the segment a + s·d, 0 ≤ s ≤ 1, that lies in the view and within a range of the robot.
func (e *Eyes) visible(ax, ay, dx, dy, reach float64) (from, to float64) {
	from, to = 0, 1
	half := e.table.Camera.Opening / 2
	sin, cos := math.Sincos(half)
	for _, side := range [2]float64{1, -1} {
		// Inside is where the inner normal of the view's border has a positive product.
		nx, ny := e.cos*sin+side*e.sin*cos, e.sin*sin-side*e.cos*cos
		at, slope := ax*nx+ay*ny, dx*nx+dy*ny
		from, to = clip(at, slope, from, to)
	}
	// |a + s d|² ≤ reach²
	qa, qb, qc := dx*dx+dy*dy, 2*(ax*dx+ay*dy), ax*ax+ay*ay-reach*reach
	root := qb*qb - 4*qa*qc
	if root <= 0 || qa == 0 {
		return 0, 0
	}
	root = math.Sqrt(root)
	from, to = max(from, (-qb-root)/(2*qa)), min(to, (-qb+root)/(2*qa))
	at, slope := ax*e.cos+ay*e.sin-e.table.Camera.Near, dx*e.cos+dy*e.sin
	from, to = clip(at, slope, from, to)
	if to <= from {
		return 0, 0
	}
	return from, to
}

// clip returns the part of an interval with at + s·slope ≥ 0.
func clip(at, slope, from, to float64) (float64, float64) {
	switch {
	case slope > 0:
		return max(from, -at/slope), to
	case slope < 0:
		return from, min(to, -at/slope)
	case at < 0:
		return 1, 0
	}
	return from, to
}
