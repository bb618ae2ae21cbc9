package walk

import (
	"math"

	"gonao/nao"
)

// How a robot walks to a goal.
const (
	farM       = 1.1 // beyond it turns to the goal and walks ahead
	nearM      = 0.5 // within this it walks to the goal in any direction
	viaM       = 0.2 // a way point counts as passed
	turnFirst  = 0.7 // rad, of the direction of the goal: it turns, and does not walk yet
	lastX      = 0.8 // steps for the remaining way, when it is short: single steps are shorter than planned
	lastY      = 0.6 // planned for
	lastYaw    = 0.9
	slowPart   = 0.6 // share by which it takes longer when it is long
	slowTurn   = 0.2 // the same, for a turn
	slowM      = 0.1
	slowRad    = 0.5
	goalDecel  = 0.6  // share of the largest deceleration: the rest is for turns, and for the errors of single steps
	turnPart   = 1.6  // time for a turn on the way, as a part of that at the top speed
	turnSec    = 0.5  // and more
	headingSec = 0.55 // time to turn to the goal while walking ahead
)

// How a robot comes to rest, measured in the profile real: after a step that opened or closed the feet, the trunk still
// turns by a part of its angle to the bearing foot; then it sways.
const (
	openedTurn, closedTurn = 0.9, 0.3
	swayX, swayY, swayYaw  = 0.003, 0.003, 0.02 // m, m, rad
)

// approach returns the velocity of the next step on the way to the goal.
func (e *Engine) approach(here place) Velocity {
	g, c := &e.command.target, &e.cfg
	if g.arrived && (e.phase != Standing || e.t < lookSec) {
		return Velocity{}
	}
	coming := e.coming(here)
	top := [axes]float64{c.MaxForward * g.share, c.MaxSide * g.share, c.MaxTurn * g.share}
	if point, ok := g.nextVia(coming); ok {
		return c.Limit(ahead(coming.inverse().apply(point.pos()), top))
	}
	stop := g.from(coming.mul(sway(e.phase, e.support)))
	if g.reached(stop, e.phase == Standing) {
		g.done = g.arrived && e.phase == Standing && e.t > lookSec
		return Velocity{}
	}
	d := g.from(coming.mul(sway(e.phase, other(e.support))))
	g.chooseWay(d, top)
	if g.ahead {
		return c.Limit(ahead(d.pos(), top))
	}
	v := e.lastSteps(d)
	if turnsLater(d, top) {
		v.Yaw = 0
	}
	return c.within(v, g.share)
}

// turnsLater reports whether a robot that walks to a place first walks on with its present heading: when the turn would
// put the place more to its side, and there is time for it later.
func turnsLater(d place, top [axes]float64) bool {
	toward := math.Atan2(d.y, d.x)
	if math.Abs(wrap(toward-d.yaw)) < math.Abs(toward) {
		return false
	}
	way, turn := math.Hypot(d.x/top[0], d.y/top[1]), math.Abs(d.yaw)/top[2]
	return way > turnPart*turn+turnSec
}

// coming returns where the robot stands, or will stand when the next step brings its feet together: beside the foot that
// has just landed.
func (e *Engine) coming(here place) place {
	if e.phase == Standing {
		return here
	}
	sole := here.mul(robotIn(&e.est, e.support).inverse())
	part := closedTurn
	if e.feet.goalT > 0 {
		part = openedTurn
	}
	sole.yaw = here.yaw + part*wrap(sole.yaw-here.yaw)
	return sole.mul(place{0, -side(e.support) * e.cfg.Width / 2, 0})
}

// sway returns how the robot moves from coming until it has stood for a while, when a leg bore it last but one: the trunk's
// swing goes on after the last landing.
func sway(phase Phase, leg nao.Leg) place {
	if phase == Standing {
		return place{}
	}
	return place{swayX, -side(leg) * swayY, side(leg) * swayYaw}
}

// lastSteps returns the velocity of a step after which, with a second step that brings the feet together, the robot
// stands at d; while d is far, at a nearer place.
func (e *Engine) lastSteps(d place) Velocity {
	c, swing := &e.cfg, other(e.support)
	if e.phase == Standing || e.phase == Starting {
		swing = c.firstSwing(d.y, d.yaw)
	}
	slow, slowYaw := slowPart*min(1, d.pos().norm()/slowM), slowTurn*min(1, math.Abs(d.yaw)/slowRad)
	v := Velocity{X: d.x / (c.Period * (lastX + slow))}
	most := stoppable(math.Abs(d.x), goalDecel*c.DecelX, c.Period)
	v.X = clamp(v.X, -most, most)
	if d.y*side(swing) > 0 || math.Abs(d.y) > slowM { // a foot steps sideways on its own side; the other one follows
		v.Y = d.y / (2 * c.Period * (lastY + slow))
	}
	if d.yaw*side(swing) > 0 {
		v.Yaw = d.yaw / (2 * c.Period * c.TurnOpen * (lastYaw + slowYaw))
	} else if math.Abs(d.yaw) > slowRad {
		v.Yaw = d.yaw / (2 * c.Period * (lastYaw + slowYaw))
	}
	return v
}

// stoppable returns the speed from which steps that are slower by a change each, of a period each, end after a way.
func stoppable(wayM, change, periodSec float64) float64 {
	n := math.Sqrt(0.25+2*wayM/max(change*periodSec, 1e-9)) - 0.5 // wayM = periodSec·change·(n + (n−1) + …)
	return change * max(n, min(1, wayM/max(change*periodSec, 1e-9)))
}

// firstSwing returns the leg that steps first: that of the side to which the robot walks or turns, if both, the one that
// needs longer at the top speeds. left is in m or m/s, turn in rad or rad/s.
func (c *Config) firstSwing(left, turn float64) nao.Leg {
	longer := left / max(c.MaxSide, 1e-9)
	if turning := turn / max(c.MaxTurn, 1e-9); math.Abs(turning) > math.Abs(longer) {
		longer = turning
	}
	if longer > 0 {
		return nao.LeftLeg
	}
	return nao.RightLeg
}

// within limits a velocity to a share of the limits.
func (c *Config) within(v Velocity, share float64) Velocity {
	return ellipsoid(v, share*c.MaxForward, share*c.MaxBackward, share*c.MaxSide, share*c.MaxTurn)
}

// chooseWay decides whether to turn to the goal, walk ahead and turn there, or to walk to it in any direction: from afar
// the first, near it the second, and in between once, by which is faster at the top speeds.
func (g *goal) chooseWay(d place, top [axes]float64) {
	dist, toward := d.pos().norm(), math.Atan2(d.y, d.x)
	switch {
	case dist > farM:
		g.chose, g.ahead = true, true
	case dist < nearM:
		g.chose, g.ahead = true, false
	case !g.chose:
		straight := math.Abs(toward)/top[2] + dist/top[0] + math.Abs(wrap(d.yaw-toward))/top[2]
		x := top[0]
		if d.x < 0 {
			x *= 0.55 // backward
		}
		g.chose, g.ahead = true, straight < math.Hypot(math.Hypot(d.x/x, d.y/top[1]), d.yaw/top[2])
	}
}

// ahead returns the velocity that walks ahead to a point and turns towards it first.
func ahead(to vec2, top [axes]float64) Velocity {
	toward := math.Atan2(to.y, to.x)
	return Velocity{
		X:   top[0] * max(0, 1-math.Abs(toward)/turnFirst),
		Yaw: clamp(toward/headingSec, -top[2], top[2]),
	}
}
