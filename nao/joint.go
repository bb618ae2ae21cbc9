package nao

import (
	"fmt"
	"strings"
)

// Joint numbers the 25 motors of a NAO H25 in the order of LoLA's arrays.
// There is no RHipYawPitch: one motor turns both hips, see [LHipYawPitch].
type Joint uint8

// The joints, in LoLA's order.
const (
	HeadYaw Joint = iota
	HeadPitch
	LShoulderPitch
	LShoulderRoll
	LElbowYaw
	LElbowRoll
	LWristYaw
	LHipYawPitch
	LHipRoll
	LHipPitch
	LKneePitch
	LAnklePitch
	LAnkleRoll
	RHipRoll
	RHipPitch
	RKneePitch
	RAnklePitch
	RAnkleRoll
	RShoulderPitch
	RShoulderRoll
	RElbowYaw
	RElbowRoll
	RWristYaw
	LHand
	RHand

	// NumJoints is the number of motors, and the length of every per-joint array.
	NumJoints = 25
)

// Joints holds one value per joint, in LoLA's order; the unit depends on the use.
type Joints [NumJoints]float64

// jointFacts is one row of the robot's joint table.
type jointFacts struct {
	name           string
	minRad, maxRad float64 // mechanical range; hands: 0 closed, 1 open
	maxRadPerSec   float64 // no-load speed after the gear
	stallNm        float64 // stall torque after a lossless gear
	gearRatio      float64
}

// joints is the joint table of the V4, V5 and V6 body.
//
// Ranges and speeds: the URDF that ros-naoqi/nao_robot generated from the
// maker's own model (BSD-3). Stall torques: 65 mN m (legs) and 14.3 mN m (arms,
// head) times the gear ratio of the maker's pages.
var joints = [NumJoints]jointFacts{
	HeadYaw:        {"HeadYaw", -2.0857, 2.0857, 8.268, 2.15, 150.27},
	HeadPitch:      {"HeadPitch", -0.672, 0.5149, 7.194, 2.48, 173.22},
	LShoulderPitch: {"LShoulderPitch", -2.0857, 2.0857, 8.268, 3.37, 150.27},
	LShoulderRoll:  {"LShoulderRoll", -0.3142, 1.3264, 7.194, 2.48, 173.22},
	LElbowYaw:      {"LElbowYaw", -2.0857, 2.0857, 8.268, 2.15, 150.27},
	LElbowRoll:     {"LElbowRoll", -1.5446, -0.0349, 7.194, 2.48, 173.22},
	LWristYaw:      {"LWristYaw", -1.8239, 1.8239, 24.623, 0.476, 50.61},
	LHipYawPitch:   {"LHipYawPitch", -1.1453, 0.7407, 4.162, 13.08, 201.3},
	LHipRoll:       {"LHipRoll", -0.3794, 0.7905, 4.162, 13.08, 201.3},
	LHipPitch:      {"LHipPitch", -1.5359, 0.484, 6.402, 8.51, 130.85},
	LKneePitch:     {"LKneePitch", -0.0923, 2.1126, 6.402, 8.51, 130.85},
	LAnklePitch:    {"LAnklePitch", -1.1894, 0.9226, 6.402, 8.51, 130.85},
	LAnkleRoll:     {"LAnkleRoll", -0.3978, 0.769, 4.162, 13.08, 201.3},
	RHipRoll:       {"RHipRoll", -0.7905, 0.3794, 4.162, 13.08, 201.3},
	RHipPitch:      {"RHipPitch", -1.5359, 0.484, 6.402, 8.51, 130.85},
	RKneePitch:     {"RKneePitch", -0.0923, 2.1126, 6.402, 8.51, 130.85},
	RAnklePitch:    {"RAnklePitch", -1.1863, 0.932, 6.402, 8.51, 130.85},
	RAnkleRoll:     {"RAnkleRoll", -0.769, 0.3978, 4.162, 13.08, 201.3},
	RShoulderPitch: {"RShoulderPitch", -2.0857, 2.0857, 8.268, 3.37, 150.27},
	RShoulderRoll:  {"RShoulderRoll", -1.3264, 0.3142, 7.194, 2.48, 173.22},
	RElbowYaw:      {"RElbowYaw", -2.0857, 2.0857, 8.268, 2.15, 150.27},
	RElbowRoll:     {"RElbowRoll", 0.0349, 1.5446, 7.194, 2.48, 173.22},
	RWristYaw:      {"RWristYaw", -1.8239, 1.8239, 24.623, 0.476, 50.61},
	LHand:          {"LHand", 0, 1, 8.330, 0.341, 36.24},
	RHand:          {"RHand", 0, 1, 8.330, 0.341, 36.24},
}

// String returns the joint's name in the NAO's documentation.
func (j Joint) String() string {
	if j >= NumJoints {
		return fmt.Sprintf("Joint(%d)", uint8(j))
	}
	return joints[j].name
}

// Range returns the joint's mechanical range in rad (hands: 0 closed to 1 open).
func (j Joint) Range() (minRad, maxRad float64) {
	return joints[j].minRad, joints[j].maxRad
}

// Clamp limits an angle in rad to the joint's mechanical range.
func (j Joint) Clamp(rad float64) float64 {
	return min(max(rad, joints[j].minRad), joints[j].maxRad)
}

// MaxSpeed returns the joint's no-load speed in rad/s (hands: 1/s).
func (j Joint) MaxSpeed() float64 { return joints[j].maxRadPerSec }

// StallTorque returns the torque in N m that the motor at full stiffness holds at
// speed zero, after a gear without losses.
func (j Joint) StallTorque() float64 { return joints[j].stallNm }

// GearRatio returns the turns of the motor per turn of the joint.
func (j Joint) GearRatio() float64 { return joints[j].gearRatio }

// ParseJoint returns a joint by its name. The error names the most similar one.
func ParseJoint(name string) (Joint, error) {
	near, best := Joint(0), 1<<30
	for j := range Joint(NumJoints) {
		if joints[j].name == name {
			return j, nil
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(joints[j].name)); d < best {
			near, best = j, d
		}
	}
	return 0, fmt.Errorf("joint %q: no such joint (did you mean %s?)", name, near)
}

// editDistance returns the Levenshtein distance of two ASCII words.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
