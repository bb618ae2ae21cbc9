package motion

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
	"gonao/motion/walk"
)

// gaitGoal is a place that one of the paper's walks goes to.
type gaitGoal struct {
	set, done bool
	at        Odometry // in the odometry frame
	share     float64  // share of the gait's limits
	turning   bool     // towards the goal, on the spot
	near      bool     // close enough: it turns to the goal's heading
	tries     int      // walks that ended beside it
	stoodAt   time.Duration
}

// precision is how a gait goes to a place.
type precision struct {
	nearM, nearRad   float64 // within these it stops
	stoodM, stoodRad float64 // within these it has arrived, when it stands
	leadSec          float64 // prediction time: about the time in which it stops
	turnRad          float64 // beyond this direction of the goal it turns on the spot
	aside            bool    // it walks sideways and backward near the goal
}

// precisions are those of the paper's walks.
var precisions = map[Gait]precision{
	CPGGait:  {nearM: 0.1, nearRad: 0.2, stoodM: 0.2, stoodRad: 0.5, leadSec: 1, turnRad: 0.5},
	OmniGait: {nearM: 0.03, nearRad: 0.1, stoodM: 0.06, stoodRad: 0.2, leadSec: 0.8, turnRad: 0.7, aside: true},
	TFSGait:  {nearM: 0.05, nearRad: 0.12, stoodM: 0.1, stoodRad: 0.25, leadSec: 1, turnRad: 0.5},
}

// How the paper's walks go to a place.
const (
	asideM       = 0.4  // within it a gait that can walks to the goal in any direction
	headingSec   = 0.8  // time to turn to the goal while walking ahead
	approachSec  = 1.2  // time to walk the remaining distance, near the goal
	turnedRad    = 0.15 // direction of the goal within which it may walk
	slowestShare = 0.3  // share of the limits at the end
	gaitLookSec  = 0.4  // time after which a standing robot checks the remaining distance
	gaitTries    = 4
	gaitBlocked  = 15.0 // s without getting nearer after which a walk to a place has failed
)

// WalkTo walks to a place seen from here, at a share of the top speed.
func (g *gaitEngine) WalkTo(dx, dy, dYaw, speed float64) error {
	g.stepping = false
	if g.own() {
		return g.walk.WalkTo(dx, dy, dYaw, speed)
	}
	speed = cmp.Or(speed, 1)
	g.Stop()
	g.goal = gaitGoal{set: true, at: ahead(g.Odometry(), dx, dy, dYaw), share: speed, stoodAt: -time.Hour}
	return nil
}

// Feed walks to a place that is measured repeatedly. The paper's walks have no way points and use the newest measurement
// unfiltered, unless they stand there.
func (g *gaitEngine) Feed(points []walk.Point, sigmaM, sigmaRad float64) error {
	g.stepping = false
	if g.own() {
		return g.walk.Feed(points, sigmaM, sigmaRad)
	}
	if len(points) != 1 {
		return fmt.Errorf("gait %s: %d points: %w: expected 1, or gait walk for way points", g.gait, len(points), ErrGait)
	}
	p := points[0]
	if !si.IsFinite(p.X) || !si.IsFinite(p.Y) || !si.IsFinite(p.Yaw) {
		return fmt.Errorf("walk goal (%g, %g, %g): %w", p.X, p.Y, p.Yaw, walk.ErrNotFinite)
	}
	at := ahead(g.Odometry(), p.X, p.Y, p.Yaw)
	if !g.goal.set {
		g.Stop()
		g.goal = gaitGoal{set: true, at: at, share: 1, stoodAt: -time.Hour}
		return nil
	}
	moved, prec := seenFrom(at, g.goal.at), precisions[g.gait]
	if g.goal.done && math.Hypot(moved.X, moved.Y) < 2*prec.stoodM && math.Abs(moved.Yaw) < 2*prec.stoodRad {
		return nil
	}
	if g.goal.done {
		g.goal.done, g.goal.tries = false, 0
	}
	g.goal.at = at
	return nil
}

// PatienceSec returns how long a walk to a place may get no nearer.
func (g *gaitEngine) PatienceSec() float64 {
	if g.own() {
		return blockedSec
	}
	return gaitBlocked
}

// rests reports whether a robot that stands, of which the goal is seen at d, stays so: it is there, has only just come to
// stand, or has tried often enough.
func (t *gaitGoal) rests(now time.Duration, d Odometry, g Gait) bool {
	if (now - t.stoodAt).Seconds() < gaitLookSec {
		return true
	}
	p := precisions[g]
	if math.Hypot(d.X, d.Y) < p.stoodM && math.Abs(d.Yaw) < p.stoodRad {
		t.done = true
		return true
	}
	if t.done || t.tries >= gaitTries {
		return true
	}
	t.tries++
	t.near, t.turning = false, false
	return false
}

// approach returns the velocity on the way to the goal; 0 where the walk is to stop.
func (g *gaitEngine) approach() Velocity {
	t, p, here := &g.goal, precisions[g.gait], g.Odometry()
	soon := ahead(here, p.leadSec*here.VX, p.leadSec*here.VY, p.leadSec*here.VYaw)
	d := seenFrom(t.at, soon)
	dist, toward := math.Hypot(d.X, d.Y), math.Atan2(d.Y, d.X)
	var v Velocity
	switch {
	case t.near || dist < p.nearM:
		t.near = true
		if math.Abs(d.Yaw) < p.nearRad {
			return Velocity{}
		}
		v = Velocity{Yaw: d.Yaw / headingSec}
	case p.aside && dist < asideM:
		v = Velocity{X: d.X / approachSec, Y: d.Y / approachSec, Yaw: d.Yaw / approachSec}
	default:
		t.turning = math.Abs(toward) > p.turnRad || t.turning && math.Abs(toward) > turnedRad
		v = Velocity{X: dist / approachSec, Yaw: toward / headingSec}
		if t.turning {
			v.X = 0
		}
	}
	return g.shared(v, t.share)
}

// shared returns a velocity within a share of the gait's limits, and not slower than they allow.
func (g *gaitEngine) shared(v Velocity, share float64) Velocity {
	far := 100.0
	most := g.limit(times(v, far))
	is, top := length(v), length(most)
	if is == 0 || top == 0 {
		return Velocity{}
	}
	scale := min(max(is, slowestShare*top), max(share, slowestShare)*top) / is
	return g.limit(times(v, scale))
}

// times returns a velocity so many times as large.
func times(v Velocity, by float64) Velocity {
	return Velocity{X: by * v.X, Y: by * v.Y, Yaw: by * v.Yaw}
}

// length returns the magnitude of a velocity; 1 rad/s counts as 0.2 m/s.
func length(v Velocity) float64 { return math.Hypot(math.Hypot(v.X, v.Y), radInMetres*v.Yaw) }
