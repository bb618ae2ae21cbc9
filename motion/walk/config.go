package walk

import "fmt"

// Config is how the robot walks: a flat list of numbers that a node's parameters and
// `gonao tune` reach by the names in Fields.
type Config struct {
	// Limits of the commanded velocity.
	MaxForward, MaxBackward, MaxSide float64 // m/s
	MaxTurn                          float64 // rad/s
	AccelX, AccelY, AccelYaw         float64 // change from step to step
	// Shape of the gait.
	Period, PeriodSide float64 // s; s per m/s sideways
	SwingShare         float64 // of the period until the swing foot is commanded to the ground
	Width              float64 // between the feet, m
	WalkHeight         float64 // torso over the soles, m
	StandHeight        float64
	Lift, LiftForward  float64 // m; m per m/s
	LiftSide           float64
	SinkM              float64 // how far under the ground the landing foot is sent, m
	Lean, LeanForward  float64 // rad; rad per m/s
	TurnOpen           float64 // share of a turn made by the opening step
	PivotX, PivotXFwd  float64 // pivot before the ankle, m; m per m/s
	PivotY             float64 // pivot inwards of the ankle, m
	StepGainX          float64 // step length commanded per step length wished
	StepGainY          float64
	StepGainYaw        float64
	// Body.
	Trim       float64 // share of a step's error that the next ones make good
	PendulumM  float64 // height of the pendulum, m
	LatencySec float64 // from a command to its effect
	LeadSec    float64 // by which moving joints are led against the motors' lag
	SagPerNm   float64 // rad that a joint gives way per N m
	SwingHip   float64 // how far the hips give way per acceleration of the swing foot
	SwingDelay float64 // of the swing foot's way after its support ends, s
	SwingLevel float64 // share of the torso's tilt that the swing foot is turned back
	// Feedback.
	Adapt, AdaptStand        float64 // of the reference towards what is measured, per cycle
	WeighStand, WeighWalk    float64 // 1/s, of the offset of the centre of mass
	Amplify                  float64 // of the error that is measured
	StandAnkleX, StandAnkleY float64 // as AnkleX and AnkleY, standing
	StandGyroX, StandGyroY   float64
	SteerX, SteerY           float64 // reach of the pivot within the sole, m
	SteerSec                 float64 // shortest time in which the pivot corrects
	WeightPlace, WeightDCM   float64
	WeightTime               float64
	MinTime, MaxTime         float64 // shares of the swing time
	ReachX, ReachOut         float64 // farthest footstep, m
	ReachIn                  float64 // least distance of the feet, m
	AnkleX, AnkleY           float64 // rad per m of DCM error
	GyroX, GyroY             float64 // ankle roll and pitch per rad/s
	HipX, HipY               float64 // hip per rad of the torso's tilt
	TiltGainRoll             float64 // integral share
	TiltGainPitch            float64
	SwitchShare              float64 // of the weight on the swing foot that makes it the support
	SwitchMin                float64 // share of the swing time before which it is not looked at
	SwitchTimeout            float64 // s after the swing time
	// Stand.
	StandReturn    float64 // how strongly the pivot pushes the DCM back
	CaptureX       float64 // DCM this far from the middle starts to step, m
	CaptureY       float64
	CaptureSteps   float64
	ShiftM         float64 // pivot's shift at the start, m
	StandStiffness float64
	WalkStiffness  float64
	ArmStiffness   float64
	// Arms.
	ArmPitch, ArmRoll, ArmSwing float64 // rad, rad, rad per m of foot
	// Heading.
	HeadingHold float64 // 1/s
	// Kick out of the walk.
	KickX       float64 // of the kicking foot before the supporting one at the ball, m
	KickPeriod  float64 // length of the kicking step, shares of the period
	KickSpeed   float64 // of the foot at the ball, m/s
	KickBack    float64 // swing before and after the ball, m
	KickThrough float64
	KickAside   float64 // of the foot's way from the ball's middle, outwards, m
	KickLift    float64 // more lift, m
	// Odometry.
	OdometryX, OdometryY float64 // way made per way of the feet
}

