package kinematic

import (
	"math"

	"gonao/nao/preset"
)

// Ping measures both sonars of all robots: each returns the nearest robot or post in its trapezium, or +Inf.
func (w *World) Ping() {
	for i := range w.Robots {
		r := &w.Robots[i]
		r.Sonar = [2]float64{math.Inf(1), math.Inf(1)}
		if r.Away || r.lies() {
			continue
		}
		for j := range w.Robots {
			if o := &w.Robots[j]; j != i && !o.Away {
				x, y := r.Pose.Local(o.Pose.X, o.Pose.Y)
				r.hear(w.Preset, x, y, 0.10)
			}
		}
		if w.Field.GoalWidth > 0 {
			py := w.Field.GoalWidth/2 + w.Field.PostRadius
			for _, post := range [4][2]float64{{w.Field.GoalX, py}, {w.Field.GoalX, -py}, {-w.Field.GoalX, py}, {-w.Field.GoalX, -py}} {
				x, y := r.Pose.Local(post[0], post[1])
				r.hear(w.Preset, x, y, w.Field.PostRadius)
			}
		}
		for side := range 2 {
			s := &w.Preset.Sonar
			noise, miss := r.rng.NormFloat64(), r.rng.Float64()
			if math.IsInf(r.Sonar[side], 1) || miss < s.Miss {
				r.Sonar[side] = math.Inf(1)
				continue
			}
			r.Sonar[side] = max(s.Min, min(s.Max, r.Sonar[side]+s.Noise*noise))
		}
	}
}

// hear adds a round object at a place in the robot's frame to each sonar whose trapezium contains it: a cone that begins
// as wide as the object at the least distance and ends at the largest.
func (r *Robot) hear(p *preset.Preset, x, y, radius float64) {
	s := &p.Sonar
	d := math.Hypot(x, y) - radius
	if d > s.Max {
		return
	}
	for side, sign := range [2]float64{1, -1} {
		azimuth := sign * s.Azimuth
		sin, cos := math.Sincos(azimuth)
		ahead, aside := cos*x+sin*y, cos*y-sin*x
		if ahead > 0 && math.Abs(aside)-radius <= ahead*math.Tan(s.Opening) && max(d, s.Min) < r.Sonar[side] {
			r.Sonar[side] = max(d, s.Min)
		}
	}
}
