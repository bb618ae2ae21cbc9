package motion

import (
	"gonao/motion/getup"
	"gonao/motion/kick"
	"gonao/motion/slot"
	"gonao/motion/walk"
	"gonao/nao"
)

// The engines' interfaces. Each engine answers a state by writing the joints that it owns into a command; it starts from
// the command that it receives, so that no joint jumps when one engine follows another.

// walker walks and stands.
type walker interface {
	// Begin starts with a robot that stands.
	Begin(state *nao.State, command *nao.Command)
	// CheckVelocity returns why the robot cannot walk in the direction of a velocity, or nil.
	CheckVelocity(v Velocity) error
	// SetVelocity walks; a velocity beyond the limits is scaled to them.
	SetVelocity(v Velocity) error
	// WalkTo walks to a place seen from here, at a share of the top speed.
	WalkTo(dx, dy, dYaw, speed float64) error
	// PatienceSec returns how long WalkTo may get no nearer.
	PatienceSec() float64
	// StepTo is WalkTo with planned steps, whatever the gait.
	StepTo(dx, dy, dYaw, speed float64) error
	// Feed walks to the last of some points by way of the others; it is called again and again.
	Feed(points []walk.Point, sigmaM, sigmaRad float64) error
	// Stop stands with the next steps.
	Stop()
	// Step writes legs and arms, positions and stiffness.
	Step(state *nao.State, out *nao.Command)
	// Away is called instead of Step while something else moves the legs: it keeps the odometry's heading.
	Away(state *nao.State)
	// Standing reports whether both feet are on the ground and stay there.
	Standing() bool
	// Settled reports whether the robot stands and the last step's sway is over.
	Settled() bool
	// Arrived reports whether the goal of WalkTo or Feed is reached.
	Arrived() bool
	// Asked returns the velocity of SetVelocity, within the limits.
	Asked() Velocity
	// GyroscopeFailed reports whether the gyroscope cannot be right; then the engine stands and begins no walk.
	GyroscopeFailed() bool
	SupportLeg() (leg nao.Leg, double bool)
	Odometry() Odometry
	// Kick requests a kick with a step of the walk; CancelKick drops a request that has not begun.
	Kick(k walk.KickStep) error
	CancelKick()
	// Kicking reports whether a kick is requested or under way; Kicks counts those made.
	Kicking() bool
	Kicks() int
}

// kicker kicks out of a stand and back into it.
type kicker interface {
	Begin(request KickRequest, state *nao.State, command *nao.Command) error
	Step(state *nao.State, out *nao.Command) engineStatus
	// Follow aims at another place of the ball until the foot swings.
	Follow(ballX, ballY float64) bool
	Cancel() // brings the foot back; Step reports when it is there
	Abort()  // ends it at once
	Progress() float64
	Hit() bool
	Foot() Foot
}

// riser gets the robot up from the ground.
type riser interface {
	Begin(state *nao.State, command *nao.Command) error
	Step(state *nao.State, out *nao.Command) engineStatus
	Cancel()
	Attempts() int
	Progress() float64
	LastFailure() string // of the last failed attempt; "" if there is none
}

// faller detects falls, and makes them soft.
type faller interface {
	Watch(state *nao.State) balance
	Side() string // side to which it falls, or on which it lies: front, back, left, right
	Protect(command *nao.Command)
	Soften(command *nao.Command) // is Protect that keeps the posture
	Over(tilt float64) bool      // reports whether the trunk is tilted by more, rad
	Step(state *nao.State, out *nao.Command)
}

// balance is a faller's result.
type balance uint8

const (
	upright balance = iota
	tipping
	lying
)

// engineStatus is how an engine's step went.
type engineStatus uint8

const (
	engineRunning engineStatus = iota
	engineDone
	engineFailed
)

// engines are the engines of a motion; each may be nil.
type engines struct {
	walk  walker
	kick  kicker
	fall  faller
	getUp riser
}

// build makes the engines of a configuration.
func build(cfg *Config, library slot.Library) (e engines, err error) {
	walker, err := newGaitEngine(cfg)
	if err != nil {
		return e, err
	}
	kicker, err := kick.New(cfg.Kick)
	if err != nil {
		return e, err
	}
	if e.getUp, err = newGetUpEngine(cfg.GetUp, library); err != nil {
		return e, err
	}
	e.walk, e.kick = walker, kickEngine{kicker}
	e.fall = &fallEngine{detector: getup.NewFallDetector(cfg.Fall)}
	return e, nil
}
