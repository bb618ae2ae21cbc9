package omni

import "gonao/motion/tunable"

// Config is the walk's numbers. Angles in rad, speeds in m/s and rad/s.
type Config struct {
	TwoYaws bool // for bodies whose hips turn each for themselves, as the paper's simulated robot's

	Frequency float64 // double steps per second

	Extension float64 // of the standing leg, 0 to -1
	Width     float64 // roll of both legs outwards
	LegPitch  float64 // of both legs, forward
	Lean      float64 // of the torso per m/s, forward

	Shift     float64 // lateral swing of the legs on the spot
	ShiftSway float64 // what the sway adds to it
	FootShift float64 // the feet's roll over the legs' lateral swing

	Shorten      float64 // of the leg that swings
	ShortenSway  float64 // what the sway adds to it
	ShortenSpeed float64 // how many times faster than the period it happens
	ShortenPhase float64 // by which it comes before the middle

	Load      float64 // shortening of the leg that takes the weight
	LoadSpeed float64
	LoadPhase float64

	SwingSpeed float64 // how many times faster than the period the leg swings
	SwingPhase float64 // by which it comes before the middle
	SidePhase  float64 // the same of the way sideways

	Balance      float64 // foot pitch over the sway forward
	BalancePhase float64

	SpeedGain    float64 // sway over the one that a speed needs without slip
	SideGain     float64
	YawGain      float64
	ArmSwing     float64
	MaxSpeed     float64
	MaxSide      float64
	MaxTurn      float64
	Acceleration float64
	StartSec     float64
}

// Fields lists the numbers by name.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		tunable.Of("frequency", &c.Frequency, 0.3, 4, "1/s", "double steps per second"),
		tunable.Of("extension", &c.Extension, -0.8, -0.02, "1", "of the standing leg, 0 is stretched"),
		tunable.Of("width", &c.Width, -0.1, 0.2, "rad", "roll of both legs outwards"),
		tunable.Of("leg_pitch", &c.LegPitch, -0.3, 0.3, "rad", "of both legs, forward"),
		tunable.Of("lean", &c.Lean, -1, 1, "rad s/m", "lean of the torso with the speed, forward"),
		tunable.Of("shift", &c.Shift, 0, 0.35, "rad", "lateral swing of both legs on the spot"),
		tunable.Of("shift_sway", &c.ShiftSway, 0, 1.5, "1", "what the sway adds to the shift"),
		tunable.Of("foot_shift", &c.FootShift, -1, 1, "1", "roll of the feet over the legs' lateral swing"),
		tunable.Of("shorten", &c.Shorten, 0, 0.8, "1", "shortening of the leg that swings"),
		tunable.Of("shorten_sway", &c.ShortenSway, 0, 3, "1/rad", "what the sway adds to the shortening"),
		tunable.Of("shorten_speed", &c.ShortenSpeed, 1, 5, "1", "how many times faster than the period it is"),
		tunable.Of("shorten_phase", &c.ShortenPhase, -1.5, 1.5, "rad", "by which it comes before the middle"),
		tunable.Of("load", &c.Load, 0, 0.3, "1", "shortening of the leg that takes the weight"),
		tunable.Of("load_speed", &c.LoadSpeed, 1, 5, "1", "how many times faster than the period it is"),
		tunable.Of("load_phase", &c.LoadPhase, -1.5, 1.5, "rad", "by which it comes before the end of the shortening"),
		tunable.Of("swing_speed", &c.SwingSpeed, 1.1, 4, "1", "how many times faster than the period the leg swings"),
		tunable.Of("swing_phase", &c.SwingPhase, -1, 1, "rad", "by which it comes before the middle"),
		tunable.Of("side_phase", &c.SidePhase, -1, 1, "rad", "the same of the leg's way sideways"),
		tunable.Of("balance", &c.Balance, -1, 1, "1", "pitch of the feet over the sway forward"),
		tunable.Of("balance_phase", &c.BalancePhase, -3.2, 3.2, "rad", "of the feet's pitch"),
		tunable.Of("speed_gain", &c.SpeedGain, 0.2, 4, "1", "sway over the one a speed needs without slip"),
		tunable.Of("side_gain", &c.SideGain, 0.2, 4, "1", "the same sideways"),
		tunable.Of("yaw_gain", &c.YawGain, 0.2, 4, "1", "the same for the turn"),
		tunable.Of("arm_swing", &c.ArmSwing, 0, 3, "1", "swing of the arms over the legs'"),
		tunable.Of("max_speed", &c.MaxSpeed, 0, 0.8, "m/s", "forward and backward"),
		tunable.Of("max_side", &c.MaxSide, 0, 0.5, "m/s", "sideways"),
		tunable.Of("max_turn", &c.MaxTurn, 0, 4, "rad/s", "either way"),
		tunable.Of("acceleration", &c.Acceleration, 0.01, 2, "m/s²", "of the commanded speed; turns take 5 rad/m of it"),
		tunable.Of("start", &c.StartSec, 0.1, 5, "s", "in which the steps grow to their size"),
	}
}

// Simulated is the walk as it suits the paper's simulator, whose hips turn each for
// themselves and whose motors answer at once.
func Simulated() Config {
	return Config{
		TwoYaws: true, Frequency: 1.2, Extension: -0.2, Width: 0.03,
		Shift: 0.12, ShiftSway: 0.1, FootShift: 0,
		Shorten: 0.2, ShortenSway: 0.3, ShortenSpeed: 3, ShortenPhase: -0.05,
		Load: 0.025, LoadSpeed: 3, SwingSpeed: 2, SwingPhase: -0.15, SidePhase: -0.15,
		Balance: 0.05, BalancePhase: 0.35,
		SpeedGain: 1, SideGain: 1, YawGain: 1, ArmSwing: 1,
		MaxSpeed: 0.21, MaxSide: 0.2, MaxTurn: 0.8, Acceleration: 0.2, StartSec: 1.5,
	}
}

// Adapted is the walk as it suits a robot: one motor for both hips, the steps to the side
// begin earlier because the motors answer late and the ground gives way, the turn is
// larger because the common yaw is wrong for the swinging leg, and speeds are lower.
func Adapted() Config {
	c := Simulated()
	c.TwoYaws = false
	c.SidePhase = 0.15
	c.YawGain = 1.5
	c.MaxSpeed, c.MaxSide, c.MaxTurn = 0.13, 0.1, 1
	return c
}
