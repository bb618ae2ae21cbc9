package camera

import (
	"fmt"
	"math"

	"gonao/nao"
)

// Options are the settings of both cameras. The zero value of a field means the NAO V6's
// own: 640×480, 30 Hz, 54.7° × 42.5°, exposure 1; Noise 0 is none.
type Options struct {
	Width, Height int     // px; the width is even
	RateHz        float64 // images per second of simulated time and camera
	FovXDeg       float64 // horizontal opening angle; 0: 42.5° vertically
	Noise         float64 // standard deviation of the luma noise, grey levels of 255; cut off at three times that
	Exposure      float64 // factor on brightness
	Seed          uint64  // of the noise

	Exposures [nao.NumCameras]float64 // factors on the brightness of one camera, besides Exposure; 0: 1

	Effects Effects // of lens, shutter, sensor and light; the zero value is none

	Samples    int // per pixel; 4 smooths the edges and doubles the time of drawing
	ShadowSize int // px of the shadow map of each lamp that casts shadows; 0: no shadows

	Nice int // scheduling of the drawing threads: 0 normal to 19 low, 20 only when all else is idle
}

// Paper returns the camera of the VisualHFSM paper: 320×240 at 10 Hz, 60° wide.
func Paper() Options { return Options{Width: 320, Height: 240, RateHz: 10, FovXDeg: 60} }

// NaOISIS returns the camera of the NaOISIS document: 320×240 with 58° in the diagonal, of which the width has
// 2·atan(0.8·tan 29°).
func NaOISIS() Options {
	return Options{Width: 320, Height: 240, FovXDeg: 2 * math.Atan(0.8*math.Tan(29*math.Pi/180)) * 180 / math.Pi}
}

// Preset returns the camera of a name: nao, paper or naoisis.
func Preset(name string) (Options, error) {
	switch name {
	case "nao":
		return Options{}, nil
	case "paper":
		return Paper(), nil
	case "naoisis":
		return NaOISIS(), nil
	}
	return Options{}, fmt.Errorf("camera %q: want nao, paper or naoisis", name)
}

// withDefaults fills in the V6's values and checks the rest.
func (o Options) withDefaults() (Options, error) {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 640, 480
	}
	if o.RateHz == 0 {
		o.RateHz = 30
	}
	if o.Exposure == 0 {
		o.Exposure = 1
	}
	for c := range o.Exposures {
		if o.Exposures[c] == 0 {
			o.Exposures[c] = 1
		}
		if !(o.Exposures[c] >= 0.05 && o.Exposures[c] <= 10) {
			return o, fmt.Errorf("camera: exposure %g of camera %s: want 0.05 to 10", o.Exposures[c], nao.Camera(c))
		}
	}
	var err error
	if o.Effects, err = o.Effects.withDefaults(); err != nil {
		return o, err
	}
	switch {
	case o.Width < 2 || o.Width > 4096 || o.Width%2 != 0:
		return o, fmt.Errorf("camera: width %d: want an even number from 2 to 4096", o.Width)
	case o.Height < 1 || o.Height > 4096:
		return o, fmt.Errorf("camera: height %d: want 1 to 4096", o.Height)
	case !(o.RateHz > 0 && o.RateHz <= 1000):
		return o, fmt.Errorf("camera: rate %g Hz: want more than 0, at most 1000", o.RateHz)
	case !(o.FovXDeg >= 0 && o.FovXDeg <= 150):
		return o, fmt.Errorf("camera: opening angle %g°: want 1 to 150, or 0 for the robot's own", o.FovXDeg)
	case !(o.Noise >= 0 && o.Noise <= 40):
		return o, fmt.Errorf("camera: noise %g: want 0 to 40 grey levels", o.Noise)
	case o.ShadowSize < 0 || o.ShadowSize > 8192:
		return o, fmt.Errorf("camera: shadow map of %d px: want 0 to 8192", o.ShadowSize)
	case o.Samples < 0 || o.Samples > 16:
		return o, fmt.Errorf("camera: %d samples a pixel: want 0 to 16", o.Samples)
	case !(o.Exposure >= 0.05 && o.Exposure <= 10):
		return o, fmt.Errorf("camera: exposure %g: want 0.05 to 10", o.Exposure)
	}
	return o, nil
}

// fovYDeg returns the vertical opening angle; the pixels are square.
func (o Options) fovYDeg() float64 {
	if o.FovXDeg == 0 {
		return nao.CameraFOVY * 180 / math.Pi
	}
	half := math.Tan(o.FovXDeg*math.Pi/360) * float64(o.Height) / float64(o.Width)
	return 2 * math.Atan(half) * 180 / math.Pi
}

// Intrinsics are a pinhole without distortion: u = FX·x/z + CX, v = FY·y/z + CY for a
// point (x, y, z) in the optical frame.
type Intrinsics struct {
	Width, Height  int     // px
	FX, FY, CX, CY float64 // px
}

// Intrinsics returns those of both cameras.
func (o Options) Intrinsics() (Intrinsics, error) {
	o, err := o.withDefaults()
	if err != nil {
		return Intrinsics{}, err
	}
	f := float64(o.Height) / 2 / math.Tan(o.fovYDeg()*math.Pi/360)
	return Intrinsics{
		Width: o.Width, Height: o.Height,
		FX: f, FY: f,
		CX: float64(o.Width-1) / 2, CY: float64(o.Height-1) / 2,
	}, nil
}
