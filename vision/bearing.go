package vision

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/percepts"
)

// Eye is a camera at the moment of an image: its lens and where it looked.
type Eye struct {
	Lens nao.Intrinsics
	X_TC nao.Pose // optical frame in the torso
}

// NewEye places a camera by the joint angles the robot had when the image was taken.
func NewEye(lens nao.Intrinsics, cam nao.Camera, joints *nao.Joints) Eye {
	return Eye{Lens: lens, X_TC: nao.CameraInTorso(cam, joints)}
}

// Bearing gives the direction of the image point (x, y), pixels. It is that of
// the ray, seen from the camera: the camera's own place in the head, some cm
// from the neck's axes, is not taken out, since the distance is not known.
func (e Eye) Bearing(x, y float64) percepts.Bearing {
	ray_C := e.Lens.Ray(x, y)
	ray_T := e.X_TC.Rotate(ray_C)
	return percepts.Bearing{
		Azimuth:        math.Atan2(ray_T.Y, ray_T.X),
		Elevation:      math.Atan2(ray_T.Z, math.Hypot(ray_T.X, ray_T.Y)),
		ImageAzimuth:   math.Atan2(ray_C.X, ray_C.Z),
		ImageElevation: math.Atan2(ray_C.Y, math.Hypot(ray_C.X, ray_C.Z)),
	}
}

// Pixel gives where the image shows a direction in the torso frame, in pixels;
// false when it is behind the camera.
func (e Eye) Pixel(dir_T r3.Vec) (x, y float64, ok bool) {
	return e.Lens.Project(e.X_TC.Inverse().Rotate(dir_T))
}

// AngularRadius returns the angle in rad that so many pixels fill from the optical axis: how large
// a disc of that radius looks in the middle of the image.
func (e Eye) AngularRadius(pixels float64) float64 { return math.Atan(pixels / e.Lens.Fx) }

// BallDistance returns how far from the camera a ball of a radius in m is that fills an
// angular radius in rad; 0 when the angle says nothing.
func BallDistance(angularRadius, radiusM float64) float64 {
	if !(angularRadius > 0) {
		return 0
	}
	return radiusM / math.Sin(min(angularRadius, math.Pi/2))
}
