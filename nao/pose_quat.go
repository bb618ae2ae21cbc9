package nao

import (
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// FromQuat returns the pose of a frame at p, turned by a quaternion of any length; a zero quaternion
// is no rotation.
func FromQuat(p r3.Vec, q quat.Number) Pose {
	x := Translation(p)
	length := quat.Abs(q)
	if length == 0 {
		return x
	}
	q = quat.Scale(1/length, q)
	w, a, b, c := q.Real, q.Imag, q.Jmag, q.Kmag
	x.R = [9]float64{
		1 - 2*(b*b+c*c), 2 * (a*b - w*c), 2 * (a*c + w*b),
		2 * (a*b + w*c), 1 - 2*(a*a+c*c), 2 * (b*c - w*a),
		2 * (a*c - w*b), 2 * (b*c + w*a), 1 - 2*(a*a+b*b),
	}
	return x
}
