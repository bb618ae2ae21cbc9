package camera

import (
	"cmp"
	"fmt"
	"math"
)

// Effects are the faults of a real camera and its light. The zero value has no effects, and costs nothing.
type Effects struct {
	WhiteBalance [3]float64 // factors on red, green and blue; 0: 1
	Gamma        float64    // v becomes v^(1/Gamma), for v from 0 to 1; 0: 1
	Saturation   float64    // factor on chroma; 0: 1
	Vignetting   float64    // share of the light that is lost in the corners, 0 to 0.9
	ShotNoise    float64    // standard deviation of the luma noise at full brightness, grey levels; grows with its root
	Distortion   float64    // k1 of the lens: a ray r from the axis (r = tan of its angle) appears at r·(1 + k1·r²)
	ReadoutSec   float64    // time from the first row to the last: the rolling shutter
	BlurSec      float64    // exposure time, over which a turning camera blurs
	Flicker      float64    // share by which lamps on the mains grow brighter and darker, 0 to 0.9
	FlickerHz    float64    // frequency of the light, twice that of the mains; 0: 100
}

// LikeV6 returns the faults of a NAO V6's camera in a hall, as far as they are known: 30 ms from the first row to the
// last and an exposure of 8 ms; noise, vignetting and lens are estimates.
func LikeV6() Effects {
	return Effects{Vignetting: 0.25, ShotNoise: 4, Distortion: -0.03, ReadoutSec: 0.030, BlurSec: 0.008, Flicker: 0.06, Saturation: 0.9}
}

// maxTurning is the speed of the camera up to which an image has no empty border, rad/s.
const maxTurning = 5.0

// withDefaults replaces 0 by the defaults, and checks the rest.
func (e Effects) withDefaults() (Effects, error) {
	for i := range e.WhiteBalance {
		e.WhiteBalance[i] = cmp.Or(e.WhiteBalance[i], 1)
	}
	e.Gamma, e.Saturation = cmp.Or(e.Gamma, 1), cmp.Or(e.Saturation, 1)
	e.FlickerHz = cmp.Or(e.FlickerHz, 100)
	for _, c := range []struct {
		name            string
		value, low, top float64
	}{
		{"white balance of red", e.WhiteBalance[0], 0.2, 5},
		{"white balance of green", e.WhiteBalance[1], 0.2, 5},
		{"white balance of blue", e.WhiteBalance[2], 0.2, 5},
		{"gamma", e.Gamma, 0.3, 3},
		{"saturation", e.Saturation, 0, 3},
		{"vignetting", e.Vignetting, 0, 0.9},
		{"shot noise", e.ShotNoise, 0, 40},
		{"distortion", e.Distortion, -0.25, 0.5},
		{"readout time", e.ReadoutSec, 0, 0.1},
		{"exposure time", e.BlurSec, 0, 0.1},
		{"flicker", e.Flicker, 0, 0.9},
		{"flicker frequency", e.FlickerHz, 10, 1000},
	} {
		if !(c.value >= c.low && c.value <= c.top) {
			return e, fmt.Errorf("camera: %s %g: want %g to %g", c.name, c.value, c.low, c.top)
		}
	}
	return e, nil
}

// moves reports whether pixels are elsewhere than in a pinhole's image.
func (e *Effects) moves() bool { return e.Distortion != 0 || e.ReadoutSec > 0 || e.BlurSec > 0 }

// shades reports whether a pixel's brightness depends on its place.
func (e *Effects) shades() bool { return e.Vignetting > 0 || e.Flicker > 0 }

// gainOne is a gain of 1.
const gainOne = 256

// vignette returns the gain of each pixel, in 1/gainOne: 1 − Vignetting·ρ², with ρ = 1 in the corners.
func (e *Effects) vignette(k *Intrinsics) []uint16 {
	gains := make([]uint16, k.Width*k.Height)
	corner := k.CX*k.CX + k.CY*k.CY
	for v := range k.Height {
		for u := range k.Width {
			x, y := float64(u)-k.CX, float64(v)-k.CY
			gains[v*k.Width+u] = uint16(math.Round(gainOne * (1 - e.Vignetting*(x*x+y*y)/max(1, corner))))
		}
	}
	return gains
}

// flicker returns the gain of a row that is read at a time, s.
func (e *Effects) flicker(sec float64) float64 {
	return 1 + e.Flicker*math.Sin(2*math.Pi*math.Mod(e.FlickerHz*sec, 1))
}

// tone returns the table of one colour: brightness times the factor, clamped to white, and the gamma curve.
func tone(factor, gamma float64) *[256]byte {
	var table [256]byte
	for i := range table {
		v := min(1, factor*float64(i)/255)
		if gamma != 1 {
			v = math.Pow(v, 1/gamma)
		}
		table[i] = byte(min(255, math.Round(255*v)))
	}
	return &table
}
