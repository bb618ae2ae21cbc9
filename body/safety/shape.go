package safety

import (
	"math"
	"time"

	"gonao/nao"
)

// shape computes what to send in the present mode.
func (g *Guard) shape() {
	switch g.mode {
	case Waiting, Holding:
		// Send the same again.
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

// goAlong lets a limp joint's target go along with it, so that it starts from where it is.
func (g *Guard) goAlong(state *nao.State) {
	for j, s := range g.sent.Stiffness {
		if s == 0 {
			g.measure(nao.Joint(j), state)
		}
	}
}

// measure takes a joint's target from where it is: within its range, since a sensor
// scatters, and not from an angle that is no number.
func (g *Guard) measure(j nao.Joint, state *nao.State) {
	if q := j.Clamp(state.Position[j]); !math.IsNaN(q) {
		g.sent.Position[j] = q
	}
}

// follow goes after the commander's target as fast as the ramps allow: slowly after
// taking over, later at the joints' top speed.
func (g *Guard) follow() {
	blend := fraction(g.now-g.engaged, g.engageIn)
	for j := range nao.Joint(nao.NumJoints) {
		top := g.cfg.SpeedLimitMargin * j.MaxSpeed()
		if j == nao.LHand || j == nao.RHand {
			top = g.cfg.HandRatePerSecond
		}
		engage := min(g.cfg.EngageRadPerSec, top)
		step := (engage + blend*(top-engage)) * g.dtSec
		goal := g.target.Position[j]
		if j == nao.HeadPitch { // the shoulders leave it less room beside than ahead
			_, goal = nao.ClampHead(g.sent.Position[nao.HeadYaw], goal)
		}
		g.sent.Position[j] = toward(g.sent.Position[j], goal, step)
		// Softening is as fast as the commander wants it, for a fall does not wait;
		// only stiffening could jerk.
		stiffer := g.sent.Stiffness[j] + g.cfg.StiffnessPerSec*g.dtSec
		g.sent.Stiffness[j] = min(g.target.Stiffness[j], stiffer)
	}
}

// squatRadPerSec bounds a joint on its way to the crouch, where it makes up for what it
// lost while the line was broken; an unbroken way takes less.
const squatRadPerSec = 3

// squat moves on to the crouch, from wherever the joints are, along a cosine, which starts
// and ends at rest, with legs that can carry the robot.
func (g *Guard) squat() {
	before, now := g.shares(g.cfg.CrouchIn)
	share := 1.0 // of the way that is left
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

// shares gives how much of the mode's span had gone by in the step before, and now has.
func (g *Guard) shares(span time.Duration) (before, now float64) {
	elapsed := g.now - g.since
	return fraction(max(0, elapsed-time.Duration(g.dtSec*float64(time.Second))), span), fraction(elapsed, span)
}

// cosine goes from 0 to 1 as t does, and starts and ends at rest.
func cosine(t float64) float64 { return (1 - math.Cos(math.Pi*t)) / 2 }

// fraction gives how much of a span has gone by, 0 to 1.
func fraction(elapsed, span time.Duration) float64 {
	if elapsed >= span {
		return 1
	}
	return float64(elapsed) / float64(span)
}

// toward moves from a value to a goal by at most a step.
func toward(from, goal, step float64) float64 {
	return from + min(max(goal-from, -step), step)
}

// clampUnit limits a value to 0…1; what is no number is 0.
func clampUnit(v float64) float64 {
	if v > 0 {
		return min(v, 1)
	}
	return 0
}
