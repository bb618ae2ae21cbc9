package walk

import (
	"math"

	"gonao/motion/tunable"
)

// Config is how the robot walks: a flat list of numbers that a node's parameters and
// `gonao tune` reach by the names in Fields, which also say what each is.
type Config struct {
	MaxForward      float64 // m/s
	MaxBackward     float64 // m/s
	MaxSide         float64 // m/s
	MaxTurn         float64 // rad/s
	AccelX          float64 // m/s
	AccelY          float64 // m/s
	AccelYaw        float64 // rad/s
	Period          float64 // s
	PeriodSide      float64 // s/(m/s)
	StepGainX       float64 // share
	StepGainY       float64 // share
	StepGainYaw     float64 // share
	TurnOpen        float64 // share
	TurnLead        float64 // s
	SwingRoll       float64 // share
	SwingShare      float64 // share
	Lift            float64 // m
	LiftForward     float64 // s
	LiftSide        float64 // s
	LiftTurn        float64 // m s/rad
	SwingLevel      float64 // share
	FirstLift       float64 // share
	Width           float64 // m
	WalkHeight      float64 // m
	StandHeight     float64 // m
	SinkSpeed       float64 // m/s
	ComX            float64 // m
	ComXForward     float64 // s
	StandComX       float64 // m
	Lean            float64 // rad
	LeanForward     float64 // rad s/m
	Upright         float64 // rad
	HipPitch        float64 // share
	HipGyro         float64 // s
	AnkleGyroPitch  float64 // s
	AnkleGyroRoll   float64 // s
	GyroFilter      float64 // share
	SwitchMin       float64 // share
	SwitchMax       float64 // share
	PendulumM       float64 // m
	WeighStand      float64 // 1/s
	CatchGainX      float64 // share
	CatchGainY      float64 // share
	CatchDead       float64 // m
	CatchX          float64 // m
	CatchY          float64 // m
	ReachX          float64 // m
	ReachOut        float64 // m
	CaptureX        float64 // m
	CaptureBack     float64 // m
	CaptureY        float64 // m
	CaptureSteps    float64 // share
	CalmM           float64 // m
	StandPivotX     float64 // m
	StandAnklePitch float64 // rad/m
	StandAnkleRoll  float64 // rad/m
	StandGyroPitch  float64 // s
	StandGyroRoll   float64 // s
	StandHip        float64 // share
	StandStiffness  float64 // share
	WalkStiffness   float64 // share
	ArmStiffness    float64 // share
	ArmPitch        float64 // rad
	ArmRoll         float64 // rad
	ArmSwing        float64 // rad/m
	KickX           float64 // m
	KickPeriod      float64 // share
	KickSpeed       float64 // m/s
	KickBack        float64 // m
	KickThrough     float64 // m
	KickAside       float64 // m
	KickLift        float64 // m
	KickTurn        float64 // rad
	KickAlign       float64 // m
	KickInside      float64 // m
	KickCatchX      float64 // share
	KickCatchY      float64 // share
	OdometryX       float64 // share
	OdometryY       float64 // share
	HeadingHold     float64 // 1/s
	HeadingTrim     float64 // 1/s²
	LineHold        float64 // rad/m
}

