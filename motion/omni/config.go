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

// Fields gives the numbers by name.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		{Name: "frequency", Value: &c.Frequency, Min: 0.3, Max: 4, Unit: "1/s", Doc: "double steps per second"},
		{Name: "extension", Value: &c.Extension, Min: -0.8, Max: -0.02, Unit: "1", Doc: "of the standing leg, 0 is stretched"},
		{Name: "width", Value: &c.Width, Min: -0.1, Max: 0.2, Unit: "rad", Doc: "roll of both legs outwards"},
		{Name: "leg_pitch", Value: &c.LegPitch, Min: -0.3, Max: 0.3, Unit: "rad", Doc: "of both legs, forward"},
		{Name: "lean", Value: &c.Lean, Min: -1, Max: 1, Unit: "rad s/m", Doc: "lean of the torso with the speed, forward"},
		{Name: "shift", Value: &c.Shift, Min: 0, Max: 0.35, Unit: "rad", Doc: "lateral swing of both legs on the spot"},
		{Name: "shift_sway", Value: &c.ShiftSway, Min: 0, Max: 1.5, Unit: "1", Doc: "what the sway adds to the shift"},
		{Name: "foot_shift", Value: &c.FootShift, Min: -1, Max: 1, Unit: "1", Doc: "roll of the feet over the legs' lateral swing"},
		{Name: "shorten", Value: &c.Shorten, Min: 0, Max: 0.8, Unit: "1", Doc: "shortening of the leg that swings"},
		{Name: "shorten_sway", Value: &c.ShortenSway, Min: 0, Max: 3, Unit: "1/rad", Doc: "what the sway adds to the shortening"},
		{Name: "shorten_speed", Value: &c.ShortenSpeed, Min: 1, Max: 5, Unit: "1", Doc: "how many times faster than the period it is"},
		{Name: "shorten_phase", Value: &c.ShortenPhase, Min: -1.5, Max: 1.5, Unit: "rad", Doc: "by which it comes before the middle"},
		{Name: "load", Value: &c.Load, Min: 0, Max: 0.3, Unit: "1", Doc: "shortening of the leg that takes the weight"},
		{Name: "load_speed", Value: &c.LoadSpeed, Min: 1, Max: 5, Unit: "1", Doc: "how many times faster than the period it is"},
		{Name: "load_phase", Value: &c.LoadPhase, Min: -1.5, Max: 1.5, Unit: "rad", Doc: "by which it comes before the end of the shortening"},
		{Name: "swing_speed", Value: &c.SwingSpeed, Min: 1.1, Max: 4, Unit: "1", Doc: "how many times faster than the period the leg swings"},
		{Name: "swing_phase", Value: &c.SwingPhase, Min: -1, Max: 1, Unit: "rad", Doc: "by which it comes before the middle"},
		{Name: "side_phase", Value: &c.SidePhase, Min: -1, Max: 1, Unit: "rad", Doc: "the same of the leg's way sideways"},
		{Name: "balance", Value: &c.Balance, Min: -1, Max: 1, Unit: "1", Doc: "pitch of the feet over the sway forward"},
		{Name: "balance_phase", Value: &c.BalancePhase, Min: -3.2, Max: 3.2, Unit: "rad", Doc: "of the feet's pitch"},
		{Name: "speed_gain", Value: &c.SpeedGain, Min: 0.2, Max: 4, Unit: "1", Doc: "sway over the one a speed needs without slip"},
		{Name: "side_gain", Value: &c.SideGain, Min: 0.2, Max: 4, Unit: "1", Doc: "the same sideways"},
		{Name: "yaw_gain", Value: &c.YawGain, Min: 0.2, Max: 4, Unit: "1", Doc: "the same for the turn"},
		{Name: "arm_swing", Value: &c.ArmSwing, Min: 0, Max: 3, Unit: "1", Doc: "swing of the arms over the legs'"},
		{Name: "max_speed", Value: &c.MaxSpeed, Min: 0, Max: 0.8, Unit: "m/s", Doc: "forward and backward"},
		{Name: "max_side", Value: &c.MaxSide, Min: 0, Max: 0.5, Unit: "m/s", Doc: "sideways"},
		{Name: "max_turn", Value: &c.MaxTurn, Min: 0, Max: 4, Unit: "rad/s", Doc: "either way"},
		{Name: "acceleration", Value: &c.Acceleration, Min: 0.01, Max: 2, Unit: "m/s²", Doc: "of the commanded speed; turns take 5 rad/m of it"},
		{Name: "start", Value: &c.StartSec, Min: 0.1, Max: 5, Unit: "s", Doc: "in which the steps grow to their size"},
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
