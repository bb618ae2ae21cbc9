package localization

import (
	"math"
	"time"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// memorySize is how many features are remembered.
const memorySize = 48

// remembered is a point feature that was seen lately, in odom.
type remembered struct {
	at         time.Duration
	x, y       float64 // m, in odom
	heading    float64 // rad, in odom
	hasHeading bool
	kind       field.Kind
	color      field.Color
	lower      field.Color
	tolerance  float64 // m
}

// memory holds the features of the last seconds. They agree with each other unless the robot was carried.
type memory struct {
	all   [memorySize]remembered
	count int
	next  int // the one to overwrite when all are in use
}

func (m *memory) clear() { m.count, m.next = 0, 0 }

// add remembers a feature; a full memory forgets the oldest.
func (m *memory) add(now time.Duration, odometry plane.Pose, p *percepts.FieldPoint, in *percepts.FieldFeatures) {
	r := remembered{at: now, kind: p.Kind, color: p.Color, lower: p.Lower, hasHeading: p.HeadingVar > 0}
	r.x, r.y = odometry.Point(p.X, p.Y)
	r.heading = plane.Angle(p.Heading + odometry.Theta)
	d2 := p.X*p.X + p.Y*p.Y
	tilt := in.TiltVar * (d2/in.HeightM + in.HeightM) * (d2/in.HeightM + in.HeightM)
	r.tolerance = min(1.0, 0.15+2*math.Sqrt(p.Cov.XX+p.Cov.YY+tilt))
	if m.count < memorySize {
		m.all[m.count] = r
		m.count++
		return
	}
	m.all[m.next] = r
	m.next = (m.next + 1) % memorySize
}

// forget drops features from before a moment.
func (m *memory) forget(before time.Duration) {
	for i := m.count - 1; i >= 0; i-- {
		if m.all[i].at < before {
			m.count--
			m.all[i] = m.all[m.count]
			m.next = 0
		}
	}
}

// fitOf returns the share of the remembered features that lie where the field has such landmarks, if odom lies at
// o (X_MO) in map, and how many there are.
func (f *Filter) fitOf(o plane.Pose) (share float64, count int) {
	fits := 0
	sin, cos := math.Sincos(o.Theta)
	for i := range f.memory.count {
		r := &f.memory.all[i]
		x, y := o.X+cos*r.x-sin*r.y, o.Y+sin*r.x+cos*r.y
		if f.explained(r, x, y, r.heading+o.Theta) {
			fits++
		}
	}
	if f.memory.count == 0 {
		return 0, 0
	}
	return float64(fits) / float64(f.memory.count), f.memory.count
}

// explained reports whether a landmark lies where a remembered feature would be.
func (f *Filter) explained(r *remembered, x, y, heading float64) bool {
	for i := range f.field.Points {
		l := &f.field.Points[i]
		dx, dy := l.X-x, l.Y-y
		if l.Kind != r.kind || dx*dx+dy*dy > r.tolerance*r.tolerance {
			continue
		}
		if r.color != "" && r.color != l.Color || r.lower != "" && r.lower != l.Lower {
			continue
		}
		if !r.hasHeading || l.Symmetry == 0 || math.Abs(turn(heading-l.Heading, l.Symmetry)) < 0.45 {
			return true
		}
	}
	return false
}
