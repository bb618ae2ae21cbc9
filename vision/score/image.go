package score

import (
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // pictures of data sets
	_ "image/png"
	"os"

	"gonao/vision"
)

// maxPixels bounds the size of a picture.
const maxPixels = 8192 * 8192

// Load returns a picture as a camera's image. The last column of an odd width is left out.
func Load(file string) (vision.Image, error) {
	f, err := os.Open(file)
	if err != nil {
		return vision.Image{}, err
	}
	defer f.Close()
	head, _, err := image.DecodeConfig(f)
	if err != nil {
		return vision.Image{}, fmt.Errorf("%s: %w: %w", file, errSet, err)
	}
	if head.Width < 2 || head.Height < 1 || head.Width*head.Height > maxPixels {
		return vision.Image{}, fmt.Errorf("%s: %w: %d × %d pixels: expected 2 × 1 to 8192 × 8192", file, errSet, head.Width, head.Height)
	}
	if _, err := f.Seek(0, 0); err != nil {
		return vision.Image{}, err
	}
	img, _, err := image.Decode(f)
	if err != nil {
		return vision.Image{}, fmt.Errorf("%s: %w: %w", file, errSet, err)
	}
	return convert(img), nil
}

// convert returns a picture as a camera's image: two pixels share their chroma.
func convert(img image.Image) vision.Image {
	b := img.Bounds()
	out := vision.Image{Width: b.Dx() &^ 1, Height: b.Dy(), Encoding: vision.EncodingYUYV}
	out.Step = 2 * out.Width
	out.Data = make([]byte, out.Step*out.Height)
	for y := range out.Height {
		row := out.Data[y*out.Step:][:out.Step]
		for x := 0; x < out.Width; x += 2 {
			y0, u0, v0 := ycbcr(img.At(b.Min.X+x, b.Min.Y+y))
			y1, u1, v1 := ycbcr(img.At(b.Min.X+x+1, b.Min.Y+y))
			row[2*x], row[2*x+1] = y0, uint8((int(u0)+int(u1)+1)/2)
			row[2*x+2], row[2*x+3] = y1, uint8((int(v0)+int(v1)+1)/2)
		}
	}
	return out
}

func ycbcr(c color.Color) (y, cb, cr uint8) {
	if v, ok := c.(color.YCbCr); ok {
		return v.Y, v.Cb, v.Cr
	}
	r, g, b, _ := c.RGBA()
	return color.RGBToYCbCr(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}
