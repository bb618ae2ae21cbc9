package walk

import (
	"errors"
	"fmt"
	"math"

	"gonao/internal/si"
	"gonao/nao"
)

// goal is where to walk to, in the frame of the odometry. docs/motion/walk.md has the equations.
type goal struct {
	set, arrived bool
	done         bool    // it stands there, and was looked at
	fed          bool    // it comes anew again and again, with noise
	at           place   // as filtered
	share        float64 // of the limits
	near         int     // steps made near it
	tries        int     // fresh starts from a stand beside it

	via  [mostVia]place // way points before it, the next one first
	vias int

	posVar, yawVar float64 // of at: m², rad²
	from           place   // where the robot was at the last feed
	jumps          int     // feeds in a row that were elsewhere

	chose bool // how it walks is decided
	ahead bool // it turns to the goal, walks ahead and turns; else it walks in any direction
}

// mostVia is the largest number of way points before the goal.
const mostVia = 31

// How near a goal counts as reached: when the robot still walks, when it stands, and when it has ended.
const (
	goalM, goalRad   = 0.012, 0.04
	stoodM, stoodRad = 0.016, 0.075
	onceM, onceRad   = 0.022, 0.087 // stoodM and stoodRad of a goal that comes once: its error is that of the odometry anyway
	movedM, movedRad = 0.04, 0.14   // a robot that has ended walks again when the goal is so far off
	lookSec          = 0.25         // after which a robot that stands looks where the goal is
	mostTries        = 3

	// Near the goal, from this number of steps on, each one makes do with less.
	patientSteps, morePatience = 3, 10
	patienceM, patienceRad     = 0.0015, 0.006
)

// How a robot walks to a goal.
const (
	farM       = 1.1 // beyond it turns to the goal and walks ahead
	nearM      = 0.5 // from here on it walks to the goal in any direction
	viaM       = 0.2 // a way point counts as passed
	turnFirst  = 0.7 // rad, of the direction of the goal: it turns, and does not walk yet
	lastX      = 0.8 // steps in which what is left is walked, when that is little: single steps make less than they are
	lastY      = 0.6 // planned for
	lastYaw    = 0.9
	slowPart   = 0.6 // by how much longer it takes when it is more
	slowTurn   = 0.2 // the same, for a turn
	slowM      = 0.1
	slowRad    = 0.5
	goalDecel  = 0.6  // of the largest deceleration: the rest is for turns, and for what single steps make more
	turnPart   = 1.6  // time for a turn on the way, as a part of that at the top speed
	turnSec    = 0.5  // and more
	headingSec = 0.55 // in which it turns to the goal while it walks ahead
)

// The errors of goals that are fed anew.
const (
	leastSigmaM, leastSigmaRad = 0.005, 0.01
	mostSigmaM, mostSigmaRad   = 1.0, 1.5
	wayShare, wayRadPerM       = 0.04, 0.03 // standard deviation of the odometry per way
	creepM, creepRad           = 0.003, 0.004
	jumpSigmas                 = 4.0
	leastJumpM, leastJumpRad   = 0.1, 0.3
	mostJumps                  = 3 // so many in a row are believed
)

// ErrBadGoal is returned for a goal that cannot be walked to.
var ErrBadGoal = errors.New("expected another goal")

// WalkTo walks to a place in the robot's present frame and stops there. speed is a
// share of the limits, above 0 to 1.
func (e *Engine) WalkTo(dx, dy, dYaw, speed float64) error {
	if !si.IsFinite(dx) || !si.IsFinite(dy) || !si.IsFinite(dYaw) {
		return fmt.Errorf("walk to (%g, %g, %g): %w", dx, dy, dYaw, ErrNotFinite)
	}
	if !(speed > 0 && speed <= 1) {
		return fmt.Errorf("walk to: speed %g: expected above 0, up to 1", speed)
	}
	here := e.odo.place()
	e.command.stop()
	e.command.target = goal{set: true, at: here.mul(place{dx, dy, dYaw}), share: speed}
	return nil
}

// Point is a place on the ground in the robot's frame: m, m, rad.
type Point struct{ X, Y, Yaw float64 }

// Feed walks to the last of some points by way of the others, which are passed without a stop. It is called again and
// again, with points measured anew: the last one is filtered, by the standard deviations of its place and heading. One
// that jumps is believed when it stays there.
func (e *Engine) Feed(points []Point, sigmaM, sigmaRad float64) error {
	if len(points) == 0 || len(points) > mostVia+1 {
		return fmt.Errorf("walk goal: %d points: %w: 1 to %d", len(points), ErrBadGoal, mostVia+1)
	}
	for _, p := range points {
		if !si.IsFinite(p.X) || !si.IsFinite(p.Y) || !si.IsFinite(p.Yaw) {
			return fmt.Errorf("walk goal (%g, %g, %g): %w", p.X, p.Y, p.Yaw, ErrNotFinite)
		}
	}
	if !(sigmaM >= 0 && sigmaM <= mostSigmaM && sigmaRad >= 0 && sigmaRad <= mostSigmaRad) {
		return fmt.Errorf("walk goal: standard deviations %g m, %g rad: %w: up to %g and %g", sigmaM, sigmaRad, ErrBadGoal, mostSigmaM, mostSigmaRad)
	}
	here, target := e.odo.place(), &e.command.target
	if !target.fed || !target.set {
		e.command.stop()
		*target = goal{set: true, fed: true, share: 1}
	}
	last := len(points) - 1
	target.vias = last
	for i, p := range points[:last] {
		target.via[i] = here.mul(place{p.X, p.Y, p.Yaw})
	}
	p := points[last]
	target.filter(here, here.mul(place{p.X, p.Y, p.Yaw}), max(sigmaM, leastSigmaM), max(sigmaRad, leastSigmaRad))
	return nil
}

