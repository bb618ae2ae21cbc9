package camera

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/sim/mujoco"
)

// bent is a camera whose pixels move, small to be cheap.
func bent() Options {
	return Options{Width: 160, Height: 120, Effects: Effects{Distortion: -0.08, ReadoutSec: 0.03, BlurSec: 0.01}}
}

// Every pixel of the image comes from inside the pinhole, and is shown where it came from.
func TestTheWarpAndItsInverseAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, k1 := range []float64{-0.25, -0.08, 0, 0.1, 0.5} {
		o := bent()
		o.Effects.Distortion = k1
		optics, err := o.Optics()
		require.NoError(t, err)
		for range 300 {
			axis := r3.Unit(r3.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()})
			warp := optics.Warp(r3.Scale(maxTurning*r.Float64(), axis))
			for _, p := range [][2]float64{{0, 0}, {159, 0}, {0, 119}, {159, 119}, {80, 60}, {159 * r.Float64(), 119 * r.Float64()}} {
				u, v := warp.Source(p[0], p[1])
				_, inside := optics.Pinhole.At(u, v)
				if r3.Norm2(r3.Vec{Z: warp.turning.Z}) < 1 { // a roll of the camera moves the corners most; that is not covered
					require.True(t, inside, "k1 %g, turning %v: %v comes from %.1f, %.1f of %dx%d", k1, warp.turning, p, u, v, optics.Pinhole.Width, optics.Pinhole.Height)
				}
				backU, backV := warp.Shown(u, v)
				require.InDelta(t, p[0], backU, 1e-3, "k1 %g, turning %v: %v", k1, warp.turning, p)
				require.InDelta(t, p[1], backV, 1e-3)
			}
		}
	}
}

func TestWithoutEffectsTheImageIsThePinhole(t *testing.T) {
	optics, err := Options{}.Optics()
	require.NoError(t, err)
	require.Equal(t, optics.Image, optics.Pinhole)
	warp := optics.Warp(r3.Vec{Y: 3})
	u, v := warp.Source(12, 34)
	require.Equal(t, [2]float64{12, 34}, [2]float64{u, v})
	for _, w := range []r3.Vec{{X: math.NaN()}, {Y: math.Inf(1)}, {Z: 1e9}} {
		o := bent()
		optics, err := o.Optics()
		require.NoError(t, err)
		warp := optics.Warp(w)
		u, v := warp.Source(80, 60)
		require.False(t, math.IsNaN(u+v))
	}
}

// shot draws the spl world with options and a speed.
func shot(t *testing.T, o Options, turning r3.Vec) *Image {
	t.Helper()
	m, d := open(t, "spl", "")
	r := newRenderer(t, m, "", o)
	var pose mujoco.Pose
	d.CopyPose(&pose)
	img := &Image{}
	require.NoError(t, r.Capture(nao.TopCamera, &pose, turning, img))
	return img
}

func luma(img *Image, u, v int) int { return int(img.YUYV[2*(v*img.Width+u)]) }

// With a moving shutter and no movement, and with no lens, the image stays what it was.
func TestARollingShutterAtRestChangesNothing(t *testing.T) {
	still := shot(t, Options{Width: 160, Height: 120}, r3.Vec{})
	rolling := shot(t, Options{Width: 160, Height: 120, Effects: Effects{ReadoutSec: 0.03, BlurSec: 0.01}}, r3.Vec{})
	require.Len(t, rolling.YUYV, len(still.YUYV))
	differ := 0
	for i := range still.YUYV {
		if max(still.YUYV[i], rolling.YUYV[i])-min(still.YUYV[i], rolling.YUYV[i]) > 2 {
			differ++
		}
	}
	require.Less(t, differ, len(still.YUYV)/100, "only edges are drawn by another rounding")
}

// A camera that turns to the right (about y, which points down) sees things move to the left: more so the later the row.
func TestARollingShutterShearsWithTheHeadsSpeed(t *testing.T) {
	o := Options{Width: 320, Height: 240, Effects: Effects{ReadoutSec: 0.03}}
	optics, err := o.Optics()
	require.NoError(t, err)
	warp := optics.Warp(r3.Vec{Y: 2})
	u, v := optics.Pinhole.CX, optics.Pinhole.CY
	top, _ := warp.Shown(u, v-110)
	middle, _ := warp.Shown(u, v)
	bottom, _ := warp.Shown(u, v+110)
	require.InDelta(t, optics.Image.CX, middle, 1e-6)
	want := optics.Image.FX * math.Tan(2*0.03*110/239)
	require.InDelta(t, want, top-middle, 0.1*want)
	require.InDelta(t, -want, bottom-middle, 0.1*want)
}

