package camera

import (
	"cmp"
	"fmt"
	"math"

	"gonao/internal/declared"
	"gonao/nao"
)

// Options are the settings of both cameras. The zero value of a field means the NAO V6's
// own: 640×480, 30 Hz, 54.7° × 42.5°, exposure 1; Noise 0 is none.
type Options struct {
	Width    int     `yaml:"width" unit:"px" min:"0" max:"4096" step:"2" readonly:"true" desc:"0: 640, or 320 where net.core.rmem_max is under 4 MB and images would be lost"`
	Height   int     `yaml:"height" unit:"px" min:"0" max:"4096" readonly:"true" desc:"0: 480 or 240, as the width; set both or neither"`
	RateHz   float64 `yaml:"rate_hz" unit:"Hz" min:"0.01" max:"1000" desc:"images per second of simulated time; the paper's camera has 10"`
	FovXDeg  float64 `yaml:"fov_x_deg" unit:"deg" min:"0" max:"150" readonly:"true" desc:"horizontal opening; 0: the V6's own (42.5 vertically); the paper's camera has 60"`
	Noise    float64 `yaml:"noise" unit:"grey levels of 255" min:"0" max:"40" desc:"standard deviation of the brightness"` // cut off at three times that
	Exposure float64 `yaml:"exposure" min:"0.05" max:"10" desc:"factor on the brightness"`
	Nice     int     `yaml:"nice" min:"0" max:"20" readonly:"true" desc:"scheduling of the drawing: 0 normal to 19 low, 20 only when all else is idle"`

	Seed       uint64                  `yaml:"-"`                    // of the noise
	Exposures  [nao.NumCameras]float64 `yaml:"-"`                    // factors on the brightness of one camera, besides Exposure; 0: 1
	Effects    Effects                 `yaml:"-"`                    // of lens, shutter, sensor and light; the zero value has no effect
	Samples    int                     `yaml:"-" min:"0" max:"16"`   // per pixel; 4 smooths the edges and doubles the time of drawing
	ShadowSize int                     `yaml:"-" min:"0" max:"8192"` // px of the shadow map of each lamp that casts shadows; 0: no shadows
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
	o.RateHz = cmp.Or(o.RateHz, 30)
	o.Exposure = cmp.Or(o.Exposure, 1)
	for c := range o.Exposures {
		o.Exposures[c] = cmp.Or(o.Exposures[c], 1)
		if !(o.Exposures[c] >= 0.05 && o.Exposures[c] <= 10) {
			return o, fmt.Errorf("camera: exposure %g of camera %s: want 0.05 to 10", o.Exposures[c], nao.Camera(c))
		}
	}
	var err error
	if o.Effects, err = o.Effects.withDefaults(); err != nil {
		return o, err
	}
	if o.Width == 0 || o.Height == 0 {
		return o, fmt.Errorf("camera: %d x %d px: expected both width and height", o.Width, o.Height)
	}
	if err := declared.Check(&o); err != nil {
		return o, fmt.Errorf("camera: %w", err)
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
