package gait

// This part of the package is the TFSWalk: truncated Fourier series for the legs, in the two
// variants of Domingues et al., "Humanoid Behaviors: From Simulation to a Real Robot",
// 5.4 and 6.5. The series are those of N. Shafii, L. P. Reis and N. Lau, "Biped Walking
// Using Coronal and Sagittal Movements Based on Truncated Fourier Series" (RoboCup
// 2010), and of H. Picado et al. (IWANN 2009), with two harmonics.
//
// With the phase φ of the left leg, which swings while sin φ > 0, and φ+π of the right
// one's:
//
//	leg angle   a·(-cos φ + h·sin 2φ) + offset, forward               [LegSeries]
//	extension   e0 - l·max(0, sin(φ+p))²                              [LegSeries]
//	hip pitch   the leg angle's series + h1·s, forward                [JointSeries]
//	knee        k0 + k·s, s = max(0, sin(φ+p) + k2·sin 2(φ+p))        [JointSeries]
//	ankle       what keeps the sole level at rest
//	            + b·(the leg angle's series) + b1·s, toes up          [JointSeries]
//	coronal     hip roll of the standing leg and ankle roll of the swinging one:
//	            θ·sin φ while its half of the period lasts, else 0   (13)
//	turn        both legs outwards by y·(-cos φ): the one motor's way
//
// a follows from the speed: it moves the foot back over the ground as fast as the robot
// shall go. The series of [JointSeries] are independent of each other, as in the paper, and so
// the foot's height comes as it comes; [LegSeries] sets it, and steps on the spot.
//
// The feedback (14) is filAccelX = 0.5·filAccelX + 0.5·accelX·0.2, added to both hips.
// accelX is in units of g, and positive when the robot falls forward; nao's
// accelerometer is negative then, and so is a hip pitch that moves the leg forward.

import (
	"fmt"
	"math"

	"gonao/internal/declared"
	"gonao/nao"
)

// gravity in m/s², the unit of (14).
const gravity = 9.81

// TFS walks. Make it with [NewTFS].
type TFS struct {
	cfg   TFSConfig
	steps Stepper
	accel float64 // filtered, after (14), rad
	pose  nao.Joints
}

// NewTFS returns a walk that stands.
func NewTFS(cfg TFSConfig) (*TFS, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, fmt.Errorf("tfs walk: %w", err)
	}
	return &TFS{cfg: cfg}, nil
}

// Begin starts at the last commanded posture.
func (e *TFS) Begin(_ *nao.State, command *nao.Command) {
	*e = TFS{cfg: e.cfg}
	e.steps.Begin(command)
}

// SetVelocity sets the velocity; sideways it cannot walk. Beyond the limits it is scaled.
func (e *TFS) SetVelocity(v Velocity) error {
	if err := v.Check(); err != nil {
		return fmt.Errorf("tfs walk: %w", err)
	}
	e.steps.Want(v, e.most(v))
	return nil
}

// Limit returns the velocity that the robot walks with when v is wanted.
func (e *TFS) Limit(v Velocity) Velocity {
	v, _ = v.Within(e.most(v))
	return v
}

// most returns the limits in the direction of a velocity.
func (e *TFS) most(v Velocity) Velocity {
	limit := Velocity{X: e.cfg.MaxSpeed, Yaw: e.cfg.MaxTurn}
	if v.X < 0 {
		limit.X = e.cfg.MaxBack
	}
	return limit
}

// Stop makes the walk step on the spot and then stand.
func (e *TFS) Stop() { e.steps.Stop() }

// Phase returns the phase of the walk.
func (e *TFS) Phase() Phase { return e.steps.Phase() }

// Step writes the targets of one cycle.
func (e *TFS) Step(state *nao.State, out *nao.Command) {
	a := e.cfg.Acceleration
	dt := e.steps.Advance(state.Time, e.cfg.Period, e.cfg.StartSec, Velocity{X: a, Yaw: 5 * a})
	e.sense(state)
	e.posture()
	e.steps.Write(dt, &e.pose, out)
	out.Cycle = state.Cycle
}

