package lines_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/segment"
)

// Where only a post's foot is in the image, at its upper edge or beside it, the net has enough to look at.
func TestAFootAtTheImagesEdgeIsLookedAt(t *testing.T) {
	const width, height = 640, 480
	img := vision.Image{Width: width, Height: height, Step: 2 * width, Encoding: vision.EncodingYUYV, Data: make([]uint8, 2*width*height)}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range img.Data {
		img.Data[i] = uint8(rng.IntN(256))
	}
	green := &segment.Mask{Width: width, Height: height, Words: width / 64, Bits: make([]uint64, width/64*height)}
	var in lines.CornerInput
	for _, c := range []struct {
		name string
		at   lines.Foot
		ok   bool
	}{
		{"in the middle", lines.Foot{X: 320, Y: 240, Scale: 200}, true},
		{"at the upper edge", lines.Foot{X: 320, Y: 14, Scale: 150}, true},
		{"at the left edge", lines.Foot{X: 14, Y: 240, Scale: 150}, true},
		{"beside the image", lines.Foot{X: -60, Y: 240, Scale: 150}, false},
		{"below the image", lines.Foot{X: 320, Y: 620, Scale: 150}, false},
	} {
		require.Equal(t, c.ok, in.FillPost(img, green, c.at), c.name)
	}
}