// DefaultConfig gives the walk tuned in the real profile of the simulator.
func DefaultConfig() Config {
	return Config{
		MaxForward:      0.34,
		MaxBackward:     0.2,
		MaxSide:         0.2,
		MaxTurn:         1.8,
		AccelX:          0.04,
		AccelY:          0.05,
		AccelYaw:        0.6,
		Period:          0.242,
		PeriodSide:      0.15,
		StepGainX:       1.2,
		StepGainY:       1.5,
		StepGainYaw:     1.55,
		TurnOpen:        0.8,
		TurnLead:        0.03,
		SwingRoll:       0.5,
		SwingShare:      0.965,
		Lift:            0.0115,
		LiftForward:     0.0326,
		LiftSide:        0.08,
		LiftTurn:        0.004,
		SwingLevel:      0.5,
		FirstLift:       0.35,
		Width:           0.1001,
		WalkHeight:      0.3034,
		StandHeight:     0.32,
		SinkSpeed:       0.05,
		ComX:            0.0222,
		ComXForward:     -0.0008,
		StandComX:       0.012,
		Lean:            -0.0184,
		LeanForward:     -0.0179,
		Upright:         0.0225,
		HipPitch:        0.147,
		HipGyro:         0.0134,
		AnkleGyroPitch:  0.0454,
		AnkleGyroRoll:   0.05,
		GyroFilter:      0.3,
		SwitchMin:       0.485,
		SwitchMax:       1.6,
		PendulumM:       0.26,
		WeighStand:      2,
		CatchGainX:      0.3,
		CatchGainY:      0.3,
		CatchDead:       0.015,
		CatchX:          0.02,
		CatchY:          0.018,
		ReachX:          0.1,
		ReachOut:        0.08,
		CaptureX:        0.06,
		CaptureBack:     0.045,
		CaptureY:        0.06,
		CaptureSteps:    4,
		CalmM:           0.03,
		StandPivotX:     0.02,
		StandAnklePitch: 0.6,
		StandAnkleRoll:  0.3,
		StandGyroPitch:  0.04,
		StandGyroRoll:   0.02,
		StandHip:        0.0,
		StandStiffness:  0.8,
		WalkStiffness:   1,
		ArmStiffness:    0.8,
		ArmPitch:        1.5,
		ArmRoll:         0.2,
		ArmSwing:        9,
		KickX:           0.03,
		KickPeriod:      1.4,
		KickSpeed:       1.5,
		KickBack:        0.06,
		KickThrough:     0.12,
		KickAside:       0,
		KickLift:        0.015,
		KickTurn:        0.15,
		KickAlign:       0.01,
		KickInside:      0.01,
		KickCatchX:      0.3,
		KickCatchY:      0.8,
		OdometryX:       1,
		OdometryY:       1,
		HeadingHold:     1.13,
		HeadingTrim:     0.3,
		LineHold:        1,
	}
}

