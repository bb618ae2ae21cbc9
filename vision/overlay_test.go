package vision

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheOverlayShowsTheImageAndTheMarks(t *testing.T) {
	img := scene(320, 240, disc{160, 120, 30, redBall})
	blobs, err := newFilter(t).Detect(img)
	require.NoError(t, err)
	var o Overlay
	require.NoError(t, o.Draw(img, blobs, 200, 200))

	require.Len(t, o.Pix, 3*320*240)
	require.Equal(t, markColor, o.At(160, 120), "the cross at the centre")
	require.Equal(t, markColor, o.At(160, 120-31), "the ring")
	require.Equal(t, axisColor, o.At(200, 200), "the optical axis")
	r, g, b, _ := o.At(145, 105).RGBA() // inside the ball, off the cross
	require.InDelta(t, redBall[0], r>>8, 3)
	require.InDelta(t, redBall[1], g>>8, 3)
	require.InDelta(t, redBall[2], b>>8, 3)
	require.Equal(t, color.RGBA{A: 255}, o.At(-1, 0))
}

func TestMarksOutsideOfThePictureAreCutOff(t *testing.T) {
	var o Overlay
	blob := Blob{Color: "a long name of a colour", X: 63, Y: 1, Radius: 200}
	require.NoError(t, o.Draw(scene(64, 8), []Blob{blob}, -5, 900))
}
