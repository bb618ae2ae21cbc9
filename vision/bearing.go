package vision

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Bearing is the direction of a point of an image, in rad.
type Bearing struct {
	// In base_link: azimuth left positive, elevation up positive.
	Azimuth, Elevation float64
	// From the optical axis: azimuth right positive, elevation down positive.
	ImageAzimuth, ImageElevation float64
}

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
func (e Eye) Bearing(x, y float64) Bearing {
	ray_C := e.Lens.Ray(x, y)
	ray_T := e.X_TC.Rotate(ray_C)
	return Bearing{
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
