package safety

import (
	"math"
	"time"

	"gonao/nao"
)

// updateSent computes the command to send in the present mode.
func (g *Guard) updateSent() {
	switch g.mode {
	case Waiting, Holding:
		// The same as before is sent.
	case Following:
		g.follow()
	case Crouching:
		g.squat()
	case Relaxing:
		g.relax()
	case Limp:
		g.sent.Stiffness = nao.Joints{}
	}
}

// trackLimp sets the targets of limp joints to where they are, so that they stiffen there.
func (g *Guard) trackLimp(state *nao.State) {
	for j, s := range g.sent.Stiffness {
		if s == 0 {
			g.measure(nao.Joint(j), state)
		}
	}
}

// measure sets a joint's target to its measured angle, clamped to its range since sensors have
// noise. An angle that is NaN leaves the target as it is.
func (g *Guard) measure(j nao.Joint, state *nao.State) {
	if q := j.Clamp(state.Position[j]); !math.IsNaN(q) {
		g.sent.Position[j] = q
	}
}

// follow moves toward the commander's target as fast as the ramps allow: slowly after taking over,
// later at the joints' top speed.
func (g *Guard) follow() {
	led := g.leading && !g.leadIn()
	if g.leading {
		g.leading, g.takeover.at = led, g.now
	}
	blend := fraction(g.now-g.takeover.at, g.takeover.in)
	for j := range nao.Joint(nao.NumJoints) {
		top := g.cfg.SpeedLimitMargin * j.MaxSpeed()
		if j == nao.LHand || j == nao.RHand {
			top = g.cfg.HandRatePerSecond
		}
		engage := min(g.cfg.EngageRadPerSec, top)
		step := (engage + blend*(top-engage)) * g.dtSec
		goal := j.Clamp(g.target.Position[j] + (1-blend)*g.takeover.load[j])
		if j == nao.HeadPitch { // the shoulders limit it more when the head looks aside
			_, goal = nao.ClampHead(g.sent.Position[nao.HeadYaw], goal)
		}
		if !led {
			g.sent.Position[j] = toward(g.sent.Position[j], goal, step)
		}
		// Softening is as fast as commanded, since a fall does not wait; only stiffening
		// could jerk.
		stiffer := g.sent.Stiffness[j] + g.cfg.StiffnessPerSec*g.dtSec
		g.sent.Stiffness[j] = min(g.target.Stiffness[j], stiffer)
	}
}

// squatRadPerSec bounds a joint's speed on its way to the crouch, when it catches up after a lost
// connection; without one it is slower.
const squatRadPerSec = 3

// squat moves on to the crouch, from wherever the joints are, along a cosine, which starts and ends
// at rest, with legs stiff enough to carry the robot.
func (g *Guard) squat() {
	before, now := g.shares(g.cfg.CrouchIn)
	share := 1.0 // share of the remaining way
	if s := cosine(before); s < 1 {
		share = (cosine(now) - s) / (1 - s)
	}
	for j := range nao.Joint(nao.NumJoints) {
		on := share * (g.crouch[j] - g.sent.Position[j])
		g.sent.Position[j] = toward(g.sent.Position[j], g.sent.Position[j]+on, squatRadPerSec*g.dtSec)
		if j >= nao.LHipYawPitch && j <= nao.RAnkleRoll {
			want := max(g.from.Stiffness[j], g.cfg.CrouchStiffness)
			g.sent.Stiffness[j] = toward(g.sent.Stiffness[j], want, g.cfg.StiffnessPerSec*g.dtSec)
		}
	}
}

// relax holds the posture while the stiffness goes to 0.
func (g *Guard) relax() {
	before, now := g.shares(g.limpIn)
	left := 0.0
	if before < 1 {
		left = (1 - now) / (1 - before)
	}
	for j := range g.sent.Stiffness {
		g.sent.Stiffness[j] *= left
	}
}

// shares returns the fraction of the mode's span that had elapsed in the step before, and that has
// elapsed now.
func (g *Guard) shares(span time.Duration) (before, now float64) {
	elapsed := g.now - g.since
	return fraction(max(0, elapsed-time.Duration(g.dtSec*float64(time.Second))), span), fraction(elapsed, span)
}

// cosine returns a value that goes from 0 to 1 with t, and starts and ends at rest.
func cosine(t float64) float64 { return (1 - math.Cos(math.Pi*t)) / 2 }

// fraction returns how much of a span has elapsed, 0 to 1.
func fraction(elapsed, span time.Duration) float64 {
	if elapsed >= span {
		return 1
	}
	return float64(elapsed) / float64(span)
}

// toward returns a value that is moved to a goal by at most a step.
func toward(from, goal, step float64) float64 {
	return from + min(max(goal-from, -step), step)
}

// clampUnit limits a value to 0…1; NaN becomes 0.
func clampUnit(v float64) float64 {
	if v > 0 {
		return min(v, 1)
	}
	return 0
}
