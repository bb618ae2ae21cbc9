package nao

// StandPosture returns the angles, in rad, of a robot that stands at ease: knees
// slightly bent, so that it can absorb a push, trunk upright, centre of mass
// over the soles, arms beside the body, looking ahead.
func StandPosture() Joints {
	j := arms()
	j.legs(0, -0.35, 0.70, -0.35)
	return j
}

// CrouchPosture returns the angles, in rad, of a robot that squats on its own legs
// and stays there without current: knees at their end, trunk upright.
func CrouchPosture() Joints {
	j := arms()
	j.legs(0, -0.90, 2.08, -1.18)
	return j
}

func arms() (j Joints) {
	j[LShoulderPitch], j[RShoulderPitch] = 1.45, 1.45
	j[LShoulderRoll], j[RShoulderRoll] = 0.18, -0.18
	j[LElbowYaw], j[RElbowYaw] = -1.2, 1.2
	j[LElbowRoll], j[RElbowRoll] = -0.4, 0.4
	return j
}

// legs sets the angles of both legs.
func (j *Joints) legs(hipYawPitch, hipPitch, kneePitch, anklePitch float64) {
	j[LHipYawPitch] = hipYawPitch
	j[LHipPitch], j[RHipPitch] = hipPitch, hipPitch
	j[LKneePitch], j[RKneePitch] = kneePitch, kneePitch
	j[LAnklePitch], j[RAnklePitch] = anklePitch, anklePitch
}