// Fields lists every number of the configuration.
func (c *Config) Fields() []tunable.Field {
	return []tunable.Field{
		tunable.Of("max_forward", &c.MaxForward, 0, 0.6, "m/s", "fastest forward"),
		tunable.Of("max_backward", &c.MaxBackward, 0, 0.5, "m/s", "fastest backward"),
		tunable.Of("max_side", &c.MaxSide, 0, 0.4, "m/s", "fastest sideways"),
		tunable.Of("max_turn", &c.MaxTurn, 0, 3.5, "rad/s", "fastest turn"),
		tunable.Of("accel_x", &c.AccelX, 0.01, 0.5, "m/s", "change of the forward speed from step to step"),
		tunable.Of("accel_y", &c.AccelY, 0.01, 0.5, "m/s", "change of the sideways speed from step to step"),
		tunable.Of("accel_yaw", &c.AccelYaw, 0.05, 3, "rad/s", "change of the turn from step to step"),
		tunable.Of("period", &c.Period, 0.15, 0.5, "s", "time of a step"),
		tunable.Of("period_side", &c.PeriodSide, 0, 1, "s/(m/s)", "longer by so much per sideways speed"),
		tunable.Of("step_gain_x", &c.StepGainX, 0.5, 2, "", "commanded per wished step length: soles slip and joints lag"),
		tunable.Of("step_gain_y", &c.StepGainY, 0.5, 2, "", "commanded per wished way of a step aside"),
		tunable.Of("step_gain_yaw", &c.StepGainYaw, 0.5, 2.5, "", "commanded per wished turn of a step"),
		tunable.Of("turn_open", &c.TurnOpen, 0.5, 1, "", "part of a turn that the step makes which opens the feet"),
		tunable.Of("turn_lead", &c.TurnLead, 0, 0.15, "s", "so much before a step's end the feet turn on towards the next one's"),
		tunable.Of("swing_roll", &c.SwingRoll, -1, 2, "", "part of the trunk's roll that the foot in the air is turned back"),
		tunable.Of("swing_share", &c.SwingShare, 0.6, 1, "", "part of the step in which the swing foot goes ahead"),
		tunable.Of("lift", &c.Lift, 0.004, 0.04, "m", "how high the swing foot goes"),
		tunable.Of("lift_forward", &c.LiftForward, -0.05, 0.1, "s", "more lift per forward speed"),
		tunable.Of("lift_side", &c.LiftSide, 0, 0.2, "s", "more lift per sideways speed"),
		tunable.Of("lift_turn", &c.LiftTurn, 0, 0.02, "m s/rad", "more lift per turn"),
		tunable.Of("swing_level", &c.SwingLevel, 0, 1.5, "", "part of the trunk's unwanted tilt that the foot in the air is turned back"),
		tunable.Of("first_lift", &c.FirstLift, 0.1, 1, "", "part of the lift that the first step makes"),
		tunable.Of("width", &c.Width, 0.085, 0.14, "m", "between the ankles"),
		tunable.Of("walk_height", &c.WalkHeight, 0.28, 0.33, "m", "torso's origin over the soles, walking"),
		tunable.Of("stand_height", &c.StandHeight, 0.28, 0.332, "m", "torso's origin over the soles, standing"),
		tunable.Of("sink_speed", &c.SinkSpeed, 0.01, 0.3, "m/s", "of the torso, from one height to the other"),
		tunable.Of("com_x", &c.ComX, -0.02, 0.05, "m", "torso before the middle of the feet, walking"),
		tunable.Of("com_x_forward", &c.ComXForward, -0.2, 0.2, "s", "so much farther before them per forward speed"),
		tunable.Of("stand_com_x", &c.StandComX, -0.03, 0.05, "m", "torso before the middle of the feet, standing"),
		tunable.Of("lean", &c.Lean, -0.2, 0.3, "rad", "of the trunk, forward"),
		tunable.Of("lean_forward", &c.LeanForward, -0.5, 1, "rad s/m", "more lean per forward speed"),
		tunable.Of("upright", &c.Upright, -0.1, 0.1, "rad", "pitch of the trunk at which its lean counts as met"),
		tunable.Of("hip_pitch", &c.HipPitch, -0.3, 1.5, "", "bearing hip per unwanted lean"),
		tunable.Of("hip_gyro", &c.HipGyro, -0.1, 0.1, "s", "bearing hip per pitch rate"),
		tunable.Of("ankle_gyro_pitch", &c.AnkleGyroPitch, 0, 0.3, "s", "bearing ankle per pitch rate"),
		tunable.Of("ankle_gyro_roll", &c.AnkleGyroRoll, -0.1, 0.3, "s", "bearing ankle per roll rate"),
		tunable.Of("gyro_filter", &c.GyroFilter, 0, 0.95, "", "part of the last cycle's rate that is kept"),
		tunable.Of("switch_min", &c.SwitchMin, 0.2, 1, "", "share of the period before which no step ends"),
		tunable.Of("switch_max", &c.SwitchMax, 1, 4, "", "share of the period at which every step ends"),
		tunable.Of("pendulum", &c.PendulumM, 0.2, 0.4, "m", "height of the pendulum"),
		tunable.Of("weigh_stand", &c.WeighStand, 0, 5, "1/s", "how fast the offset of the centre of mass is learnt, standing"),
		tunable.Of("catch_gain_x", &c.CatchGainX, 0, 1.5, "", "part of a lost balance that a footstep makes good, forward and back"),
		tunable.Of("catch_gain_y", &c.CatchGainY, 0, 1.5, "", "part of a lost balance that a footstep makes good, sideways"),
		tunable.Of("catch_dead", &c.CatchDead, 0, 0.06, "m", "a balance off by less is not lost"),
		tunable.Of("catch_x", &c.CatchX, -0.03, 0.06, "m", "DCM before a foot that lands, until it is known from the steps"),
		tunable.Of("catch_y", &c.CatchY, 0, 0.05, "m", "DCM inside a foot that lands, until it is known from the steps"),
		tunable.Of("reach_x", &c.ReachX, 0.02, 0.16, "m", "farthest that a catching foot goes forward or back"),
		tunable.Of("reach_out", &c.ReachOut, 0.02, 0.14, "m", "farthest that a catching foot goes outwards"),
		tunable.Of("capture_x", &c.CaptureX, 0.02, 0.12, "m", "DCM so far ahead in the stand: step"),
		tunable.Of("capture_back", &c.CaptureBack, 0.02, 0.12, "m", "DCM so far behind in the stand: step"),
		tunable.Of("capture_y", &c.CaptureY, 0.02, 0.12, "m", "DCM so far aside in the stand: step"),
		tunable.Of("capture_steps", &c.CaptureSteps, 1, 20, "", "steps after a push of the stand, at least"),
		tunable.Of("calm", &c.CalmM, 0.005, 0.1, "m", "DCM so near lets a walk end"),
		tunable.Of("stand_pivot_x", &c.StandPivotX, -0.03, 0.06, "m", "where the DCM rests before the ankles"),
		tunable.Of("stand_ankle_pitch", &c.StandAnklePitch, 0, 5, "rad/m", "ankles' pitch per DCM, standing"),
		tunable.Of("stand_ankle_roll", &c.StandAnkleRoll, 0, 5, "rad/m", "ankles' roll per DCM, standing"),
		tunable.Of("stand_gyro_pitch", &c.StandGyroPitch, 0, 0.3, "s", "ankles' pitch per pitch rate, standing"),
		tunable.Of("stand_gyro_roll", &c.StandGyroRoll, 0, 0.3, "s", "ankles' roll per roll rate, standing"),
		tunable.Of("stand_hip", &c.StandHip, -1, 2, "", "hips per lean of the trunk, standing"),
		tunable.Of("stand_stiffness", &c.StandStiffness, 0.3, 1, "", "of the legs, standing"),
		tunable.Of("walk_stiffness", &c.WalkStiffness, 0.5, 1, "", "of the legs, walking"),
		tunable.Of("arm_stiffness", &c.ArmStiffness, 0, 1, "", "of the arms"),
		tunable.Of("arm_pitch", &c.ArmPitch, 1, 2, "rad", "of the shoulders at rest"),
		tunable.Of("arm_roll", &c.ArmRoll, 0.05, 0.6, "rad", "arms away from the body"),
		tunable.Of("arm_swing", &c.ArmSwing, -8, 12, "rad/m", "of an arm per way of the other side's foot"),
		tunable.Of("kick_x", &c.KickX, -0.05, 0.12, "m", "kicking foot before the supporting one at the ball"),
		tunable.Of("kick_period", &c.KickPeriod, 0.8, 2, "", "length of a kicking step, shares of the period"),
		tunable.Of("kick_speed", &c.KickSpeed, 0.2, 5, "m/s", "of the kicking foot at the ball"),
		tunable.Of("kick_back", &c.KickBack, 0, 0.2, "m", "the kicking foot's swing before the ball"),
		tunable.Of("kick_through", &c.KickThrough, 0, 0.2, "m", "the kicking foot's swing after the ball"),
		tunable.Of("kick_aside", &c.KickAside, -0.04, 0.04, "m", "of the kicking foot from the ball's middle, outwards"),
		tunable.Of("kick_lift", &c.KickLift, 0, 0.05, "m", "more lift of the kicking foot"),
		tunable.Of("kick_turn", &c.KickTurn, -0.5, 0.5, "rad", "the kicking foot's way is turned inwards by so much, against the sway"),
		tunable.Of("kick_align", &c.KickAlign, 0, 0.05, "m", "most that the supporting foot is put aside for the ball"),
		tunable.Of("kick_inside", &c.KickInside, -0.02, 0.04, "m", "the supporting foot lands so much nearer to the other one"),
		tunable.Of("kick_catch_x", &c.KickCatchX, 0, 1.5, "", "part of a lost balance that the kicking foot's landing makes good, forward and back"),
		tunable.Of("kick_catch_y", &c.KickCatchY, 0, 1.5, "", "part of a lost balance that the kicking foot's landing makes good, sideways"),
		tunable.Of("odometry_x", &c.OdometryX, 0.5, 1.5, "", "way made per way that the joints tell, forward and back"),
		tunable.Of("odometry_y", &c.OdometryY, 0.5, 1.5, "", "way made per way that the joints tell, sideways"),
		tunable.Of("heading_hold", &c.HeadingHold, 0, 5, "1/s", "turn per heading error while no turn is wanted"),
		tunable.Of("heading_trim", &c.HeadingTrim, 0, 2, "1/s²", "how fast the turn that the gait makes by itself is learnt"),
		tunable.Of("line_hold", &c.LineHold, 0, 5, "rad/m", "heading towards the line walked along per way off it"),
	}
}

// Check names the number that is out of range, or gives nil.
func (c Config) Check() error { return tunable.Check(c.Fields()) }

// omega is the rate at which the DCM runs away from the pivot, 1/s.
func (c *Config) omega() float64 { return math.Sqrt(9.81 / c.PendulumM) }
