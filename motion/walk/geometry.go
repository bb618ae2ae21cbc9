package walk

import (
	"math"

	"gonao/nao"
)

// vec2 is a point or direction on the ground, m.
type vec2 struct{ x, y float64 }

func (a vec2) add(b vec2) vec2      { return vec2{a.x + b.x, a.y + b.y} }
func (a vec2) sub(b vec2) vec2      { return vec2{a.x - b.x, a.y - b.y} }
func (a vec2) scale(k float64) vec2 { return vec2{k * a.x, k * a.y} }
func (a vec2) norm() float64        { return math.Hypot(a.x, a.y) }
func (a vec2) turned(yaw float64) vec2 {
	s, c := math.Sincos(yaw)
	return vec2{c*a.x - s*a.y, s*a.x + c*a.y}
}

// place is a pose on the ground: of B in A, m and rad.
type place struct{ x, y, yaw float64 }

func (a place) pos() vec2 { return vec2{a.x, a.y} }

// mul chains places: AC = AB·BC.
func (a place) mul(b place) place {
	p := a.apply(b.pos())
	return place{p.x, p.y, a.yaw + b.yaw}
}

// apply converts the point p_B to p_A.
func (a place) apply(p vec2) vec2 { return a.pos().add(p.turned(a.yaw)) }

// inverse returns BA of AB.
func (a place) inverse() place {
	p := a.pos().scale(-1).turned(-a.yaw)
	return place{p.x, p.y, -a.yaw}
}

// midway returns the place halfway from the origin to a.
func (a place) midway() place { return place{a.x / 2, a.y / 2, a.yaw / 2} }

// placeOf returns the place on the ground of a nearly upright pose.
func placeOf(x nao.Pose) place { return place{x.P.X, x.P.Y, math.Atan2(x.R[3], x.R[0])} }

func clamp(v, low, high float64) float64 { return min(max(v, low), high) }

// toward moves from a value to a goal by at most a step.
func toward(from, goal, step float64) float64 { return from + clamp(goal-from, -step, step) }

// wrap returns an angle in -π…π.
func wrap(rad float64) float64 { return math.Remainder(rad, 2*math.Pi) }

// side returns +1 for the left leg, -1 for the right one.
func side(leg nao.Leg) float64 {
	if leg == nao.LeftLeg {
		return 1
	}
	return -1
}

func other(leg nao.Leg) nao.Leg { return 1 - leg }
