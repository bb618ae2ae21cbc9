package walk

import (
	"math"

	"gonao/motion/tunable"
)

// Config is how the robot walks: a list of numbers, each with its unit, its range and what
// more of it does. A node's parameters and `gonao tune` reach them by the names in Fields.
// DCM is the divergent component of motion, see the package.
type Config struct {
	// MaxForward is the highest speed forward: m/s, 0 to 0.6. A faster velocity is scaled to the
	// ellipsoid of the limits. Steps of a higher limit are longer and fall sooner.
	MaxForward float64

	// MaxBackward is the highest speed backward: m/s, 0 to 0.5. As MaxForward.
	MaxBackward float64

	// MaxSide is the highest speed sideways: m/s, 0 to 0.4. As MaxForward.
	MaxSide float64

	// MaxTurn is the highest turning speed: rad/s, 0 to 3.5. As MaxForward.
	MaxTurn float64

	// PlanForward is the highest speed forward that steps are planned for: m/s, 0 to 0.6. Bodies make more
	// or less than is planned; the regulator plans for the speed that is wanted, up to this. Steps of a
	// higher one are longer and fall sooner.
	PlanForward float64

	// PlanBackward is the highest speed backward that steps are planned for: m/s, 0 to 0.5. As
	// PlanForward.
	PlanBackward float64

	// PlanSide is the highest speed sideways that steps are planned for: m/s, 0 to 0.4. As PlanForward.
	PlanSide float64

	// PlanTurn is the highest turning speed that steps are planned for: rad/s, 0 to 3.5. As PlanForward.
	PlanTurn float64

	// MadeX is the forward speed made per planned speed, until it is learnt: 0.5 to 2.5.
	MadeX float64

	// MadeY is the sideways speed made per planned speed, until it is learnt: 0.5 to 2.5.
	MadeY float64

	// MadeYaw is the turning speed made per planned speed, until it is learnt: 0.5 to 2.5.
	MadeYaw float64

	// SpeedLearn is the part of a speed error by which a step corrects what was learnt: 0 to 1. More is
	// sooner at the commanded speed and follows disturbances; 0 regulates nothing.
	SpeedLearn float64

	// AccelX is the largest change of the forward speed from one step to the next: m/s, 0.01 to 0.5.
	// More reaches a speed in fewer steps, and tips the trunk more.
	AccelX float64

	// AccelY is the largest change of the sideways speed from one step to the next: m/s, 0.01 to 0.5.
	// As AccelX.
	AccelY float64

	// AccelYaw is the largest change of the turning speed from one step to the next: rad/s, 0.05 to 3.
	// As AccelX.
	AccelYaw float64

	// DecelX is the largest change of the forward speed towards zero from one step to the next: m/s,
	// 0.01 to 0.5. More stops in fewer steps, and tips the trunk more.
	DecelX float64

	// DecelY is the largest change of the sideways speed towards zero from one step to the next: m/s,
	// 0.01 to 0.5. As DecelX.
	DecelY float64

	// DecelYaw is the largest change of the turning speed towards zero from one step to the next:
	// rad/s, 0.05 to 3. As DecelX.
	DecelYaw float64

	// Period is the planned duration of a step: s, 0.15 to 0.5. The pressure under the soles ends a
	// step, near this time. Shorter steps sway less and lift for a shorter time.
	Period float64

	// PeriodSide is the time that a step takes longer per sideways speed: s/(m/s), 0 to 1. More leaves
	// time to bring the feet together again.
	PeriodSide float64

	// StepGainX is the commanded length of a step per wished length: 0.5 to 2. Above 1 it makes up for
	// soles that slip and joints that lag. It scales the speed that is made.
	StepGainX float64

	// StepGainY is the commanded width of a step aside per wished width: 0.5 to 2. As StepGainX,
	// sideways.
	StepGainY float64

	// StepGainYaw is the commanded turn of a step per wished turn: 0.5 to 2.5. As StepGainX, for
	// turning.
	StepGainYaw float64

	// TurnOpen is the part of a turn that is made by the step which opens the feet: 0.5 to 1. The next
	// step makes the rest, and closes them. At 1 the feet never turn inwards.
	TurnOpen float64

	// TurnLead is the time before a step's end from which the feet turn on towards the next step's
	// turn: s, 0 to 0.15. It makes up for the lag of the hips' motor: a foot that lands while it turns
	// brakes the body.
	TurnLead float64

	// SwingRoll is the part of the trunk's roll by which the swing foot is turned back: -1 to 2. More
	// lands the foot flatter while the body rolls; too much fights the roll.
	SwingRoll float64

	// SwingShare is the part of a step in which the swing foot goes forward: 0.6 to 1. Less makes the
	// swing faster, and rests the foot before it lands.
	SwingShare float64

	// Lift is the height of the swing foot over the ground: m, 0.004 to 0.04. More clears carpet and
	// unevenness, and costs balance.
	Lift float64

	// LiftForward is the additional lift per forward speed: s, -0.05 to 0.1.
	LiftForward float64

	// LiftSide is the additional lift per sideways speed: s, 0 to 0.2.
	LiftSide float64

	// LiftTurn is the additional lift per turning speed: m s/rad, 0 to 0.02.
	LiftTurn float64

	// LiftPitch is the additional lift per forward tilt of the trunk beyond 0.06 rad, walking ahead: m/rad, 0
	// to 0.4. At most 3 cm, and whole from a planned 0.15 m/s on. The tilt lowers a foot that is put ahead; more keeps it off the ground after a push.
	LiftPitch float64

	// SwingLevel is the part of the trunk's pitch error by which the swing foot is turned back: 0 to
	// 1.5. More lands the whole sole when the trunk tips.
	SwingLevel float64

	// FirstLift is the part of the lift that the first step has: 0.1 to 1. Less begins the sway
	// gently.
	FirstLift float64

	// Width is the distance between the ankles: m, 0.085 to 0.14. Wider stands firmer and sways
	// slower.
	Width float64

	// WalkHeight is the height of the torso's origin over the soles while walking: m, 0.28 to 0.33.
	// Lower bends the knees: longer steps are in reach, and the motors get warmer.
	WalkHeight float64

	// StandHeight is the height of the torso's origin over the soles while standing: m, 0.28 to 0.332.
	// Higher straightens the knees and saves current.
	StandHeight float64

	// SinkSpeed is the speed of the torso from one of these heights to the other: m/s, 0.01 to 0.3.
	SinkSpeed float64

	// ComX is the distance of the torso ahead of the middle of the feet while walking: m, -0.02 to
	// 0.05. More moves the weight to the toes.
	ComX float64

	// ComXForward is the additional distance of com_x per forward speed: s, -0.2 to 0.2.
	ComXForward float64

	// StandComX is the distance of the torso ahead of the middle of the feet while standing: m, -0.03
	// to 0.05. As ComX.
	StandComX float64

	// Lean is the forward pitch of the trunk while walking: rad, -0.2 to 0.3. More moves the centre of
	// mass forward.
	Lean float64

	// LeanForward is the additional lean per forward speed: rad s/m, -0.5 to 1.
	LeanForward float64

	// Upright is the measured pitch of the trunk that counts as its commanded lean: rad, -0.1 to 0.1.
	// It takes out the tilt that the body has in the mean.
	Upright float64

	// TiltLearn is the part of the trunk's mean tilt by which a step turns the soles against it: 0 to 1. More is sooner upright
	// on a slope, and follows the trunk's sway; 0 turns nothing.
	TiltLearn float64

	// HipPitch is the turn of the bearing hip per pitch error of the trunk: -0.3 to 1.5. More keeps
	// the trunk upright more stiffly; too much oscillates.
	HipPitch float64

	// HipGyro is the turn of the bearing hip per pitch rate: s, -0.1 to 0.1. More damps the trunk.
	HipGyro float64

	// AnkleGyroPitch is the turn of the bearing ankle per pitch rate: s, 0 to 0.3. More damps the body
	// forward and back; too much shakes.
	AnkleGyroPitch float64

	// AnkleGyroRoll is the turn of the bearing ankle per roll rate: s, -0.1 to 0.3. More damps the
	// sway; too much spoils the rhythm.
	AnkleGyroRoll float64

	// GyroFilter is the part of the last cycle's filtered rate that is kept: 0 to 0.95. More is
	// smoother and later.
	GyroFilter float64

	// SwitchMin is the share of the period before which no step ends: 0.2 to 1. Less allows quicker
	// steps after a push.
	SwitchMin float64

	// SwitchMax is the share of the period after which a step ends in any case: 1 to 4. Less forces
	// steps of a body that does not sway over.
	SwitchMax float64

	// PendulumM is the height of the pendulum that the DCM is computed with: m, 0.2 to 0.4. Higher
	// makes the DCM react to the speed more.
	PendulumM float64

	// WeighStand is the rate at which the offset of the centre of mass is learnt while standing: 1/s,
	// 0 to 5. More adapts faster to a body, and follows disturbances.
	WeighStand float64

	// CatchGainX is the part of a DCM error that a step's length corrects, forward and back: 0 to 1.5.
	// More catches stronger pushes; too much overshoots.
	CatchGainX float64

	// CatchGainY is the part of a DCM error that a step's width corrects: 0 to 1.5. As CatchGainX,
	// sideways.
	CatchGainY float64

	// CatchDead is the DCM error up to which a step is not moved: m, 0 to 0.06. More ignores more of
	// the sensors' noise.
	CatchDead float64

	// CatchX is the DCM's place ahead of a foot that lands, until it is learnt from the steps: m,
	// -0.03 to 0.06.
	CatchX float64

	// CatchY is the DCM's place inside a foot that lands, until it is learnt from the steps: m, 0 to
	// 0.05.
	CatchY float64

	// ReachX is the farthest that a step is moved forward or back: m, 0.02 to 0.16. More catches
	// stronger pushes, with longer steps.
	ReachX float64

	// ReachOut is the farthest that a step is moved outwards: m, 0.02 to 0.14. As ReachX; legs are
	// never crossed.
	ReachOut float64

	// CaptureX is the distance of the DCM ahead beyond which a robot that stands steps: m, 0.02 to
	// 0.12. Less steps sooner after a push.
	CaptureX float64

	// CaptureBack is the distance of the DCM behind beyond which a robot that stands steps: m, 0.02 to
	// 0.12. As CaptureX.
	CaptureBack float64

	// CaptureY is the distance of the DCM aside beyond which a robot that stands steps: m, 0.02 to
	// 0.12. As CaptureX.
	CaptureY float64

	// CaptureSteps is the least number of steps after a push of a robot that stands: 1 to 20. More is
	// surer to have caught it.
	CaptureSteps float64

	// CalmM is the distance of the DCM within which a walk may end: m, 0.005 to 0.1. Less waits for a
	// calmer body, and may step longer on the spot.
	CalmM float64

	// StandPivotX is the place ahead of the ankles over which the DCM rests: m, -0.03 to 0.06.
	StandPivotX float64

	// StandAnklePitch is the turn of the ankles' pitch per DCM error while standing: rad/m, 0 to 5.
	// More holds the stand more stiffly; too much rocks.
	StandAnklePitch float64

	// StandAnkleRoll is the turn of the ankles' roll per DCM error while standing: rad/m, 0 to 5. As
	// StandAnklePitch.
	StandAnkleRoll float64

	// StandGyroPitch is the turn of the ankles' pitch per pitch rate while standing: s, 0 to 0.3. More
	// damps.
	StandGyroPitch float64

	// StandGyroRoll is the turn of the ankles' roll per roll rate while standing: s, 0 to 0.3. More
	// damps.
	StandGyroRoll float64

	// StandHip is the turn of the hips per pitch of the trunk while standing: -1 to 2. 0 leaves the
	// hips to their targets.
	StandHip float64

	// StandStiffness is the stiffness of the legs while standing: 0.3 to 1. Less saves current; too
	// little sags.
	StandStiffness float64

	// WalkStiffness is the stiffness of the legs while walking: 0.5 to 1.
	WalkStiffness float64

	// ArmStiffness is the stiffness of the arms: 0 to 1.
	ArmStiffness float64

	// ArmPitch is the pitch of the shoulders at rest: rad, 1 to 2. More than 1.57 puts the arms behind
	// the body.
	ArmPitch float64

	// ArmRoll is the angle of the arms away from the body: rad, 0.05 to 0.6.
	ArmRoll float64

	// ArmSwing is the swing of an arm per way of the other side's foot: rad/m, -8 to 12. 0 keeps the
	// arms still.
	ArmSwing float64

	// KickX is the place of the kicking foot ahead of the supporting one when it meets the ball: m,
	// -0.05 to 0.12. It shifts where the ball has to lie.
	KickX float64

	// KickPeriod is the duration of a kicking step, as a share of the period: 0.8 to 2. More leaves
	// time for the swing, and lets the body fall farther.
	KickPeriod float64

	// KickSpeed is the speed of the kicking foot at the ball, at full strength: m/s, 0.2 to 5. More
	// kicks farther, as far as the motors follow.
	KickSpeed float64

	// KickBack is the way of the kicking foot back, before the ball: m, 0 to 0.2. More gives the foot
	// a longer run.
	KickBack float64

	// KickThrough is the way of the kicking foot on, after the ball: m, 0 to 0.2.
	KickThrough float64

	// KickAside is the place of the kicking foot outside the ball's middle: m, -0.04 to 0.04. It turns
	// the ball's way inwards.
	KickAside float64

	// KickLift is the additional lift of the kicking foot: m, 0 to 0.05. More clears the ground during
	// the swing, and hits the ball higher.
	KickLift float64

	// KickTurn is the angle by which the kicking foot's way is turned inwards: rad, -0.5 to 0.5. It
	// works against the body's sway, which pushes the ball outwards.
	KickTurn float64

	// KickAlign is the farthest that the supporting foot is put aside for the ball: m, 0 to 0.05.
	KickAlign float64

	// KickInside is the distance by which the supporting foot lands nearer to the other foot: m, -0.02
	// to 0.04. More slows the sway during the kick.
	KickInside float64

	// KickStride is the least speed ahead that the kicking step is planned for: m/s, 0 to 0.5. The kicking foot lands far
	// ahead; more moves the body after it.
	KickStride float64

	// KickAhead is how much farther ahead over the supporting foot the body goes in the kicking step: m, 0 to 0.05. It makes
	// up for the leg's swing, which tips the trunk back.
	KickAhead float64

	// KickCatchX is the part of a DCM error that the kicking foot's landing corrects, forward and
	// back: 0 to 1.5. As CatchGainX.
	KickCatchX float64

	// KickCatchY is the part of a DCM error that the kicking foot's landing corrects, sideways: 0 to
	// 1.5. As CatchGainY.
	KickCatchY float64

	// OdometryX is the way made per way that the joints measure, forward: 0.5 to 1.5. Less
	// than 1 takes out slip.
	OdometryX float64

	// OdometryBack is the way made per way that the joints measure, backward: 0.5 to 1.5. As OdometryX.
	OdometryBack float64

	// OdometryY is the way made per way that the joints measure, sideways: 0.5 to 1.5. As OdometryX.
	OdometryY float64

	// OdometryStep is the way ahead that a step makes and the joints do not measure: m, -0.005 to
	// 0.005. Steps on the spot make it too. Too little, and goals are overrun.
	OdometryStep float64

	// HeadingHold is the turning speed per heading error while no turn is commanded: 1/s, 0 to 5. More
	// comes back sooner; 0 lets the robot drift.
	HeadingHold float64

	// HeadingTrim is the rate at which the turn that the gait makes by itself is learnt: 1/s², 0 to 2.
	HeadingTrim float64

	// LineHold is the heading towards the line walked along per distance from it: rad/m, 0 to 5. More
	// comes back to the line sooner; 0 keeps the heading alone.
	LineHold float64
}

// Check returns nil when every number is in its range, and otherwise names one that is not.
func (c Config) Check() error { return tunable.Check(c.Fields()) }

// omega returns the rate at which the DCM runs away from the pivot, 1/s.
func (c *Config) omega() float64 { return math.Sqrt(9.81 / c.PendulumM) }
