package train

import (
	"image"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision"
)

// TestTheSameSeedDrawsTheSameSet writes a sheet of the windows to the file SHEET, if that is set.
func TestTheSameSeedDrawsTheSameSet(t *testing.T) {
	set := Balls(1, 240, 1)
	require.NoError(t, set.Check())
	require.Equal(t, set.Hash(), Balls(1, 240, 2).Hash())
	require.NotEqual(t, set.Hash(), Balls(2, 240, 2).Hash())
	balls := 0
	for _, s := range set.Samples {
		if s.Target[0] == 1 {
			balls++
		}
	}
	require.InDelta(t, 0.48, float64(balls)/240, 0.12)
	name := os.Getenv("SHEET")
	if name == "" {
		return
	}
	const cols = 24
	img := image.NewGray(image.Rect(0, 0, cols*vision.PatchSide, 10*vision.PatchSide))
	for i, s := range set.Samples {
		for j, v := range s.Input {
			img.Pix[(i/cols*vision.PatchSide+j/vision.PatchSide)*img.Stride+i%cols*vision.PatchSide+j%vision.PatchSide] = v
		}
	}
	f, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, png.Encode(f, img))
	require.NoError(t, f.Close())
}
