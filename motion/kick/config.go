package kick

import (
	"fmt"
	"math"

	"gonao/motion/tunable"
)

// Stroke is how the foot goes through the ball. Distances are along the kick.
type Stroke struct {
	Back, Through                     float64 // from the touch to both ends, m
	BackLift, HitLift, ThroughLift    float64 // of the sole over the ground, m
	BackPitch, HitPitch, ThroughPitch float64 // of the sole, rad, > 0 toe down
	BackRoll, HitRoll, ThroughRoll    float64 // of the sole, rad, > 0 outer edge up
	LeanPitchBack, LeanPitchThrough   float64 // of the torso, rad
	LeanRollBack, LeanRollThrough     float64 // of the torso, rad, > 0 away from the kicking foot
	ComXBack, ComXThrough             float64 // of the centre of mass over the standing sole, m
	ComYBack, ComYThrough             float64 // m, > 0 towards the kicking foot
	Height                            float64 // of the torso's origin over the ground, m
	Swing                             float64 // of the arms, rad
	TopSpeed                          float64 // the fastest speed the foot is sent through the ball with, m/s
	Aside                             float64 // of the foot's way from the ball's middle, m, > 0 to the left of the kick
	Gain, Offset                      float64 // foot's speed = Offset + Gain · the ball's rolling speed
	Yaw                               float64 // of the kicking sole against the standing one, rad, > 0 toes outward; the torso turns by half
	Turn, BackTurn                    float64 // of the foot's speed at the touch and of the way back from it, against the kick, rad, > 0 to the left
	TurnSec                           float64 // the lift takes longer by this, s
}

// Config is how the robot kicks.
type Config struct {
	ShiftSec, LiftSec, SettleSec, HoldSec, RetractSec, LowerSec, ReturnSec float64

	Forward Stroke // straight on
	Side    Stroke // away from the standing leg
	Inward  Stroke // towards it

	BallRadius  float64 // m
	Rolling     float64 // deceleration of a rolling ball, m/s²
	StandComX   float64 // where the weight is held over the standing sole, m
	StandComY   float64 // m, > 0 towards the kicking foot
	Compliance  float64 // of a leg's joint, rad/(N m)
	GyroPitch   float64 // rad of the ankle per rad/s
	GyroRoll    float64
	ComGain     float64 // 1/s
	LeanGain    float64 // 1/s
	CaptureGain float64 // shift of the centre of pressure per error of the capture point
	TiltGain    float64 // turn of the ankle per tilt of the standing sole
	SettleM     float64 // before the lift and before the hit, the capture point comes so near to the plan
	WaitSec     float64 // at most waited for that, in all
	FallenAngle float64 // of the torso, rad
	FallShare   float64 // share of the foot's speed that is left after a fall in a kick; each kick that stands returns 0.04

	Estimate
}

// Estimate is what a kick takes for granted about the body.
type Estimate struct {
	AngleSec   float64 // in which the body's own angles correct those of the gyroscope; 0: they count alone
	LagSec     float64 // from a command to its being measured
	TableShare float64 // how much the fitted table counts for strength and direction, 0 to 1; without it, the strokes' Gain and Offset do
}

