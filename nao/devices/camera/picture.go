package camera

import (
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
)

// Format is a way to store images.
type Format string

// The formats. A y4m file holds YUYV as it came, and may hold many images.
const (
	PNG  Format = "png"
	JPEG Format = "jpeg"
	Y4M  Format = "y4m"
)

const jpegQuality = 92

// Encode writes a frame as a picture, PNG or JPEG. Colours are BT.601 in full range.
func Encode(out io.Writer, f *Frame, format Format) error {
	if f.Width%2 != 0 || len(f.YUYV) != 2*f.Width*f.Height || len(f.YUYV) == 0 {
		return fmt.Errorf("write image: %d bytes for %d×%d pixels", len(f.YUYV), f.Width, f.Height)
	}
	img := image.NewYCbCr(image.Rect(0, 0, f.Width, f.Height), image.YCbCrSubsampleRatio422)
	for i := range f.Width * f.Height / 2 {
		pair := f.YUYV[4*i : 4*i+4 : 4*i+4]
		img.Y[2*i], img.Cb[i], img.Y[2*i+1], img.Cr[i] = pair[0], pair[1], pair[2], pair[3]
	}
	switch format {
	case JPEG:
		return jpeg.Encode(out, img, &jpeg.Options{Quality: jpegQuality})
	case PNG:
		rgb := image.NewNRGBA(img.Rect)
		for y := range f.Height {
			for x := range f.Width {
				rgb.Set(x, y, img.YCbCrAt(x, y))
			}
		}
		return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(out, rgb)
	default:
		return fmt.Errorf("write image: format %q: expected png or jpeg", format)
	}
}
