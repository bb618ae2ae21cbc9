// Package safety holds the rules between a commander and the robot's motors, for every body: joint limits, ramps, a
// timeout of the commander, heat, battery, falls, and how the robot is let down when commands stop.
//
// A [Guard] is stepped once per cycle of the body with the state and the newest command, and fills
// in the command to send. Time is the body's (its cycles) and comes with each step; angles are in
// rad, stiffness goes from 0 to 1. A step allocates nothing.
package safety

import (
	"math"
	"time"

	"gonao/nao"
)

// Mode is what a Guard does.
type Mode uint8

// The modes.
const (
	Waiting   Mode = iota // no command has come yet; the robot stays as it was found
	Following             // the commander commands
	Holding               // the commander is late; the posture is held
	Crouching             // the robot is let down: moving to the crouch
	Relaxing              // the robot is let down: the stiffness goes to 0
	Limp                  // the motors are off until a command comes
)

// String returns the mode's name in lower case.
func (m Mode) String() string {
	return [...]string{"waiting", "following", "holding", "crouching", "relaxing", "limp"}[m]
}

// Guard checks and shapes what goes to the motors. Make one with [New]; it belongs
// to one goroutine.
type Guard struct {
	cfg    Config
	crouch nao.Joints

	mode    Mode
	ending  bool
	started bool

	now      time.Duration // time of the last step
	dtSec    float64       // since the last step
	since    time.Duration // when the mode began
	takeover takeover
	limpIn   time.Duration // time for the stiffness to reach 0 in Relaxing
	lastGood time.Duration // when the last finite command came
	rejected uint64

	moved      bool          // a commander or the guard has moved the robot since it was found
	leading    bool          // the commander's target is far, see leadIn
	turnedAway bool          // the last command was refused
	turnedAt   time.Duration // when it turned

	refusal Refusal
	heat    heat
	battery battery
	rest    rest
	fall    softFall

	target nao.Command // the last finite command, within the limits
	from   nao.Command // the command sent when the mode began
	sent   nao.Command // the command sent in the last step
}

// New returns a guard that waits for its first command.
func New(cfg Config) *Guard {
	crouch := nao.CrouchPosture()
	return &Guard{cfg: cfg, crouch: crouch, rest: rest{buttons: NewButtonDetector(DefaultButtonConfig())}, sent: nao.Command{Position: crouch}}
}

// Tune sets other rules from the next step on. EngageIn applies from the next takeover on, so that a
// commander that the robot follows is not slowed down again.
func (g *Guard) Tune(cfg Config) { g.cfg = cfg }

// Mode returns what the guard does.
func (g *Guard) Mode() Mode { return g.mode }

// Rejected returns the number of commands with NaN or Inf.
func (g *Guard) Rejected() uint64 { return g.rejected }

// End begins to let the robot down with the next step. Commands are refused from then on.
func (g *Guard) End() { g.ending = true }

// Restart makes the next step start from the measured joints again, because the connection was lost or something else has
// moved the body.
func (g *Guard) Restart() { g.started = false }

// Ended reports whether the robot has been let down after End.
func (g *Guard) Ended() bool { return g.ending && g.mode == Limp }

// Step reads the body's state at a time and the command that arrived since the last step, nil if
// none did, and fills in the command to send to the motors.
//
// A command with NaN or Inf is dropped, as if it had not arrived. A commander that takes over is
// followed once its command starts at the present posture; only the first commander of a robot that
// was found may start elsewhere. The command that is sent starts from the measured posture and
// stiffness, and never jumps.
func (g *Guard) Step(now time.Duration, state *nao.State, cmd, out *nao.Command) {
	g.advance(now, state)
	if cmd != nil && !cmd.Finite() {
		g.rejected++
		cmd = nil
	}
	g.updateRefusal(state)
	if cmd != nil && !g.ending && g.refusal == NoRefusal {
		g.consider(state, cmd)
	}
	g.updateMode(state)
	g.updateSent()
	g.soften(state)
	g.trackLimp(state)
	g.sent.Cycle = state.Cycle
	*out = g.sent
}

