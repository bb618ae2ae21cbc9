package nao_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// holds reports whether a point of the link's frame lies in the shape.
func holds(s nao.Shape, p r3.Vec) bool {
	q := s.Pose.Inverse().Apply(p)
	switch s.Kind {
	case nao.Box:
		return math.Abs(q.X) < s.Size[0] && math.Abs(q.Y) < s.Size[1] && math.Abs(q.Z) < s.Size[2]
	case nao.Ellipsoid:
		return r3.Norm(r3.Vec{X: q.X / s.Size[0], Y: q.Y / s.Size[1], Z: q.Z / s.Size[2]}) < 1
	case nao.Sphere:
		return r3.Norm(q) < s.Size[0]
	case nao.Cylinder:
		return math.Hypot(q.X, q.Y) < s.Size[0] && math.Abs(q.Z) < s.Size[1]
	default: // capsule
		axis := min(max(q.Z, -s.Size[1]), s.Size[1])
		return r3.Norm(r3.Sub(q, r3.Vec{Z: axis})) < s.Size[0]
	}
}

func TestTheHeadHidesNothingFromItsCameras(t *testing.T) {
	k := nao.IntrinsicsOf(640, 480, nao.CameraFOVX, nao.CameraFOVY)
	for _, look := range []nao.Look{nao.Rounded, nao.Blocks} {
		head := slices.DeleteFunc(nao.Shapes(look), func(s nao.Shape) bool { return s.Link != nao.LinkHead })
		for cam := range nao.Camera(nao.NumCameras) {
			x := cam.InHead()
			for u := 0.0; u <= 640; u += 32 {
				for v := 0.0; v <= 480; v += 32 {
					ray := r3.Unit(k.Ray(u, v))
					for depth := 0.0; depth < 0.1; depth += 0.001 {
						p := x.Apply(r3.Scale(depth, ray))
						for _, s := range head {
							if holds(s, p) {
								t.Fatalf("%v, look %d: %+v lies before the camera at pixel %v %v, depth %v", cam, look, s, u, v, depth)
							}
						}
					}
				}
			}
		}
	}
}

func TestBothSidesLookAlike(t *testing.T) {
	for _, look := range []nao.Look{nao.Rounded, nao.Blocks} {
		sides := map[byte]int{}
		for _, s := range nao.Shapes(look) {
			name := s.Link.Facts().Name
			if name[0] == 'L' || name[0] == 'l' {
				sides['L']++
			}
			if name[0] == 'R' || name[0] == 'r' {
				sides['R']++
			}
			require.InDelta(t, 1, determinant(s.Pose.R), 1e-9, name)
		}
		require.Equal(t, sides['L'], sides['R'])
		require.NotZero(t, sides['L'])
	}
}

func determinant(r [9]float64) float64 {
	return r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
}

func TestTheSpheresUnderASoleSpanItsOutline(t *testing.T) {
	for _, leg := range []nao.Leg{nao.LeftLeg, nao.RightLeg} {
		spheres := nao.SoleSpheres(leg)
		for _, s := range spheres {
			require.InDelta(t, -nao.FootHeight, s.Pose.P.Z-s.Size[0], 1e-12, "they bear in the sole's plane")
		}
		// In every direction the spheres reach as far as the outline, within 4 mm.
		for a := 0.0; a < 2*math.Pi; a += 0.1 {
			sin, cos := math.Sincos(a)
			outline, reach := math.Inf(-1), math.Inf(-1)
			for _, p := range nao.SoleOutline(leg) {
				outline = max(outline, cos*p[0]+sin*p[1])
			}
			for _, s := range spheres {
				reach = max(reach, cos*s.Pose.P.X+sin*s.Pose.P.Y)
			}
			require.InDelta(t, outline, reach, 0.004)
		}
	}
}
