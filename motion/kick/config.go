package kick

import "gonao/motion/tunable"

// Stroke is how the foot goes through the ball. Distances are along the kick.
type Stroke struct {
	Back             float64 `yaml:"back" unit:"m" min:"0" max:"0.3" desc:"swing before the touch"`
	Through          float64 `yaml:"through" unit:"m" min:"0" max:"0.3" desc:"swing after the touch"`
	BackLift         float64 `yaml:"back_lift" unit:"m" min:"0" max:"0.15" desc:"height of the sole, swung back"`
	HitLift          float64 `yaml:"hit_lift" unit:"m" min:"0" max:"0.15" desc:"height of the sole at the touch"`
	ThroughLift      float64 `yaml:"through_lift" unit:"m" min:"0" max:"0.2" desc:"height of the sole, swung through"`
	BackPitch        float64 `yaml:"back_pitch" unit:"rad" min:"-1" max:"1" desc:"pitch of the sole, swung back"` // > 0 toe down
	HitPitch         float64 `yaml:"hit_pitch" unit:"rad" min:"-1" max:"1" desc:"pitch of the sole at the touch"`
	ThroughPitch     float64 `yaml:"through_pitch" unit:"rad" min:"-1" max:"1" desc:"pitch of the sole, swung through"`
	BackRoll         float64 `yaml:"back_roll" unit:"rad" min:"-1" max:"1" desc:"roll of the sole, swung back"` // > 0 outer edge up
	HitRoll          float64 `yaml:"hit_roll" unit:"rad" min:"-1" max:"1" desc:"roll of the sole at the touch"`
	ThroughRoll      float64 `yaml:"through_roll" unit:"rad" min:"-1" max:"1" desc:"roll of the sole, swung through"`
	LeanPitchBack    float64 `yaml:"lean_pitch_back" unit:"rad" min:"-0.6" max:"0.6" desc:"pitch of the torso, swung back"`
	LeanPitchThrough float64 `yaml:"lean_pitch_through" unit:"rad" min:"-0.6" max:"0.6" desc:"pitch of the torso, swung through"`
	LeanRollBack     float64 `yaml:"lean_roll_back" unit:"rad" min:"-0.6" max:"0.6" desc:"roll of the torso, swung back"` // > 0 away from the kicking foot
	LeanRollThrough  float64 `yaml:"lean_roll_through" unit:"rad" min:"-0.6" max:"0.6" desc:"roll of the torso, swung through"`
	ComXBack         float64 `yaml:"com_x_back" unit:"m" min:"-0.05" max:"0.1" desc:"weight ahead over the standing sole, swung back"`
	ComXThrough      float64 `yaml:"com_x_through" unit:"m" min:"-0.05" max:"0.1" desc:"weight ahead over the standing sole, swung through"`
	ComYBack         float64 `yaml:"com_y_back" unit:"m" min:"-0.04" max:"0.04" desc:"weight towards the kicking foot, swung back"`
	ComYThrough      float64 `yaml:"com_y_through" unit:"m" min:"-0.04" max:"0.04" desc:"weight towards the kicking foot, swung through"`
	Height           float64 `yaml:"height" unit:"m" min:"0.25" max:"0.33" desc:"height of the torso over the ground"`
	Swing            float64 `yaml:"swing" unit:"rad" min:"-2" max:"2" desc:"swing of the arms"`
	TopSpeed         float64 `yaml:"top_speed" unit:"m/s" min:"0.1" max:"5" desc:"largest commanded speed of the foot"`
	Aside            float64 `yaml:"aside" unit:"m" min:"-0.05" max:"0.05" desc:"distance of the foot's path from the ball's middle, to the left"`
	Gain             float64 `yaml:"gain" min:"0" max:"10" desc:"foot's speed per ball's rolling speed"` // foot's speed = Offset + Gain · the ball's rolling speed
	Offset           float64 `yaml:"offset" unit:"m/s" min:"-2" max:"2" desc:"foot's speed for a ball that does not roll"`
	Yaw              float64 `yaml:"yaw" unit:"rad" min:"-0.5" max:"1.5" desc:"yaw of the kicking sole, toes outward"`       // against the standing sole; the torso turns by half
	Turn             float64 `yaml:"turn" unit:"rad" min:"-1" max:"1" desc:"angle of the foot's speed relative to the kick"` // at the touch, > 0 to the left
	BackTurn         float64 `yaml:"back_turn" unit:"rad" min:"-1.6" max:"1.6" desc:"angle of the swing before the touch relative to the kick"`
	TurnSec          float64 `yaml:"turn_sec" unit:"s" min:"0" max:"1" desc:"additional time of the lift"`
}

