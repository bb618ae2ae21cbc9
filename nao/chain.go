package nao

import "strings"

// chains are NAOqi's groups of joints in its order. Its second hip, RHipYawPitch, is the
// motor of the first.
var chains = []struct {
	name   string
	joints []Joint
}{
	{"Body", concat(headChain, leftArm, leftLegChain, rightLegChain, rightArm)},
	{"Head", headChain},
	{"LArm", leftArm},
	{"RArm", rightArm},
	{"LLeg", leftLegChain},
	{"RLeg", rightLegChain},
	{"Arms", concat(leftArm, rightArm)},
	{"Legs", concat(leftLegChain, rightLegChain)},
}

var (
	headChain     = []Joint{HeadYaw, HeadPitch}
	leftLegChain  = []Joint{LHipYawPitch, LHipRoll, LHipPitch, LKneePitch, LAnklePitch, LAnkleRoll}
	rightLegChain = []Joint{LHipYawPitch, RHipRoll, RHipPitch, RKneePitch, RAnklePitch, RAnkleRoll}
)

func concat(parts ...[]Joint) (all []Joint) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// ParseChain returns joints by the name of one, or of one of NAOqi's groups: Body, Head, LArm, RArm,
// LLeg, RLeg, Arms, Legs. LHipYawPitch, which is RHipYawPitch too, may be in it twice. The slice must
// not be changed.
func ParseChain(name string) ([]Joint, error) {
	for _, c := range chains {
		if strings.EqualFold(c.name, name) {
			return c.joints, nil
		}
	}
	if name == SecondHipYawPitch {
		name = LHipYawPitch.String()
	}
	j, err := ParseJoint(name)
	if err != nil {
		return nil, err
	}
	return []Joint{j}, nil
}
