// Package getup gets a robot up from the ground: from its front, its back, a side, or its
// haunches. It tries again until the robot stands, or has tried as often as it may.
//
// A get-up is a chain of slot motions of the library, chosen by which side is down:
//
//	side down   motions
//	left        roll_from_left, then what lies down now
//	right       roll_from_right, likewise
//	back        stand_up_back, getup
//	front       stand_up_front, getup
//	feet        getup
//	seat        lie_back, then what lies down now
//
// stand_up_back and stand_up_front end on the haunches, getup rises from there. After
// every slot the trunk must be about where it belongs (see checks.go); if not, the
// robot gets limp, lies still and tries again. While getup rises, the ankles work
// against the trunk's turning and leaning.
//
// Angles in rad; the lean is the trunk's angle forward from the vertical, −90° on its
// back and 90° on its front. Times are the body's.
package getup

import (
	"errors"
	"fmt"

	"gonao/motion/tunable"
)

// Config is how a robot gets up.
type Config struct {
	Attempts  int     // then it gives up
	LimpSec   float64 // at least, after an attempt that failed
	StillRate float64 // of a trunk that lies still, rad/s
	StillSec  float64 // at most waited for that
	GyroGain  float64 // ankle against the trunk's rate, s
	LeanGain  float64 // ankle against the trunk's lean
	StandSec  float64 // upright for so long at the end
	Slower    float64 // share by which the second attempt is slower than the first, and the third than the second
	Linger    float64 // share by which the second attempt takes longer to draw the feet in under the hips
	WaitSec   float64 // at most waited after a slot for the trunk to be where it belongs
	LagRad    float64 // error of a leg joint beyond which a robot that rises slows down
	Helping   float64 // part of the errors of weak joints that others take over
	ComX      float64 // centre of mass ahead of the ankles while it rises, m
	ComRate   float64 // turn of the hips per error of that, rad/(m s)
	RockRad   float64 // by which the ankles rock sideways while a leg's turn sticks, so that the feet slide
	RaiseArms float64 // push of the arms per lean of the trunk that is too far forward for the slot
	RaiseHips float64 // the same, for the hips
	Front     string  // motion from the front; stand_up_front when empty
	Back      string  // from the back; stand_up_back when empty
}

// DefaultConfig returns a configuration that tries six times.
func DefaultConfig() Config {
	return Config{
		Attempts: 6, LimpSec: 0.4, StillRate: 0.4, StillSec: 3,
		GyroGain: 0.05, LeanGain: 0.1, StandSec: 0.08, Slower: 0.1, Linger: 0.6,
		WaitSec: 0.5, LagRad: 0.25, Helping: 1, ComX: 0.015, ComRate: 8, RockRad: 0.12, RaiseArms: 1, RaiseHips: 0.7,
		Front: "stand_up_front", Back: "stand_up_back",
	}
}

// Check returns nil when every value is in its range, and otherwise names one that is not.
func (c Config) Check() error {
	if c.Attempts < 1 || c.Attempts > 100 {
		return fmt.Errorf("attempts %d: expected 1 to 100", c.Attempts)
	}
	return tunable.Check(c.Fields())
}

// Status is how far a get-up is.
type Status uint8

// The states of a get-up.
const (
	Idle     Status = iota
	Running         //
	Standing        // done
	Failed          // every attempt failed, or it was canceled
)

// ErrNoMotion is returned when the library lacks a motion of the get-up.
var ErrNoMotion = errors.New("no such motion")

// place is where the robot is, as far as getting up goes.
type place uint8

const (
	onFront place = iota
	onBack
	onLeft
	onRight
	onFeet
	onSeat

	numPlaces = 6
)

// phase is what an attempt does.
type phase uint8

const (
	settling phase = iota // limp, until the robot lies still
	playing               // a motion
	standing              // at the end, until it is sure
)
