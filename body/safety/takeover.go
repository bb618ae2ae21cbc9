package safety

import (
	"math"

	"gonao/nao"
)

const (
	// startsWithin is how far the targets of a commander that takes over may be from the measured
	// posture, rad. One that was stopped and continues in the middle of its movement is further away.
	startsWithin = 0.1
	// staleCycles is how many cycles old the state may be that such a commander answers: a commander
	// that was stopped first answers the states that have waited for it.
	staleCycles = 20
)

// consider follows a command, or turns it away.
func (g *Guard) consider(state *nao.State, cmd *nao.Command) {
	if g.turnedAway = !g.mayFollow(state, cmd); g.turnedAway {
		g.turnedAt = g.now
		return
	}
	g.accept(cmd)
}

// mayFollow reports whether a command is followed: that of the present commander always, that of one
// which takes over only if it starts at the present posture. A commander that was silent for
// [Silence] takes over anew, because the robot may have moved and the commander may be another one.
// The first commander of a robot that was found limp may begin elsewhere: nobody has moved the robot
// before, and it is led in slowly.
func (g *Guard) mayFollow(state *nao.State, cmd *nao.Command) bool {
	first := g.mode == Waiting && !g.commanded && g.legsStiffness() < g.cfg.StiffLegs
	if first || g.mode == Following || g.mode == Holding && g.now-g.lastGood < Silence {
		return true
	}
	if cmd.Cycle != 0 && (cmd.Cycle > state.Cycle || state.Cycle-cmd.Cycle > staleCycles) {
		return false
	}
	for j, stiff := range cmd.Stiffness {
		hand := nao.Joint(j) == nao.LHand || nao.Joint(j) == nao.RHand
		if stiff > 0 && !hand && math.Abs(cmd.Position[j]-state.Position[j]) > startsWithin {
			return false
		}
	}
	return true
}

// Doing returns what the guard did in the last step, for those who command: one whose robot was let
// down begins again from where the robot is.
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
