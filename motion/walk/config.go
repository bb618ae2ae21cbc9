package walk

import (
	"math"

	"gonao/motion/tunable"
)

// Config holds the numbers of the walk, each with the effect of a larger value. The node's parameters and `gonao motion
// tune` use the names in the tags. DCM is the divergent component of motion, see the package.
type Config struct {
	// A faster velocity is scaled to the ellipsoid of the limits. Steps of a higher limit are longer and fall sooner.
	MaxForward float64 `yaml:"max_forward" unit:"m/s" min:"0" max:"0.6" heading:"The numbers that a person tunes, one at a time; make bench OF=motion shows what a change does." desc:"highest speed forward"`
	// As MaxForward.
	MaxBackward float64 `yaml:"max_backward" unit:"m/s" min:"0" max:"0.5" desc:"highest speed backward"`
	// As MaxForward.
	MaxSide float64 `yaml:"max_side" unit:"m/s" min:"0" max:"0.4" desc:"highest speed sideways"`
	// As MaxForward.
	MaxTurn float64 `yaml:"max_turn" unit:"rad/s" min:"0" max:"3.5" desc:"highest turning speed"`
	// More reaches a speed in fewer steps, and tips the trunk more.
	AccelX float64 `yaml:"accel_x" unit:"m/s" min:"0.01" max:"0.5" desc:"largest change of the forward speed from one step to the next"`
	// The pressure under the soles ends a step, near this time. Shorter steps sway less and lift for a shorter time.
	Period float64 `yaml:"period" unit:"s" min:"0.15" max:"0.5" desc:"planned duration of a step"`
	// More clears carpet and unevenness, and costs balance.
	Lift float64 `yaml:"lift" unit:"m" min:"0.004" max:"0.04" desc:"height of the swing foot over the ground"`
	// Lower bends the knees: longer steps are in reach, and the motors get warmer.
	WalkHeight float64 `yaml:"walk_height" unit:"m" min:"0.28" max:"0.33" desc:"height of the torso's origin over the soles while walking"`
	// More moves the weight to the toes.
	ComX float64 `yaml:"com_x" unit:"m" min:"-0.02" max:"0.05" desc:"distance of the torso ahead of the middle of the feet while walking"`
	// More moves the centre of mass forward.
	Lean float64 `yaml:"lean" unit:"rad" min:"-0.2" max:"0.3" desc:"forward pitch of the trunk while walking"`
	// More damps the body forward and back; too much shakes.
	AnkleGyroPitch float64 `yaml:"ankle_gyro_pitch" unit:"s" min:"0" max:"0.3" desc:"turn of the bearing ankle per pitch rate"`
	// More damps the sway; too much spoils the rhythm.
	AnkleGyroRoll float64 `yaml:"ankle_gyro_roll" unit:"s" min:"-0.1" max:"0.3" desc:"turn of the bearing ankle per roll rate"`
	WalkStiffness float64 `yaml:"walk_stiffness" min:"0.5" max:"1" desc:"stiffness of the legs while walking"`
	// Less saves current; too little sags.
	StandStiffness float64 `yaml:"stand_stiffness" min:"0.3" max:"1" desc:"stiffness of the legs while standing"`
	// A larger value kicks farther, as long as the motors can follow.
	KickSpeed float64 `yaml:"kick_speed" unit:"m/s" min:"0.2" max:"5" desc:"speed of the kicking foot at the ball, at full strength"`

	MadeX   float64 `yaml:"made_x" min:"0.5" max:"2.5" heading:"What the robot learns while it stands and walks: where it begins, and how fast it learns." desc:"forward speed made per planned speed, until it is learnt"`
	MadeY   float64 `yaml:"made_y" min:"0.5" max:"2.5" desc:"sideways speed made per planned speed, until it is learnt"`
	MadeYaw float64 `yaml:"made_yaw" min:"0.5" max:"2.5" desc:"turning speed made per planned speed, until it is learnt"`
	// More is sooner at the commanded speed and follows disturbances; 0 regulates nothing.
	SpeedLearn float64 `yaml:"speed_learn" min:"0" max:"1" desc:"part of a speed error by which a step corrects what was learnt"`
	CatchX     float64 `yaml:"catch_x" unit:"m" min:"-0.03" max:"0.06" desc:"DCM's place ahead of a foot that lands, until it is learnt from the steps"`
	CatchY     float64 `yaml:"catch_y" unit:"m" min:"0" max:"0.05" desc:"DCM's place inside a foot that lands, until it is learnt from the steps"`
	// More is sooner upright on a slope, and follows the trunk's sway; 0 turns nothing.
	TiltLearn float64 `yaml:"tilt_learn" min:"0" max:"1" desc:"part of the trunk's mean tilt by which a step turns the soles against it"`
	// More adapts faster to a body, and follows disturbances.
	WeighStand  float64 `yaml:"weigh_stand" unit:"1/s" min:"0" max:"5" desc:"rate at which the offset of the centre of mass is learnt while standing"`
	HeadingTrim float64 `yaml:"heading_trim" unit:"1/s²" min:"0" max:"2" desc:"rate at which the turn that the gait makes by itself is learnt"`

	// Bodies make more or less than is planned; the regulator plans for the speed that is wanted, up to this. Steps of a
	// higher one are longer and fall sooner.
	PlanForward float64 `yaml:"plan_forward" unit:"m/s" min:"0" max:"0.6" heading:"The steps. They are good only together: vary them by a search, docs/motion/tune.md." desc:"highest speed forward that steps are planned for"`
	// As PlanForward.
	PlanBackward float64 `yaml:"plan_backward" unit:"m/s" min:"0" max:"0.5" desc:"highest speed backward that steps are planned for"`
	// As PlanForward.
	PlanSide float64 `yaml:"plan_side" unit:"m/s" min:"0" max:"0.4" desc:"highest speed sideways that steps are planned for"`
	// As PlanForward.
	PlanTurn float64 `yaml:"plan_turn" unit:"rad/s" min:"0" max:"3.5" desc:"highest turning speed that steps are planned for"`
	// As AccelX.
	AccelY float64 `yaml:"accel_y" unit:"m/s" min:"0.01" max:"0.5" desc:"largest change of the sideways speed from one step to the next"`
	// As AccelX.
	AccelYaw float64 `yaml:"accel_yaw" unit:"rad/s" min:"0.05" max:"3" desc:"largest change of the turning speed from one step to the next"`
	// More stops in fewer steps, and tips the trunk more.
	DecelX float64 `yaml:"decel_x" unit:"m/s" min:"0.01" max:"0.5" desc:"largest change of the forward speed towards zero from one step to the next"`
	// As DecelX.
	DecelY float64 `yaml:"decel_y" unit:"m/s" min:"0.01" max:"0.5" desc:"largest change of the sideways speed towards zero from one step to the next"`
	// As DecelX.
	DecelYaw float64 `yaml:"decel_yaw" unit:"rad/s" min:"0.05" max:"3" desc:"largest change of the turning speed towards zero from one step to the next"`
	// More leaves time to bring the feet together again.
	PeriodSide float64 `yaml:"period_side" unit:"s/(m/s)" min:"0" max:"1" desc:"time that a step takes longer per sideways speed"`
	// Above 1 it makes up for soles that slip and joints that lag. It scales the speed that is made.
	StepGainX float64 `yaml:"step_gain_x" min:"0.5" max:"2" desc:"commanded length of a step per wished length"`
	// As StepGainX, sideways.
	StepGainY float64 `yaml:"step_gain_y" min:"0.5" max:"2" desc:"commanded width of a step aside per wished width"`
	// As StepGainX, for turning.
	StepGainYaw float64 `yaml:"step_gain_yaw" min:"0.5" max:"2.5" desc:"commanded turn of a step per wished turn"`
	// The next step makes the rest, and closes them. At 1 the feet never turn inwards.
	TurnOpen float64 `yaml:"turn_open" min:"0.5" max:"1" desc:"part of a turn that is made by the step which opens the feet"`
	// It makes up for the lag of the hips' motor: a foot that lands while it turns brakes the body.
	TurnLead float64 `yaml:"turn_lead" unit:"s" min:"0" max:"0.15" desc:"time before a step's end from which the feet turn on towards the next step's turn"`
	// More lands the foot flatter while the body rolls; too much fights the roll.
	SwingRoll float64 `yaml:"swing_roll" min:"-1" max:"2" desc:"part of the trunk's roll by which the swing foot is turned back"`
	// Less makes the swing faster, and rests the foot before it lands.
	SwingShare  float64 `yaml:"swing_share" min:"0.6" max:"1" desc:"part of a step in which the swing foot goes forward"`
	LiftForward float64 `yaml:"lift_forward" unit:"s" min:"-0.05" max:"0.1" desc:"additional lift per forward speed"`
	LiftSide    float64 `yaml:"lift_side" unit:"s" min:"0" max:"0.2" desc:"additional lift per sideways speed"`
	LiftTurn    float64 `yaml:"lift_turn" unit:"m s/rad" min:"0" max:"0.02" desc:"additional lift per turning speed"`
	// At most 3 cm, and whole from a planned 0.15 m/s on. The tilt lowers a foot that is put ahead; more keeps it off the
	// ground after a push.
	LiftPitch float64 `yaml:"lift_pitch" unit:"m/rad" min:"0" max:"0.4" desc:"additional lift per forward tilt of the trunk beyond 0.06 rad, walking ahead"`
	// More lands the whole sole when the trunk tips.
	SwingLevel float64 `yaml:"swing_level" min:"0" max:"1.5" desc:"part of the trunk's pitch error by which the swing foot is turned back"`
	// Less begins the sway gently.
	FirstLift   float64 `yaml:"first_lift" min:"0.1" max:"1" desc:"part of the lift that the first step has"`
	ComXForward float64 `yaml:"com_x_forward" unit:"s" min:"-0.2" max:"0.2" desc:"additional distance of com_x per forward speed"`
	LeanForward float64 `yaml:"lean_forward" unit:"rad s/m" min:"-0.5" max:"1" desc:"additional lean per forward speed"`
	// More keeps the trunk upright more stiffly; too much oscillates.
	HipPitch float64 `yaml:"hip_pitch" min:"-0.3" max:"1.5" desc:"turn of the bearing hip per pitch error of the trunk"`
	// More damps the trunk.
	HipGyro float64 `yaml:"hip_gyro" unit:"s" min:"-0.1" max:"0.1" desc:"turn of the bearing hip per pitch rate"`
	// More is smoother and later.
	GyroFilter float64 `yaml:"gyro_filter" min:"0" max:"0.95" desc:"part of the last cycle's filtered rate that is kept"`
	// Less allows quicker steps after a push.
	SwitchMin float64 `yaml:"switch_min" min:"0.2" max:"1" desc:"share of the period before which no step ends"`
	// Less forces steps of a body that does not sway over.
	SwitchMax float64 `yaml:"switch_max" min:"1" max:"4" desc:"share of the period after which a step ends in any case"`

	// More catches stronger pushes; too much overshoots.
	CatchGainX float64 `yaml:"catch_gain_x" min:"0" max:"1.5" heading:"How pushes are caught. Too small, and the robot falls; too large, and it steps without need." desc:"part of a DCM error that a step's length corrects, forward and back"`
	// As CatchGainX, sideways.
	CatchGainY float64 `yaml:"catch_gain_y" min:"0" max:"1.5" desc:"part of a DCM error that a step's width corrects"`
	// More ignores more of the sensors' noise.
	CatchDead float64 `yaml:"catch_dead" unit:"m" min:"0" max:"0.06" desc:"DCM error up to which a step is not moved"`
	// More catches stronger pushes, with longer steps.
	ReachX float64 `yaml:"reach_x" unit:"m" min:"0.02" max:"0.16" desc:"farthest that a step is moved forward or back"`
	// As ReachX; legs are never crossed.
	ReachOut float64 `yaml:"reach_out" unit:"m" min:"0.02" max:"0.14" desc:"farthest that a step is moved outwards"`
	// Less steps sooner after a push.
	CaptureX float64 `yaml:"capture_x" unit:"m" min:"0.02" max:"0.12" desc:"distance of the DCM ahead beyond which a robot that stands steps"`
	// As CaptureX.
	CaptureBack float64 `yaml:"capture_back" unit:"m" min:"0.02" max:"0.12" desc:"distance of the DCM behind beyond which a robot that stands steps"`
	// As CaptureX.
	CaptureY float64 `yaml:"capture_y" unit:"m" min:"0.02" max:"0.12" desc:"distance of the DCM aside beyond which a robot that stands steps"`
	// With more steps the robot has more certainly caught the push when it stops.
	CaptureSteps float64 `yaml:"capture_steps" min:"1" max:"20" desc:"least number of steps after a push of a robot that stands"`
	// Less waits for a calmer body, and may step longer on the spot.
	CalmM float64 `yaml:"calm" unit:"m" min:"0.005" max:"0.1" desc:"distance of the DCM within which a walk may end"`

	// Higher straightens the knees and saves current.
	StandHeight float64 `yaml:"stand_height" unit:"m" min:"0.28" max:"0.332" heading:"The stand. The gains balance it: vary them together, with pushes." desc:"height of the torso's origin over the soles while standing"`
	SinkSpeed   float64 `yaml:"sink_speed" unit:"m/s" min:"0.01" max:"0.3" desc:"speed of the torso from one of these heights to the other"`
	// As ComX.
	StandComX   float64 `yaml:"stand_com_x" unit:"m" min:"-0.03" max:"0.05" desc:"distance of the torso ahead of the middle of the feet while standing"`
	StandPivotX float64 `yaml:"stand_pivot_x" unit:"m" min:"-0.03" max:"0.06" desc:"place ahead of the ankles over which the DCM rests"`
	// More holds the stand more stiffly; too much rocks.
	StandAnklePitch float64 `yaml:"stand_ankle_pitch" unit:"rad/m" min:"0" max:"5" desc:"turn of the ankles' pitch per DCM error while standing"`
	// As StandAnklePitch.
	StandAnkleRoll float64 `yaml:"stand_ankle_roll" unit:"rad/m" min:"0" max:"5" desc:"turn of the ankles' roll per DCM error while standing"`
	// More damps.
	StandGyroPitch float64 `yaml:"stand_gyro_pitch" unit:"s" min:"0" max:"0.3" desc:"turn of the ankles' pitch per pitch rate while standing"`
	// More damps.
	StandGyroRoll float64 `yaml:"stand_gyro_roll" unit:"s" min:"0" max:"0.3" desc:"turn of the ankles' roll per roll rate while standing"`

	// Wider stands firmer and sways slower.
	Width float64 `yaml:"width" unit:"m" min:"0.085" max:"0.14" heading:"What is measured on the body, and needs to change only with it." desc:"distance between the ankles"`
	// Higher makes the DCM react to the speed more.
	PendulumM float64 `yaml:"pendulum" unit:"m" min:"0.2" max:"0.4" desc:"height of the pendulum that the DCM is computed with"`
	// It corrects the body's mean tilt.
	Upright float64 `yaml:"upright" unit:"rad" min:"-0.1" max:"0.1" desc:"measured pitch of the trunk that counts as its commanded lean"`
	// Less than 1 corrects slip.
	OdometryX float64 `yaml:"odometry_x" min:"0.5" max:"1.5" desc:"way made per way that the joints measure, forward"`
	// As OdometryX.
	OdometryBack float64 `yaml:"odometry_back" min:"0.5" max:"1.5" desc:"way made per way that the joints measure, backward"`
	// As OdometryX.
	OdometryY float64 `yaml:"odometry_y" min:"0.5" max:"1.5" desc:"way made per way that the joints measure, sideways"`
	// Steps on the spot make it too. Too little, and goals are overrun.
	OdometryStep float64 `yaml:"odometry_step" unit:"m" min:"-0.005" max:"0.005" desc:"way ahead that a step makes and the joints do not measure"`

	// A larger value corrects sooner; 0 lets the robot drift.
	HeadingHold float64 `yaml:"heading_hold" unit:"1/s" min:"0" max:"5" heading:"The course: gains of its control." desc:"turning speed per heading error while no turn is commanded"`
	// More comes back to the line sooner; 0 keeps the heading alone.
	LineHold float64 `yaml:"line_hold" unit:"rad/m" min:"0" max:"5" desc:"heading towards the line walked along per distance from it"`

	ArmStiffness float64 `yaml:"arm_stiffness" min:"0" max:"1" heading:"The arms: their look, and little of the walk." desc:"stiffness of the arms"`
	// More than 1.57 puts the arms behind the body.
	ArmPitch float64 `yaml:"arm_pitch" unit:"rad" min:"1" max:"2" desc:"pitch of the shoulders at rest"`
	ArmRoll  float64 `yaml:"arm_roll" unit:"rad" min:"0.05" max:"0.6" desc:"angle of the arms away from the body"`
	// 0 keeps the arms still.
	ArmSwing float64 `yaml:"arm_swing" unit:"rad/m" min:"-8" max:"12" desc:"swing of an arm per way of the other side's foot"`

	// It shifts where the ball has to lie.
	KickX float64 `yaml:"kick_x" unit:"m" min:"-0.05" max:"0.12" heading:"The kick out of the walk. Only together are they good, too." desc:"place of the kicking foot ahead of the supporting one when it meets the ball"`
	// A larger value leaves more time for the swing, and the body falls farther during it.
	KickPeriod float64 `yaml:"kick_period" min:"0.8" max:"2" desc:"duration of a kicking step, as a share of the period"`
	// A larger value gives the foot a longer way to accelerate.
	KickBack    float64 `yaml:"kick_back" unit:"m" min:"0" max:"0.2" desc:"way of the kicking foot back, before the ball"`
	KickThrough float64 `yaml:"kick_through" unit:"m" min:"0" max:"0.2" desc:"way of the kicking foot on, after the ball"`
	// More clears the ground during the swing, and hits the ball higher.
	KickLift float64 `yaml:"kick_lift" unit:"m" min:"0" max:"0.05" desc:"additional lift of the kicking foot"`
	// It works against the body's sway, which pushes the ball outwards.
	KickTurn  float64 `yaml:"kick_turn" unit:"rad" min:"-0.5" max:"0.5" desc:"angle by which the kicking foot's way is turned inwards"`
	KickAlign float64 `yaml:"kick_align" unit:"m" min:"0" max:"0.05" desc:"farthest that the supporting foot is put aside for the ball"`
	// More slows the sway during the kick.
	KickInside float64 `yaml:"kick_inside" unit:"m" min:"-0.02" max:"0.04" desc:"distance by which the supporting foot lands nearer to the other foot"`
	// The kicking foot lands far ahead; more moves the body after it.
	KickStride float64 `yaml:"kick_stride" unit:"m/s" min:"0" max:"0.5" desc:"least speed ahead that the kicking step is planned for"`
	// It makes up for the leg's swing, which tips the trunk back.
	KickAhead float64 `yaml:"kick_ahead" unit:"m" min:"0" max:"0.05" desc:"how much farther ahead over the supporting foot the body goes in the kicking step"`
	// As CatchGainX.
	KickCatchX float64 `yaml:"kick_catch_x" min:"0" max:"1.5" desc:"part of a DCM error that the kicking foot's landing corrects, forward and back"`
	// As CatchGainY.
	KickCatchY float64 `yaml:"kick_catch_y" min:"0" max:"1.5" desc:"part of a DCM error that the kicking foot's landing corrects, sideways"`

	_ struct{} `was:"stand_hip" desc:"it was 0: the hips stay at their targets"`
	_ struct{} `was:"kick_aside" desc:"it was 0: kick_turn turns the foot's way"`
}

// Fields lists the numbers by name.
func (c *Config) Fields() []tunable.Field { return tunable.Of(c) }

// omega returns the rate at which the DCM runs away from the pivot, 1/s.
func (c *Config) omega() float64 { return math.Sqrt(9.81 / c.PendulumM) }
