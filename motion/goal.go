package motion

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonao/motion/walk"
)

// Point is a place on the ground in base_footprint: m, m, rad.
type Point = walk.Point

// ErrCommanded is returned for a goal while another one commands the legs.
var ErrCommanded = errors.New("another one commands the legs")

// fedGoal is a goal that is set repeatedly.
type fedGoal struct {
	at  time.Duration // when it was last set
	set bool          // it is still valid
}

// WalkGoal walks to the last of some points through the others, and stands there. It must be called 2 to 20 times a
// second with newly measured points; each call is valid for Config.VelocityTimeoutSec. The standard deviations of the
// last point, m and rad, weigh it against the earlier ones and the odometry. A velocity ends it, and no goal is accepted
// while a velocity is valid, or while a task has the legs.
func (m *Motion) WalkGoal(points []Point, sigmaM, sigmaRad float64) error {
	return wrapped("walk_goal", m.whole.walk.feed(&m.core, &m.whole, points, sigmaM, sigmaRad))
}

// AtGoal reports whether the robot stands at the goal of WalkGoal.
func (m *Motion) AtGoal() bool {
	w := &m.whole.walk
	return w.fed.set && w.engine != nil && w.engine.Arrived()
}

// feed passes a goal to the walk.
func (w *walkControl) feed(c *core, whole *wholeBody, points []Point, sigmaM, sigmaRad float64) error {
	for _, p := range points {
		if far := math.Hypot(p.X, p.Y); far > farthestM {
			return fmt.Errorf("%w: %.1f m away; expected at most %g", ErrUnreachable, far, farthestM)
		}
	}
	if err := whole.readyToStep(c); err != nil {
		return err
	}
	if t := c.tasks.legs(); t.kind != noTask {
		return fmt.Errorf("%w: %s", ErrCommanded, t.kind.name())
	}
	if w.velocity.set && c.sinceSec(w.velocity.at) <= c.cfg.VelocityTimeoutSec {
		return fmt.Errorf("%w: a velocity", ErrCommanded)
	}
	if err := w.engine.Feed(points, sigmaM, sigmaRad); err != nil {
		return fmt.Errorf("%w: %w", ErrBadGoal, err)
	}
	w.fed.at, w.fed.set = c.now, true
	w.velocity.set, w.velocity.resend = false, true
	return nil
}

// followGoal reports whether a goal is valid, and ends an expired one.
func (w *walkControl) followGoal(c *core) bool {
	if !w.fed.set {
		return false
	}
	if !w.velocity.set && c.sinceSec(w.fed.at) <= c.cfg.VelocityTimeoutSec {
		return true
	}
	w.fed.set, w.velocity.resend = false, true
	return false
}

// SeenFrom returns a place in the frame of the odometry as it is seen from the robot, which is at o.
func SeenFrom(o Odometry, p Point) Point {
	at := seenFrom(Odometry{X: p.X, Y: p.Y, Yaw: p.Yaw}, o)
	return Point{X: at.X, Y: at.Y, Yaw: at.Yaw}
}
