package vision

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// sphere counts the pixels whose rays meet a ball, p_CB, and gives their middle.
func sphere(k nao.Intrinsics, p_CB r3.Vec, radiusM float64) Blob {
	var b Blob
	for v := range 480 {
		for u := range 640 {
			ray := r3.Unit(k.Ray(float64(u)+0.5, float64(v)+0.5))
			if r3.Norm(r3.Cross(ray, p_CB)) < radiusM {
				b.X, b.Y, b.Pixels = b.X+float64(u)+0.5, b.Y+float64(v)+0.5, b.Pixels+1
			}
		}
	}
	b.X, b.Y = b.X/float64(b.Pixels), b.Y/float64(b.Pixels)
	return b
}

func TestABallIsWhereItsSizeSays(t *testing.T) {
	var joints nao.Joints
	joints[nao.HeadYaw], joints[nao.HeadPitch] = 0.6, 0.2
	eye := NewEye(lens, nao.TopCamera, &joints)
	for name, p_CB := range map[string]r3.Vec{
		"in the middle": {Z: 1}, "near": {X: 0.02, Z: 0.3}, "to the side": {X: 0.45, Z: 1.1}, "in a corner": {X: -0.7, Y: -0.5, Z: 1.6}, "far": {Z: 4},
	} {
		const radius = 0.05
		got, ok := eye.Place(sphere(lens, p_CB, radius), radius)
		require.True(t, ok)
		require.Less(t, r3.Norm(r3.Sub(eye.X_TC.Apply(p_CB), got)), 0.02*r3.Norm(p_CB), name)
	}
}

func TestWhatCannotBeABallHasNoPlace(t *testing.T) {
	eye := NewEye(lens, nao.TopCamera, &nao.Joints{})
	for _, b := range []Blob{{X: 320, Y: 240}, {X: 320, Y: 240, Pixels: 1 << 40}} {
		_, ok := eye.Place(b, 0.05)
		require.False(t, ok)
	}
}
