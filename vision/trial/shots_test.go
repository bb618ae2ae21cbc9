package trial

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/sim/scenery"
	"gonao/vision"
)

// TestWindowsAreLabelledByTheTruth writes a sheet of the windows to the file SHEET, if that is set.
func TestWindowsAreLabelledByTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("renders images")
	}
	o := Options{Seeds: seeds(1, 2), Images: 6, Stage: scenery.Options{Samples: 1, ShadowSize: -1}}
	set, err := Windows(context.Background(), o)
	require.NoError(t, err)
	require.NoError(t, set.Check())
	again, err := Windows(context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, set.Hash(), again.Hash())
	balls := 0
	for _, s := range set.Samples {
		if s.Target[0] == 1 {
			balls++
		}
	}
	require.Positive(t, balls)
	require.Less(t, balls, len(set.Samples))
	if name := os.Getenv("SHEET"); name != "" {
		const cols = 40
		img := image.NewGray(image.Rect(0, 0, cols*vision.PatchSide, (len(set.Samples)/cols+1)*(vision.PatchSide+2)))
		for i, s := range set.Samples {
			for j, v := range s.Input {
				img.SetGray(i%cols*vision.PatchSide+j%vision.PatchSide, i/cols*(vision.PatchSide+2)+j/vision.PatchSide, color.Gray{v})
			}
			if s.Target[0] == 1 {
				for j := range vision.PatchSide - 4 {
					img.SetGray(i%cols*vision.PatchSide+j, i/cols*(vision.PatchSide+2)+vision.PatchSide, color.Gray{255})
				}
			}
		}
		file, err := os.Create(name)
		require.NoError(t, err)
		require.NoError(t, png.Encode(file, img))
		require.NoError(t, file.Close())
	}
}
