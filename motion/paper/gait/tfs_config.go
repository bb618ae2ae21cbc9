package gait

import "gonao/motion/tunable"

// TFSVariant chooses what the Fourier series describe.
type TFSVariant uint8

// The paper's two variants.
const (
	// JointSeries has a series per joint, with the coronal movement (13).
	JointSeries TFSVariant = iota
	// LegSeries has a series for the leg's angle and one for its extension.
	LegSeries
)

// TFSConfig is a walk's numbers. Angles in rad, times in s, speeds in m/s and rad/s.
type TFSConfig struct {
	Variant TFSVariant `yaml:"-"`

	Common `yaml:",inline"` // Extension: LegSeries

	Period       float64 `yaml:"period" unit:"s" min:"0.2" max:"3" desc:"duration of two steps"`
	HipOffset    float64 `yaml:"hip_offset" unit:"rad" min:"-0.3" max:"0.3" desc:"the legs' mean angle, forward"`
	HipSecond    float64 `yaml:"hip_second" unit:"1" min:"-0.5" max:"0.5" desc:"second harmonic of the legs' swing over the first"`
	HipLift      float64 `yaml:"hip_lift" unit:"rad" min:"-0.3" max:"0.8" desc:"further turn of the hip forward while the leg swings"`        // JointSeries
	AnkleSwing   float64 `yaml:"ankle_swing" unit:"1" min:"-0.5" max:"2" desc:"the ankles' share of the legs' swing; 1 keeps the sole level"` // JointSeries
	AnkleLift    float64 `yaml:"ankle_lift" unit:"rad" min:"-0.3" max:"0.8" desc:"further turn of the ankle, toes up, while the leg swings"`  // JointSeries
	KneeOffset   float64 `yaml:"knee_offset" unit:"rad" min:"0.1" max:"1.4" desc:"bend of the standing leg's knee"`                           // JointSeries
	KneeLift     float64 `yaml:"knee_lift" unit:"rad" min:"0" max:"1.2" desc:"further bend of the swinging leg's knee"`                       // JointSeries
	KneeSecond   float64 `yaml:"knee_second" unit:"1" min:"-0.5" max:"0.5" desc:"second harmonic of the knee's series over the first"`        // JointSeries
	KneePhase    float64 `yaml:"knee_phase" unit:"rad" min:"-1.5" max:"1.5" desc:"by how much the bend is before the swing"`
	ToeLift      float64 `yaml:"toe_lift" unit:"rad" min:"-0.3" max:"0.3" desc:"toes up while the leg swings, by the legs' series"` // LegSeries
	Lift         float64 `yaml:"lift" unit:"1" min:"0" max:"0.8" desc:"shortening of the swinging leg"`                             // LegSeries
	Coronal      float64 `yaml:"coronal" unit:"rad" min:"0" max:"0.35" desc:"amplitude of the coronal movement (13) on the spot"`
	CoronalSlope float64 `yaml:"coronal_slope" unit:"rad s/m" min:"0" max:"2" desc:"decrease of coronal with the speed"`
	SpeedGain    float64 `yaml:"speed_gain" unit:"1" min:"0.2" max:"4" desc:"leg swing over the one a speed needs without slip"`
	Feedback     float64 `yaml:"feedback" unit:"rad/g" min:"0" max:"2" desc:"gain of the accelerometer (14); 0.2 in the paper"`
	MaxSpeed     float64 `yaml:"max_speed" unit:"m/s" min:"0" max:"0.8" desc:"highest speed forward"`
	MaxBack      float64 `yaml:"max_back" unit:"m/s" min:"0" max:"0.8" desc:"highest speed backward"`
}

// Fields lists the numbers by name.
func (c *TFSConfig) Fields() []tunable.Field { return tunable.Of(c) }

// TFSJoints returns the first variant for the paper's simulator: no coronal movement, quick steps, feet hardly lifted on
// slippery ground.
func TFSJoints() TFSConfig {
	return TFSConfig{
		Variant: JointSeries, Period: 0.36, KneeOffset: 0.9, KneeLift: 0.3, HipLift: 0.15, AnkleLift: 0.15, AnkleSwing: 1,
		SpeedGain: 1, Feedback: 0.2, MaxSpeed: 0.65, MaxBack: 0.3,
		Common: Common{Extension: -0.2, YawGain: 1, ArmSwing: 1, MaxTurn: 1.5, Acceleration: 0.15, StartSec: 1},
	}
}

// TFSJointsAdapted returns the first variant for a robot on a carpet: slower, with feet lifted higher and with the
// coronal movement.
func TFSJointsAdapted() TFSConfig {
	c := TFSJoints()
	c.Period, c.KneeOffset = 0.5, 0.7
	c.KneeLift, c.HipLift, c.AnkleLift = 0.4, 0.2, 0.2
	c.Coronal, c.CoronalSlope, c.Lean = 0.07, 0.1, 0.15
	c.MaxSpeed, c.MaxBack, c.MaxTurn = 0.33, 0.15, 1
	return c
}

// TFSLegs returns the second variant, over the Leg Interface, for the paper's simulator.
func TFSLegs() TFSConfig {
	return TFSConfig{
		Variant: LegSeries, Period: 0.4, KneeOffset: 0.7, Lift: 0.2,
		SpeedGain: 1, Feedback: 0.2, MaxSpeed: 0.55, MaxBack: 0.3,
		Common: Common{Extension: -0.2, YawGain: 1.3, ArmSwing: 1, MaxTurn: 1.5, Acceleration: 0.15, StartSec: 1},
	}
}

// TFSLegsAdapted returns the second variant for a robot on a carpet: slower, with the feet lifted higher, and without
// coronal movement.
func TFSLegsAdapted() TFSConfig {
	c := TFSLegs()
	c.Period, c.Extension, c.Lift, c.Lean = 0.5, -0.17, 0.22, 0.05
	c.YawGain = 1.2
	c.MaxSpeed, c.MaxBack, c.MaxTurn = 0.27, 0.15, 1
	return c
}