// DefaultConfig gives the walk tuned in the real profile of the simulator.
func DefaultConfig() Config {
	return Config{
		MaxForward: 0.25, MaxBackward: 0.2, MaxSide: 0.16, MaxTurn: 1.2,
		AccelX: 0.05, AccelY: 0.05, AccelYaw: 0.6,
		Period: 0.275, PeriodSide: 0.2, SwingShare: 0.789,
		Width: 0.104, WalkHeight: 0.302, StandHeight: 0.314,
		Lift: 0.0251, LiftForward: 0.02, LiftSide: 0.02, SinkM: 0.00187,
		Lean: 0.0119, LeanForward: 0.207, TurnOpen: 0.7,
		PivotX: 0.0264, PivotXFwd: 0.00432, PivotY: 0.00364,
		StepGainX: 1, StepGainY: 1, StepGainYaw: 1,
		Trim: 0.05, PendulumM: 0.26, LatencySec: 0.00282, LeadSec: 0.00971, SagPerNm: 0.00657, SwingHip: 0.000826, SwingDelay: 0.0283, SwingLevel: 0.491,
		Adapt: 0.0646, AdaptStand: 0.05, WeighStand: 2, WeighWalk: 0.3, StandAnkleX: 1.5, StandAnkleY: 0.7, StandGyroX: 0.06, StandGyroY: 0.08, Amplify: 0.562, SteerX: 0.0105, SteerY: 0.0131, SteerSec: 0.167, WeightPlace: 9.75, WeightDCM: 137, WeightTime: 1.88,
		MinTime: 0.829, MaxTime: 1.33, ReachX: 0.13, ReachOut: 0.2, ReachIn: 0.088,
		AnkleX: 1.84, AnkleY: 0.759, GyroX: 0.0403, GyroY: 0.0173,
		HipX: 0.404, HipY: 0.358, TiltGainRoll: 0, TiltGainPitch: 0.213,
		SwitchShare: 0.263, SwitchMin: 0.644, SwitchTimeout: 0.15,
		StandReturn: 1.5, CaptureX: 0.05, CaptureY: 0.03, CaptureSteps: 4, ShiftM: 0.04,
		StandStiffness: 0.8, WalkStiffness: 1, ArmStiffness: 0.4,
		ArmPitch: 1.5, ArmRoll: 0.2, ArmSwing: 5,
		HeadingHold: 2,
		KickX:       0.03, KickPeriod: 1.4, KickSpeed: 1.5, KickBack: 0.06, KickThrough: 0.06, KickAside: 0, KickLift: 0.025,
		OdometryX: 1.06, OdometryY: 1.06,
	}
}

// Field is one number of a Config, by the name under which it is tuned.
type Field struct {
	Name     string
	Ptr      *float64
	Min, Max float64
	Unit     string
	Doc      string
}

