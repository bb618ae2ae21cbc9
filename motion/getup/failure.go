package getup

import (
	"fmt"
	"math"

	"gonao/internal/si"
	"gonao/nao"
)

// Reason is why an attempt failed.
type Reason uint8

// The reasons.
const (
	NoFailure Reason = iota
	TrunkOff         // the trunk was not where the end of a slot should have brought it
	JointLate        // a joint did not arrive
	NotOnFeet        // the motion ended, and the robot was not on its feet
	Tipped           // it stood, then tipped over
	RolledOn         // it rolled from side to side
	Unsteady         // it stood, and swayed on
)

// String returns the reason in words.
func (r Reason) String() string {
	return [...]string{
		"none", "the trunk is not where it belongs", "a joint did not arrive", "it is not on its feet", "it tipped over", "it rolls from side to side",
		"it sways and does not come to rest",
	}[r]
}

// Failure is how an attempt failed.
type Failure struct {
	Reason  Reason
	Attempt int
	Motion  string
	Slot    int // slot of the motion, from 0
	LeanRad float64
	RollRad float64
	Joint   nao.Joint // the leg joint farthest from its target
	LackRad float64   // distance to its target
}

// String returns the failure in words.
func (f Failure) String() string {
	if f.Reason == NoFailure {
		return ""
	}
	text := fmt.Sprintf("attempt %d, %s, slot %d: %v; the trunk leans %.0f° forward and %.0f° to the right",
		f.Attempt, f.Motion, f.Slot, f.Reason, f.LeanRad/si.Degree, f.RollRad/si.Degree)
	if math.Abs(f.LackRad) > notable {
		text += fmt.Sprintf("; %v is %.0f° short of its target", f.Joint, math.Abs(f.LackRad)/si.Degree)
	}
	return text
}

// notable is the error of a joint that a failure mentions, rad.
const notable = 10 * si.Degree
