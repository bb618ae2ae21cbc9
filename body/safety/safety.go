// Package safety holds the rules that stand between a commander and the robot's
// motors, shared by every driver: joint limits, ramps, a watch over the commander,
// and how the robot is let down when nobody commands it any more.
//
// A [Guard] is stepped once per cycle of the body with the state and the newest
// command, and says what to send. Time is the body's (its cycles), injected; angles
// are in rad, stiffness goes from 0 to 1. A step allocates nothing.
package safety

import (
	"math"
	"time"

	"gonao/body/button"
	"gonao/nao"
)

// Config holds the rules' numbers.
type Config struct {
	HoldAfter    time.Duration // without a command for so long: hold the posture
	LetDownAfter time.Duration // without a command for so long: let the robot down
	FirstWithin  time.Duration // a robot found stiff is held for so long until its first command

	CrouchIn     time.Duration // upright: time to the crouch
	LimpIn       time.Duration // from the crouch: time from stiff to limp
	FallenLimpIn time.Duration // not upright: time from stiff to limp

	StiffnessPerSec   float64       // fastest stiffening, 1/s; softening is as fast as it is commanded
	EngageRadPerSec   float64       // fastest move of a target right after taking over
	EngageIn          time.Duration // time until a target may move at the joint's top speed
	UprightWithin     float64       // roll and pitch of a torso that counts as upright, rad
	StiffLegs         float64       // mean stiffness of legs that carry the robot
	CrouchStiffness   float64       // least stiffness of the legs on the way to the crouch
	LongestStep       time.Duration // after a longer pause of the body's cycle targets move on from here only so far
	GapStartsAfresh   time.Duration // a pause of the body's cycle after which it is taken over anew
	SpeedLimitMargin  float64       // a target moves at most so many times the joint's no-load speed
	HandRatePerSecond float64       // fastest move of a hand, 1/s

	// Heat: a hot joint loses some of its stiffness step by step; a robot whose legs are
	// too hot is let down before the body switches them off, and rests until they are cool.
	HotCelsius, TooHotCelsius, CoolCelsius float64
	HotLoss, TooHotLoss                    float64       // of the stiffness, 0 to 1
	LossPerSec                             float64       // fastest change of that, 1/s
	TooHotFor                              time.Duration // before it rests

	// Battery: with so little charge for so long the robot is let down.
	EmptyCharge float64 // 0 to 1; 0 switches the rule off
	EmptyFor    time.Duration

	// A fall: whoever stood and tips over fast gets soft before the ground.
	SoftFall      bool
	FallTilt      float64       // of the trunk, rad
	FallRadPerSec float64       // outwards
	FallStiffness float64       // at most, meanwhile
	FallAtMost    time.Duration // then the commander has the stiffness again
	FallRearm     time.Duration // upright for so long before it can fall again

	ChestRests bool // three presses of the chest button put the robot to rest, one wakes it
}

// DefaultConfig gives the rules of gonao: hold after 100 ms, let down after 2 s,
// to the crouch in 2 s and limp in 1 s, or limp in 0.5 s when not upright.
func DefaultConfig() Config {
	return Config{
		HoldAfter:    100 * time.Millisecond,
		LetDownAfter: 2 * time.Second,
		FirstWithin:  10 * time.Second,

		CrouchIn:     2 * time.Second,
		LimpIn:       time.Second,
		FallenLimpIn: 500 * time.Millisecond,

		StiffnessPerSec:   2,
		EngageRadPerSec:   1,
		EngageIn:          time.Second,
		UprightWithin:     0.6,
		StiffLegs:         0.1,
		CrouchStiffness:   0.7,
		LongestStep:       2 * nao.CyclePeriod,
		GapStartsAfresh:   250 * time.Millisecond,
		SpeedLimitMargin:  1.2,
		HandRatePerSecond: 8,

		HotCelsius: 75, TooHotCelsius: 85, CoolCelsius: 70, // the body cuts off at 95 or so
		HotLoss: 0.1, TooHotLoss: 0.3, LossPerSec: 0.1, TooHotFor: 500 * time.Millisecond,

		EmptyCharge: 0.04, EmptyFor: 5 * time.Second,

		SoftFall: true, FallTilt: 0.75, FallRadPerSec: 1, FallStiffness: 0.35,
		FallAtMost: time.Second, FallRearm: time.Second,

		ChestRests: true,
	}
}

// Mode is what a Guard is doing.
type Mode uint8

// The modes.
const (
	Waiting   Mode = iota // nobody has commanded yet; the robot stays as it was found
	Following             // the commander commands
	Holding               // the commander is late; the posture is held
	Crouching             // the robot is let down: moving to the crouch
	Relaxing              // the robot is let down: the stiffness goes to 0
	Limp                  // the motors are off until somebody commands
)

// String gives the mode's name in lower case.
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

	now      time.Duration // of the last step
	dtSec    float64       // since the step before
	since    time.Duration // when the mode began
	limpIn   time.Duration // how long the stiffness takes to 0 in Relaxing
	heard    time.Duration // when the last good command came
	engaged  time.Duration // when the commander took over
	engageIn time.Duration // how long that is to take
	rejected uint64

	refusal Refusal
	heat    heat
	battery battery
	rest    rest
	fall    softFall

	target nao.Command // the last good command, within the limits
	from   nao.Command // what was sent when the mode began
	sent   nao.Command // what was sent in the last step
}