// Config is how the robot kicks.
type Config struct {
	ShiftSec    float64 `yaml:"shift_sec" unit:"s" min:"0.1" max:"5" desc:"time to shift the weight over the standing foot"`
	RaiseSec    float64 `yaml:"raise_sec" unit:"s" min:"0.05" max:"5" desc:"time to lift the foot straight up"`
	RaiseM      float64 `yaml:"raise_m" unit:"m" min:"0.01" max:"0.08" desc:"height to which it is lifted"`
	LiftSec     float64 `yaml:"lift_sec" unit:"s" min:"0.05" max:"5" desc:"time to swing the lifted foot back"`
	SettleSec   float64 `yaml:"settle_sec" unit:"s" min:"0" max:"5" desc:"rest before the hit"`
	HoldSec     float64 `yaml:"hold_sec" unit:"s" min:"0" max:"1" desc:"rest after the hit, because the leg lags its targets"`
	RetractSec  float64 `yaml:"retract_sec" unit:"s" min:"0.1" max:"5" desc:"time to bring the foot back"`
	LowerSec    float64 `yaml:"lower_sec" unit:"s" min:"0.1" max:"5" desc:"time to set the foot down"`
	ReturnSec   float64 `yaml:"return_sec" unit:"s" min:"0.1" max:"5" desc:"time to shift the weight back"`
	BallRadius  float64 `yaml:"ball_radius" unit:"m" min:"0.01" max:"0.2" desc:"radius of the ball"`
	Rolling     float64 `yaml:"rolling" unit:"m/s²" min:"0.01" max:"5" desc:"deceleration of a rolling ball"`
	StandComX   float64 `yaml:"stand_com_x" unit:"m" min:"-0.05" max:"0.08" desc:"weight over the standing sole"`
	StandComY   float64 `yaml:"stand_com_y" unit:"m" min:"-0.03" max:"0.03" desc:"weight over the standing sole, towards the other foot"`
	HomeComX    float64 `yaml:"home_com_x" unit:"m" min:"-0.05" max:"0.08" desc:"weight over the standing sole while the other foot comes back"`
	HomeComY    float64 `yaml:"home_com_y" unit:"m" min:"-0.03" max:"0.05" desc:"the same, towards the other foot"`
	Compliance  float64 `yaml:"compliance" unit:"rad/(N m)" min:"0" max:"0.1" desc:"bend of a leg's joint per torque"`
	GyroPitch   float64 `yaml:"gyro_pitch" unit:"s" min:"0" max:"0.5" desc:"ankle pitch per pitch rate"`
	GyroRoll    float64 `yaml:"gyro_roll" unit:"s" min:"0" max:"0.5" desc:"ankle roll per roll rate"`
	CaptureGain float64 `yaml:"capture_gain" min:"0" max:"10" desc:"centre of pressure per capture point"`
	TiltGain    float64 `yaml:"tilt_gain" min:"0" max:"0.9" desc:"turn of the ankle per tilt of the standing sole"`
	TiltMost    float64 `yaml:"tilt_most" unit:"rad" min:"0" max:"1" desc:"largest tilt of the standing sole that the ankle follows"`
	SettleM     float64 `yaml:"settle_m" unit:"m" min:"0" max:"0.1" desc:"capture point's distance from the plan before the lift and the hit"`

	Estimate `yaml:",inline"`

	WaitSec     float64  `yaml:"wait_sec" unit:"s" min:"0" max:"5" desc:"longest wait for that"`
	FallenAngle float64  `yaml:"fallen_angle" unit:"rad" min:"0.2" max:"3.141592653589793" desc:"torso angle beyond which the robot falls"`
	_           struct{} `was:"fall_share" desc:"a weaker kick after a fall did not stand more often"`
	_           struct{} `was:"com_gain" desc:"with a slow integral of the centre of mass fewer kicks stand"`
	_           struct{} `was:"lean_gain" desc:"with a slow integral of the torso's angles fewer kicks stand"`

	Forward Stroke `yaml:",inline" prefix:"forward_"` // straight on
	Side    Stroke `yaml:",inline" prefix:"side_"`    // away from the standing leg
	Inward  Stroke `yaml:",inline" prefix:"inward_"`  // towards it
}

// Estimate holds assumptions about the body.
type Estimate struct {
	AngleSec   float64 `yaml:"angle_sec" unit:"s" min:"0" max:"5" desc:"time constant with which the body's own angles correct those of the gyroscope"` // 0: they count alone
	TableShare float64 `yaml:"table_share" min:"0" max:"1" desc:"how much the fitted table counts for strength and direction"`                          // without it, the strokes' Gain and Offset do
	OffsetX    float64 `yaml:"offset_x" min:"0" max:"1" desc:"how much the measured offset of the centre of mass counts at the beginning, ahead"`
	OffsetY    float64 `yaml:"offset_y" min:"0" max:"1" desc:"the same, aside"`
	LagSec     float64 `yaml:"lag_sec" unit:"s" min:"0" max:"0.3" desc:"time from a command to its measurement"`
}

// DefaultConfig returns the numbers found in the simulator's profile real.
func DefaultConfig() Config {
	return Config{
		ShiftSec: 0.9, RaiseSec: 0.2, RaiseM: 0.03, LiftSec: 0.65, SettleSec: 0.1, HoldSec: 0.02, RetractSec: 0.5, LowerSec: 0.3, ReturnSec: 0.5,
		Forward: Stroke{
			Back: 0.2, Through: 0.114, BackLift: 0.048, HitLift: 0.042, ThroughLift: 0.045,
			BackPitch: -0.243, HitPitch: 0.108, ThroughPitch: 0.276, HitRoll: 0.15,
			LeanPitchBack: 0.101, LeanPitchThrough: -0.025, LeanRollBack: 0.0635, LeanRollThrough: 0.011,
			ComXBack: 0.0086, ComXThrough: 0.001, ComYBack: -0.0065, ComYThrough: -0.008,
			Swing: -0.918, Aside: -0.009, Yaw: -0.07, Turn: 0.36,
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
		BallRadius: 0.05, Rolling: 0.32, StandComX: 0.008, StandComY: 0.004, HomeComX: 0.025, HomeComY: 0.02, Compliance: 1.0 / 50,
		GyroPitch: 0.09, GyroRoll: 0.12, CaptureGain: 1.8, TiltGain: 0.55, TiltMost: 0.12, SettleM: 0.008, WaitSec: 0.8,
		FallenAngle: 0.8,
		Estimate:    Estimate{AngleSec: 0.1, OffsetX: 1, OffsetY: 0.5, LagSec: 0.07, TableShare: 1},
	}
}

// Fields lists the numbers by name.
func (c *Config) Fields() []tunable.Field { return tunable.Of(c) }
