package camera

import (
	"bytes"
	"image"
	"image/color"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAStoredPictureHasTheImagesColors(t *testing.T) {
	f := &Frame{Width: 16, Height: 16}
	for range 16 * 16 / 2 {
		f.YUYV = append(f.YUYV, 76, 85, 76, 255) // red
	}
	copy(f.YUYV[2*16*8:], bytes.Repeat([]byte{150, 44, 150, 21}, 64)) // green below
	for _, format := range []Format{PNG, JPEG} {
		var out bytes.Buffer
		require.NoError(t, Encode(&out, f, format))
		img, name, err := image.Decode(&out)
		require.NoError(t, err)
		require.Equal(t, string(format), name)
		require.Equal(t, image.Rect(0, 0, 16, 16), img.Bounds())
		for y, want := range map[int][3]int{2: {254, 0, 0}, 13: {0, 255, 1}} {
			c := color.NRGBAModel.Convert(img.At(3, y)).(color.NRGBA)
			for i, got := range []uint8{c.R, c.G, c.B} {
				require.InDelta(t, want[i], int(got), 8, "%s: %v", name, c)
			}
		}
	}
	require.EqualError(t, Encode(io.Discard, f, "gif"), `write image: format "gif": expected png or jpeg`)
	require.EqualError(t, Encode(io.Discard, &Frame{Width: 2, Height: 2}, PNG), "write image: 0 bytes for 2×2 pixels")
}