// DefaultConfig returns the numbers found in the simulator's profile real.
func DefaultConfig() Config {
	return Config{
		ShiftSec: 0.7, LiftSec: 0.35, SettleSec: 0.1, HoldSec: 0.08, RetractSec: 0.4, LowerSec: 0.3, ReturnSec: 0.5,
		Forward: Stroke{
			Back: 0.2, Through: 0.114, BackLift: 0.048, HitLift: 0.035, ThroughLift: 0.033,
			BackPitch: -0.243, HitPitch: 0.108, ThroughPitch: 0.276, HitRoll: 0.211,
			LeanPitchBack: 0.101, LeanPitchThrough: -0.025, LeanRollBack: 0.0635, LeanRollThrough: 0.011,
			ComXBack: 0.0086, ComXThrough: 0.001, ComYBack: -0.0045, ComYThrough: -0.0111,
			Swing: -0.918, Aside: -0.008, Yaw: -0.013, Turn: 0.2,
			Height: 0.315, TopSpeed: 2.1, Gain: 1.7, Offset: -0.32,
		},
		Side: Stroke{
			Back: 0.2, Through: 0.1, BackLift: 0.032, HitLift: 0.031, ThroughLift: 0.055,
			BackPitch: -0.024, ThroughPitch: 0.157, BackRoll: -0.014, HitRoll: 0.229,
			LeanPitchBack: 0.151, LeanPitchThrough: -0.013, LeanRollBack: 0.03, LeanRollThrough: 0.069,
			ComXBack: 0.02, ComXThrough: 0.016, ComYBack: -0.004, ComYThrough: 0.007,
			Swing: 0.17, Aside: -0.01, Yaw: 0.84, Turn: 0.123, BackTurn: -0.73, TurnSec: 0.212,
			Height: 0.315, TopSpeed: 1.45, Gain: 1.2, Offset: 0.07,
		},
		Inward: Stroke{
			Back: 0.08, Through: 0.06, BackLift: 0.04, HitLift: 0.035, ThroughLift: 0.05,
			Height: 0.315, TopSpeed: 1.3, Gain: 1, Aside: 0.024, ComXBack: 0.02, ComXThrough: 0.02,
		},
		BallRadius: 0.05, Rolling: 0.32, StandComX: 0.008, StandComY: 0.004, Compliance: 1.0 / 50,
		GyroPitch: 0.05, GyroRoll: 0.05, ComGain: 0.3, LeanGain: 0.7, CaptureGain: 1.8, TiltGain: 0.55, SettleM: 0.004, WaitSec: 0.8,
		FallenAngle: 0.8, FallShare: 0.4,
		Estimate: Estimate{AngleSec: 0.1, LagSec: 0.07, TableShare: 1},
	}
}

// Check returns nil when every value is in its range, and otherwise names one that is not.
func (c *Config) Check() error {
	if err := tunable.Check(c.Fields()); err != nil {
		return fmt.Errorf("kick: %w", err)
	}
	return nil
}

// Fields lists every number by name.
func (c *Config) Fields() []tunable.Field {
	f := []tunable.Field{
		tunable.Of("shift_sec", &c.ShiftSec, 0.1, 5, "s", "the weight goes over the standing foot"),
		tunable.Of("lift_sec", &c.LiftSec, 0.05, 5, "s", "the foot goes up and back"),
		tunable.Of("settle_sec", &c.SettleSec, 0, 5, "s", "rest before the hit"),
		tunable.Of("hold_sec", &c.HoldSec, 0, 1, "s", "rest after the hit: the leg is behind its targets"),
		tunable.Of("retract_sec", &c.RetractSec, 0.1, 5, "s", "the foot comes back"),
		tunable.Of("lower_sec", &c.LowerSec, 0.1, 5, "s", "the foot is set down"),
		tunable.Of("return_sec", &c.ReturnSec, 0.1, 5, "s", "the weight comes back"),
		tunable.Of("ball_radius", &c.BallRadius, 0.01, 0.2, "m", "of the ball"),
		tunable.Of("rolling", &c.Rolling, 0.01, 5, "m/s²", "deceleration of a rolling ball"),
		tunable.Of("stand_com_x", &c.StandComX, -0.05, 0.08, "m", "weight over the standing sole"),
		tunable.Of("stand_com_y", &c.StandComY, -0.03, 0.03, "m", "weight over the standing sole, towards the other foot"),
		tunable.Of("compliance", &c.Compliance, 0, 0.1, "rad/(N m)", "of a leg's joint under load"),
		tunable.Of("gyro_pitch", &c.GyroPitch, 0, 0.5, "s", "ankle pitch per pitch rate"),
		tunable.Of("gyro_roll", &c.GyroRoll, 0, 0.5, "s", "ankle roll per roll rate"),
		tunable.Of("com_gain", &c.ComGain, 0, 20, "1/s", "correction of the centre of mass"),
		tunable.Of("lean_gain", &c.LeanGain, 0, 20, "1/s", "correction of the torso's angles"),
		tunable.Of("capture_gain", &c.CaptureGain, 0, 10, "", "centre of pressure per capture point"),
		tunable.Of("tilt_gain", &c.TiltGain, 0, 0.9, "", "turn of the ankle per tilt of the standing sole"),
		tunable.Of("settle_m", &c.SettleM, 0, 0.1, "m", "capture point's distance from the plan before the lift and the hit"),
		tunable.Of("angle_sec", &c.AngleSec, 0, 5, "s", "the body's own angles correct those of the gyroscope"),
		tunable.Of("table_share", &c.TableShare, 0, 1, "", "how much the fitted table counts for strength and direction"),
		tunable.Of("wait_sec", &c.WaitSec, 0, 5, "s", "at most waited for that"),
		tunable.Of("lag_sec", &c.LagSec, 0, 0.3, "s", "from a command to its being measured"),
		tunable.Of("fallen_angle", &c.FallenAngle, 0.2, math.Pi, "rad", "torso angle of a robot that falls"),
		tunable.Of("fall_share", &c.FallShare, 0.1, 1, "", "share of the foot's speed that is left after a fall in a kick"),
	}
	f = append(f, c.Forward.fields("forward_")...)
	f = append(f, c.Side.fields("side_")...)
	return append(f, c.Inward.fields("inward_")...)
}

