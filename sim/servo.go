package sim

import "gonao/nao"

// servo is one joint's position loop on its motor:
//
//	torque = clamp(gain·(target − q) − rate·q̇, ±maximum·stiffness)
//
// Back-EMF and friction belong to the joint and are applied by the physics,
// implicitly: the light joints would not bear it otherwise.
type servo struct {
	gain    float64 // N m/rad
	rate    float64 // N m s/rad
	maximum float64 // N m at stiffness 1
}

func servoOf(j nao.Joint, profile Profile) servo {
	kind := kindOf(j)
	return servo{gain: kind.gain, rate: kind.rate, maximum: MotorOf(j, profile).MaxTorque}
}

// torque gives what the motor does at angle q and speed qd, N m. A stiffness of
// 0 or less (LoLA's −1) is a motor without current.
func (s *servo) torque(target, q, qd, stiffness float64) float64 {
	limit := s.maximum * min(max(stiffness, 0), 1)
	return min(max(s.gain*(target-q)-s.rate*qd, -limit), limit)
}
