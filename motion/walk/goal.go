package walk

import (
	"errors"
	"fmt"
	"math"

	"gonao/internal/si"
)

// goal is where to walk to, in the frame of the odometry. docs/motion/walk.md has the equations.
type goal struct {
	set, arrived bool
	done         bool    // it stands there, and the place was checked
	fed          bool    // set repeatedly, with noise
	at           place   // as filtered
	share        float64 // share of the limits
	near         int     // steps made near it
	tries        int     // fresh starts from a stand beside it

	via  [mostVia]place // way points before it, the next one first
	vias int

	posVar, yawVar float64 // variances of at: m², rad²
	fedAt          place   // pose of the robot at the last feed
	jumps          int     // feeds in a row that were elsewhere

	chose bool // its way of walking is chosen
	ahead bool // it turns to the goal, walks ahead and turns; otherwise it walks in any direction
}

// mostVia is the largest number of way points before the goal.
const mostVia = 31

// How near a goal counts as reached: when the robot still walks, when it stands, and when it has ended.
const (
	goalM, goalRad   = 0.011, 0.04
	stoodM, stoodRad = 0.0165, 0.077
	onceM, onceRad   = 0.03, 0.1  // stoodM and stoodRad of a goal that comes once: its error is that of the odometry anyway
	movedM, movedRad = 0.04, 0.14 // a robot that has ended walks again when the goal is so far off
	lookSec          = 0.25       // time after which a standing robot checks the goal
	mostTries        = 2

	// Near the goal, from this number of steps on, each one makes do with less.
	patientSteps, morePatience = 3, 10
	patienceM, patienceRad     = 0.0015, 0.006
)

// errBadGoal is returned for a goal that cannot be walked to.
var errBadGoal = errors.New("expected another goal")

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

// Arrived reports whether the last goal is reached and the robot stands there.
func (e *Engine) Arrived() bool {
	target := &e.command.target
	return target.set && target.done && e.phase == Standing
}

// from returns the goal relative to a place.
func (g *goal) from(at place) place {
	d := at.inverse().mul(g.at)
	d.yaw = wrap(d.yaw)
	return d
}

// nextVia returns the next way point, and drops passed ones.
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
