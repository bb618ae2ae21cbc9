package tfs

import "gonao/motion/tunable"

// Variant chooses what the Fourier series describe.
type Variant uint8

// The paper's two variants.
const (
	// JointSeries has a series per joint, with the coronal movement (13).
	JointSeries Variant = iota
	// LegSeries has a series for the leg's angle and one for its extension.
	LegSeries
)

// Config is a walk's numbers. Angles in rad, times in s, speeds in m/s and rad/s.
type Config struct {
	Variant Variant

	Period       float64 // of two steps
	HipOffset    float64 // forward is positive, of the leg's line from hip to ankle
	HipSecond    float64 // second harmonic of the leg's swing over the first
	HipLift      float64 // of the hip, forward, while the leg swings (JointSeries)
	AnkleSwing   float64 // the ankle's share of the legs' swing (JointSeries); 1 keeps the sole level
	AnkleLift    float64 // of the ankle, toes up, while the leg swings (JointSeries)
	KneeOffset   float64 // of the standing leg (JointSeries)
	KneeLift     float64 // bend of the swinging leg (JointSeries)
	KneeSecond   float64 // second harmonic of the knee's series over the first (JointSeries)
	KneePhase    float64 // of the knee's series before the swing
	ToeLift      float64 // toes up while the leg swings (LegSeries)
	Extension    float64 // of the standing leg, 0 to -1 (LegSeries)
	Lift         float64 // shortening of the swinging leg (LegSeries)
	Width        float64 // roll of both legs outwards
	Coronal      float64 // amplitude of (13) on the spot
	CoronalSlope float64 // what a speed of 1 m/s takes of it
	SpeedGain    float64 // leg swing over the one that the speed needs without slip
	YawGain      float64 // the same for the turn
	Lean         float64 // of the torso per m/s, forward
	Feedback     float64 // of (14): rad per g; the paper's 0.2
	ArmSwing     float64 // of the arms over the legs'
	MaxSpeed     float64 // forward
	MaxBack      float64
	MaxTurn      float64
	Acceleration float64 // m/s²
	StartSec     float64 // in which the steps grow to their size
}

// Fields gives the numbers by name.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		{Name: "period", Value: &c.Period, Min: 0.2, Max: 3, Unit: "s", Doc: "two steps"},
		{Name: "hip_offset", Value: &c.HipOffset, Min: -0.3, Max: 0.3, Unit: "rad", Doc: "the legs' mean angle, forward"},
		{Name: "hip_second", Value: &c.HipSecond, Min: -0.5, Max: 0.5, Unit: "1", Doc: "second harmonic of the legs' swing over the first"},
		{Name: "hip_lift", Value: &c.HipLift, Min: -0.3, Max: 0.8, Unit: "rad", Doc: "further turn of the hip forward while the leg swings"},
		{Name: "ankle_swing", Value: &c.AnkleSwing, Min: -0.5, Max: 2, Unit: "1", Doc: "the ankles' share of the legs' swing; 1 keeps the sole level"},
		{Name: "ankle_lift", Value: &c.AnkleLift, Min: -0.3, Max: 0.8, Unit: "rad", Doc: "further turn of the ankle, toes up, while the leg swings"},
		{Name: "knee_offset", Value: &c.KneeOffset, Min: 0.1, Max: 1.4, Unit: "rad", Doc: "bend of the standing leg's knee"},
		{Name: "knee_lift", Value: &c.KneeLift, Min: 0, Max: 1.2, Unit: "rad", Doc: "further bend of the swinging leg's knee"},
		{Name: "knee_second", Value: &c.KneeSecond, Min: -0.5, Max: 0.5, Unit: "1", Doc: "second harmonic of the knee's series over the first"},
		{Name: "knee_phase", Value: &c.KneePhase, Min: -1.5, Max: 1.5, Unit: "rad", Doc: "by which the bend comes before the swing"},
		{Name: "toe_lift", Value: &c.ToeLift, Min: -0.3, Max: 0.3, Unit: "rad", Doc: "toes up while the leg swings, by the legs' series"},
		{Name: "extension", Value: &c.Extension, Min: -0.8, Max: -0.02, Unit: "1", Doc: "of the standing leg, 0 is stretched"},
		{Name: "lift", Value: &c.Lift, Min: 0, Max: 0.8, Unit: "1", Doc: "shortening of the swinging leg"},
		{Name: "width", Value: &c.Width, Min: -0.1, Max: 0.2, Unit: "rad", Doc: "roll of both legs outwards"},
		{Name: "coronal", Value: &c.Coronal, Min: 0, Max: 0.35, Unit: "rad", Doc: "amplitude of the coronal movement (13) on the spot"},
		{Name: "coronal_slope", Value: &c.CoronalSlope, Min: 0, Max: 2, Unit: "rad s/m", Doc: "by which the speed lessens it"},
		{Name: "speed_gain", Value: &c.SpeedGain, Min: 0.2, Max: 4, Unit: "1", Doc: "leg swing over the one a speed needs without slip"},
		{Name: "yaw_gain", Value: &c.YawGain, Min: 0.2, Max: 4, Unit: "1", Doc: "the same for the turn"},
		{Name: "lean", Value: &c.Lean, Min: -1, Max: 1, Unit: "rad s/m", Doc: "lean of the torso with the speed, forward"},
		{Name: "feedback", Value: &c.Feedback, Min: 0, Max: 2, Unit: "rad/g", Doc: "of the accelerometer (14); the paper's 0.2"},
		{Name: "arm_swing", Value: &c.ArmSwing, Min: 0, Max: 3, Unit: "1", Doc: "swing of the arms over the legs'"},
		{Name: "max_speed", Value: &c.MaxSpeed, Min: 0, Max: 0.8, Unit: "m/s", Doc: "forward"},
		{Name: "max_back", Value: &c.MaxBack, Min: 0, Max: 0.8, Unit: "m/s", Doc: "backward"},
		{Name: "max_turn", Value: &c.MaxTurn, Min: 0, Max: 4, Unit: "rad/s", Doc: "either way"},
		{Name: "acceleration", Value: &c.Acceleration, Min: 0.01, Max: 2, Unit: "m/s²", Doc: "of the commanded speed; turns take 5 rad/m of it"},
		{Name: "start", Value: &c.StartSec, Min: 0.1, Max: 5, Unit: "s", Doc: "in which the steps grow to their size"},
	}
}

