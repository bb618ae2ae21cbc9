package trial

import (
	"image"
	"image/color"
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/camera"
	"gonao/vision/lines"
	"gonao/vision/view"
)

// kindColors are the colours in which features are drawn.
var kindColors = [field.Kinds]color.RGBA{
	field.CornerL: {255, 60, 60, 255}, field.CornerT: {255, 160, 0, 255}, field.CrossX: {255, 0, 255, 255},
	field.Mark: {0, 255, 255, 255}, field.Center: {255, 255, 0, 255}, field.Post: {60, 120, 255, 255}, field.Pole: {160, 0, 255, 255},
}

// draw returns an image with its results: the boundary red, lines blue, a cross for each point in the colour of its kind.
func draw(img *camera.Image, v *view.View, b *lines.Boundary, f *percepts.FieldFeatures) *image.RGBA {
	out := camera.ToRGBA(img)
	if b.Known {
		for x := range img.Width {
			out.SetRGBA(x, int(b.Row(float64(x))), color.RGBA{255, 0, 0, 255})
		}
	}
	for _, l := range f.Lines {
		ax, ay, ok := v.Pixel(l.FromX, l.FromY, 0)
		bx, by, also := v.Pixel(l.ToX, l.ToY, 0)
		if ok && also {
			stroke(out, ax, ay, bx, by, color.RGBA{40, 40, 255, 255})
		}
	}
	for _, p := range f.Points {
		x, y, ok := v.Pixel(p.X, p.Y, 0)
		if !ok {
			continue
		}
		c := kindColors[p.Kind]
		for d := -7.0; d <= 7; d++ {
			for t := -1; t <= 1; t++ {
				out.SetRGBA(int(x+d), int(y)+t, c)
				out.SetRGBA(int(x)+t, int(y+d), c)
			}
		}
		if p.HeadingVar > 0 {
			hx, hy, ok := v.Pixel(p.X+0.3*math.Cos(p.Heading), p.Y+0.3*math.Sin(p.Heading), 0)
			if ok {
				stroke(out, x, y, hx, hy, c)
			}
		}
	}
	return out
}

// stroke draws a straight line.
func stroke(img *image.RGBA, ax, ay, bx, by float64, c color.RGBA) {
	n := int(max(math.Abs(bx-ax), math.Abs(by-ay))) + 1
	if n > 4000 {
		return
	}
	for i := range n + 1 {
		s := float64(i) / float64(n)
		img.SetRGBA(int(ax+s*(bx-ax)), int(ay+s*(by-ay)), c)
	}
}
