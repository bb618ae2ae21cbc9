package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Arm is a side of the body, for its arm.
type Arm uint8

// The arms.
const (
	LeftArm Arm = iota
	RightArm

	NumArms = 2
)

// ArmAngles are the angles of one arm's joints, rad.
type ArmAngles struct {
	ShoulderPitch, ShoulderRoll, ElbowYaw, ElbowRoll, WristYaw float64
}

// firstJoint returns the arm's ShoulderPitch; the other four follow.
func (a Arm) firstJoint() Joint {
	if a == LeftArm {
		return LShoulderPitch
	}
	return RShoulderPitch
}

// hand returns the link that carries the fingers; its origin is where they grip.
func (a Arm) hand() Link {
	if a == LeftArm {
		return LinkLHand
	}
	return LinkRHand
}

func (a Arm) bicep() Link {
	if a == LeftArm {
		return LinkLBicep
	}
	return LinkRBicep
}

// ShoulderInTorso returns the point where the shoulder's two axes meet, m.
func (a Arm) ShoulderInTorso() r3.Vec { return links[links[a.bicep()].parent].origin }

// HandInTorso returns the position of the hand, where its fingers begin, in the torso, m.
func HandInTorso(arm Arm, joints *Joints) r3.Vec { return arm.hand().InTorso(joints).P }

// ArmAnglesOf returns one arm's angles.
func ArmAnglesOf(arm Arm, joints *Joints) ArmAngles {
	q := joints[arm.firstJoint():]
	return ArmAngles{q[0], q[1], q[2], q[3], q[4]}
}

// Put sets one arm's angles.
func (a ArmAngles) Put(arm Arm, joints *Joints) {
	q := joints[arm.firstJoint():]
	q[0], q[1], q[2], q[3], q[4] = a.ShoulderPitch, a.ShoulderRoll, a.ElbowYaw, a.ElbowRoll, a.WristYaw
}

// Mirrored returns the other arm's angles that mirror these about the x-z plane.
func (a ArmAngles) Mirrored() ArmAngles {
	return ArmAngles{a.ShoulderPitch, -a.ShoulderRoll, -a.ElbowYaw, -a.ElbowRoll, -a.WristYaw}
}

// Hand returns the position of the hand in the torso at these angles, m.
func (a ArmAngles) Hand(arm Arm) r3.Vec {
	upper, hand := arm.chain(a.WristYaw)
	p := Rotation(r3.Vec{X: 1}, a.ElbowYaw).Rotate(Rotation(r3.Vec{Z: 1}, a.ElbowRoll).Rotate(hand))
	p = Rotation(r3.Vec{Z: 1}, a.ShoulderRoll).Rotate(r3.Add(upper, p))
	return r3.Add(arm.ShoulderInTorso(), Rotation(r3.Vec{Y: 1}, a.ShoulderPitch).Rotate(p))
}

// chain returns the elbow seen from the shoulder and the hand seen from the elbow, both
// in the frames of their own joints at zero, m.
func (a Arm) chain(wristYaw float64) (upper, hand r3.Vec) {
	upper = links[links[links[links[a.hand()].parent].parent].parent].origin
	wrist := links[a.hand()].parent
	hand = r3.Add(links[wrist].origin, Rotation(r3.Vec{X: 1}, wristYaw).Rotate(links[a.hand()].origin))
	return upper, hand
}

// within clamps the angles to the joints' ranges and reports whether they were in them.
func (a ArmAngles) within(arm Arm) (ArmAngles, bool) {
	j := arm.firstJoint()
	c := ArmAngles{
		j.Clamp(a.ShoulderPitch), (j + 1).Clamp(a.ShoulderRoll), (j + 2).Clamp(a.ElbowYaw),
		(j + 3).Clamp(a.ElbowRoll), (j + 4).Clamp(a.WristYaw),
	}
	off := max(
		math.Abs(a.ShoulderPitch-c.ShoulderPitch), math.Abs(a.ShoulderRoll-c.ShoulderRoll),
		math.Abs(a.ElbowYaw-c.ElbowYaw), math.Abs(a.ElbowRoll-c.ElbowRoll), math.Abs(a.WristYaw-c.WristYaw),
	)
	return c, off <= limitSlack
}
