package vision

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

var lens = nao.IntrinsicsOf(640, 480, 54.7*math.Pi/180, 42.5*math.Pi/180)

func TestTheImageCentreIsWhereTheHeadLooks(t *testing.T) {
	for _, row := range []struct{ yaw, pitch float64 }{{0, 0}, {0.7, 0}, {-1.2, 0.3}, {0.4, -0.5}} {
		var joints nao.Joints
		joints[nao.HeadYaw], joints[nao.HeadPitch] = row.yaw, row.pitch
		b := NewEye(lens, nao.TopCamera, &joints).Bearing(320, 240)
		require.InDelta(t, row.yaw, b.Azimuth, 1e-9)
		// The top camera looks 1.2° down; the joint's pitch is down positive.
		require.InDelta(t, -row.pitch-1.2*math.Pi/180, b.Elevation, 1e-4)
		require.InDelta(t, 0, b.ImageAzimuth, 1e-9)
		require.InDelta(t, 0, b.ImageElevation, 1e-9)
	}
}

func TestLeftInTheImageIsLeftOfTheRobot(t *testing.T) {
	eye := NewEye(lens, nao.TopCamera, &nao.Joints{})
	b := eye.Bearing(0, 240)
	require.InDelta(t, 27.35*math.Pi/180, b.Azimuth, 1e-3)
	require.InDelta(t, -27.35*math.Pi/180, b.ImageAzimuth, 1e-3)
	up := eye.Bearing(320, 0)
	require.Greater(t, up.Elevation, 0.3)
	require.Less(t, up.ImageElevation, -0.3)
}

// Whatever the head does, the bearing of a far point stays the same.
func TestTheBearingDoesNotTurnWithTheHead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	seen := 0
	for range 2000 {
		azimuth, elevation := 2*rng.Float64()-1, rng.Float64()-0.7
		dir_T := r3.Vec{
			X: math.Cos(azimuth) * math.Cos(elevation),
			Y: math.Sin(azimuth) * math.Cos(elevation),
			Z: math.Sin(elevation),
		}
		var joints nao.Joints
		joints[nao.HeadYaw], joints[nao.HeadPitch] = 2*rng.Float64()-1, rng.Float64()-0.5
		for _, cam := range []nao.Camera{nao.TopCamera, nao.BottomCamera} {
			eye := NewEye(lens, cam, &joints)
			x, y, ok := eye.Pixel(dir_T)
			if !ok {
				continue
			}
			seen++
			b := eye.Bearing(x, y)
			require.InDelta(t, azimuth, b.Azimuth, 1e-9)
			require.InDelta(t, elevation, b.Elevation, 1e-9)
		}
	}
	require.Greater(t, seen, 1000)
}
