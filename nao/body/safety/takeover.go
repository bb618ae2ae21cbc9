package safety

import (
	"math"
	"time"

	"gonao/nao"
)

const (
	// startsWithin is how far the targets of a commander that takes over may be from the measured posture, rad. A
	// commander that was stopped and continues in the middle of a movement is farther away.
	startsWithin = 0.1
	// mostLoad bounds by how much a joint is commanded beyond such targets, rad.
	mostLoad = 0.2
	// staleCycles is how many cycles old the state may be that such a commander answers: a commander
	// that was stopped first answers the states that have waited for it.
	staleCycles = 20
)

// takeover is how the present commander took over.
type takeover struct {
	at   time.Duration // when
	in   time.Duration // time from then until targets move at top speed
	load nao.Joints    // by how much the legs were commanded beyond its target, rad, see [Guard.keepLoad]
}

// consider follows a command, or refuses it. The command of the present commander is always
// followed. One that takes over must start at the present posture, because the robot was let down or
// the command may belong to a movement that the robot has left. A commander that was silent for
// [Silence] takes over again: the robot may have moved, and another commander may send.
//
// The first commander of a robot that this guard found, stiff or limp, and never moved may start
// elsewhere. It is led in, see [Guard.leadIn].
func (g *Guard) consider(state *nao.State, cmd *nao.Command) {
	present := g.mode == Following || g.mode == Holding && g.now-g.lastGood < Silence
	starts := present || startsHere(state, cmd)
	if isStale(state, cmd) && !present || g.moved && !starts {
		g.turnedAway, g.turnedAt = true, g.now
		return
	}
	g.turnedAway = false
	g.leading = !starts || present && g.leading
	takesOver := g.mode != Following
	g.accept(cmd)
	if takesOver {
		g.keepLoad(present)
	}
}

// keepLoad keeps by how much the legs are commanded beyond the posture where a commander takes over. A joint that carries the robot is
// behind its target, so that a command at the measured posture takes its torque away; a robot that was left in the middle of a step falls by
// that. The difference fades while the commander takes over. The commander that was late only continues where it is.
func (g *Guard) keepLoad(present bool) {
	g.takeover.load = nao.Joints{}
	if present || g.leading {
		return
	}
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		g.takeover.load[j] = min(max(g.sent.Position[j]-g.target.Position[j], -mostLoad), mostLoad)
	}
}

// isStale reports whether a command answers a state that is old, or of another run of the body.
func isStale(state *nao.State, cmd *nao.Command) bool {
	return cmd.Cycle != 0 && (cmd.Cycle > state.Cycle || state.Cycle-cmd.Cycle > staleCycles)
}

// startsHere reports whether the stiff joints of a command are at the measured posture.
func startsHere(state *nao.State, cmd *nao.Command) bool {
	for j, stiff := range cmd.Stiffness {
		if stiff > 0 && !isHand(nao.Joint(j)) && math.Abs(cmd.Position[j]-state.Position[j]) > startsWithin {
			return false
		}
	}
	return true
}

// isHand reports whether a joint is a hand; its movement is harmless and its unit is not an angle.
func isHand(j nao.Joint) bool { return j == nao.LHand || j == nao.RHand }

// leadIn moves the joints on a straight line in joint space toward the commander's target, the one
// with the longest way at the speed of a takeover, so that all arrive together. It reports whether
// they have arrived: from then on the commander is followed.
func (g *Guard) leadIn() (arrived bool) {
	furthest := 0.0
	for j, stiff := range g.target.Stiffness {
		if stiff > 0 && !isHand(nao.Joint(j)) {
			furthest = max(furthest, math.Abs(g.target.Position[j]-g.sent.Position[j]))
		}
	}
	if furthest <= startsWithin {
		return true
	}
	share := min(1, g.cfg.EngageRadPerSec*g.dtSec/furthest)
	for j := range g.sent.Position {
		g.sent.Position[j] += share * (g.target.Position[j] - g.sent.Position[j])
	}
	g.sent.Position[nao.HeadYaw], g.sent.Position[nao.HeadPitch] = nao.ClampHead(g.sent.Position[nao.HeadYaw], g.sent.Position[nao.HeadPitch])
	return false
}

// Doing returns what the guard did in the last step. A commander whose robot was let down uses it to begin again from the
// robot's posture.
func (g *Guard) Doing() nao.Guard {
	switch {
	case g.ending && g.mode != Limp:
		return nao.GuardLettingDown
	case g.refusal != NoRefusal, g.turnedAway && g.now-g.turnedAt < g.cfg.HoldAfter:
		return nao.GuardRefusing
	}
	return [...]nao.Guard{
		Waiting: nao.GuardWaiting, Following: nao.GuardFollowing, Holding: nao.GuardHolding,
		Crouching: nao.GuardLettingDown, Relaxing: nao.GuardLettingDown, Limp: nao.GuardLimp,
	}[g.mode]
}
