package sim

import "gonao/nao"

const (
	gearShare = 0.6 // share of the stall torque that passes the gear; the maker publishes no value
	realLegNm = 5.0 // current limit of the driver of a leg's motor, as torque; see Real

	// The motors of the paper's simulator; see Paper.
	paperSpeed = 6.14 // rad/s, of every joint of legs, arms and neck (351.8 °/s)
	paperShare = 1.2  // relative to the stall torque after a gear without losses
	paperGain  = 2.0  // times ours

	// Rotor inertias, kg m²: a 24 mm motor in the legs, a 16 mm one elsewhere,
	// taken from motors of that size.
	legRotor = 4.2e-7
	armRotor = 0.9e-7
)

// motorKind holds the figures of the motors of one size. The gains are chosen as in
// models that stand and walk. The rate feedback damps light parts, and makes a limb in
// motion lag a little; loaded legs need none.
type motorKind struct {
	gain     float64 // N m/rad
	rate     float64 // N m s/rad
	friction float64 // N m
	rotor    float64 // kg m²
}

var (
	neckMotor     = motorKind{15, 0.12, 0.05, armRotor}
	shoulderMotor = motorKind{15, 0.30, 0.05, armRotor}
	elbowMotor    = motorKind{15, 0.12, 0.05, armRotor}
	wristMotor    = motorKind{2, 0.03, 0.01, armRotor}
	handMotor     = motorKind{2, 0.01, 0.01, armRotor}
	legMotor      = motorKind{50, 0, 0.1, legRotor}
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
	default:
		return legMotor
	}
}

// motorOf returns a joint's motor behind its gear, at the nominal voltage. The damping
// is the back-EMF: at the no-load speed it balances, with the friction, the full torque.
// So the joint's top speed follows from it, and at half stiffness it is half of that.
func motorOf(j nao.Joint, profile Profile) nao.Motor {
	kind := kindOf(j)
	limit, speed := gearShare*j.StallTorque(), j.MaxSpeed()
	if profile == Paper {
		limit, speed = paperShare*j.StallTorque(), max(speed, paperSpeed)
	}
	return nao.Motor{
		MaxTorque: limit,
		Damping:   (limit - kind.friction) / speed,
		Friction:  kind.friction,
		Armature:  kind.rotor * j.GearRatio() * j.GearRatio(),
		Control:   controlRoom * limit, // more than the torque: the drive compensates the damping, and gears knock at the end of their play
	}
}

// controlRoom is the largest control of a motor, in its torque limits.
const controlRoom = 3.0