func (s *Stroke) fields(prefix string) []tunable.Field {
	f := []tunable.Field{
		tunable.Of("back", &s.Back, 0, 0.3, "m", "swing before the touch"),
		tunable.Of("through", &s.Through, 0, 0.3, "m", "swing after the touch"),
		tunable.Of("back_lift", &s.BackLift, 0, 0.15, "m", "height of the sole, swung back"),
		tunable.Of("hit_lift", &s.HitLift, 0, 0.15, "m", "height of the sole at the touch"),
		tunable.Of("through_lift", &s.ThroughLift, 0, 0.2, "m", "height of the sole, swung through"),
		tunable.Of("back_pitch", &s.BackPitch, -1, 1, "rad", "pitch of the sole, swung back"),
		tunable.Of("hit_pitch", &s.HitPitch, -1, 1, "rad", "pitch of the sole at the touch"),
		tunable.Of("through_pitch", &s.ThroughPitch, -1, 1, "rad", "pitch of the sole, swung through"),
		tunable.Of("back_roll", &s.BackRoll, -1, 1, "rad", "roll of the sole, swung back"),
		tunable.Of("hit_roll", &s.HitRoll, -1, 1, "rad", "roll of the sole at the touch"),
		tunable.Of("through_roll", &s.ThroughRoll, -1, 1, "rad", "roll of the sole, swung through"),
		tunable.Of("lean_pitch_back", &s.LeanPitchBack, -0.6, 0.6, "rad", "pitch of the torso, swung back"),
		tunable.Of("lean_pitch_through", &s.LeanPitchThrough, -0.6, 0.6, "rad", "pitch of the torso, swung through"),
		tunable.Of("lean_roll_back", &s.LeanRollBack, -0.6, 0.6, "rad", "roll of the torso, swung back"),
		tunable.Of("lean_roll_through", &s.LeanRollThrough, -0.6, 0.6, "rad", "roll of the torso, swung through"),
		tunable.Of("com_x_back", &s.ComXBack, -0.05, 0.1, "m", "weight ahead over the standing sole, swung back"),
		tunable.Of("com_x_through", &s.ComXThrough, -0.05, 0.1, "m", "weight ahead over the standing sole, swung through"),
		tunable.Of("com_y_back", &s.ComYBack, -0.04, 0.04, "m", "weight towards the kicking foot, swung back"),
		tunable.Of("com_y_through", &s.ComYThrough, -0.04, 0.04, "m", "weight towards the kicking foot, swung through"),
		tunable.Of("height", &s.Height, 0.25, 0.33, "m", "of the torso over the ground"),
		tunable.Of("swing", &s.Swing, -2, 2, "rad", "of the arms"),
		tunable.Of("top_speed", &s.TopSpeed, 0.1, 5, "m/s", "the fastest that the foot is sent with"),
		tunable.Of("aside", &s.Aside, -0.05, 0.05, "m", "of the foot's way from the ball's middle, to the left"),
		tunable.Of("gain", &s.Gain, 0, 10, "", "foot's speed per ball's rolling speed"),
		tunable.Of("offset", &s.Offset, -2, 2, "m/s", "foot's speed for a ball that does not roll"),
		tunable.Of("yaw", &s.Yaw, -0.5, 1.5, "rad", "of the kicking sole, toes outward"),
		tunable.Of("turn", &s.Turn, -1, 1, "rad", "of the foot's speed against the kick"),
		tunable.Of("back_turn", &s.BackTurn, -1.6, 1.6, "rad", "of the swing before the touch against the kick"),
		tunable.Of("turn_sec", &s.TurnSec, 0, 1, "s", "the lift takes longer"),
	}
	for i := range f {
		f[i].Name = prefix + f[i].Name
	}
	return f
}