// Joints is the first variant as it suits the paper's simulator: no coronal movement,
// quick steps, feet hardly lifted on slippery ground.
func Joints() Config {
	return Config{
		Variant: JointSeries, Period: 0.36, KneeOffset: 0.9, KneeLift: 0.3, HipLift: 0.15, AnkleLift: 0.15, AnkleSwing: 1,
		SpeedGain: 1, YawGain: 1, Feedback: 0.2, ArmSwing: 1,
		Extension: -0.2, MaxSpeed: 0.65, MaxBack: 0.3, MaxTurn: 1.5, Acceleration: 0.15, StartSec: 1,
	}
}

// JointsAdapted is the first variant as it suits a robot on a carpet: slower, with feet
// lifted higher and with the coronal movement.
func JointsAdapted() Config {
	c := Joints()
	c.Period, c.KneeOffset = 0.5, 0.7
	c.KneeLift, c.HipLift, c.AnkleLift = 0.4, 0.2, 0.2
	c.Coronal, c.CoronalSlope, c.Lean = 0.07, 0.1, 0.15
	c.MaxSpeed, c.MaxBack, c.MaxTurn = 0.33, 0.15, 1
	return c
}

// Legs is the second variant, over the Leg Interface, as it suits the paper's simulator.
func Legs() Config {
	return Config{
		Variant: LegSeries, Period: 0.4, KneeOffset: 0.7, Extension: -0.2, Lift: 0.2,
		SpeedGain: 1, YawGain: 1.3, Feedback: 0.2, ArmSwing: 1,
		MaxSpeed: 0.55, MaxBack: 0.3, MaxTurn: 1.5, Acceleration: 0.15, StartSec: 1,
	}
}

// LegsAdapted is the second variant as it suits a robot on a carpet: slower, with the feet
// lifted higher, and without coronal movement.
func LegsAdapted() Config {
	c := Legs()
	c.Period, c.Extension, c.Lift, c.Lean = 0.5, -0.17, 0.22, 0.05
	c.YawGain = 1.2
	c.MaxSpeed, c.MaxBack, c.MaxTurn = 0.27, 0.15, 1
	return c
}
