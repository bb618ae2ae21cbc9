package gait

// This part of the package is the OmnidirectionalWalk: S. Behnke's open-loop walk ("Online
// Trajectory Generation for Omnidirectional Biped Walking", ICRA 2006) over the Leg
// Interface of package legs, with the one hip yaw of the NAO as in Domingues et al.,
// "Humanoid Behaviors: From Simulation to a Real Robot", 5.3 and 6.4.
//
// With the phase ψ of a leg — φ of the left, φ+π of the right one — that carries most
// at π/2 and is shortest at -π/2, five motions add up:
//
//	shifting    both legs lean sideways by -a·sin ψ, so that the body is over the
//	            standing foot; the feet roll by a share of it
//	shortening  γ -= a·(1+cos u)/2 with u = v·(ψ + π/2 + o) in [-π, π]
//	loading     the same after it, smaller: the leg that gets the weight bends
//	swing       s(ψ) = sin u with u = v·(ψ + π/2 + o) in [-π/2, π/2] and linear from
//	            1 back to -1 in the rest of the period, when the leg is on the ground;
//	            it times the sway is the leg's pitch, roll and yaw
//	balance     the feet pitch with the sway; the torso leans with the speed
//
// The sway follows from the velocity: on its linear way back the foot moves over the
// ground as fast as the robot shall go.
//
// For a turn the left leg wants the yaw outwards y·s(ψ) and the right one -y·s(ψ+π).
// One motor turns both: it follows the leg on the ground and changes over where the two
// ways cross while both are linear; see [Yaw].

import (
	"fmt"
	"math"

	"gonao/internal/declared"
	"gonao/nao"
)

// Omni walks. Make it with [NewOmni].
type Omni struct {
	cfg   OmniConfig
	steps Stepper
	pose  nao.Joints
	pair  nao.LegPair
	right float64 // RightHipYawPitch commanded last, rad
}

// NewOmni returns a walk that stands.
func NewOmni(cfg OmniConfig) (*Omni, error) {
	if err := declared.Check(&cfg); err != nil {
		return nil, fmt.Errorf("omnidirectional walk: %w", err)
	}
	return &Omni{cfg: cfg}, nil
}

// Begin starts at the last commanded posture.
func (e *Omni) Begin(_ *nao.State, command *nao.Command) {
	*e = Omni{cfg: e.cfg, right: command.Position[nao.LHipYawPitch]}
	e.steps.Begin(command)
}

// SetVelocity sets the velocity. Beyond the limits it is scaled.
func (e *Omni) SetVelocity(v Velocity) error {
	if err := v.Check(); err != nil {
		return fmt.Errorf("omnidirectional walk: %w", err)
	}
	e.steps.Want(v, e.most())
	return nil
}

// Stop makes the walk step on the spot and then stand.
func (e *Omni) Stop() { e.steps.Stop() }

// Phase returns the phase of the walk.
func (e *Omni) Phase() Phase { return e.steps.Phase() }

// RightHipYawPitch returns the target of the right hip's own motor in rad, for bodies that have one: with
// [OmniConfig].TwoYaws the right leg's own yaw, otherwise the common one. It changes as smoothly as the other targets.
func (e *Omni) RightHipYawPitch() float64 { return e.right }

// Step writes the targets of one cycle.
func (e *Omni) Step(state *nao.State, out *nao.Command) {
	a := e.cfg.Acceleration
	dt := e.steps.Advance(state.Time, 1/e.cfg.Frequency, e.cfg.StartSec, Velocity{X: a, Y: a, Yaw: 5 * a})
	e.posture()
	e.steps.Write(dt, &e.pose, out)
	own, most := nao.LHipYawPitch.Clamp(e.pair[nao.RightLeg].HipYawPitch), nao.LHipYawPitch.MaxSpeed()*dt
	e.right += min(max(own-e.right, -most), most)
	out.Cycle = state.Cycle
}

// sway returns the amplitudes of the legs' pitch, roll and yaw, rad.
func (e *Omni) sway() (pitch, roll, yaw float64) {
	c := &e.cfg
	const length = nao.ThighLength + nao.TibiaLength
	v := c.SwingSpeed
	perSpeed := (2*v - 1) / (4 * v * c.Frequency) // rad of sway per rad/s on the ground
	return c.SpeedGain * e.steps.Velocity().X / length * perSpeed, c.SideGain * e.steps.Velocity().Y / length * perSpeed, c.YawGain * e.steps.Velocity().Yaw * perSpeed
}

