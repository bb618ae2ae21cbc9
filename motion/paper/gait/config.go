package gait

import "gonao/motion/tunable"

// Common are the numbers that both of the paper's walks have. Angles in rad, speeds in m/s and rad/s.
type Common struct {
	Extension    float64 `yaml:"extension" unit:"1" min:"-0.8" max:"-0.02" desc:"extension of the standing leg, 0 is stretched"`
	Width        float64 `yaml:"width" unit:"rad" min:"-0.1" max:"0.2" desc:"roll of both legs outwards"`
	Lean         float64 `yaml:"lean" unit:"rad s/m" min:"-1" max:"1" desc:"lean of the torso with the speed, forward"`
	YawGain      float64 `yaml:"yaw_gain" unit:"1" min:"0.2" max:"4" desc:"turn of the hips over the one a turn needs without slip"`
	ArmSwing     float64 `yaml:"arm_swing" unit:"1" min:"0" max:"3" desc:"swing of the arms over the legs'"`
	MaxTurn      float64 `yaml:"max_turn" unit:"rad/s" min:"0" max:"4" desc:"highest turning speed, both ways"`
	Acceleration float64 `yaml:"acceleration" unit:"m/s²" min:"0.01" max:"2" desc:"largest change of the commanded speed; for turns 5 rad/m of it"`
	StartSec     float64 `yaml:"start" unit:"s" min:"0.1" max:"5" desc:"time in which the steps grow to their size"`
}

// OmniConfig is the walk's numbers. Angles in rad, speeds in m/s and rad/s.
type OmniConfig struct {
	TwoYaws bool `yaml:"-"` // for bodies with one hip yaw motor per leg, as the paper's simulated robot

	Common `yaml:",inline"`

	Frequency float64 `yaml:"frequency" unit:"1/s" min:"0.3" max:"4" desc:"double steps per second"`

	LegPitch float64 `yaml:"leg_pitch" unit:"rad" min:"-0.3" max:"0.3" desc:"pitch of both legs, forward"`

	Shift     float64 `yaml:"shift" unit:"rad" min:"0" max:"0.35" desc:"lateral swing of both legs on the spot"`
	ShiftSway float64 `yaml:"shift_sway" unit:"1" min:"0" max:"1.5" desc:"what the sway adds to the shift"`
	FootShift float64 `yaml:"foot_shift" unit:"1" min:"-1" max:"1" desc:"roll of the feet over the legs' lateral swing"`

	Shorten      float64 `yaml:"shorten" unit:"1" min:"0" max:"0.8" desc:"shortening of the swinging leg"`
	ShortenSway  float64 `yaml:"shorten_sway" unit:"1/rad" min:"0" max:"3" desc:"what the sway adds to the shortening"`
	ShortenSpeed float64 `yaml:"shorten_speed" unit:"1" min:"1" max:"5" desc:"how many times faster than the period it is"`
	ShortenPhase float64 `yaml:"shorten_phase" unit:"rad" min:"-1.5" max:"1.5" desc:"by how much the shortening is before the middle"`

	Load      float64 `yaml:"load" unit:"1" min:"0" max:"0.3" desc:"shortening of the leg that receives the weight"`
	LoadSpeed float64 `yaml:"load_speed" unit:"1" min:"1" max:"5" desc:"how many times faster than the period it is"`
	LoadPhase float64 `yaml:"load_phase" unit:"rad" min:"-1.5" max:"1.5" desc:"by how much it is before the end of the shortening"`

	SwingSpeed float64 `yaml:"swing_speed" unit:"1" min:"1.1" max:"4" desc:"how many times faster than the period the leg swings"`
	SwingPhase float64 `yaml:"swing_phase" unit:"rad" min:"-1" max:"1" desc:"by how much the swing is before the middle"`
	SidePhase  float64 `yaml:"side_phase" unit:"rad" min:"-1" max:"1" desc:"the same for the leg's sideways movement"`

	Balance      float64 `yaml:"balance" unit:"1" min:"-1" max:"1" desc:"pitch of the feet over the sway forward"`
	BalancePhase float64 `yaml:"balance_phase" unit:"rad" min:"-3.2" max:"3.2" desc:"phase of the feet's pitch"`

	SpeedGain float64 `yaml:"speed_gain" unit:"1" min:"0.2" max:"4" desc:"sway over the one a speed needs without slip"`
	SideGain  float64 `yaml:"side_gain" unit:"1" min:"0.2" max:"4" desc:"the same sideways"`
	MaxSpeed  float64 `yaml:"max_speed" unit:"m/s" min:"0" max:"0.8" desc:"highest speed forward and backward"`
	MaxSide   float64 `yaml:"max_side" unit:"m/s" min:"0" max:"0.5" desc:"highest speed sideways"`
}

// Fields lists the numbers by name.
func (c *OmniConfig) Fields() []tunable.Field { return tunable.Of(c) }

// OmniSimulated returns the walk for the paper's simulator, whose robot has a yaw motor per hip and motors without delay.
func OmniSimulated() OmniConfig {
	return OmniConfig{
		TwoYaws: true, Frequency: 1.2,
		Common: Common{Extension: -0.2, Width: 0.03, YawGain: 1, ArmSwing: 1, MaxTurn: 0.8, Acceleration: 0.2, StartSec: 1.5},
		Shift:  0.12, ShiftSway: 0.1, FootShift: 0,
		Shorten: 0.2, ShortenSway: 0.3, ShortenSpeed: 3, ShortenPhase: -0.05,
		Load: 0.025, LoadSpeed: 3, SwingSpeed: 2, SwingPhase: -0.15, SidePhase: -0.15,
		Balance: 0.05, BalancePhase: 0.35,
		SpeedGain: 1, SideGain: 1, MaxSpeed: 0.21, MaxSide: 0.2,
	}
}

// OmniAdapted returns the walk for a real robot: one motor for both hips, the steps to the side begin earlier because the
// motors answer late and the ground is soft, the turn is larger because the common yaw is wrong for the swinging leg, and
// speeds are lower.
func OmniAdapted() OmniConfig {
	c := OmniSimulated()
	c.TwoYaws = false
	c.SidePhase = 0.15
	c.YawGain = 1.5
	c.MaxSpeed, c.MaxSide, c.MaxTurn = 0.13, 0.1, 1
	return c
}
