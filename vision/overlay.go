package vision

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// Overlay is an RGB picture of an image with the found blobs. Pix has 3 bytes per pixel without padding and is
// valid until the next Draw.
type Overlay struct {
	Width, Height int
	Pix           []byte
}

// Colours of the marks.
var (
	markColor = color.RGBA{255, 255, 0, 255}
	axisColor = color.RGBA{255, 255, 255, 255}
)

// Draw converts the image and marks each blob with the disc of its size, a cross
// at its centre, its name and confidence; a small cross marks the optical axis
// at (cx, cy), pixels.
func (o *Overlay) Draw(img Image, blobs []Blob, cx, cy float64) error {
	if err := img.Check(); err != nil {
		return err
	}
	o.Width, o.Height = img.Width, img.Height
	if n := 3 * img.Width * img.Height; cap(o.Pix) < n {
		o.Pix = make([]byte, n)
	} else {
		o.Pix = o.Pix[:n]
	}
	for y := range img.Height {
		convertRow(o.Pix[3*img.Width*y:], img.row(y))
	}
	o.cross(cx, cy, 6, axisColor)
	for _, b := range blobs {
		o.circle(b.X, b.Y, b.Radius, markColor)
		o.cross(b.X, b.Y, max(4, b.Radius/3), markColor)
		o.label(b, fmt.Sprintf("%s %.0f%%", b.Color, 100*b.Confidence))
	}
	return nil
}

// convertRow converts one row of YUYV to RGB, full-range BT.601 in 16.16 fixed point.
func convertRow(dst, row []byte) {
	clip := func(v int32) byte { return byte(min(max(v>>16, 0), 255)) }
	for i := 0; i+4 <= len(row); i += 4 {
		u, v := int32(row[i+1])-128, int32(row[i+3])-128
		r, g, b := 91881*v, -22554*u-46802*v, 116130*u
		for k, y := range [2]int32{int32(row[i])<<16 + 1<<15, int32(row[i+2])<<16 + 1<<15} {
			p := dst[i/2*3+3*k:]
			p[0], p[1], p[2] = clip(y+r), clip(y+g), clip(y+b)
		}
	}
}

// circle draws a ring two pixels wide around (cx, cy).
func (o *Overlay) circle(cx, cy, radius float64, c color.RGBA) {
	steps := int(2*math.Pi*radius) + 8
	for i := range steps {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(steps))
		o.paint(int(math.Floor(cx+radius*cos)), int(math.Floor(cy+radius*sin)), c)
		o.paint(int(math.Floor(cx+(radius+1)*cos)), int(math.Floor(cy+(radius+1)*sin)), c)
	}
}

// cross draws an upright cross with arms of the given length.
func (o *Overlay) cross(cx, cy, arm float64, c color.RGBA) {
	x, y, n := int(math.Floor(cx)), int(math.Floor(cy)), int(math.Ceil(arm))
	for d := -n; d <= n; d++ {
		o.paint(x+d, y, c)
		o.paint(x, y+d, c)
	}
}

// label writes white text on a dark ground beside a blob, where there is room.
func (o *Overlay) label(b Blob, text string) {
	const gap = 4 // pixels to the ring
	face := basicfont.Face7x13
	w, h := face.Advance*len(text), face.Height
	left := int(b.X+b.Radius) + gap
	if left+w > o.Width {
		left = max(int(b.X-b.Radius)-gap-w, 0)
	}
	top := min(max(int(b.Y)-h/2, 0), max(o.Height-h, 0))
	for yy := top; yy < top+h; yy++ {
		for xx := left; xx < left+w; xx++ {
			o.paint(xx, yy, color.RGBA{20, 20, 20, 255})
		}
	}
	d := font.Drawer{Dst: o, Src: image.NewUniform(color.White), Face: face, Dot: fixed.P(left, top+face.Ascent)}
	d.DrawString(text)
}

// ColorModel returns the model of 8-bit RGB.
func (o *Overlay) ColorModel() color.Model { return color.RGBAModel }

// Bounds returns the picture's rectangle, from (0, 0).
func (o *Overlay) Bounds() image.Rectangle { return image.Rect(0, 0, o.Width, o.Height) }

// At returns a pixel; black outside the picture.
func (o *Overlay) At(x, y int) color.Color {
	if x < 0 || y < 0 || x >= o.Width || y >= o.Height {
		return color.RGBA{A: 255}
	}
	p := o.Pix[3*(y*o.Width+x):]
	return color.RGBA{p[0], p[1], p[2], 255}
}

// Set sets a pixel; outside the picture it does nothing.
func (o *Overlay) Set(x, y int, c color.Color) {
	r, g, b, _ := c.RGBA()
	o.paint(x, y, color.RGBA{byte(r >> 8), byte(g >> 8), byte(b >> 8), 255})
}

// paint is Set without the conversion.
func (o *Overlay) paint(x, y int, c color.RGBA) {
	if x < 0 || y < 0 || x >= o.Width || y >= o.Height {
		return
	}
	p := o.Pix[3*(y*o.Width+x):]
	p[0], p[1], p[2] = c.R, c.G, c.B
}
