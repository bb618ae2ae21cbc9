package lines

import (
	"fmt"

	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

// pixelDev is the standard deviation of a feature's pixel, and placeDev that of its place without pixels, m.
const (
	pixelDev = 0.9
	placeDev = 0.012
)

// ray is the visibility of a line that leaves a corner.
type ray uint8

const (
	rayUnknown ray = iota
	rayWhite
	rayGreen
)

// frame is one image with the results so far. The steps of a Finder share it.
type frame struct {
	field    *field.Map
	lineM    float64 // width of the lines
	markM    float64 // size of the penalty marks
	img      vision.Image
	view     *view.View
	ideal    view.View // view without the lens's distortion: points and pieces have its pixels
	light    segment.Light
	masks    segment.Masks
	boundary Boundary
	points   points
	pieces   []piece
	circle   circle
	corners  []corner
	posts    posts
}

// scanner finds white runs between green.
type scanner struct{ *frame }

// fitter finds the circle and the straight pieces of lines.
type fitter struct{ *frame }

// marker finds penalty marks.
type marker struct {
	*frame
	regions segment.Regions
	judge   *judger
}

// uprights finds goal posts.
type uprights struct {
	*frame
	runner              *net.Fixed
	input               CornerInput
	white, yellow, blue bool // a goal has the colour
}

// newUprights returns the finder of a field's goal posts with a net.
func newUprights(f *frame, posts *net.Net) (uprights, error) {
	if err := posts.Expect(PostShape(), postOutputs...); err != nil {
		return uprights{}, fmt.Errorf("post net: %w", err)
	}
	return uprights{
		frame: f, runner: net.NewFixed(posts),
		white: hasGoal(f.field, field.White), yellow: hasGoal(f.field, field.Yellow), blue: hasGoal(f.field, field.Blue),
	}, nil
}

// topRow returns the highest row of the boundary.
func (f *frame) topRow() int {
	w := float64(f.img.Width)
	top := min(f.boundary.Row(0), f.boundary.Row(w))
	if f.boundary.count == 2 {
		e, o := f.boundary.edges[0], f.boundary.edges[1]
		if x := (o.a - e.a) / (e.b - o.b); x > 0 && x < w {
			top = min(top, e.at(x))
		}
	}
	return min(max(0, int(top)), f.img.Height-1)
}

// luma returns the luma of a pixel, which must be inside the image.
func (f *frame) luma(x, y int) int { return int(f.img.Data[y*f.img.Step+2*x]) }

// colorAt returns the colour of a pixel and its neighbours: white when one of them is.
func (f *frame) colorAt(x, y int) ray {
	w := &f.masks.White
	if w.At(x, y) || w.At(x, y-1) || w.At(x, y+1) || w.At(x-1, y) || w.At(x+1, y) {
		return rayWhite
	}
	if f.masks.Green.At(x, y) || f.masks.Green.At(x, y+1) || f.masks.Green.At(x, y-1) {
		return rayGreen
	}
	return rayUnknown
}

// pointCov returns the covariance of a feature at a pixel.
func (f *frame) pointCov(x, y, dev float64) (plane.Cov2, bool) {
	j, ok := f.view.Jacobian(x, y)
	if !ok {
		return plane.Cov2{}, false
	}
	c := j.Cov(dev*dev, dev*dev)
	c.XX += placeDev * placeDev
	c.YY += placeDev * placeDev
	return c, true
}

// headingVar returns the variance of a direction on the ground at a distance from the camera, rad².
func (f *frame) headingVar(gx, gy float64) float64 {
	d2 := gx*gx + gy*gy
	h := f.view.HeightM()
	return 0.04*0.04 + f.view.TiltVar*(1+d2/(h*h))
}
