package lines

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision"
)

// The colour of a bar is that of the pixels beside its middle, as far as they are in the image.
func TestTheMeanOfABarIsThatOfItsPixels(t *testing.T) {
	const width, height = 64, 3
	img := vision.Image{Width: width, Height: height, Step: 2 * width, Encoding: vision.EncodingYUYV, Data: make([]uint8, 2*width*height)}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range img.Data {
		img.Data[i] = uint8(rng.IntN(256))
	}
	f := uprights{frame: &frame{img: img}}
	for x := range width {
		for half := range 9 {
			var want [4]float64
			for i := max(x-half, 0); i <= min(x+half, width-1); i++ {
				p := img.Data[img.Step+i/2*4:]
				want[0], want[1], want[2], want[3] = want[0]+float64(p[0]), want[1]+float64(p[1]), want[2]+float64(p[3]), want[3]+1
			}
			luma, u, v, n := f.meanAlong(x, 1, half)
			require.Equal(t, want, [4]float64{luma, u, v, n}, "%d ± %d", x, half)
		}
	}
}
