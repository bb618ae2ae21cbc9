package nao

import "gonum.org/v1/gonum/spatial/r3"

// The Jacobians here are geometric, of points fixed to the robot seen from the torso:
// joint speeds in rad/s times them are the speeds in the torso's frame. Rows 0 to 2
// are the velocity's x, y, z in m/s, rows 3 to 5 the rotation's about x, y, z in rad/s.

// SoleJacobian fills in how the leg's joints move its sole's origin and turn the sole.
// The columns are HipYawPitch, HipRoll, HipPitch, KneePitch, AnklePitch, AnkleRoll.
func SoleJacobian(leg Leg, joints *Joints, out *[6][6]float64) {
	x := SoleInTorso(leg, joints)
	l := leg.Foot()
	for column := 5; column >= 0; column-- {
		v, w := l.turns(joints, x.P)
		out[0][column], out[1][column], out[2][column] = v.X, v.Y, v.Z
		out[3][column], out[4][column], out[5][column] = w.X, w.Y, w.Z
		l = links[l].parent
	}
}

// HandJacobian fills in how the arm's joints move its hand's origin and turn the hand.
// The columns are ShoulderPitch, ShoulderRoll, ElbowYaw, ElbowRoll, WristYaw.
func HandJacobian(arm Arm, joints *Joints, out *[6][5]float64) {
	p := HandInTorso(arm, joints)
	l := links[arm.hand()].parent
	for column := 4; column >= 0; column-- {
		v, w := l.turns(joints, p)
		out[0][column], out[1][column], out[2][column] = v.X, v.Y, v.Z
		out[3][column], out[4][column], out[5][column] = w.X, w.Y, w.Z
		l = links[l].parent
	}
}

// turns returns the velocity of a point p_T that is fixed to the link, and its rotation, per rad/s of
// the link's joint, in the torso.
func (l Link) turns(joints *Joints, p_T r3.Vec) (v, w r3.Vec) {
	x := l.InTorso(joints)
	w = x.Rotate(links[l].axis)
	return r3.Cross(w, r3.Sub(p_T, x.P)), w
}

// CoMJacobian fills in how every joint moves the robot's centre of mass: x, y, z in
// m/s in the torso's frame per rad/s. LHipYawPitch moves both legs. It allocates nothing.
func CoMJacobian(joints *Joints, out *[3][NumJoints]float64) {
	var poses [NumLinks]Pose
	LinkPoses(joints, &poses)
	var mass [NumLinks]float64 // mass of the link and of all links that it carries
	var moment [NumLinks]r3.Vec
	*out = [3][NumJoints]float64{}
	total := TotalMass()
	for l := Link(NumLinks - 1); l > LinkTorso; l-- {
		f := &links[l]
		mass[l] += f.mass
		moment[l] = r3.Add(moment[l], r3.Scale(f.mass, poses[l].Apply(f.com)))
		mass[f.parent] += mass[l]
		moment[f.parent] = r3.Add(moment[f.parent], moment[l])
		v := r3.Cross(poses[l].Rotate(f.axis), r3.Sub(moment[l], r3.Scale(mass[l], poses[l].P)))
		out[0][f.joint] += v.X / total
		out[1][f.joint] += v.Y / total
		out[2][f.joint] += v.Z / total
	}
}