// Fields lists every number of the configuration.
func (c *Config) Fields() []Field {
	return []Field{
		{"max_forward", &c.MaxForward, 0, 0.6, "m/s", "fastest forward"},
		{"max_backward", &c.MaxBackward, 0, 0.5, "m/s", "fastest backward"},
		{"max_side", &c.MaxSide, 0, 0.4, "m/s", "fastest sideways"},
		{"max_turn", &c.MaxTurn, 0, 3.5, "rad/s", "fastest turn"},
		{"accel_x", &c.AccelX, 0.01, 0.5, "m/s", "change of the forward speed from step to step"},
		{"accel_y", &c.AccelY, 0.01, 0.5, "m/s", "change of the sideways speed from step to step"},
		{"accel_yaw", &c.AccelYaw, 0.05, 3, "rad/s", "change of the turn from step to step"},
		{"period", &c.Period, 0.15, 0.6, "s", "from landing to landing"},
		{"period_side", &c.PeriodSide, 0, 1, "s/(m/s)", "longer by so much per sideways speed"},
		{"swing_share", &c.SwingShare, 0.4, 1, "", "part of the period in which the swing foot is commanded in the air"},
		{"width", &c.Width, 0.09, 0.14, "m", "between the ankles"},
		{"walk_height", &c.WalkHeight, 0.28, 0.33, "m", "torso's origin over the soles, walking"},
		{"stand_height", &c.StandHeight, 0.28, 0.332, "m", "the same, standing"},
		{"lift", &c.Lift, 0.004, 0.04, "m", "of the swing foot"},
		{"lift_forward", &c.LiftForward, 0, 0.1, "s", "more lift per forward speed"},
		{"lift_side", &c.LiftSide, 0, 0.2, "s", "more lift per sideways speed"},
		{"sink", &c.SinkM, 0, 0.02, "m", "how far below the ground a landing foot is sent"},
		{"lean", &c.Lean, -0.2, 0.3, "rad", "of the torso forward"},
		{"lean_forward", &c.LeanForward, -0.5, 1, "rad s/m", "more lean per forward speed"},
		{"turn_open", &c.TurnOpen, 0.5, 1, "", "share of a turn made by the step that opens the feet"},
		{"pivot_x", &c.PivotX, -0.03, 0.06, "m", "pivot before the ankle"},
		{"pivot_x_forward", &c.PivotXFwd, -0.1, 0.1, "s", "more of it per forward speed"},
		{"pivot_y", &c.PivotY, -0.03, 0.03, "m", "pivot inwards of the ankle"},
		{"step_gain_x", &c.StepGainX, 0.5, 2, "", "commanded per wished step length"},
		{"step_gain_y", &c.StepGainY, 0.5, 2, "", "the same sideways"},
		{"step_gain_yaw", &c.StepGainYaw, 0.5, 2, "", "the same for the turn"},
		{"trim", &c.Trim, 0, 0.5, "", "share of a step's mean error that the next steps make good"},
		{"pendulum", &c.PendulumM, 0.2, 0.4, "m", "height of the pendulum"},
		{"latency", &c.LatencySec, 0, 0.09, "s", "from a command to its effect"},
		{"lead", &c.LeadSec, 0, 0.03, "s", "by which moving joints are led against the motors' lag"},
		{"sag", &c.SagPerNm, 0, 0.08, "rad/(N m)", "how far a loaded joint gives way"},
		{"swing_hip", &c.SwingHip, 0, 0.01, "rad s²/m", "how far both hips give way per acceleration of the swing foot"},
		{"swing_delay", &c.SwingDelay, 0, 0.08, "s", "after a switch until the swing foot moves over the ground"},
		{"swing_level", &c.SwingLevel, 0, 1, "", "share of an unwanted tilt that the swing foot is turned back"},
		{"adapt", &c.Adapt, 0, 1, "", "of the reference to the measured DCM, per cycle, walking"},
		{"adapt_stand", &c.AdaptStand, 0, 1, "", "the same standing"},
		{"weigh_stand", &c.WeighStand, 0, 5, "1/s", "how fast the offset of the centre of mass is learnt, standing"},
		{"weigh_walk", &c.WeighWalk, 0, 2, "1/s", "the same walking"},
		{"amplify", &c.Amplify, 0, 2, "", "share of a measured error of the DCM that is believed"},
		{"stand_ankle_x", &c.StandAnkleX, 0, 5, "rad/m", "as ankle_x, standing"},
		{"stand_ankle_y", &c.StandAnkleY, 0, 5, "rad/m", "as ankle_y, standing"},
		{"stand_gyro_x", &c.StandGyroX, 0, 0.3, "s", "as gyro_x, standing"},
		{"stand_gyro_y", &c.StandGyroY, 0, 0.3, "s", "as gyro_y, standing"},
		{"steer_x", &c.SteerX, 0, 0.06, "m", "how far the pivot moves forward and back within the sole"},
		{"steer_y", &c.SteerY, 0, 0.03, "m", "how far it moves sideways"},
		{"steer_time", &c.SteerSec, 0.03, 0.3, "s", "shortest time in which the pivot corrects"},
		{"weight_place", &c.WeightPlace, 0.01, 100, "", "cost of a footstep off its place"},
		{"weight_dcm", &c.WeightDCM, 0.01, 1000, "", "cost of a DCM off its offset at the landing"},
		{"weight_time", &c.WeightTime, 0.001, 10, "m²/s²", "cost of a step off its time"},
		{"min_time", &c.MinTime, 0.4, 1, "", "shortest swing, share of the nominal"},
		{"max_time", &c.MaxTime, 1, 3, "", "longest swing, share of the nominal"},
		{"reach_x", &c.ReachX, 0.05, 0.2, "m", "farthest footstep forward and back"},
		{"reach_out", &c.ReachOut, 0.1, 0.3, "m", "farthest footstep outwards"},
		{"reach_in", &c.ReachIn, 0.07, 0.11, "m", "least distance of the ankles"},
		{"ankle_x", &c.AnkleX, 0, 5, "rad/m", "ankle pitch per DCM error"},
		{"ankle_y", &c.AnkleY, 0, 5, "rad/m", "ankle roll per DCM error"},
		{"gyro_x", &c.GyroX, 0, 0.3, "s", "ankle roll per roll rate"},
		{"gyro_y", &c.GyroY, 0, 0.3, "s", "ankle pitch per pitch rate"},
		{"hip_x", &c.HipX, 0, 2, "", "hip roll per roll of the torso"},
		{"hip_y", &c.HipY, 0, 2, "", "hip pitch per pitch of the torso"},
		{"tilt_roll", &c.TiltGainRoll, 0, 5, "1/s", "integral of the torso's roll onto the hips"},
		{"tilt_pitch", &c.TiltGainPitch, 0, 5, "1/s", "integral of the torso's pitch onto the hips"},
		{"switch_share", &c.SwitchShare, 0.05, 0.7, "", "of the weight, on the swing foot, that makes it the support"},
		{"switch_min", &c.SwitchMin, 0.3, 1, "", "share of the swing time before which no switch happens"},
		{"switch_timeout", &c.SwitchTimeout, 0.03, 0.5, "s", "after the swing time, until the switch is forced"},
		{"stand_return", &c.StandReturn, 0, 5, "", "how strongly the pivot pushes the DCM back"},
		{"capture_x", &c.CaptureX, 0.02, 0.1, "m", "DCM so far ahead or behind starts to step"},
		{"capture_y", &c.CaptureY, 0.02, 0.1, "m", "the same sideways"},
		{"capture_steps", &c.CaptureSteps, 1, 20, "", "steps after a push at least"},
		{"shift", &c.ShiftM, 0.01, 0.06, "m", "pivot's shift that starts the sway"},
		{"stand_stiffness", &c.StandStiffness, 0.3, 1, "", "of the legs, standing"},
		{"walk_stiffness", &c.WalkStiffness, 0.5, 1, "", "of the legs, walking"},
		{"arm_stiffness", &c.ArmStiffness, 0, 1, "", "of the arms"},
		{"arm_pitch", &c.ArmPitch, 1, 2, "rad", "shoulders at rest"},
		{"arm_roll", &c.ArmRoll, 0.05, 0.6, "rad", "arms away from the body"},
		{"arm_swing", &c.ArmSwing, 0, 12, "rad/m", "per the opposite foot's way"},
		{"odometry_x", &c.OdometryX, 0.5, 1.5, "", "way made per way of the feet, forward"},
		{"odometry_y", &c.OdometryY, 0.5, 1.5, "", "the same sideways"},
		{"heading_hold", &c.HeadingHold, 0, 5, "1/s", "turn per heading error while no turn is wanted"},
		{"kick_x", &c.KickX, -0.05, 0.12, "m", "kicking foot before the supporting one at the ball"},
		{"kick_period", &c.KickPeriod, 0.8, 2, "", "length of a kicking step, shares of the period"},
		{"kick_speed", &c.KickSpeed, 0.2, 5, "m/s", "the kicking foot's at the ball"},
		{"kick_back", &c.KickBack, 0, 0.2, "m", "the kicking foot's swing before the ball"},
		{"kick_through", &c.KickThrough, 0, 0.2, "m", "and after it"},
		{"kick_aside", &c.KickAside, -0.04, 0.04, "m", "of the kicking foot from the ball's middle, outwards"},
		{"kick_lift", &c.KickLift, 0, 0.05, "m", "more lift of the kicking foot"},
	}
}

// Check names the number that is out of range, or gives nil.
func (c Config) Check() error {
	for _, f := range c.Fields() {
		if !(*f.Ptr >= f.Min && *f.Ptr <= f.Max) {
			return fmt.Errorf("%s %g: expected %g to %g %s", f.Name, *f.Ptr, f.Min, f.Max, f.Unit)
		}
	}
	return nil
}
