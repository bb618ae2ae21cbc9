package safety

import (
	"time"

	"gonao/nao"
)

// Config holds the numbers of the rules.
type Config struct {
	HoldAfter    time.Duration // time without a command until the posture is held
	LetDownAfter time.Duration // time without a command until the robot is let down
	FirstWithin  time.Duration // time for which a robot that is found stiff is held until its first command

	CrouchIn     time.Duration // upright: time to the crouch
	LimpIn       time.Duration // from the crouch: time from stiff to limp
	FallenLimpIn time.Duration // not upright: time from stiff to limp

	StiffnessPerSec   float64       // fastest stiffening, 1/s; softening is as fast as it is commanded
	EngageRadPerSec   float64       // fastest move of a target right after taking over
	EngageIn          time.Duration // time until a target may move at the joint's top speed
	UprightWithin     float64       // roll and pitch of a torso that counts as upright, rad
	StiffLegs         float64       // mean stiffness of legs that carry the robot
	CrouchStiffness   float64       // least stiffness of the legs on the way to the crouch
	LongestStep       time.Duration // after a longer pause of the body's cycle, targets move on by this time only
	GapStartsAfresh   time.Duration // a pause of the body's cycle after which the body is taken over anew
	SpeedLimitMargin  float64       // a target moves at most so many times the joint's no-load speed
	HandRatePerSecond float64       // fastest move of a hand, 1/s

	// Heat: a hot joint loses some of its stiffness step by step. A robot whose legs are too
	// hot is let down before the body switches them off, and rests until they are cool.
	HotCelsius, TooHotCelsius, CoolCelsius float64
	HotLoss, TooHotLoss                    float64       // of the stiffness, 0 to 1
	LossPerSec                             float64       // fastest change of that, 1/s
	TooHotFor                              time.Duration // before it rests

	// Battery: with this little charge for this long the robot is let down.
	EmptyCharge float64 // 0 to 1; 0 switches the rule off
	EmptyFor    time.Duration

	// A fall: a robot that stood and tips over fast becomes soft before it reaches the ground.
	SoftFall      bool
	FallTilt      float64       // of the trunk, rad
	FallRadPerSec float64       // outwards
	FallStiffness float64       // largest stiffness meanwhile
	FallAtMost    time.Duration // then the commander has the stiffness again
	FallRearm     time.Duration // time upright after which it can fall again

	ChestRests bool // three presses of the chest button put the robot to rest, one wakes it
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
