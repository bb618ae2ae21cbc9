package tf

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/si"
	geometrymsgs "gonao/msgs/geometry_msgs"
	"gonao/ros"
)

// Transform is the pose X_AB of a frame B in a frame A: p_A = R·p_B + P. The zero
// value is not a pose; start from [Identity].
type Transform struct {
	P r3.Vec      // B's origin in A, m
	Q quat.Number // the rotation R_AB, a unit quaternion
}

// Identity is the pose of a frame in itself.
func Identity() Transform { return Transform{Q: quat.Number{Real: 1}} }

// Translation is the pose of a frame shifted by p, with the same axes.
func Translation(p r3.Vec) Transform { return Transform{P: p, Q: quat.Number{Real: 1}} }

// Rotation is the pose of a frame turned by angle in rad about a unit axis.
func Rotation(axis r3.Vec, angleRad float64) Transform {
	s, c := math.Sincos(angleRad / 2)
	return Transform{Q: quat.Number{Real: c, Imag: s * axis.X, Jmag: s * axis.Y, Kmag: s * axis.Z}}
}

// RollPitchYaw is the pose of a frame turned by roll about x, then pitch about y,
// then yaw about z, all about the fixed axes (URDF's rpy), in rad.
func RollPitchYaw(roll, pitch, yaw float64) Transform {
	return Rotation(r3.Vec{Z: 1}, yaw).Mul(Rotation(r3.Vec{Y: 1}, pitch)).Mul(Rotation(r3.Vec{X: 1}, roll))
}

// Mul returns the composed pose: X_AC = X_AB·X_BC.
func (x Transform) Mul(y Transform) Transform {
	return Transform{P: x.Apply(y.P), Q: quat.Mul(x.Q, y.Q)}
}

// Inverse returns X_BA of X_AB.
func (x Transform) Inverse() Transform {
	inv := Transform{Q: quat.Conj(x.Q)}
	inv.P = r3.Scale(-1, inv.Rotate(x.P))
	return inv
}

// Apply transforms the point p_B to p_A.
func (x Transform) Apply(p r3.Vec) r3.Vec { return r3.Add(x.Rotate(p), x.P) }

// Rotate transforms the direction v_B to v_A.
func (x Transform) Rotate(v r3.Vec) r3.Vec {
	// v + 2w(u×v) + 2u×(u×v), where u is the quaternion's vector part.
	u := r3.Vec{X: x.Q.Imag, Y: x.Q.Jmag, Z: x.Q.Kmag}
	t := r3.Scale(2, r3.Cross(u, v))
	return r3.Add(v, r3.Add(r3.Scale(x.Q.Real, t), r3.Cross(u, t)))
}

// Interpolate returns the pose at a share of the way from x (0) to y (1): the origin on the straight line, the rotation
// about one axis at constant speed, the short way.
func (x Transform) Interpolate(y Transform, share float64) Transform {
	return Transform{
		P: r3.Add(r3.Scale(1-share, x.P), r3.Scale(share, y.P)),
		Q: slerp(x.Q, y.Q, share),
	}
}

func slerp(a, b quat.Number, share float64) quat.Number {
	if a.Real*b.Real+a.Imag*b.Imag+a.Jmag*b.Jmag+a.Kmag*b.Kmag < 0 {
		b = quat.Scale(-1, b) // the same rotation, nearer
	}
	// The angle between two unit vectors, exact also where its cosine is nearly 1.
	angle := 2 * math.Atan2(quat.Abs(quat.Sub(a, b)), quat.Abs(quat.Add(a, b)))
	wa, wb := 1-share, share
	if angle > 1e-6 {
		wa, wb = math.Sin(wa*angle)/math.Sin(angle), math.Sin(wb*angle)/math.Sin(angle)
	}
	q := quat.Add(quat.Scale(wa, a), quat.Scale(wb, b))
	return quat.Scale(1/quat.Abs(q), q)
}

// unitTolerance is the largest difference of a quaternion's squared length from 1, as in tf2; beyond it the quaternion is
// not a rotation.
const unitTolerance = 10e-3