func TestBlurIsAlongTheMovementOnly(t *testing.T) {
	o := Options{Width: 320, Height: 240, Effects: Effects{BlurSec: 0.02}}
	sharp, blurred := shot(t, o, r3.Vec{}), shot(t, o, r3.Vec{Y: 3})
	contrast := func(img *Image, du, dv int) (sum float64) {
		for v := range img.Height - 1 {
			for u := range img.Width - 1 {
				sum += math.Abs(float64(luma(img, u+du, v+dv) - luma(img, u, v)))
			}
		}
		return sum
	}
	require.Less(t, contrast(blurred, 1, 0), 0.6*contrast(sharp, 1, 0), "across the movement edges are soft")
	require.Greater(t, contrast(blurred, 0, 1), 0.6*contrast(sharp, 0, 1), "along it they stay")
}

func TestVignettingFlickerAndToneAct(t *testing.T) {
	size := Options{Width: 160, Height: 120}
	plain := shot(t, size, r3.Vec{})
	with := func(e Effects) *Image {
		o := size
		o.Effects = e
		return shot(t, o, r3.Vec{})
	}
	dark := with(Effects{Vignetting: 0.5})
	require.InDelta(t, 0.5, float64(luma(dark, 0, 119))/float64(luma(plain, 0, 119)), 0.03, "in the corner half the light is lost")
	require.InDelta(t, 1, float64(luma(dark, 80, 60))/float64(luma(plain, 80, 60)), 0.02)

	// 100 Hz over 30 ms are three bands.
	bands := with(Effects{Flicker: 0.4, ReadoutSec: 0.03})
	changes, last := 0, 0
	for v := range 120 {
		sum, was := 0, 0
		for u := range 160 {
			sum, was = sum+luma(bands, u, v), was+luma(plain, u, v)
		}
		sign := 1
		if sum < was {
			sign = -1
		}
		if last != 0 && sign != last {
			changes++
		}
		last = sign
	}
	require.InDelta(t, 6, changes, 1, "three times brighter and darker")

	require.Greater(t, luma(with(Effects{Gamma: 1.5}), 80, 100), luma(plain, 80, 100), "gamma lifts the dark")
	warm := with(Effects{WhiteBalance: [3]float64{1.3, 1, 0.7}})
	require.Greater(t, int(warm.YUYV[3]), int(plain.YUYV[3]), "more red")
	require.Less(t, int(warm.YUYV[1]), int(plain.YUYV[1]), "less blue")
	pale := with(Effects{Saturation: 0.5})
	i := 2 * (110*160 + 80)
	require.InDelta(t, float64(int(plain.YUYV[i+1])-128)/2, float64(int(pale.YUYV[i+1])-128), 1)
}

// Shot noise grows with the root of the brightness.
func TestShotNoiseGrowsWithTheRootOfTheLight(t *testing.T) {
	n := newSensorNoise(0, 8, 3, 640)
	spread := func(level byte) float64 {
		row := make([]byte, 2*640*50)
		for i := range row {
			row[i] = level
		}
		n.add(row, 640, 7)
		sum, count := 0.0, 0
		for i := 0; i < len(row); i += 2 {
			e := float64(row[i]) - float64(level)
			sum, count = sum+e*e, count+1
		}
		return math.Sqrt(sum / float64(count))
	}
	require.InDelta(t, 4, spread(64), 0.25)
	require.InDelta(t, 5.66, spread(128), 0.3)
	require.InDelta(t, 0, spread(0), 1e-9)
}

func TestWrongEffectsAreRefused(t *testing.T) {
	for want, e := range map[string]Effects{
		"gamma 9: want 0.3 to 3":      {Gamma: 9},
		"vignetting 1":                {Vignetting: 1},
		"shot noise NaN":              {ShotNoise: math.NaN()},
		"readout time -1":             {ReadoutSec: -1},
		"exposure time 2":             {BlurSec: 2},
		"distortion -0.3: want -0.25": {Distortion: -0.3},
		"white balance of blue 9":     {WhiteBalance: [3]float64{1, 1, 9}},
		"flicker frequency 1":         {Flicker: 0.1, FlickerHz: 1},
		"saturation -1":               {Saturation: -1},
	} {
		_, err := Options{Effects: e}.Optics()
		require.ErrorContains(t, err, want)
	}
}
