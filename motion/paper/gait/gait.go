// Package gait holds two open-loop walks of the paper, [Omni] and [TFS], and what they share (Domingues et al.,
// "Humanoid Behaviors: From Simulation to a Real Robot"): a commanded velocity that
// changes smoothly, a start and a stop that fade in and out, and an output that never
// jumps, never leaves the joints' ranges and never exceeds their top speed.
//
// Velocities are in the robot frame: x forward, y left, m/s; yaw counter-clockwise, rad/s.
package gait

import (
	"fmt"
	"math"
	"time"

	"gonao/nao"
)

// Velocity is the velocity that is commanded to a walk: m/s, m/s, rad/s in the robot frame.
type Velocity struct{ X, Y, Yaw float64 }

// Check returns an error for a number that is not finite.
func (v Velocity) Check() error {
	for _, x := range []float64{v.X, v.Y, v.Yaw} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("velocity %g, %g m/s, %g rad/s: expected finite numbers", v.X, v.Y, v.Yaw)
		}
	}
	return nil
}

// Within scales the velocity so that the parts, each over its limit, make a vector no
// longer than 1. A part whose limit is 0 is dropped.
func (v Velocity) Within(limit Velocity) (scaled Velocity, changed bool) {
	share := func(v, limit float64) float64 {
		if limit <= 0 {
			return 0
		}
		return v / limit
	}
	x, y, yaw := share(v.X, limit.X), share(v.Y, limit.Y), share(v.Yaw, limit.Yaw)
	by := 1 / max(1, math.Hypot(math.Hypot(x, y), yaw))
	scaled = Velocity{x * by * limit.X, y * by * limit.Y, yaw * by * limit.Yaw}
	return scaled, math.Abs(scaled.X-v.X)+math.Abs(scaled.Y-v.Y)+math.Abs(scaled.Yaw-v.Yaw) > 1e-12
}

// Towards moves the velocity to another one by at most most in each part.
func (v Velocity) Towards(to, most Velocity) Velocity {
	return Velocity{step(v.X, to.X, most.X), step(v.Y, to.Y, most.Y), step(v.Yaw, to.Yaw, most.Yaw)}
}

// Times scales all parts.
func (v Velocity) Times(s float64) Velocity { return Velocity{s * v.X, s * v.Y, s * v.Yaw} }

func step(from, to, most float64) float64 { return from + min(max(to-from, -most), most) }

// Phase is the phase of a walk.
type Phase uint8

// The phases.
const (
	Standing Phase = iota
	Starting       // from the commanded posture to the first steps
	Walking        //
	Stopping       // steps on the spot until it stands
)

// String returns the phase's name in lower case.
func (p Phase) String() string {
	switch p {
	case Standing:
		return "standing"
	case Starting:
		return "starting"
	case Walking:
		return "walking"
	case Stopping:
		return "stopping"
	}
	return fmt.Sprintf("Phase(%d)", uint8(p))
}

// Engine is what all walks of the paper implement. A Step reads the time from the state,
// allocates nothing and writes the joints of legs and arms only.
type Engine interface {
	// Begin starts at the last commanded posture.
	Begin(state *nao.State, command *nao.Command)
	// SetVelocity sets the velocity; beyond the walk's limits it is scaled.
	SetVelocity(v Velocity) error
	// Stop brings the walk to a stand.
	Stop()
	// Step writes the targets and stiffnesses of one cycle.
	Step(state *nao.State, out *nao.Command)
	// Phase returns the phase of the walk.
	Phase() Phase
}

// Clock measures the time between the steps of a walk.
type Clock struct {
	last  time.Duration
	known bool
}

// Tick returns the seconds since the last tick; the first one returns a cycle. A pause is
// cut to 50 ms, so that a walk goes on where it was.
func (c *Clock) Tick(now time.Duration) float64 {
	dt := nao.CyclePeriod
	if c.known {
		dt = min(max(now-c.last, 0), 50*time.Millisecond)
	}
	c.last, c.known = now, true
	return dt.Seconds()
}

// Ramp moves a number towards another one in a given time for the way from 0 to 1.
func Ramp(from, to, dtSec, fullSec float64) float64 { return step(from, to, dtSec/fullSec) }

// Ease returns a curve that rises from 0 at 0 to 1 at 1 with no slope at both ends.
func Ease(s float64) float64 { return (1 - math.Cos(math.Pi*min(max(s, 0), 1))) / 2 }
