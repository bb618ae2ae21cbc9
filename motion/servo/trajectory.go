package servo

// This part of the package follows trajectories of joints: points in time, each with
// positions and, as an option, velocities and accelerations, as the action
// control_msgs/FollowJointTrajectory has them.
//
// Between two points each joint follows the polynomial of the lowest degree that
// meets what both ends have: a straight line (positions only), a cubic (velocities
// too) or a quintic (accelerations too). The first one begins at the commanded
// angle, at rest. Whether a trajectory stays within the joints' ranges and top
// speeds is checked when it is begun, on every cubic and quintic at samples.
//
// Angles in rad, hands 0 closed to 1 open, rad/s, rad/s², times from the start.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonao/nao"
)

// maxPoints bounds a trajectory.
const maxPoints = 10000

// defaultGoalTime is as long as a slot of a motion waits for its joints.
const defaultGoalTime = 600 * time.Millisecond

// maxTime limits the duration of a trajectory.
const maxTime = time.Hour

// Reasons to refuse a trajectory.
var (
	ErrBadJoints = errors.New("wrong joints")
	errBad       = errors.New("no such trajectory")
)

// TrajectoryPoint is where the joints shall be at a time.
type TrajectoryPoint struct {
	At            time.Duration // from the start
	Positions     []float64     // one for each joint, like the others
	Velocities    []float64     // may be empty
	Accelerations []float64     // may be empty; not without velocities
}

// Trajectory is a trajectory to follow. It must not be changed while it is followed.
type Trajectory struct {
	Joints []nao.Joint
	Points []TrajectoryPoint

	// Allowed distance of a joint from its desired angle: one for each joint, or empty; 0 is no limit.
	PathTolerance []float64 // on the way, rad
	GoalTolerance []float64 // at the end, rad

	GoalTime time.Duration // time after the last point in which the goal must be reached; 0: [defaultGoalTime]
}

// Length is the time of the last point.
func (tr *Trajectory) Length() time.Duration { return tr.Points[len(tr.Points)-1].At }

// goalTime returns the trajectory's, or else the default.
func (tr *Trajectory) goalTime() time.Duration {
	if tr.GoalTime > 0 {
		return tr.GoalTime
	}
	return defaultGoalTime
}

// Check returns an error for a trajectory that is invalid for every robot state. Start checks the rest.
func (tr *Trajectory) Check() error {
	if len(tr.Joints) == 0 {
		return fmt.Errorf("%w: no joints; expected at least one", ErrBadJoints)
	}
	for i, j := range tr.Joints {
		if j >= nao.NumJoints {
			return fmt.Errorf("%w: %s: no such joint", ErrBadJoints, j)
		}
		if slices.Contains(tr.Joints[:i], j) {
			return fmt.Errorf("%w: %s is there twice", ErrBadJoints, j)
		}
	}
	if n := len(tr.Points); n == 0 || n > maxPoints {
		return fmt.Errorf("%w: %d points; expected 1 to %d", errBad, n, maxPoints)
	}
	for name, bounds := range map[string][]float64{"path": tr.PathTolerance, "goal": tr.GoalTolerance} {
		if len(bounds) != 0 && len(bounds) != len(tr.Joints) || slices.ContainsFunc(bounds, func(v float64) bool { return !(v >= 0) }) {
			return fmt.Errorf("%w: %s tolerances %v: expected none, or %d of at least 0 rad", errBad, name, bounds, len(tr.Joints))
		}
	}
	if tr.GoalTime < 0 || tr.GoalTime > maxTime {
		return fmt.Errorf("%w: goal time tolerance %v: expected 0 to %v", errBad, tr.GoalTime, maxTime)
	}
	for i := range tr.Points {
		if err := tr.checkPoint(i); err != nil {
			return fmt.Errorf("%w: points[%d]: %w", errBad, i, err)
		}
	}
	for i, v := range tr.Points[len(tr.Points)-1].Velocities {
		if v != 0 {
			return fmt.Errorf("%w: joint %s ends at %g rad/s; expected 0: it stays there", errBad, tr.Joints[i], v)
		}
	}
	return nil
}

// checkPoint checks a point against the joints and the point before it.
func (tr *Trajectory) checkPoint(i int) error {
	p, n := &tr.Points[i], len(tr.Joints)
	switch {
	case len(p.Positions) != n:
		return fmt.Errorf("%d positions; expected %d, one for each joint", len(p.Positions), n)
	case len(p.Velocities) != 0 && len(p.Velocities) != n:
		return fmt.Errorf("%d velocities; expected none or %d", len(p.Velocities), n)
	case len(p.Accelerations) != 0 && (len(p.Accelerations) != n || len(p.Velocities) == 0):
		return fmt.Errorf("%d accelerations; expected none, or %d beside as many velocities", len(p.Accelerations), n)
	case p.At < 0 || p.At > maxTime:
		return fmt.Errorf("time_from_start %v; expected 0 to %v", p.At, maxTime)
	case i > 0 && p.At <= tr.Points[i-1].At:
		return fmt.Errorf("time_from_start %v; expected later than the point before, %v", p.At, tr.Points[i-1].At)
	}
	for k, j := range tr.Joints {
		if lo, hi := j.Range(); !(p.Positions[k] >= lo && p.Positions[k] <= hi) {
			return fmt.Errorf("joint %s to %.4g; expected %.4g to %.4g rad", j, p.Positions[k], lo, hi)
		}
	}
	for k, v := range p.Velocities {
		if j := tr.Joints[k]; !(math.Abs(v) <= j.MaxSpeed()) {
			return fmt.Errorf("joint %s at %.4g rad/s; expected at most %.4g", j, v, j.MaxSpeed())
		}
	}
	for k, a := range p.Accelerations {
		if math.IsNaN(a) || math.IsInf(a, 0) {
			return fmt.Errorf("joint %s with %g rad/s²; expected a finite number", tr.Joints[k], a)
		}
	}
	return nil
}

