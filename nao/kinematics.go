package nao

import (
	"gonum.org/v1/gonum/spatial/r3"
)

// Leg is a side of the body.
type Leg uint8

// The legs.
const (
	LeftLeg Leg = iota
	RightLeg

	NumLegs = 2
)

// FootHeight is the height of the ankle's joints over the sole, m.
const FootHeight = 0.04519

// StandHeight is the height of the torso's origin over the soles with straight legs, m.
const StandHeight = 0.085 + 0.1 + 0.1029 + FootHeight

// Foot returns the leg's last link, whose frame is the ankle.
func (l Leg) Foot() Link {
	if l == LeftLeg {
		return LinkLFoot
	}
	return LinkRFoot
}

// SoleFrame returns the name of the leg's sole frame in nao_description, l_sole or r_sole:
// under the ankle, on the ground.
func (l Leg) SoleFrame() string {
	if l == LeftLeg {
		return "l_sole"
	}
	return "r_sole"
}

// inParent returns the link's pose in its parent at joint angle q.
func (l Link) inParent(q float64) Pose {
	x := Rotation(links[l].axis, q)
	x.P = links[l].origin
	return x
}

// InTorso returns X_TL, the link's frame in the torso, at the joint angles.
func (l Link) InTorso(joints *Joints) Pose {
	x := Identity()
	for ; l != LinkTorso; l = links[l].parent {
		x = l.inParent(joints[links[l].joint]).Mul(x)
	}
	return x
}

// LinkPoses fills in X_TL of every link at the joint angles. It allocates nothing.
func LinkPoses(joints *Joints, out *[NumLinks]Pose) {
	out[LinkTorso] = Identity()
	for l := LinkTorso + 1; l < NumLinks; l++ {
		out[l] = out[links[l].parent].Mul(l.inParent(joints[links[l].joint]))
	}
}

// CameraInTorso returns X_TC, the camera's optical frame (z forward, x right, y
// down) in the torso. Only the head's two joints matter.
func CameraInTorso(cam Camera, joints *Joints) Pose {
	return LinkHead.InTorso(joints).Mul(cam.InHead())
}

// SoleInTorso returns X_TF, the sole's frame (under the ankle, z up) in the torso.
func SoleInTorso(leg Leg, joints *Joints) Pose {
	return leg.Foot().InTorso(joints).Mul(Translation(r3.Vec{Z: -FootHeight}))
}

// TorsoInFootprint returns X_RT: the torso in base_footprint, which lies on the ground midway between the soles and looks
// where the torso looks. The ground is level and where the lower sole is; angles are the torso's roll and pitch, rad.
func TorsoInFootprint(joints *Joints, angles [2]float64) Pose {
	x := RollPitchYaw(angles[0], angles[1], 0)
	left := x.Apply(SoleInTorso(LeftLeg, joints).P)
	right := x.Apply(SoleInTorso(RightLeg, joints).P)
	x.P = r3.Vec{X: -(left.X + right.X) / 2, Y: -(left.Y + right.Y) / 2, Z: -min(left.Z, right.Z)}
	return x
}

// TotalMass returns the mass of the robot, kg.
func TotalMass() float64 {
	sum := 0.0
	for l := range links {
		sum += links[l].mass
	}
	return sum
}

// CoM returns the robot's centre of mass in the torso, m. It allocates nothing.
func CoM(joints *Joints) r3.Vec {
	var poses [NumLinks]Pose
	LinkPoses(joints, &poses)
	var moment r3.Vec
	for l := range links {
		moment = r3.Add(moment, r3.Scale(links[l].mass, poses[l].Apply(links[l].com)))
	}
	return r3.Scale(1/TotalMass(), moment)
}

// SoleOutline returns the outline of a sole in the frame of the foot (the ankle),
// as x and y in m, counted from the inner front. The right foot's mirrors the left's.
func SoleOutline(leg Leg) [20][2]float64 {
	out := leftSoleOutline
	if leg == RightLeg {
		for i := range out {
			out[i][1] = -out[i][1]
		}
	}
	return out
}

var leftSoleOutline = [20][2]float64{
	{0.00897, -0.03318},
	{0.05770, -0.03877},
	{0.07395, -0.03729},
	{0.08765, -0.03148},
	{0.09687, -0.01880},
	{0.09942, -0.01015},
	{0.09899, 0.00869},
	{0.09400, 0.02418},
	{0.08454, 0.03610},
	{0.06568, 0.04615},
	{0.04991, 0.04818},
	{0.00956, 0.03881},
	{-0.00842, 0.03954},
	{-0.02199, 0.04758},
	{-0.03125, 0.05002},
	{-0.04905, 0.03760},
	{-0.05072, -0.02138},
	{-0.04262, -0.03060},
	{-0.03297, -0.03435},
	{-0.00901, -0.03272},
}
