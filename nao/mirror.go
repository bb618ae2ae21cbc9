package nao

// mirrors holds the joints after left and right are exchanged.
var mirrors = makeMirrors()

// mirrorImage is one joint on the other side.
type mirrorImage struct {
	joint Joint
	sign  float64 // sign of its angle: rolls and yaws are reversed
}

func makeMirrors() (ms [NumJoints]mirrorImage) {
	pair := func(left, right Joint, sign float64) {
		ms[left], ms[right] = mirrorImage{right, sign}, mirrorImage{left, sign}
	}
	pair(HeadYaw, HeadYaw, -1)
	pair(HeadPitch, HeadPitch, 1)
	pair(LHipYawPitch, LHipYawPitch, 1) // one motor that turns both hips
	pair(LShoulderPitch, RShoulderPitch, 1)
	pair(LShoulderRoll, RShoulderRoll, -1)
	pair(LElbowYaw, RElbowYaw, -1)
	pair(LElbowRoll, RElbowRoll, -1)
	pair(LWristYaw, RWristYaw, -1)
	pair(LHand, RHand, 1)
	pair(LHipRoll, RHipRoll, -1)
	pair(LHipPitch, RHipPitch, 1)
	pair(LKneePitch, RKneePitch, 1)
	pair(LAnklePitch, RAnklePitch, 1)
	pair(LAnkleRoll, RAnkleRoll, -1)
	return ms
}

// Mirror returns the joint on the other side, and the sign its angle changes by
// when left and right are exchanged. Joints in the middle are their own.
func (j Joint) Mirror() (other Joint, sign float64) { return mirrors[j].joint, mirrors[j].sign }

// Mirror returns angles with left and right exchanged. The ranges of both sides are equal, except the ankles' pitch,
// which differs by half a degree: see [Joint.Clamp].
func (j *Joints) Mirror() (m Joints) {
	for from, to := range mirrors {
		m[to.joint] = to.sign * j[from]
	}
	return m
}