// filter adds a measurement of the goal.
func (g *goal) filter(here, seen place, sigmaM, sigmaRad float64) {
	r, rYaw := sigmaM*sigmaM, sigmaRad*sigmaRad
	if g.posVar == 0 {
		g.at, g.posVar, g.yawVar, g.from, g.jumps = seen, r, rYaw, here, 0
		return
	}
	way := here.pos().sub(g.from.pos()).norm()
	g.from = here
	g.posVar += square(wayShare*way) + creepM*creepM
	g.yawVar += square(wayRadPerM*way) + creepRad*creepRad
	off, offYaw := seen.pos().sub(g.at.pos()), wrap(seen.yaw-g.at.yaw)
	if off.norm() > max(leastJumpM, jumpSigmas*math.Sqrt(g.posVar+r)) || math.Abs(offYaw) > max(leastJumpRad, jumpSigmas*math.Sqrt(g.yawVar+rYaw)) {
		if g.jumps++; g.jumps >= mostJumps {
			g.at, g.posVar, g.yawVar, g.jumps, g.tries, g.done, g.chose = seen, r, rYaw, 0, 0, false, false
		}
		return
	}
	g.jumps = 0
	k, kYaw := g.posVar/(g.posVar+r), g.yawVar/(g.yawVar+rYaw)
	p := g.at.pos().add(off.scale(k))
	g.at = place{p.x, p.y, g.at.yaw + kYaw*offYaw}
	g.posVar, g.yawVar = g.posVar*(1-k), g.yawVar*(1-kYaw)
}

func square(v float64) float64 { return v * v }

// Arrived reports whether the last goal is reached and the robot stands there.
func (e *Engine) Arrived() bool {
	target := &e.command.target
	return target.set && target.done && e.phase == Standing
}

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
	d := coming.inverse().mul(g.at)
	d.yaw = wrap(d.yaw)
	if g.reached(d, e.phase == Standing) {
		g.done = g.arrived && e.phase == Standing && e.t > lookSec
		return Velocity{}
	}
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
	return sole.mul(place{0, -side(e.support) * e.cfg.Width / 2, 0})
}

// lastSteps returns the velocity of a step after which, and another one that brings the feet together, the robot
// stands at a place as seen from coming; of a nearer one while that is far.
func (e *Engine) lastSteps(d place) Velocity {
	c, swing := &e.cfg, other(e.support)
	if e.phase == Standing || e.phase == Starting {
		swing = firstSwing(d)
	}
	slow, slowYaw := slowPart*min(1, d.pos().norm()/slowM), slowTurn*min(1, math.Abs(d.yaw)/slowRad)
	v := Velocity{X: d.x / (c.Period * (lastX + slow))}
	most := stoppable(math.Abs(d.x), goalDecel*c.DecelX, c.Period)
	v.X = clamp(v.X, -most, most)
	if d.y*side(swing) > 0 || math.Abs(d.y) > slowM { // a foot steps aside on its own side; the other one follows
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

// firstSwing returns the leg that steps first on the way to a place.
func firstSwing(d place) nao.Leg {
	if d.y > 0 || d.y == 0 && d.yaw > 0 {
		return nao.LeftLeg
	}
	return nao.RightLeg
}

// within limits a velocity to a share of the limits.
func (c *Config) within(v Velocity, share float64) Velocity {
	return ellipsoid(v, share*c.MaxForward, share*c.MaxBackward, share*c.MaxSide, share*c.MaxTurn)
}

// nextVia returns the way point to walk to, and drops those that are passed.
func (g *goal) nextVia(here place) (place, bool) {
	for g.vias > 0 {
		next := g.at
		if g.vias > 1 {
			next = g.via[1]
		}
		left, leg := g.via[0].pos().sub(here.pos()), next.pos().sub(g.via[0].pos())
		passed := left.x*leg.x+left.y*leg.y < 0 && left.norm() < 2*viaM
		if left.norm() > viaM && !passed {
			return g.via[0], true
		}
		copy(g.via[:], g.via[1:])
		g.vias--
	}
	return place{}, false
}

// reached decides whether the robot is at the goal, of which it is off by d.
func (g *goal) reached(d place, stands bool) bool {
	dist, turn := d.pos().norm(), math.Abs(d.yaw)
	if !g.arrived {
		if dist < slowM && turn < slowRad {
			g.near++
		}
		patience := float64(min(max(0, g.near-patientSteps), morePatience))
		if dist < goalM+patience*patienceM && turn < goalRad+patience*patienceRad || stands && dist < stoodM && turn < stoodRad {
			g.arrived = true
		}
		return g.arrived
	}
	// It stands, perhaps beside the goal; a goal that is fed may have moved.
	most, mostTurn := onceM, onceRad
	if g.fed {
		most, mostTurn = stoodM, stoodRad
	}
	switch {
	case g.done:
		most, mostTurn = movedM, movedRad
	case g.tries >= mostTries:
		return true
	}
	if g.fed && g.done {
		most, mostTurn = most+math.Sqrt(g.posVar), mostTurn+math.Sqrt(g.yawVar)
	}
	if dist < most && turn < mostTurn {
		return true
	}
	if g.done {
		g.tries = 0
	}
	g.arrived, g.done, g.chose, g.near = false, false, false, 0
	g.tries++
	return false
}

// chooseWay decides whether to turn to the goal, walk ahead and turn there, or to walk to it in any direction: from
// afar the first, near it the second, and between them once, for what is quicker by the top speeds.
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
