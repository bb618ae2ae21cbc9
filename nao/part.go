package nao

import "strings"

// parts are the names of several joints; arms include their hands.
var parts = []struct {
	name   string
	joints []Joint
}{
	{"head", []Joint{HeadYaw, HeadPitch}},
	{"left_arm", leftArm},
	{"right_arm", rightArm},
	{"arms", append(append([]Joint{}, leftArm...), rightArm...)},
	{"legs", legJoints},
	{"all", allJoints()},
}

var (
	leftArm   = []Joint{LShoulderPitch, LShoulderRoll, LElbowYaw, LElbowRoll, LWristYaw, LHand}
	rightArm  = []Joint{RShoulderPitch, RShoulderRoll, RElbowYaw, RElbowRoll, RWristYaw, RHand}
	legJoints = []Joint{
		LHipYawPitch, LHipRoll, LHipPitch, LKneePitch, LAnklePitch, LAnkleRoll,
		RHipRoll, RHipPitch, RKneePitch, RAnklePitch, RAnkleRoll,
	}
)

func allJoints() (all []Joint) {
	for j := range Joint(NumJoints) {
		all = append(all, j)
	}
	return all
}

// IsLeg reports whether a joint is one of the legs', hips included.
func (j Joint) IsLeg() bool { return j >= LHipYawPitch && j <= RAnkleRoll }

// ParseJoints returns joints by the name of one, or of a part of the body: head,
// left_arm, right_arm, arms, legs, all. The slice must not be changed.
func ParseJoints(name string) ([]Joint, error) {
	for _, p := range parts {
		if p.name == strings.ToLower(name) {
			return p.joints, nil
		}
	}
	j, err := ParseJoint(name)
	if err != nil {
		return nil, err
	}
	return []Joint{j}, nil
}
