package camera

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestKnownColorsHaveTheirKnownBytes(t *testing.T) {
	for name, row := range map[string]struct{ rgb, yuv [3]byte }{
		"black":  {[3]byte{0, 0, 0}, [3]byte{0, 128, 128}},
		"white":  {[3]byte{255, 255, 255}, [3]byte{255, 128, 128}},
		"grey":   {[3]byte{77, 77, 77}, [3]byte{77, 128, 128}},
		"red":    {[3]byte{255, 0, 0}, [3]byte{76, 85, 255}},
		"green":  {[3]byte{0, 255, 0}, [3]byte{150, 44, 21}},
		"blue":   {[3]byte{0, 0, 255}, [3]byte{29, 255, 107}},
		"yellow": {[3]byte{255, 255, 0}, [3]byte{226, 1, 149}},
		"orange": {[3]byte{255, 107, 5}, [3]byte{140, 52, 210}},
	} {
		t.Run(name, func(t *testing.T) {
			rgb := append(row.rgb[:], row.rgb[:]...)
			yuyv := make([]byte, 4)
			require.NoError(t, toYUYV(yuyv, rgb))
			require.Equal(t, []byte{row.yuv[0], row.yuv[1], row.yuv[0], row.yuv[2]}, yuyv)
		})
	}
}

// The integers agree with the formulas of the package comment to a rounding error.
func TestTheConversionIsTheOneThePackageDescribes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	rgb, yuyv := make([]byte, 6), make([]byte, 4)
	for range 100_000 {
		for i := range rgb {
			rgb[i] = byte(rng.IntN(256))
		}
		require.NoError(t, toYUYV(yuyv, rgb))
		var y, u, v [2]float64
		for k := range 2 {
			r, g, b := float64(rgb[3*k]), float64(rgb[3*k+1]), float64(rgb[3*k+2])
			y[k] = 0.299*r + 0.587*g + 0.114*b
			u[k], v[k] = 128+(b-y[k])/1.772, 128+(r-y[k])/1.402
		}
		want := []float64{y[0], (u[0] + u[1]) / 2, y[1], (v[0] + v[1]) / 2}
		for i := range want {
			if math.Abs(float64(yuyv[i])-min(255, want[i])) > 0.51 {
				require.InDelta(t, want[i], yuyv[i], 0.51, "%v byte %d", rgb, i)
			}
		}
	}
}

func TestBuffersThatDoNotFitAreRefused(t *testing.T) {
	require.ErrorContains(t, toYUYV(make([]byte, 4), make([]byte, 5)), "5 bytes of RGB into 4")
	require.ErrorContains(t, toYUYV(make([]byte, 2), make([]byte, 3)), "3 bytes of RGB into 2")
	require.ErrorContains(t, toYUYV(make([]byte, 5), make([]byte, 6)), "6 bytes of RGB into 5")
	require.NoError(t, toYUYV(nil, nil))
}

func TestNoiseHasTheAskedStrengthAndIsBounded(t *testing.T) {
	const width, height = 320, 240
	n := newSensorNoise(4, 0, 7, width)
	img := make([]byte, 2*width*height)
	for i := range img {
		img[i] = 128
	}
	n.add(img, width, 42)
	var sum, sum2, most float64
	for i := 0; i < len(img); i += 2 {
		v := float64(img[i]) - 128
		sum, sum2, most = sum+v, sum2+v*v, max(most, math.Abs(v))
	}
	count := float64(width * height)
	require.InDelta(t, 0, sum/count, 0.2)
	require.InDelta(t, 4, math.Sqrt(sum2/count), 0.2)
	require.LessOrEqual(t, most, 12.0)
}

func TestNoiseDependsOnSeedAndMomentOnly(t *testing.T) {
	noisy := func(seed, moment uint64) []byte {
		img := make([]byte, 2*64*48)
		newSensorNoise(5, 0, seed, 64).add(img, 64, moment)
		return img
	}
	first := noisy(1, 1)
	require.Equal(t, first, noisy(1, 1))
	require.NotEqual(t, noisy(1, 1), noisy(1, 2))
	require.NotEqual(t, noisy(1, 1), noisy(2, 1))
}

func TestNoiseStopsAtBlackAndWhite(t *testing.T) {
	img := make([]byte, 2*64*48)
	for i := range img {
		img[i] = byte(255 * (i / 2 % 2)) // luma black, white, ... chroma at its ends
	}
	newSensorNoise(10, 0, 3, 64).add(img, 64, 9)
	for i, v := range img {
		if i/2%2 == 0 {
			require.LessOrEqual(t, v, byte(30))
		} else {
			require.GreaterOrEqual(t, v, byte(225))
		}
	}
}

func BenchmarkToYUYV(b *testing.B) {
	rgb, yuyv := make([]byte, 640*480*3), make([]byte, 640*480*2)
	b.ReportAllocs()
	for b.Loop() {
		_ = toYUYV(yuyv, rgb)
	}
}

func BenchmarkNoise(b *testing.B) {
	yuyv := make([]byte, 640*480*2)
	n := newSensorNoise(3, 0, 1, 640)
	for b.Loop() {
		n.add(yuyv, 640, 1)
	}
}
