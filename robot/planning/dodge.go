package planning

import "math"

// Figures of dodging.
const (
	dodgeSec   = 2.5  // prediction time
	dodgeSteps = 10   // times that are looked at
	danger     = 0.8  // share of a moving obstacle's radius that is too near
	leastSpeed = 0.03 // m/s, of an obstacle that moves
	directions = 16
)

// dodge replaces the beginning of a plan when a moving obstacle would come too near in the next seconds: of some
// directions and standing still, it chooses the one with the largest distance to the obstacles, relative to their radii.
func (t *Tangents) dodge(r *Request, p *Plan) {
	now := t.nearest(r, func(d float64) (float64, float64) {
		x, y, _ := p.At(d)
		return x, y
	})
	if now >= danger {
		return
	}
	best, bestX, bestY := now+0.03, 0.0, 0.0
	found := false
	for k := range directions + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / directions)
		if k == directions {
			sin, cos = 0, 0
		}
		x, y := r.Start.X+0.3*cos, r.Start.Y+0.3*sin
		if r.HalfLength > 0 && (math.Abs(x) > r.HalfLength || math.Abs(y) > r.HalfWidth) {
			continue
		}
		away := t.nearest(r, func(d float64) (float64, float64) { return r.Start.X + d*cos, r.Start.Y + d*sin })
		// Of directions that are equally safe, the one to the goal.
		away = min(away, 1.1) + 0.02*(cos*math.Cos(t.bearing(r))+sin*math.Sin(t.bearing(r)))
		if away > best {
			best, bestX, bestY, found = away, x, y, true
		}
	}
	if !found {
		return
	}
	p.Count, p.Length, p.Dodges = 0, 0, true
	if math.Hypot(bestX-r.Start.X, bestY-r.Start.Y) < 0.01 {
		p.Parts[0] = Part{FromX: r.Start.X, FromY: r.Start.Y, ToX: r.Start.X, ToY: r.Start.Y, Length: t.cfg.SpeedMPS} // stand
		p.Count, p.Length = 1, t.cfg.SpeedMPS
		return
	}
	p.line(r.Start.X, r.Start.Y, bestX, bestY)
	p.line(bestX, bestY, r.Goal.X, r.Goal.Y)
}

// bearing returns the direction from the start to the goal.
func (t *Tangents) bearing(r *Request) float64 {
	return math.Atan2(r.Goal.Y-r.Start.Y, r.Goal.X-r.Start.X)
}

// nearest returns the least distance to a moving obstacle in the next seconds, as a share of its radius, for a robot on a
// path: at(d) is its place after d metres.
func (t *Tangents) nearest(r *Request, at func(d float64) (x, y float64)) float64 {
	least := math.Inf(1)
	for k := 1; k <= dodgeSteps; k++ {
		s := dodgeSec * float64(k) / dodgeSteps
		x, y := at(s * t.cfg.SpeedMPS)
		for i := range r.Obstacles {
			o := &r.Obstacles[i]
			if math.Abs(o.VX)+math.Abs(o.VY) > leastSpeed {
				least = min(least, math.Hypot(o.X+s*o.VX-x, o.Y+s*o.VY-y)/o.Radius)
			}
		}
	}
	return least
}