// ends holds the values of one joint at both ends of a segment.
type ends struct {
	sec              float64 // between them
	p0, p1           float64 // rad
	v0, v1           float64 // rad/s
	a0, a1           float64 // rad/s²
	cubics, quintics bool
}

// segment returns the ends of joint k's way to point i; the way to the first point begins at from, at rest.
func (tr *Trajectory) segment(i, k int, from *nao.Joints) ends {
	to := &tr.Points[i]
	e := ends{sec: to.At.Seconds(), p0: from[tr.Joints[k]], p1: to.Positions[k]}
	e.cubics, e.quintics = len(to.Velocities) > 0, len(to.Accelerations) > 0
	if e.cubics {
		e.v1 = to.Velocities[k]
	}
	if e.quintics {
		e.a1 = to.Accelerations[k]
	}
	if i == 0 {
		return e
	}
	at := &tr.Points[i-1]
	e.sec, e.p0 = (to.At - at.At).Seconds(), at.Positions[k]
	e.cubics = e.cubics && len(at.Velocities) > 0
	e.quintics = e.quintics && len(at.Accelerations) > 0
	if e.cubics {
		e.v0 = at.Velocities[k]
	}
	if e.quintics {
		e.a0 = at.Accelerations[k]
	}
	return e
}

// polynomial returns the coefficients of t⁰ to t⁵, t in s from the segment's begin.
func (e ends) polynomial() (c [6]float64) {
	T := e.sec
	way := e.p1 - e.p0
	switch {
	case T <= 0:
		c[0] = e.p1
	case e.quintics:
		c[0], c[1], c[2] = e.p0, e.v0, e.a0/2
		c[3] = (20*way - (8*e.v1+12*e.v0)*T - (3*e.a0-e.a1)*T*T) / (2 * T * T * T)
		c[4] = (-30*way + (14*e.v1+16*e.v0)*T + (3*e.a0-2*e.a1)*T*T) / (2 * T * T * T * T)
		c[5] = (12*way - 6*(e.v1+e.v0)*T - (e.a0-e.a1)*T*T) / (2 * T * T * T * T * T)
	case e.cubics:
		c[0], c[1] = e.p0, e.v0
		c[2] = (3*way - (2*e.v0+e.v1)*T) / (T * T)
		c[3] = (-2*way + (e.v0+e.v1)*T) / (T * T * T)
	default:
		c[0], c[1] = e.p0, way/T
	}
	return c
}

// eval returns position and velocity at t.
func eval(c *[6]float64, t float64) (pos, vel float64) {
	for i := 5; i >= 0; i-- {
		vel = vel*t + pos
		pos = pos*t + c[i]
	}
	return pos, vel
}

// samples is how many times a curved segment is sampled for its peaks.
const samples = 64

// slack is how far rounding, and a curve between samples, may exceed a limit.
const slack = 0.01

// feasible returns an error for ways that leave a joint's range or top speed.
func (tr *Trajectory) feasible(from *nao.Joints) error {
	for i := range tr.Points {
		for k, j := range tr.Joints {
			e := tr.segment(i, k, from)
			c := e.polynomial()
			n := 1
			if e.cubics || e.quintics {
				n = samples
			}
			lo, hi := j.Range()
			for s := range n + 1 {
				pos, vel := eval(&c, e.sec*float64(s)/float64(n))
				if math.Abs(vel) > j.MaxSpeed()*(1+slack) || math.IsNaN(vel) || e.sec == 0 && math.Abs(e.p1-e.p0) > slack {
					return fmt.Errorf("%w: points[%d]: joint %s would turn with %.3g rad/s; expected at most %.3g",
						errBad, i, j, speedOf(e, vel), j.MaxSpeed())
				}
				if pos < lo-slack || pos > hi+slack {
					return fmt.Errorf("%w: on the way to points[%d]: joint %s at %.4g; expected %.4g to %.4g rad", errBad, i, j, pos, lo, hi)
				}
			}
		}
	}
	return nil
}

// speedOf returns the speed to report; 0 for a segment without duration.
func speedOf(e ends, vel float64) float64 {
	if e.sec == 0 {
		return math.Inf(1)
	}
	return math.Abs(vel)
}
