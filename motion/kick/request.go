package kick

import (
	"errors"
	"fmt"
	"math"
)

// Foot is the foot that kicks.
type Foot uint8

// The feet.
const (
	AnyFoot Foot = iota // the foot that reaches the ball better
	LeftFoot
	RightFoot
)

// String returns the foot's name.
func (f Foot) String() string {
	switch f {
	case AnyFoot:
		return "any foot"
	case LeftFoot:
		return "left foot"
	case RightFoot:
		return "right foot"
	default:
		return fmt.Sprintf("Foot(%d)", uint8(f))
	}
}

// Request is one kick.
type Request struct {
	BallX, BallY float64 // the ball's centre, m, robot frame
	Direction    float64 // desired direction of the ball, rad; 0 forward, > 0 to the left
	Distance     float64 // desired rolling distance, m
	Foot         Foot
	Strength     float64 // if above 0, the speed of the foot as a fraction of the largest speed, used without the fitted table; Distance is then ignored
}

// Status is the progress of a kick.
type Status uint8

// The states of a kick.
const (
	Idle    Status = iota // no kick was begun
	Running               //
	Done                  // the robot stands again
	Failed                // the robot fell
)

// String returns the status in lower case.
func (s Status) String() string {
	switch s {
	case Idle:
		return "idle"
	case Running:
		return "running"
	case Done:
		return "done"
	case Failed:
		return "failed"
	default:
		return fmt.Sprintf("Status(%d)", uint8(s))
	}
}

// Phase is a part of a kick.
type Phase uint8

// The phases, in their order.
const (
	Standing   Phase = iota
	Shifting         // the weight goes over the standing foot
	Lifting          // the kicking foot leaves the ground and swings back
	Hitting          // the foot goes through the ball
	Retracting       // the foot comes back beside the standing foot
	Lowering         // the foot is set down
	Returning        // the weight comes back between the feet
)

// String returns the phase in lower case.
func (p Phase) String() string {
	if p > Returning {
		return fmt.Sprintf("Phase(%d)", uint8(p))
	}
	return [...]string{"standing", "shifting", "lifting", "hitting", "retracting", "lowering", "returning"}[p]
}

// Reasons why a kick is not begun.
var (
	ErrUnreachable = errors.New("unreachable") // see UnreachableError
	ErrNotStanding = errors.New("the robot does not stand with both soles flat on the ground")
	errNotNumbers  = errors.New("expected numbers")
	ErrBusy        = errors.New("a kick is under way")
)

// unreachableError names the value of a request that is out of range, and the possible range. It is an
// [ErrUnreachable].
type unreachableError struct {
	Request Request
	What    string  // such as: ball x
	Value   float64 // m or rad
	Low     float64 // what can be done
	High    float64
}

// Error names the value and its range.
func (e *unreachableError) Error() string {
	return fmt.Sprintf("kick at (%.3f, %.3f) m, %.2f rad with %v: %s %.3f: expected %.3f to %.3f",
		e.Request.BallX, e.Request.BallY, e.Request.Direction, e.Request.Foot, e.What, e.Value, e.Low, e.High)
}

// Is reports whether target is ErrUnreachable.
func (e *unreachableError) Is(target error) bool { return target == ErrUnreachable }

// check returns an error for a number that is not finite.
func (r *Request) check() error {
	for _, v := range [...]float64{r.BallX, r.BallY, r.Direction, r.Distance, r.Strength} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("kick at (%g, %g) m, %g rad, %g m: %w", r.BallX, r.BallY, r.Direction, r.Distance, errNotNumbers)
		}
	}
	if r.Strength < 0 || r.Strength > 1 {
		return fmt.Errorf("kick with strength %g: expected 0 to 1", r.Strength)
	}
	if r.Foot > RightFoot {
		return fmt.Errorf("kick with %v: expected any, left or right", r.Foot)
	}
	return nil
}
