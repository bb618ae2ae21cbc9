package sim

import (
	"fmt"

	"gonao/nao"
)

// Profile says how strong the simulated motors are.
type Profile string

// The profiles.
const (
	// Ideal gives every motor 0.6 times the stall torque of a gear without losses.
	Ideal Profile = "ideal"
	// Real is Ideal with at most 5 N m on the legs, as teams that compare their
	// simulators with the robot use it.
	Real Profile = "real"
)

// realLegNm caps the legs' torque in the profile Real.
const realLegNm = 5.0

// gearShare is what the gear leaves of the stall torque.
const gearShare = 0.6

// Motor is one joint's position servo with its gear:
//
//	torque = clamp(kp·(target − q) − kd·q̇, ±limit·stiffness)
//
// The gear adds damping·q̇ and dry friction. The damping is chosen so that full
// torque turns the joint at its no-load speed and no faster; it is applied by
// the physics, implicitly, because the light joints would not bear it otherwise.
type Motor struct {
	Kp       float64 // N m/rad
	Kd       float64 // N m s/rad
	LimitNm  float64 // largest torque at stiffness 1
	Damping  float64 // N m s/rad, in the joint
	Friction float64 // N m, in the joint
	Armature float64 // kg m², the rotor behind the gear
}

// motorKind is what motors of one build have in common.
type motorKind struct {
	kp, kd, friction, armature float64
}

// The kinds. Stiffness and friction are chosen (see facts on MuJoCo models that
// stand and walk); the rotor's inertia is that of a motor of this size, times the
// ratio squared. The small kd keeps light parts from ringing.
var (
	neckMotor     = motorKind{15, 0.12, 0.05, 0.0020}
	shoulderMotor = motorKind{25, 0.40, 0.05, 0.0023}
	elbowMotor    = motorKind{15, 0.15, 0.05, 0.0023}
	wristMotor    = motorKind{3, 0.01, 0.01, 0.0005}
	handMotor     = motorKind{1, 0.005, 0.01, 0.0002}
	hipRollMotor  = motorKind{50, 0, 0.1, 0.017}
	legPitchMotor = motorKind{50, 0, 0.1, 0.0072}
)

func kindOf(j nao.Joint) motorKind {
	switch j {
	case nao.HeadYaw, nao.HeadPitch:
		return neckMotor
	case nao.LShoulderPitch, nao.LShoulderRoll, nao.RShoulderPitch, nao.RShoulderRoll:
		return shoulderMotor
	case nao.LElbowYaw, nao.LElbowRoll, nao.RElbowYaw, nao.RElbowRoll:
		return elbowMotor
	case nao.LWristYaw, nao.RWristYaw:
		return wristMotor
	case nao.LHand, nao.RHand:
		return handMotor
	case nao.LHipYawPitch, nao.LHipRoll, nao.RHipRoll, nao.LAnkleRoll, nao.RAnkleRoll:
		return hipRollMotor
	default:
		return legPitchMotor
	}
}

// isLeg tells the legs' eleven motors.
func isLeg(j nao.Joint) bool { return j >= nao.LHipYawPitch && j <= nao.RAnkleRoll }

// MotorOf gives a joint's motor in a profile.
func MotorOf(j nao.Joint, profile Profile) (Motor, error) {
	kind := kindOf(j)
	limit := gearShare * j.StallTorque()
	switch profile {
	case Ideal:
	case Real:
		if isLeg(j) {
			limit = min(limit, realLegNm)
		}
	default:
		return Motor{}, fmt.Errorf("motor profile %q: expected %q or %q", profile, Ideal, Real)
	}
	return Motor{
		Kp: kind.kp, Kd: kind.kd, LimitNm: limit,
		Damping:  (limit - kind.friction) / j.MaxSpeed(),
		Friction: kind.friction, Armature: kind.armature,
	}, nil
}

// Torque gives what the motor does at angle q and speed qd, N m. A stiffness of
// 0 or less (LoLA's −1) is a motor without current.
func (m *Motor) Torque(target, q, qd, stiffness float64) float64 {
	limit := m.LimitNm * min(max(stiffness, 0), 1)
	return min(max(m.Kp*(target-q)-m.Kd*qd, -limit), limit)
}