// posture fills in the posture at the phase.
func (e *Omni) posture() {
	c := &e.cfg
	pitch, roll, yaw := e.sway()
	size := Ease(e.steps.Amount())
	v, o := c.SwingSpeed, c.SwingPhase
	yaws := [nao.NumLegs]float64{yaw * Swing(e.steps.Angle(), v, o), -yaw * Swing(e.steps.Angle()+math.Pi, v, o)}
	if !c.TwoYaws {
		yaws[nao.LeftLeg] = yaw * Yaw(e.steps.Angle(), v, o)
		yaws[nao.RightLeg] = yaws[nao.LeftLeg]
	}
	for leg := range nao.Leg(nao.NumLegs) {
		p := e.leg(leg, pitch, roll, size)
		p.Yaw = yaws[leg]
		e.pair[leg] = p.Exact(leg)
	}
	e.pair.Put(&e.pose)
	Arms(&e.pose, c.ArmSwing*pitch*(Swing(e.steps.Angle()+math.Pi, v, o)-Swing(e.steps.Angle(), v, o))/2)
}

// leg returns a leg's pose at the phase, without its turn.
func (e *Omni) leg(leg nao.Leg, pitch, roll, size float64) LegPose {
	c := &e.cfg
	psi, side := e.steps.Angle(), 1.0
	if leg == nao.RightLeg {
		psi, side = psi+math.Pi, -1
	}
	sway := math.Hypot(pitch, roll)
	shift := -size * (c.Shift + c.ShiftSway*sway) * math.Sin(psi)
	swing := Swing(psi, c.SwingSpeed, c.SwingPhase)
	lean := c.Lean * e.steps.Velocity().X
	return LegPose{
		Roll:  c.Width + shift + side*roll*Swing(psi, c.SwingSpeed, c.SidePhase),
		Pitch: c.LegPitch + lean + pitch*swing,
		Extension: c.Extension -
			size*(c.Shorten+c.ShortenSway*sway)*bump(c.ShortenSpeed*wrap(psi+math.Pi/2+c.ShortenPhase)) -
			size*c.Load*bump(c.LoadSpeed*wrap(psi+math.Pi/2-math.Pi/c.ShortenSpeed+c.LoadPhase)-math.Pi),
		FootRoll:  c.FootShift * shift,
		FootPitch: lean + c.Balance*pitch*math.Cos(psi+c.BalancePhase),
	}
}

// Swing is a leg's way through a period, from -1 (behind) to 1 and back: a sine while
// the leg is in the air, a line while it is on the ground. psi is the leg's phase; it
// swings speed times faster than the period, before the middle by phase.
func Swing(psi, speed, phase float64) float64 {
	u := speed * wrap(psi+math.Pi/2+phase)
	slope := 2 / (2*math.Pi*speed - math.Pi)
	switch {
	case u > math.Pi/2:
		return 1 - slope*(u-math.Pi/2)
	case u < -math.Pi/2:
		return -1 - slope*(u+math.Pi/2)
	}
	return math.Sin(u)
}

// OnGround reports whether a leg's way is linear.
func OnGround(psi, speed, phase float64) bool {
	return math.Abs(speed*wrap(psi+math.Pi/2+phase)) >= math.Pi/2
}

// Yaw returns the angle of the motor that turns both hips: outwards, relative to the yaw's sway. The left leg wants
// Swing(φ), the right one -Swing(φ+π), Fig. 3 of the paper. The motor follows the leg on the ground that is nearer to the
// middle of its way, and so changes over where the two cross while both are on the ground: Fig. 4.
func Yaw(phi, speed, phase float64) float64 {
	left, right := Swing(phi, speed, phase), -Swing(phi+math.Pi, speed, phase)
	switch {
	case !OnGround(phi, speed, phase):
		return right
	case !OnGround(phi+math.Pi, speed, phase):
		return left
	case math.Abs(left) < math.Abs(right):
		return left
	}
	return right
}

// bump is 1 at 0, falls to 0 at ±π and stays there.
func bump(u float64) float64 {
	if math.Abs(u) >= math.Pi {
		return 0
	}
	return (1 + math.Cos(u)) / 2
}

// wrap returns the angle between -π and π.
func wrap(rad float64) float64 { return math.Remainder(rad, 2*math.Pi) }

// Limit returns the velocity that the robot walks with when v is wanted.
func (e *Omni) Limit(v Velocity) Velocity {
	v, _ = v.Within(e.most())
	return v
}

// most returns the limits.
func (e *Omni) most() Velocity {
	return Velocity{X: e.cfg.MaxSpeed, Y: e.cfg.MaxSide, Yaw: e.cfg.MaxTurn}
}