// New makes a guard that waits for its first command.
func New(cfg Config) *Guard {
	crouch := nao.CrouchPosture()
	return &Guard{cfg: cfg, crouch: crouch, rest: rest{buttons: button.New(button.DefaultConfig())}, sent: nao.Command{Position: crouch}}
}

// Tune takes other rules from the next step on; EngageIn counts from the next taking
// over, so that a commander whom the robot follows is not slowed down again.
func (g *Guard) Tune(cfg Config) { g.cfg = cfg }

// Mode tells what the guard is doing.
func (g *Guard) Mode() Mode { return g.mode }

// Rejected counts the commands that were not finite in every number.
func (g *Guard) Rejected() uint64 { return g.rejected }

// End lets the robot down, whoever commands, beginning with the next step.
func (g *Guard) End() { g.ending = true }

// Restart makes the next step take the body over anew, as it finds it: after its
// connection was lost.
func (g *Guard) Restart() { g.started = false }

// Ended tells that the robot has been let down after End.
func (g *Guard) Ended() bool { return g.ending && g.mode == Limp }

// Step takes the body's state at a time and the command that arrived since the
// last step, nil if none did, and fills in what to send to the motors.
//
// A command with a number that is not finite counts as none. What is sent starts
// from the measured posture and the stiffness found, and never jumps.
func (g *Guard) Step(now time.Duration, state *nao.State, cmd, out *nao.Command) {
	g.advance(now, state)
	if cmd != nil && !cmd.Finite() {
		g.rejected++
		cmd = nil
	}
	g.judge(state)
	if cmd != nil && !g.ending && g.refusal == NoRefusal {
		g.take(cmd)
	}
	g.watch(state)
	g.shape()
	g.soften(state)
	g.goAlong(state)
	g.sent.Cycle = state.Cycle
	*out = g.sent
}

// advance moves the time on, and starts afresh at the first step and behind a gap. Only
// a robot that is being let down is let down on: a line that breaks again and again must
// not keep it stiff.
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
		g.since += gap - step // a pause is not made up for: what was under way goes on
		g.engaged += gap - step
		return
	}
	g.dtSec, g.heard, g.engaged = 0, now-waited-step, now // so that a frame a line counts too
	if !g.ending {
		g.enter(Waiting)
	} else if g.mode != Limp {
		g.letDown(state)
	}
}

// unattended is how long a stiff robot has been without a commander, over connections
// that were lost: one that comes and goes must not keep it stiff for ever.
func (g *Guard) unattended() time.Duration {
	if g.mode != Waiting {
		return 0
	}
	return min(g.now-g.heard, g.cfg.FirstWithin)
}

// take accepts a finite command.
func (g *Guard) take(cmd *nao.Command) {
	for j := range nao.Joint(nao.NumJoints) {
		g.target.Position[j] = j.Clamp(cmd.Position[j])
		g.target.Stiffness[j] = clampUnit(cmd.Stiffness[j])
	}
	g.target.Position[nao.HeadYaw], g.target.Position[nao.HeadPitch] = nao.ClampHead(cmd.Position[nao.HeadYaw], cmd.Position[nao.HeadPitch])
	g.heard = g.now
	if g.mode != Following {
		g.engaged, g.engageIn = g.now, g.cfg.EngageIn
		g.enter(Following)
	}
}

// watch changes the mode as time goes by.
func (g *Guard) watch(state *nao.State) {
	silent, inMode := g.now-g.heard, g.now-g.since
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
	if g.upright(state) && g.legsStiffness() >= g.cfg.StiffLegs && !g.crouches(state) {
		g.enter(Crouching)
	} else {
		g.relaxFrom(state)
	}
}

// relaxFrom begins to take the stiffness away, faster from a robot that fell.
func (g *Guard) relaxFrom(state *nao.State) {
	g.limpIn = g.cfg.FallenLimpIn
	if g.upright(state) {
		g.limpIn = g.cfg.LimpIn
	}
	g.enter(Relaxing)
}

func (g *Guard) enter(m Mode) {
	g.mode, g.since, g.from = m, g.now, g.sent
}

func (g *Guard) upright(state *nao.State) bool {
	roll, pitch := state.Angles[0], state.Angles[1]
	return math.Abs(roll) < g.cfg.UprightWithin && math.Abs(pitch) < g.cfg.UprightWithin
}

// crouches tells that the legs are in the crouch already.
func (g *Guard) crouches(state *nao.State) bool {
	const near = 0.1 // rad
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		if math.Abs(state.Position[j]-g.crouch[j]) > near {
			return false
		}
	}
	return true
}

func (g *Guard) legsStiffness() float64 {
	sum := 0.0
	for j := nao.LHipYawPitch; j <= nao.RAnkleRoll; j++ {
		sum += g.sent.Stiffness[j]
	}
	return sum / float64(nao.RAnkleRoll-nao.LHipYawPitch+1)
}
