package vision

import (
	"math"
	"math/rand/v2"
)

// rgb is a colour of a test scene.
type rgb [3]float64

var (
	redBall   = rgb{200, 30, 25}
	greenBall = rgb{40, 180, 50}
	grey      = rgb{150, 152, 150}
)

// testColors are the filter's colours in these tests.
func testColors() []Color {
	return []Color{
		{Name: "red", Space: "hsv", Low: [3]float64{340, 0.5, 0.15}, High: [3]float64{20, 1, 1}},
		{Name: "green", Space: "hsv", Low: [3]float64{90, 0.45, 0.15}, High: [3]float64{150, 1, 1}},
	}
}

// disc is a ball in a test scene, pixels.
type disc struct {
	x, y, r float64
	c       rgb
}

// scene paints discs on grey into a YUYV image. Pixels are sampled at their centres.
func scene(w, h int, discs ...disc) Image {
	img := Image{Width: w, Height: h, Step: 2 * w, Encoding: EncodingYUYV, Data: make([]byte, 2*w*h)}
	at := func(x, y int) rgb {
		for _, d := range discs {
			if math.Hypot(float64(x)+0.5-d.x, float64(y)+0.5-d.y) <= d.r {
				return d.c
			}
		}
		return grey
	}
	for y := range h {
		for x := 0; x < w; x += 2 {
			y0, u0, v0 := toYUV(at(x, y))
			y1, u1, v1 := toYUV(at(x+1, y))
			// As a camera does: chroma of the two pixels' mean.
			copy(img.Data[y*img.Step+2*x:], []byte{byte(y0), byte((u0 + u1) / 2), byte(y1), byte((v0 + v1) / 2)})
		}
	}
	return img
}

// toYUV is the inverse of yuvToRGB.
func toYUV(c rgb) (y, u, v float64) {
	y = 0.299*c[0] + 0.587*c[1] + 0.114*c[2]
	return y, 128 + (c[2]-y)/1.772, 128 + (c[0]-y)/1.402
}

// sprinkle repaints a share of the image's pixel pairs.
func sprinkle(img Image, share float64, c rgb, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	y, u, v := toYUV(c)
	for i := 0; i+4 <= len(img.Data); i += 4 {
		if rng.Float64() < share {
			copy(img.Data[i:], []byte{byte(y), byte(u), byte(y), byte(v)})
		}
	}
}
