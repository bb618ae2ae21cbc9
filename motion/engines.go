package motion

import (
	"gonao/motion/fall"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/nao"
)

// What motion asks of its engines. Each answers a state by writing the joints it
// owns into a command; it begins at the command it is given, so that no joint
// jumps when one engine follows another.

// walker walks and stands.
type walker interface {
	// Begin takes over a robot that stands.
	Begin(state *nao.State, command *nao.Command)
	// SetVelocity walks; a velocity beyond the limits is scaled.
	SetVelocity(v Velocity) error
	// WalkTo walks to a place seen from here, at a share of the top speed.
	WalkTo(dx, dy, dYaw, speed float64) error
	// Stop stands with the next steps.
	Stop()
	// Step writes legs and arms, positions and stiffness.
	Step(state *nao.State, out *nao.Command)
	// Standing tells whether both feet are on the ground and stay there.
	Standing() bool
	Settled() bool // it stands, and the last step's sway is over
	// Arrived tells whether the goal of WalkTo is reached.
	Arrived() bool
	// Asked gives the velocity that was asked for, within the limits.
	Asked() Velocity
	SupportLeg() (leg nao.Leg, double bool)
	Odometry() Odometry
}

// kicker kicks out of a stand and back into it.
type kicker interface {
	Begin(request KickRequest, state *nao.State, command *nao.Command) error
	Step(state *nao.State, out *nao.Command) stepped
	Cancel() // brings the foot back; Step tells when it is there
	Progress() float64
	Hit() bool
	Foot() Foot
}

// riser gets the robot up from the ground.
type riser interface {
	Begin(state *nao.State, command *nao.Command) error
	Step(state *nao.State, out *nao.Command) stepped
	Cancel()
	Attempts() int
	Progress() float64
}

// faller tells when the robot falls, and makes it fall softly.
type faller interface {
	Watch(state *nao.State) balance
	Side() string // it falls to, or lies on: front, back, left, right
	Protect(command *nao.Command)
	Step(state *nao.State, out *nao.Command)
}

// balance is what a faller sees.
type balance uint8

const (
	upright balance = iota
	falling
	lying
)

// stepped is how an engine's step went.
type stepped uint8

const (
	stepRunning stepped = iota
	stepDone
	stepFailed
)

// build makes the engines of a configuration.
func build(cfg *Config, library slot.Library) (e engines, err error) {
	walk, err := newWalking(cfg.Walk)
	if err != nil {
		return e, err
	}
	kicker, err := kick.New(cfg.Kick)
	if err != nil {
		return e, err
	}
	if e.getUp, err = newRising(cfg.GetUp, library); err != nil {
		return e, err
	}
	e.walk, e.kick = walk, kicking{kicker}
	e.fall = &softly{detector: fall.NewDetector(cfg.Fall)}
	return e, nil
}

// engines are the ones that a motion has; nil stands for none.
type engines struct {
	walk  walker
	kick  kicker
	fall  faller
	getUp riser
}
