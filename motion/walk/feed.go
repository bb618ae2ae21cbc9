package walk

import (
	"fmt"
	"math"

	"gonao/internal/si"
)

// Errors of measured goals.
const (
	leastSigmaM, leastSigmaRad = 0.005, 0.01
	mostSigmaM, mostSigmaRad   = 1.0, 1.5
	wayShare, wayRadPerM       = 0.04, 0.03 // standard deviation of the odometry per way
	creepM, creepRad           = 0.002, 0.004
	jumpSigmas                 = 4.0
	leastJumpM, leastJumpRad   = 0.1, 0.3
	mostJumps                  = 3 // jumps in a row that are accepted
)

// Point is a place on the ground in the robot's frame: m, m, rad.
type Point struct{ X, Y, Yaw float64 }

// Feed walks to the last of some points through the others, which are passed without a stop. It is called repeatedly with
// newly measured points: the last one is filtered, by the standard deviations of its place and heading. A jump is
// accepted when the point stays there.
func (e *Engine) Feed(points []Point, sigmaM, sigmaRad float64) error {
	if len(points) == 0 || len(points) > mostVia+1 {
		return fmt.Errorf("walk goal: %d points: %w: 1 to %d", len(points), errBadGoal, mostVia+1)
	}
	for _, p := range points {
		if !si.IsFinite(p.X) || !si.IsFinite(p.Y) || !si.IsFinite(p.Yaw) {
			return fmt.Errorf("walk goal (%g, %g, %g): %w", p.X, p.Y, p.Yaw, ErrNotFinite)
		}
	}
	if !(sigmaM >= 0 && sigmaM <= mostSigmaM && sigmaRad >= 0 && sigmaRad <= mostSigmaRad) {
		return fmt.Errorf("walk goal: standard deviations %g m, %g rad: %w: up to %g and %g", sigmaM, sigmaRad, errBadGoal, mostSigmaM, mostSigmaRad)
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
		g.at, g.posVar, g.yawVar, g.fedAt, g.jumps = seen, r, rYaw, here, 0
		return
	}
	way := here.pos().sub(g.fedAt.pos()).norm()
	g.fedAt = here
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
