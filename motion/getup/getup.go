// Package getup gets a robot up from the ground: from its front, its back, a side, or its haunches. It repeats until the
// robot stands, or the allowed number of attempts is reached.
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
// stand_up_back and stand_up_front end on the haunches, getup rises from there. After every slot the trunk must be about
// where it belongs (see checks.go); if not, the robot goes limp, lies still and tries again. While getup rises, the
// ankles work against the trunk's turning and leaning.
//
// Angles in rad; the lean is the trunk's angle forward from the vertical, −90° on its
// back and 90° on its front. Times are the body's.
package getup

import (
	"errors"

	"gonao/motion/tunable"
)

// Config is how a robot gets up.
type Config struct {
	Attempts  int     `yaml:"attempts" min:"1" max:"100" desc:"attempts before it gives up, lies for a while and begins again"`
	LimpSec   float64 `yaml:"limp_sec" unit:"s" min:"0" max:"10" desc:"shortest limp time after a failed attempt"`
	StillRate float64 `yaml:"still_rate" unit:"rad/s" min:"0.01" max:"10" desc:"rate of the trunk below which it lies still"`
	StillSec  float64 `yaml:"still_sec" unit:"s" min:"0" max:"30" desc:"longest wait for that"`
	GyroGain  float64 `yaml:"gyro_gain" unit:"s" min:"0" max:"1" desc:"ankle angle per rate of the trunk, while rising"`
	LeanGain  float64 `yaml:"lean_gain" min:"0" max:"1" desc:"ankle angle per lean of the trunk, while rising"`
	StandSec  float64 `yaml:"stand_sec" unit:"s" min:"0" max:"10" desc:"time upright after which it stands"`
	Slower    float64 `yaml:"slower" min:"0" max:"1" desc:"share by which a later attempt is slower"`
	Linger    float64 `yaml:"linger" min:"0" max:"3" desc:"share by which the second attempt takes longer to draw the feet in"`
	WaitSec   float64 `yaml:"wait_sec" unit:"s" min:"0" max:"5" desc:"longest wait after a slot until the trunk passes its check"`
	LagRad    float64 `yaml:"lag_rad" unit:"rad" min:"0.05" max:"3" desc:"error of a leg joint beyond which a robot that rises slows down"`
	Helping   float64 `yaml:"helping" min:"0" max:"2" desc:"part of the errors of weak joints that others compensate, while rising"`
	ComX      float64 `yaml:"com_x" unit:"m" min:"-0.03" max:"0.08" desc:"centre of mass ahead of the ankles, while rising"`
	ComRate   float64 `yaml:"com_rate" unit:"rad/(m s)" min:"0" max:"50" desc:"turn of the hips per error of com_x"`
	RaiseArms float64 `yaml:"raise_arms" min:"0" max:"5" desc:"push of the arms per forward lean beyond the slot's limit"`
	RaiseHips float64 `yaml:"raise_hips" min:"0" max:"5" desc:"the same, for the hips"`
	RockRad   float64 `yaml:"rock_rad" unit:"rad" min:"0" max:"0.4" desc:"amplitude of rocking the ankles while the turn of the legs is stuck"`
	Front     string  `yaml:"-"` // motion from the front; stand_up_front when empty
	Back      string  `yaml:"-"` // motion from the back; "" is stand_up_back
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

// Fields lists the numbers by name.
func (c *Config) Fields() []tunable.Field { return tunable.Of(c) }

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

// phase is the phase of an attempt.
type phase uint8

const (
	settling phase = iota // limp, until the robot lies still
	playing               // a motion
	standing              // at the end, until it stands safely
)
