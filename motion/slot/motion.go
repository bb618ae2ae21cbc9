package slot

import (
	"math"
	"time"

	"gonao/nao"
)

// Motion is a loaded slot motion. It is constant, and may be played by several players.
type Motion struct {
	Name      string
	File      string
	Tolerance float64       // rad
	Timeout   time.Duration // after a slot's duration, for its joints to arrive
	Slots     []Slot
	Joints    []nao.Joint // that any slot names, in LoLA's order
}

// Slot is one posture of a motion.
type Slot struct {
	Duration, Wait time.Duration
	Targets        []Target
}

// Target is where a slot takes one joint.
type Target struct {
	Joint nao.Joint
	Angle float64 // rad; hands 0 to 1
}

// Ease is the sinusoidal trajectory: from 0 at s = 0 to 1 at s = 1, with no
// speed at both ends and the smallest possible peak of a harmonic acceleration.
func Ease(s float64) float64 {
	return (1 - math.Cos(math.Pi*min(max(s, 0), 1))) / 2
}

// peakSpeed is the highest speed on a sinusoidal way of length rad in dSec.
func peakSpeed(rad, dSec float64) float64 {
	return math.Abs(rad) * math.Pi / 2 / dSec
}

// shortest is the time the way of length rad takes joint j at its top speed.
func shortest(j nao.Joint, rad float64) time.Duration {
	return time.Duration(math.Abs(rad) * math.Pi / 2 / j.MaxSpeed() * float64(time.Second))
}
