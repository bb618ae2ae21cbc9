package vision

import (
	"math/rand/v2"
	"testing"
	"time"
)

// frame is a typical image: two balls on a plain floor.
func frame() Image {
	return scene(640, 480, disc{300, 200, 40, redBall}, disc{100, 100, 30, greenBall})
}

// noisy is the image as a sensor gives it: no two pixels are alike.
func noisy(img Image) Image {
	rng := rand.New(rand.NewPCG(1, 2))
	for i, v := range img.Data {
		img.Data[i] = byte(min(max(float64(v)+2*rng.NormFloat64(), 0), 255))
	}
	return img
}

// BenchmarkFilter finds the balls of an image with the colours of the tests, beside a
// filter that asks each pixel for each colour.
func BenchmarkFilter(b *testing.B) {
	for _, bench := range []struct {
		name string
		img  Image
	}{
		{"two_balls", frame()},
		{"two_balls_with_noise", noisy(frame())},
		{"one_colour_everywhere", scene(640, 480, disc{320, 240, 500, redBall})},
	} {
		b.Run(bench.name, func(b *testing.B) {
			f := newFilter(b)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.Detect(bench.img); err != nil {
					b.Fatal(err)
				}
			}
			const rounds = 5
			start := time.Now()
			for range rounds {
				naive(bench.img, testColors())
			}
			b.ReportMetric(float64(time.Since(start).Nanoseconds())/rounds, "naive-ns")
		})
	}
}

// naive is the peer: convert every pixel, ask every colour, sum up.
func naive(img Image, colors []Color) (found int) {
	for _, c := range colors {
		var n, sx, sy float64
		for y := range img.Height {
			row := img.row(y)
			for x := range img.Width {
				p := row[x/2*4:]
				if c.contains(float64(p[2*(x%2)]), float64(p[1]), float64(p[3])) {
					n, sx, sy = n+1, sx+float64(x), sy+float64(y)
				}
			}
		}
		if n > 0 && sx/n+sy/n > 0 {
			found++
		}
	}
	return found
}

func BenchmarkOverlay(b *testing.B) {
	img, f := frame(), newFilter(b)
	blobs, err := f.Detect(img)
	if err != nil {
		b.Fatal(err)
	}
	var o Overlay
	b.ReportAllocs()
	for b.Loop() {
		if err := o.Draw(img, blobs, 320, 240); err != nil {
			b.Fatal(err)
		}
	}
}