// advance moves the time on, and starts from the measured joints at the first step and after a gap. A robot that is being
// let down continues: a connection that breaks again and again must not keep it stiff.
func (g *Guard) advance(now time.Duration, state *nao.State) {
	gap, waited := now-g.now, g.unattended()
	afresh := !g.started || gap < 0 || gap >= g.cfg.GapStartsAfresh
	step := max(0, min(gap, g.cfg.LongestStep))
	g.now, g.started = now, true
	if afresh {
		for j, s := range state.Stiffness {
			g.measure(nao.Joint(j), state)
			g.sent.Stiffness[j] = clampUnit(s)
		}
	}
	if !afresh || g.mode == Crouching || g.mode == Relaxing {
		g.dtSec = step.Seconds()
		g.since += gap - step // the mode continues where it was before the pause
		g.takeover.at += gap - step
		return
	}
	g.dtSec = 0
	g.lastGood = now - waited - step // a connection of one state counts as one step without a command
	g.takeover.at = now
	if !g.ending {
		g.enter(Waiting)
	} else if g.mode != Limp {
		g.letDown(state)
	}
}

// unattended returns the time since the last command while joints are stiff. It keeps counting
// across reconnects, so that a client that keeps reconnecting cannot hold the joints stiff forever.
func (g *Guard) unattended() time.Duration {
	if g.mode != Waiting {
		return 0
	}
	return min(g.now-g.lastGood, g.cfg.FirstWithin)
}

// accept sets the target to a finite command.
func (g *Guard) accept(cmd *nao.Command) {
	for j := range nao.Joint(nao.NumJoints) {
		g.target.Position[j] = j.Clamp(cmd.Position[j])
		g.target.Stiffness[j] = clampUnit(cmd.Stiffness[j])
	}
	g.target.Position[nao.HeadYaw], g.target.Position[nao.HeadPitch] = nao.ClampHead(cmd.Position[nao.HeadYaw], cmd.Position[nao.HeadPitch])
	g.lastGood, g.moved = g.now, true
	if g.mode != Following {
		g.takeover.at, g.takeover.in = g.now, g.cfg.EngageIn
		g.enter(Following)
	}
}

// updateMode changes the mode by time and by the state.
func (g *Guard) updateMode(state *nao.State) {
	silent, inMode := g.now-g.lastGood, g.now-g.since
	ending := g.ending || g.refusal != NoRefusal
	switch g.mode {
	case Waiting:
		if ending || silent >= g.cfg.FirstWithin {
			g.letDown(state)
		}
	case Following, Holding:
		switch {
		case ending || silent >= g.cfg.LetDownAfter:
			g.letDown(state)
		case g.mode == Following && silent >= g.cfg.HoldAfter:
			g.enter(Holding)
		}
	case Crouching:
		if inMode >= g.cfg.CrouchIn || !g.upright(state) {
			g.relaxFrom(state)
		}
	case Relaxing:
		if inMode >= g.limpIn {
			g.enter(Limp)
		}
	case Limp:
	}
}

// letDown begins to let the robot down: through the crouch if it stands on its
// legs, at once otherwise.
func (g *Guard) letDown(state *nao.State) {
	carries := g.legsStiffness() >= g.cfg.StiffLegs
	g.moved = g.moved || carries
	if g.upright(state) && carries && !g.crouches(state) {
		g.enter(Crouching)
	} else {
		g.relaxFrom(state)
	}
}

// relaxFrom begins to reduce the stiffness to 0, faster for a robot that is not upright.
func (g *Guard) relaxFrom(state *nao.State) {
	g.limpIn = g.cfg.FallenLimpIn
	if g.upright(state) {
		g.limpIn = g.cfg.LimpIn
	}
	g.enter(Relaxing)
}

// enter changes the mode.
func (g *Guard) enter(m Mode) {
	g.mode, g.since, g.from = m, g.now, g.sent
}

// upright reports whether the torso is upright.
func (g *Guard) upright(state *nao.State) bool {
	roll, pitch := state.Angles[0], state.Angles[1]
	return math.Abs(roll) < g.cfg.UprightWithin && math.Abs(pitch) < g.cfg.UprightWithin
}

// crouches reports whether the legs are in the crouch already.
func (g *Guard) crouches(state *nao.State) bool {
	const near = 0.1 // rad
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if math.Abs(state.Position[j]-g.crouch[j]) > near {
			return false
		}
	}
	return true
}

// legsStiffness returns the mean stiffness of the legs.
func (g *Guard) legsStiffness() float64 {
	sum := 0.0
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		sum += g.sent.Stiffness[j]
	}
	return sum / float64(nao.RAnkleRoll-nao.LHipYawPitch+1)
}
