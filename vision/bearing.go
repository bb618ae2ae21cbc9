package vision

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/robot/percepts"
)

// Eye is a camera at the time of an image: its lens and its pose.
type Eye struct {
	Lens nao.Intrinsics
	X_TC nao.Pose // optical frame in the torso
}

// NewEye returns a camera with the pose that follows from the joint angles.
func NewEye(lens nao.Intrinsics, cam nao.Camera, joints *nao.Joints) Eye {
	return Eye{Lens: lens, X_TC: nao.CameraInTorso(cam, joints)}
}

// Bearing returns the direction of the image point (x, y), pixels, as seen from the camera. The camera's offset
// from the neck's axes, some cm, is not subtracted, since the distance is not known.
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

// Pixel returns the pixel at which a direction in the torso frame appears. It reports false if the direction is
// behind the camera.
func (e Eye) Pixel(dir_T r3.Vec) (x, y float64, ok bool) {
	return e.Lens.Project(e.X_TC.Inverse().Rotate(dir_T))
}

// AngularRadius returns the angle in rad that so many pixels fill from the optical axis: how large
// a disc of that radius looks in the middle of the image.
func (e Eye) AngularRadius(pixels float64) float64 { return math.Atan(pixels / e.Lens.Fx) }

// BallDistance returns the distance in m from the camera to a ball of a radius in m that has an angular radius in
// rad. It returns 0 for an angle that is 0, negative or NaN.
func BallDistance(angularRadius, radiusM float64) float64 {
	if !(angularRadius > 0) {
		return 0
	}
	return radiusM / math.Sin(min(angularRadius, math.Pi/2))
}
