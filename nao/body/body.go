package body

import (
	"context"
	"errors"
	"time"

	"gonao/nao"
	"gonao/nao/body/safety"
)

// Driver drives one robot. Each driver is a [Loop] over its own protocol.
type Driver interface {
	// Run drives the robot until ctx ends and the robot has been let down.
	Run(ctx context.Context, commander Commander) error
	// Stats returns the statistics so far. It may be called from any goroutine.
	Stats() Stats
	// State returns the state of the last cycle; its Cycle is 0 before the first. It may be
	// called from any goroutine.
	State() nao.State
	// Transmit switches the sonars' transmitters, which are on at first. It may be called from
	// any goroutine.
	Transmit(left, right bool)
	// RobotConfig returns id and version of the body that was connected last, then of its head;
	// empty before the first. It may be called from any goroutine.
	RobotConfig() [4]string
}

// Commander receives what the body senses and answers with commands. Its methods are called
// from the goroutine of Run and must not keep their arguments.
type Commander interface {
	// Observe receives the state of a cycle. It must not wait.
	Observe(state *nao.State)
	// Command fills in the newest command and reports whether one came since the last call.
	// It blocks for at most the given time, until a command comes that answers the cycle.
	Command(cycle uint64, within time.Duration, cmd *nao.Command) bool
	// Lights fills in the newest lights and reports whether one came since the last call. It must not wait.
	Lights(out *nao.Lights) bool
}

// Clock is wall time. A *ros.Clock on system time is one.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Protocol opens connections to one robot. Its methods are called from the goroutine of
// [Loop.Run].
type Protocol interface {
	// Open tries once to reach the robot. It returns at the latest when ctx ends. A
	// [FinalError] ends Run, after any other error Open is called again. The error names the
	// robot and, where it can, what a person can do.
	Open(ctx context.Context) (Connection, error)
	// LeftStiff reports whether a robot that is not connected may be stiff because of the
	// last command that was sent. Such a robot is connected again to be let down, even after
	// the context of Run has ended.
	LeftStiff(sent *nao.Command) bool
}

// Connection is an open connection to one robot. Its methods are called from the goroutine
// of [Loop.Run]. The optional methods of a connection are those of [Unmonitored], [LetDowner]
// and [releaser].
type Connection interface {
	// Sense blocks until the robot has reported its next state and fills that in, with its
	// number, time and capabilities. The struct still holds the state before. Sense returns
	// NoState when ctx ends first, and may return it whenever nothing came. An error means
	// that the connection is lost, as when nothing comes until the time by; with another
	// result than NoState the robot was there.
	Sense(ctx context.Context, by time.Time, state *nao.State) (Sensed, error)
	// Send sends the answer to the state that Sense filled in. It must send also after ctx has ended, because the robot
	// is let down then.
	Send(ctx context.Context, r *Reply) error
	// Close closes the connection.
	Close()
}

// Sensed is what a call of [Connection.Sense] found.
type Sensed uint8

// What was found.
const (
	NoState       Sensed = iota // nothing came
	UnusableState               // something came that no state can be made of: the robot is there, and nothing is sent
	PassedState                 // a state came too late to be answered, a newer one is there already
	NewState                    // a state came that waits for its answer
	MovedState                  // as NewState, but something other than the command has moved the body: the answer starts from there
)

// Reply is what one cycle sends to the body.
type Reply struct {
	State   *nao.State // the state that it answers
	Command nao.Command
	Lights  *nao.Lights // within 0 to 1; nil when unchanged
	Sonars  [nao.NumSonars]bool
	Mode    safety.Mode // of the guard that made the command
	Ending  bool        // the robot is let down because Run ends
}

// Unmonitored is a connection with cycles in which the state is no evidence of the body's
// health, because another program moves the joints or because the sensors are ideal.
type Unmonitored interface {
	// Unmonitored reports whether the health monitor leaves out this cycle.
	Unmonitored() bool
}

// LetDowner is a connection that decides by itself when the robot has been let down. Without
// it, the robot has been let down when the guard has sent stiffness 0.
type LetDowner interface {
	// LetDown reports whether the robot has been let down; guardEnded reports whether the
	// guard has sent stiffness 0. It is called after each call of Sense while Run ends.
	LetDown(guardEnded bool) bool
}

// releaser is a connection that can make the robot limp at once.
type releaser interface {
	// Release makes all joints limp. It is called when the time for the safe ending is over.
	Release() error
}

// FinalError is an error of [Protocol.Open] or of a [Connection] after which connecting again
// would not help, such as a wrong password. It ends [Loop.Run].
type FinalError struct{ Err error }

// Error returns the text of the error.
func (e *FinalError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *FinalError) Unwrap() error { return e.Err }

func isFinal(err error) bool {
	var final *FinalError
	return errors.As(err, &final)
}
