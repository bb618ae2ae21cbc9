package train

import (
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision/objects"
)

// TestRobotsAreDrawnFromASeed writes a sheet of the images to the file ROBOTS, if that is set.
func TestRobotsAreDrawnFromASeed(t *testing.T) {
	set := Robots(1, 20, 2)
	require.NoError(t, set.Check())
	require.Equal(t, set.Hash(), Robots(1, 20, 1).Hash())
	there, outputs := 0, len(objects.RobotOutputs())
	for _, s := range set.Samples {
		for at := 0; at < len(s.Target); at += outputs {
			if s.Target[at] == 1 {
				there++
			}
		}
	}
	require.Greater(t, there, 10)
	name := os.Getenv("ROBOTS")
	if name == "" {
		return
	}
	img := image.NewRGBA(image.Rect(0, 0, 4*sceneWidth, 5*sceneHeight))
	for i := range 20 {
		s := newScene(rand.New(rand.NewPCG(1, uint64(i))))
		sample := s.sample()
		picture := s.photograph()
		set := func(x, y int, c color.Color) { img.Set(i%4*sceneWidth+x, i/4*sceneHeight+y, c) }
		for y := range sceneHeight {
			for x := range sceneWidth {
				at := y*picture.Step + 4*(x/2)
				r, g, b := color.YCbCrToRGB(picture.Data[at+2*(x%2)], picture.Data[at+1], picture.Data[at+3])
				set(x, y, color.RGBA{r, g, b, 255})
			}
		}
		w, h := objects.RobotCellSize(sceneWidth, sceneHeight)
		for at := 0; at < len(sample.Target); at += outputs {
			if o := sample.Target[at:]; o[0] == 1 {
				cell := at / outputs
				x, y := (float64(cell%objects.CellsX)+0.5+float64(o[2]))*w, (float64(cell/objects.CellsX)+0.5+float64(o[3]))*h
				for k := -2; k <= 2; k++ {
					set(min(max(int(x)+k, 0), sceneWidth-1), min(max(int(y), 0), sceneHeight-1), color.RGBA{255, 0, 0, 255})
					set(min(max(int(x), 0), sceneWidth-1), min(max(int(y)+k, 0), sceneHeight-1), color.RGBA{255, 0, 0, 255})
				}
			}
		}
	}
	file, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, png.Encode(file, img))
	require.NoError(t, file.Close())
}