// sense filters the accelerometer: (14).
func (e *TFS) sense(state *nao.State) {
	forward := -state.Accelerometer[0] / gravity
	if math.IsNaN(forward) {
		return
	}
	e.accel = 0.5*e.accel + 0.5*min(max(forward, -2), 2)*e.cfg.Feedback
}

// posture fills in the posture at the phase.
func (e *TFS) posture() {
	c := &e.cfg
	// The standing foot goes back with a·sin φ·2π/T·length, 2/π of it on average.
	const meanLength = nao.ThighLength + nao.TibiaLength + nao.FootHeight
	swing := c.SpeedGain * e.steps.Velocity().X * c.Period / (4 * meanLength)
	turn := c.YawGain * e.steps.Velocity().Yaw * c.Period / 4
	coronal := max(c.Coronal-c.CoronalSlope*math.Abs(e.steps.Velocity().X), 0) * e.steps.Amount()
	size := Ease(e.steps.Amount())

	yaw := -turn * math.Cos(e.steps.Angle()) * size
	for leg := range nao.Leg(nao.NumLegs) {
		phi, side := e.steps.Angle(), 1.0
		if leg == nao.RightLeg {
			phi, side = phi+math.Pi, -1
		}
		var a nao.LegAngles
		if c.Variant == JointSeries {
			a = e.joints(leg, phi, swing, size, yaw)
		} else {
			a = e.leg(phi, swing, size, yaw).Angles(leg)
		}
		// (13): the pelvis leans towards the standing leg, the swinging sole does not.
		if s := math.Sin(phi); s < 0 {
			a.HipRoll -= side * coronal * s
		} else {
			a.AnkleRoll += side * coronal * s
		}
		a.HipPitch -= e.accel
		a.Put(leg, &e.pose)
	}
	Arms(&e.pose, c.ArmSwing*swing*size*math.Cos(e.steps.Angle()))
}

// angle is the series of the leg's angle, forward.
func (e *TFS) angle(phi, swing float64) float64 {
	return swing * (-math.Cos(phi) + e.cfg.HipSecond*math.Sin(2*phi))
}

// leg returns a leg's pose at its phase, without the coronal movement.
func (e *TFS) leg(phi, swing, size, yaw float64) LegPose {
	c := &e.cfg
	lean := c.Lean * e.steps.Velocity().X
	up := max(0, math.Sin(phi+c.KneePhase))
	up *= up * size
	return LegPose{
		Roll: c.Width, Pitch: e.angle(phi, swing) + c.HipOffset + lean, Yaw: yaw,
		Extension: c.Extension - c.Lift*up, FootPitch: lean + c.ToeLift*up,
	}
}

// joints returns a leg's angles at its phase, each from its own series, without the
// coronal movement.
func (e *TFS) joints(leg nao.Leg, phi, swing, size, yaw float64) nao.LegAngles {
	c := &e.cfg
	rest := LegPose{Roll: c.Width, Yaw: yaw, Extension: ExtensionOf(chord(c.KneeOffset))}
	a := rest.Angles(leg)
	angle := e.angle(phi, swing)
	up := size * max(0, math.Sin(phi+c.KneePhase)+c.KneeSecond*math.Sin(2*(phi+c.KneePhase)))
	a.HipPitch -= angle + c.HipOffset + c.Lean*e.steps.Velocity().X + c.HipLift*up
	a.KneePitch += c.KneeLift * up
	a.AnklePitch += c.HipOffset + c.AnkleSwing*angle - c.AnkleLift*up
	return a
}

// chord returns the distance of hip and ankle at a bend of the knee, m.
func chord(knee float64) float64 {
	const a, b = nao.ThighLength, nao.TibiaLength
	return math.Sqrt(a*a + b*b + 2*a*b*math.Cos(knee))
}
