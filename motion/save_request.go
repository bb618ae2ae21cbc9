package motion

import (
	"fmt"
	"math"
	"time"

	"gonao/internal/si"
)

// SaveKind is the kind of a goalkeeper's save.
type SaveKind uint8

// The kinds, as gonao_msgs/Save numbers them.
const (
	SaveAuto SaveKind = iota // chosen by where the ball will cross the robot's line
	SaveBlock
	SaveDiveLeft
	SaveDiveRight
)

// String returns the kind in words.
func (k SaveKind) String() string {
	names := [...]string{"auto", "block", "dive to the left", "dive to the right"}
	if int(k) >= len(names) {
		return fmt.Sprintf("SaveKind(%d)", uint8(k))
	}
	return names[k]
}

// SaveRequest is a request for a save.
type SaveRequest struct {
	Kind                 SaveKind
	BallKnown            bool
	BallX, BallY         float64 // m in the robot's frame
	VelocityX, VelocityY float64 // of the ball, m/s
}

// How far saves reach, and how long before the ball they begin; measured with the row goalkeeper.
const (
	blockReachM  = 0.17
	diveReachM   = 0.75
	blockLeadSec = 0.5
	diveLeadSec  = 1.0
	ballSlows    = 0.32 // m/s², of a ball that rolls on the carpet
)

// Crossing is where and when a ball crosses the line through the robot's shoulders.
type Crossing struct {
	Y     float64 // m, to the left
	Sec   float64 // from now
	Comes bool    // false: it rolls away, or stops before
}

// Crosses predicts where the ball crosses the robot's line: it rolls straight on, and slows down by 0.32 m/s².
func (r SaveRequest) Crosses() Crossing {
	speed := math.Hypot(r.VelocityX, r.VelocityY)
	if !(r.VelocityX < -0.01) || r.BallX < 0 {
		return Crossing{}
	}
	way := r.BallX * speed / -r.VelocityX
	left := speed*speed - 2*ballSlows*way
	if left < 0 {
		return Crossing{}
	}
	return Crossing{Y: r.BallY - r.VelocityY/r.VelocityX*r.BallX, Sec: (speed - math.Sqrt(left)) / ballSlows, Comes: true}
}

// Decide returns the save that reaches the ball, and how long it may wait. The error says why no save does.
func (r SaveRequest) Decide() (SaveKind, time.Duration, error) {
	for _, v := range [4]float64{r.BallX, r.BallY, r.VelocityX, r.VelocityY} {
		if !si.IsFinite(v) {
			return r.Kind, 0, fmt.Errorf("%w: ball: %g: expected a finite number", ErrBadGoal, v)
		}
	}
	switch {
	case r.Kind > SaveDiveRight:
		return r.Kind, 0, fmt.Errorf("%w: kind %d: expected 0 (auto), 1 (block), 2 (dive to the left) or 3 (dive to the right)", ErrBadGoal, r.Kind)
	case r.Kind != SaveAuto:
		return r.Kind, 0, nil
	case !r.BallKnown:
		return r.Kind, 0, fmt.Errorf("%w: kind auto without a ball: expected ball_known, its place and its velocity", ErrBadGoal)
	}
	at := r.Crosses()
	switch {
	case !at.Comes:
		return r.Kind, 0, fmt.Errorf("%w: the ball at (%.2f, %.2f) m with (%.2f, %.2f) m/s does not come", ErrUnreachable,
			r.BallX, r.BallY, r.VelocityX, r.VelocityY)
	case math.Abs(at.Y) > diveReachM:
		return r.Kind, 0, fmt.Errorf("%w: the ball passes at %.2f m aside: expected at most %.2f m", ErrUnreachable, at.Y, diveReachM)
	case math.Abs(at.Y) <= blockReachM:
		return SaveBlock, waitFor(at, blockLeadSec), nil
	case at.Y > 0:
		return SaveDiveLeft, waitFor(at, diveLeadSec), nil
	default:
		return SaveDiveRight, waitFor(at, diveLeadSec), nil
	}
}

// waitFor returns how long a save may wait that needs leadSec.
func waitFor(at Crossing, leadSec float64) time.Duration { return si.Seconds(max(at.Sec-leadSec, 0)) }
