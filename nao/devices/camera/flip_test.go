package camera

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// pixel gives luma and chroma at a place of a YUYV image.
func pixel(yuyv []byte, width, x, y int) [3]byte {
	pair := yuyv[2*y*width+4*(x/2):]
	return [3]byte{pair[2*(x%2)], pair[1], pair[3]}
}

func TestFlippingPutsEveryPixelToItsMirrorPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{2, 1}, {4, 3}, {6, 2}, {10, 5}, {640, 480}} {
		w, h := size[0], size[1]
		before := make([]byte, 2*w*h)
		for i := range before {
			before[i] = byte(rng.Uint32())
		}
		for _, way := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
			after := slices.Clone(before)
			Flip(after, w, h, way[0], way[1])
			for y := range h {
				for x := range w {
					fx, fy := x, y
					if way[0] {
						fx = w - 1 - x
					}
					if way[1] {
						fy = h - 1 - y
					}
					require.Equal(t, pixel(before, w, x, y), pixel(after, w, fx, fy))
				}
			}
			Flip(after, w, h, way[0], way[1])
			require.Equal(t, before, after, "twice is as before")
		}
	}
}

func BenchmarkFlip(b *testing.B) {
	image := make([]byte, 640*480*2)
	b.SetBytes(int64(len(image)))
	b.ReportAllocs()
	for b.Loop() {
		Flip(image, 640, 480, true, true)
	}
}
