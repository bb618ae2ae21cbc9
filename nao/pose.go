package nao

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Pose is the pose X_AB of a frame B in a frame A. It maps p_B to p_A:
// p_A = R·p_B + P. The zero value is not a pose; start from [Identity].
type Pose struct {
	R [9]float64 // rotation matrix R_AB, row by row; its columns are B's axes in A
	P r3.Vec     // B's origin in A, m
}

// Identity is the pose of a frame in itself.
func Identity() Pose { return Pose{R: [9]float64{0: 1, 4: 1, 8: 1}} }

// Translation is the pose of a frame shifted by p, with the same axes.
func Translation(p r3.Vec) Pose {
	x := Identity()
	x.P = p
	return x
}

// Rotation is the pose of a frame turned by angle in rad about a unit axis.
func Rotation(axis r3.Vec, angleRad float64) Pose {
	s, c := math.Sincos(angleRad)
	t := 1 - c
	x, y, z := axis.X, axis.Y, axis.Z
	return Pose{R: [9]float64{
		t*x*x + c, t*x*y - s*z, t*x*z + s*y,
		t*x*y + s*z, t*y*y + c, t*y*z - s*x,
		t*x*z - s*y, t*y*z + s*x, t*z*z + c,
	}}
}

// RollPitchYaw is the pose of a frame turned by roll about x, then pitch about
// y, then yaw about z, all about the fixed axes (URDF's rpy), in rad.
func RollPitchYaw(roll, pitch, yaw float64) Pose {
	return Rotation(r3.Vec{Z: 1}, yaw).
		Mul(Rotation(r3.Vec{Y: 1}, pitch)).
		Mul(Rotation(r3.Vec{X: 1}, roll))
}

// Mul returns the product of poses: X_AC = X_AB·X_BC.
func (x Pose) Mul(y Pose) Pose {
	a, b := &x.R, &y.R
	return Pose{
		R: [9]float64{
			a[0]*b[0] + a[1]*b[3] + a[2]*b[6], a[0]*b[1] + a[1]*b[4] + a[2]*b[7], a[0]*b[2] + a[1]*b[5] + a[2]*b[8],
			a[3]*b[0] + a[4]*b[3] + a[5]*b[6], a[3]*b[1] + a[4]*b[4] + a[5]*b[7], a[3]*b[2] + a[4]*b[5] + a[5]*b[8],
			a[6]*b[0] + a[7]*b[3] + a[8]*b[6], a[6]*b[1] + a[7]*b[4] + a[8]*b[7], a[6]*b[2] + a[7]*b[5] + a[8]*b[8],
		},
		P: x.Apply(y.P),
	}
}

// Apply returns p_A for the point p_B.
func (x Pose) Apply(p r3.Vec) r3.Vec { return r3.Add(x.Rotate(p), x.P) }

// Rotate returns v_A for the direction v_B.
func (x Pose) Rotate(v r3.Vec) r3.Vec {
	r := &x.R
	return r3.Vec{
		X: r[0]*v.X + r[1]*v.Y + r[2]*v.Z,
		Y: r[3]*v.X + r[4]*v.Y + r[5]*v.Z,
		Z: r[6]*v.X + r[7]*v.Y + r[8]*v.Z,
	}
}

// Inverse returns X_BA of X_AB.
func (x Pose) Inverse() Pose {
	r := &x.R
	inv := Pose{R: [9]float64{r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]}}
	inv.P = r3.Scale(-1, inv.Rotate(x.P))
	return inv
}

// AxisZ returns B's z axis in A; for a camera's optical frame, its viewing direction.
func (x Pose) AxisZ() r3.Vec { return r3.Vec{X: x.R[2], Y: x.R[5], Z: x.R[8]} }

// RollPitchYaw returns the angles of the rotation, in rad: the inverse of the function of this name.
// At pitch ±π/2 the roll is 0.
func (x Pose) RollPitchYaw() (roll, pitch, yaw float64) {
	r := &x.R
	cosPitch := math.Hypot(r[0], r[3])
	pitch = math.Atan2(-r[6], cosPitch)
	if cosPitch < 1e-9 {
		return 0, pitch, math.Atan2(-r[1], r[4])
	}
	return math.Atan2(r[7], r[8]), pitch, math.Atan2(r[3], r[0])
}

// Quat returns the rotation as a unit quaternion with a real part ≥ 0.
func (x Pose) Quat() quat.Number {
	r := &x.R
	// Shepperd's method: divide by the largest of the four components.
	trace := r[0] + r[4] + r[8]
	var q quat.Number
	switch {
	case trace >= r[0] && trace >= r[4] && trace >= r[8]:
		q = quat.Number{Real: 1 + trace, Imag: r[7] - r[5], Jmag: r[2] - r[6], Kmag: r[3] - r[1]}
	case r[0] >= r[4] && r[0] >= r[8]:
		q = quat.Number{Real: r[7] - r[5], Imag: 1 + 2*r[0] - trace, Jmag: r[1] + r[3], Kmag: r[2] + r[6]}
	case r[4] >= r[8]:
		q = quat.Number{Real: r[2] - r[6], Imag: r[1] + r[3], Jmag: 1 + 2*r[4] - trace, Kmag: r[5] + r[7]}
	default:
		q = quat.Number{Real: r[3] - r[1], Imag: r[2] + r[6], Jmag: r[5] + r[7], Kmag: 1 + 2*r[8] - trace}
	}
	scale := 1 / quat.Abs(q)
	if q.Real < 0 {
		scale = -scale
	}
	return quat.Scale(scale, q)
}
