package vision

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Place returns p_TB, the position in the torso frame at which a ball of a radius in m covers as many pixels as
// the blob. It reports false if the blob is too large or empty.
//
// A sphere of radius R at distance D fills a cone of half angle α, sin α = R/D, whose
// solid angle is Ω = 2π(1 − cos α). A pixel θ off the axis covers cos³θ/(fx·fy) of it.
// A ball that is partly hidden seems farther away.
func (e Eye) Place(b Blob, radiusM float64) (p_TB r3.Vec, ok bool) {
	ray := e.Lens.Ray(b.X, b.Y)
	length := r3.Norm(ray)
	cosOff := ray.Z / length
	solid := float64(b.Pixels) * cosOff * cosOff * cosOff / (e.Lens.Fx * e.Lens.Fy)
	cos := 1 - solid/(2*math.Pi)
	if !(cos > 0 && cos < 1) {
		return r3.Vec{}, false
	}
	distance := radiusM / math.Sqrt(1-cos*cos)
	return e.X_TC.Apply(r3.Scale(distance/length, ray)), true
}