// normalized returns the pose with a quaternion of length 1, or an error.
func (x Transform) normalized() (Transform, error) {
	if !si.IsFinite(x.P.X) || !si.IsFinite(x.P.Y) || !si.IsFinite(x.P.Z) {
		return x, fmt.Errorf("translation (%v, %v, %v): expected finite numbers", x.P.X, x.P.Y, x.P.Z)
	}
	q := x.Q
	square := q.Real*q.Real + q.Imag*q.Imag + q.Jmag*q.Jmag + q.Kmag*q.Kmag
	if !si.IsFinite(square) {
		return x, fmt.Errorf("rotation (x %v, y %v, z %v, w %v): expected finite numbers", q.Imag, q.Jmag, q.Kmag, q.Real)
	}
	if math.Abs(square-1) > unitTolerance {
		return x, fmt.Errorf("rotation (x %v, y %v, z %v, w %v): length %.4g, expected 1",
			q.Imag, q.Jmag, q.Kmag, q.Real, math.Sqrt(square))
	}
	if square != 1 {
		x.Q = quat.Scale(1/math.Sqrt(square), q)
	}
	return x, nil
}

// FromMsg is the pose of a message. It errs when a number is not finite or the
// quaternion's length is not 1.
func FromMsg(m geometrymsgs.Transform) (Transform, error) { return fromMsg(m).normalized() }

func fromMsg(m geometrymsgs.Transform) Transform {
	return Transform{
		P: r3.Vec{X: m.Translation.X, Y: m.Translation.Y, Z: m.Translation.Z},
		Q: quat.Number{Real: m.Rotation.W, Imag: m.Rotation.X, Jmag: m.Rotation.Y, Kmag: m.Rotation.Z},
	}
}

// Msg is the pose as a message.
func (x Transform) Msg() geometrymsgs.Transform {
	var m geometrymsgs.Transform
	m.Translation = geometrymsgs.Vector3{X: x.P.X, Y: x.P.Y, Z: x.P.Z}
	m.Rotation = geometrymsgs.Quaternion{X: x.Q.Imag, Y: x.Q.Jmag, Z: x.Q.Kmag, W: x.Q.Real}
	return m
}

// Stamped is the pose X_PC of a child frame in its parent at a time.
type Stamped struct {
	Parent, Child string
	Time          time.Time // the zero Time where nothing moves
	Transform
}

// StampedFromMsg converts a message without checking it: [Buffer.Set] does.
func StampedFromMsg(m *geometrymsgs.TransformStamped) Stamped {
	return Stamped{
		Parent: m.Header.FrameId, Child: m.ChildFrameId,
		Time: ros.StampTime(m.Header.Stamp), Transform: fromMsg(m.Transform),
	}
}

// Msg is the pose as a message; the zero Time becomes stamp 0.
func (s *Stamped) Msg() geometrymsgs.TransformStamped {
	m := geometrymsgs.TransformStamped{ChildFrameId: s.Child, Transform: s.Transform.Msg()}
	m.Header.FrameId = s.Parent
	if !s.Time.IsZero() {
		m.Header.Stamp = ros.Stamp(s.Time)
	}
	return m
}

// check checks a pose and returns it with a quaternion of length 1.
func (s Stamped) check() (Stamped, error) {
	fail := func(err error) (Stamped, error) { return s, &InvalidError{s.Parent, s.Child, err} }
	if err := checkFrame(s.Parent); err != nil {
		return fail(fmt.Errorf("parent: %w", err))
	}
	if err := checkFrame(s.Child); err != nil {
		return fail(fmt.Errorf("child: %w", err))
	}
	if s.Parent == s.Child {
		return fail(errors.New("a frame cannot be its own parent"))
	}
	x, err := s.normalized()
	if err != nil {
		return fail(err)
	}
	s.Transform = x
	return s, nil
}

// checkFrame returns an error for a wrong frame name.
func checkFrame(name string) error {
	switch {
	case name == "":
		return errors.New("the frame's name is empty")
	case name[0] == '/':
		return fmt.Errorf("frame %q: expected no slash at the beginning, frames are not topics", name)
	}
	return nil
}
