package safety

import (
	"fmt"
	"time"

	"gonao/nao"
)

// Config holds the numbers of the rules.
type Config struct {
	HoldAfter    time.Duration `yaml:"hold_after_sec" min:"0.012" max:"10" heading:"What happens without commands, in the body's time of 12 ms a cycle:" desc:"time without a command until the posture is held; longer than one lost message"`
	LetDownAfter time.Duration `yaml:"let_down_after_sec" min:"0.012" max:"60" desc:"time without a command until the robot is let down: crouch in 2 s, limp in 1 s if it can be limp" constraints:"at least hold_after_sec"`
	FirstWithin  time.Duration `yaml:"first_command_within_sec" min:"0" max:"3600" desc:"how long a robot found stiff is held until its first command; nodes take time to start"`

	CrouchIn     time.Duration `yaml:"-"` // upright: time to the crouch
	LimpIn       time.Duration `yaml:"-"` // from the crouch: time to go limp
	FallenLimpIn time.Duration `yaml:"-"` // not upright: time to go limp

	EngageRadPerSec   float64       `yaml:"engage_rad_per_sec" unit:"rad/s" min:"0.1" max:"5" heading:"How fast a commander may take over:" desc:"fastest move of a target right after taking over; the robot may lie anywhere"`
	EngageIn          time.Duration `yaml:"engage_in_sec" min:"0" max:"10" desc:"from taking over until a target may move at the joint's top speed"`
	StiffnessPerSec   float64       `yaml:"stiffness_per_sec" unit:"1/s" min:"0.1" max:"10" desc:"fastest increase of stiffness; a jump from 0 to 1 would harm the gears"`
	UprightWithin     float64       `yaml:"-"` // roll and pitch of a torso that counts as upright, rad
	StiffLegs         float64       `yaml:"-"` // mean stiffness of legs that carry the robot
	CrouchStiffness   float64       `yaml:"-"` // least stiffness of the legs on the way to the crouch
	LongestStep       time.Duration `yaml:"-"` // after a longer pause of the body's cycle, targets advance by this time only
	GapStartsAfresh   time.Duration `yaml:"-"` // a pause of the body's cycle after which the body is taken over again
	SpeedLimitMargin  float64       `yaml:"-"` // a target moves at most so many times the joint's no-load speed
	HandRatePerSecond float64       `yaml:"-"` // fastest move of a hand, 1/s

	// A fall: a robot that stood and tips over fast is made soft before it reaches the ground.
	SoftFall      bool          `yaml:"soften_falls" heading:"When the robot is let down or softened in spite of commands; see docs/safety.md:" desc:"a robot that stood and tips over fast has at most 0.35 of its stiffness for a second"`
	FallTilt      float64       `yaml:"-"` // tilt of the trunk, rad
	FallRadPerSec float64       `yaml:"-"` // outwards
	FallStiffness float64       `yaml:"-"` // largest stiffness during the fall
	FallAtMost    time.Duration `yaml:"-"` // then the commander has the stiffness again
	FallRearm     time.Duration `yaml:"-"` // time upright after which it can fall again

	// Heat: a hot joint loses some of its stiffness step by step. A robot whose legs are too
	// hot is let down before the body switches them off, and rests until they are cool.
	HotCelsius, CoolCelsius float64       `yaml:"-"`
	TooHotCelsius           float64       `yaml:"too_hot_celsius" unit:"°C" min:"50" max:"100" desc:"a leg's motor this hot: the robot is let down until it is cool; the body cuts it off at 95"`
	HotLoss, TooHotLoss     float64       `yaml:"-"` // share of the stiffness, 0 to 1
	LossPerSec              float64       `yaml:"-"` // fastest change of that, 1/s
	TooHotFor               time.Duration `yaml:"-"` // time until it rests

	// Battery: with this little charge for this long the robot is let down.
	EmptyCharge float64       `yaml:"empty_charge" min:"0" max:"0.5" desc:"charge of the battery at which the robot is let down before it dies; 0: never"`
	EmptyFor    time.Duration `yaml:"-"`

	ChestRests bool `yaml:"chest_button_rests" desc:"three presses of the chest button let the robot down, one wakes it"`
}

// Validate returns an error if fields contradict each other.
func (c Config) Validate() error {
	if c.LetDownAfter < c.HoldAfter {
		return fmt.Errorf("let_down_after_sec %g: expected at least hold_after_sec, %g", c.LetDownAfter.Seconds(), c.HoldAfter.Seconds())
	}
	return nil
}

// DefaultConfig holds the rules of gonao: hold after 100 ms, let down after 2 s,
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
