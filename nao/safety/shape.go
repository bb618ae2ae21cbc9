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

// squat moves to the crouch along a cosine, which starts and ends at rest, with
// legs that can carry the robot.
func (g *Guard) squat() {
	t := fraction(g.now-g.since, g.cfg.CrouchIn)
	s := (1 - math.Cos(math.Pi*t)) / 2
	for j := range nao.Joint(nao.NumJoints) {
		g.sent.Position[j] = g.from.Position[j] + s*(g.crouch[j]-g.from.Position[j])
		if j >= nao.LHipYawPitch && j <= nao.RAnkleRoll {
			want := max(g.from.Stiffness[j], g.cfg.CrouchStiffness)
			g.sent.Stiffness[j] = toward(g.sent.Stiffness[j], want, g.cfg.StiffnessPerSec*g.dtSec)
		}
	}
}

// relax holds the posture while the stiffness goes to 0.
func (g *Guard) relax() {
	left := 1 - fraction(g.now-g.since, g.limpIn)
	for j, s := range g.from.Stiffness {
		g.sent.Stiffness[j] = left * s
	}
}

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

// finite tells that every number of a command is one.
func finite(cmd *nao.Command) bool {
	sum := 0.0
	for j := range nao.NumJoints {
		// 0·x is 0 for a finite x and not a number otherwise.
		sum += 0*cmd.Position[j] + 0*cmd.Stiffness[j]
	}
	return sum == 0
}
