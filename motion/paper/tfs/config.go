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
	CoronalSlope float64 // how much less of it a speed of 1 m/s leaves
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

// Fields lists the numbers by name.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		tunable.Of("period", &c.Period, 0.2, 3, "s", "two steps"),
		tunable.Of("hip_offset", &c.HipOffset, -0.3, 0.3, "rad", "the legs' mean angle, forward"),
		tunable.Of("hip_second", &c.HipSecond, -0.5, 0.5, "1", "second harmonic of the legs' swing over the first"),
		tunable.Of("hip_lift", &c.HipLift, -0.3, 0.8, "rad", "further turn of the hip forward while the leg swings"),
		tunable.Of("ankle_swing", &c.AnkleSwing, -0.5, 2, "1", "the ankles' share of the legs' swing; 1 keeps the sole level"),
		tunable.Of("ankle_lift", &c.AnkleLift, -0.3, 0.8, "rad", "further turn of the ankle, toes up, while the leg swings"),
		tunable.Of("knee_offset", &c.KneeOffset, 0.1, 1.4, "rad", "bend of the standing leg's knee"),
		tunable.Of("knee_lift", &c.KneeLift, 0, 1.2, "rad", "further bend of the swinging leg's knee"),
		tunable.Of("knee_second", &c.KneeSecond, -0.5, 0.5, "1", "second harmonic of the knee's series over the first"),
		tunable.Of("knee_phase", &c.KneePhase, -1.5, 1.5, "rad", "by which the bend comes before the swing"),
		tunable.Of("toe_lift", &c.ToeLift, -0.3, 0.3, "rad", "toes up while the leg swings, by the legs' series"),
		tunable.Of("extension", &c.Extension, -0.8, -0.02, "1", "of the standing leg, 0 is stretched"),
		tunable.Of("lift", &c.Lift, 0, 0.8, "1", "shortening of the swinging leg"),
		tunable.Of("width", &c.Width, -0.1, 0.2, "rad", "roll of both legs outwards"),
		tunable.Of("coronal", &c.Coronal, 0, 0.35, "rad", "amplitude of the coronal movement (13) on the spot"),
		tunable.Of("coronal_slope", &c.CoronalSlope, 0, 2, "rad s/m", "by which the speed lessens it"),
		tunable.Of("speed_gain", &c.SpeedGain, 0.2, 4, "1", "leg swing over the one a speed needs without slip"),
		tunable.Of("yaw_gain", &c.YawGain, 0.2, 4, "1", "the same for the turn"),
		tunable.Of("lean", &c.Lean, -1, 1, "rad s/m", "lean of the torso with the speed, forward"),
		tunable.Of("feedback", &c.Feedback, 0, 2, "rad/g", "of the accelerometer (14); the paper's 0.2"),
		tunable.Of("arm_swing", &c.ArmSwing, 0, 3, "1", "swing of the arms over the legs'"),
		tunable.Of("max_speed", &c.MaxSpeed, 0, 0.8, "m/s", "forward"),
		tunable.Of("max_back", &c.MaxBack, 0, 0.8, "m/s", "backward"),
		tunable.Of("max_turn", &c.MaxTurn, 0, 4, "rad/s", "either way"),
		tunable.Of("acceleration", &c.Acceleration, 0.01, 2, "m/s²", "of the commanded speed; turns take 5 rad/m of it"),
		tunable.Of("start", &c.StartSec, 0.1, 5, "s", "in which the steps grow to their size"),
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
