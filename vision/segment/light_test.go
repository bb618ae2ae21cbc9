package segment

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// syntheticField is what a synthetic image shows: a carpet with lines, whose chroma is relative to grey under a light.
type syntheticField struct {
	luma, u, v   float64 // of the carpet
	tintU, tintV float64 // of the light
	white        float64
	noise        float64
}

// picture returns an image with lines 10 px wide, and whether each pixel is of a line.
func (f syntheticField) picture(rng *rand.Rand, width, height int) (data []byte, line []bool) {
	data, line = make([]byte, 2*width*height), make([]bool, width*height)
	level := func(v float64) byte { return byte(min(max(math.Round(v+f.noise*rng.NormFloat64()), 0), 255)) }
	for y := range height {
		for x := range width {
			on := x%160 < 10 || y%120 < 10
			luma, u, v := f.luma, f.u, f.v
			if on {
				luma, u, v = f.white, 0, 0
			}
			line[y*width+x] = on
			at := 2 * (y*width + x)
			data[at] = level(luma)
			if x%2 == 0 {
				data[at+1], data[at+3] = level(128+u+f.tintU*luma), level(128+v+f.tintV*luma)
			}
		}
	}
	return data, line
}

// The carpet is recognized within three images under coloured light, where it is pale, dark, or has hardly any chroma in one
// of two channels, and lines are white.
func TestTheLightOfAFieldIsFollowed(t *testing.T) {
	const width, height = 640, 480
	for name, f := range map[string]syntheticField{
		"green":                       {luma: 100, u: -15, v: -20, white: 220, noise: 3},
		"little chroma in U":          {luma: 90, u: -5, v: -24, white: 220, noise: 3.5},
		"warm light, little U":        {luma: 100, u: -5, v: -26, tintU: -0.125, tintV: 0.05, white: 225, noise: 3.5},
		"pale, under pink light":      {luma: 102, u: -4, v: -9, tintU: -0.05, tintV: 0.09, white: 200, noise: 1.5},
		"dark":                        {luma: 40, u: -4, v: -6, white: 90, noise: 1},
		"blue light, little V":        {luma: 80, u: -14, v: -9, tintU: 0.08, tintV: -0.06, white: 200, noise: 2.5},
		"bright, and lines blown out": {luma: 160, u: -35, v: -25, white: 254, noise: 3},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			var l Light
			var m Masks
			var line []bool
			for range 3 {
				var data []byte
				data, line = f.picture(rng, width, height)
				limits, ok := l.Adapt(data, width, height, 2*width, func(float64) float64 { return 0 })
				require.True(t, ok)
				m.Fill(data, width, height, 2*width, limits)
			}
			carpet, green, lines, white := 0, 0, 0, 0
			for i, on := range line {
				x, y := i%width, i/width
				if on {
					lines++
					if m.White.At(x, y) {
						white++
					}
					continue
				}
				carpet++
				if m.Green.At(x, y) {
					green++
				}
			}
			require.Greater(t, float64(green)/float64(carpet), 0.9, "carpet in the green mask")
			require.Greater(t, float64(white)/float64(lines), 0.9, "lines in the white mask")
		})
	}
}
