package objects

// This part of the package finds other robots in camera images, of any make and in any posture: a small net looks at the whole
// image, reduced to 80×60 pixels, and answers for each of 10×8 cells whether a robot stands there and on which spot of
// the ground.
//
// The net is the file robot.net, which gonao vision train robot wrote. Pixels are those of package view; places are in
// base_footprint, m, with covariances without the camera's tilt, which all that is seen in one image share.

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonao/robot/percepts"
	"gonao/robot/percepts/plane"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

//go:embed robot.net
var robotWeights []byte

// The net's input: a reduced image of four channels (luma, both chromas, and the size that a robot would have there),
// with rows below the image that continue its last one. Its output: cells.
const (
	InputWidth  = 80
	InputHeight = 64
	ImageRows   = 60
	Channels    = 4
	CellsX      = InputWidth / 8
	CellsY      = InputHeight / 8
)

// robotsOutputs of each cell: a robot stands there; it has fallen; where on the ground its trunk is above, in cells from the
// cell's middle, right and down.
var robotsOutputs = []string{"is_robot", "is_fallen", "at_x", "at_y"}

// RobotOutputs returns the outputs of each cell of a robot net.
func RobotOutputs() []string { return append([]string(nil), robotsOutputs...) }

// RobotShape returns the shape of a robot net.
func RobotShape() net.Shape {
	return net.Shape{Width: InputWidth, Height: InputHeight, Channels: Channels, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true},
		{Kind: "conv", Out: 24, Pool: true},
		{Kind: "conv", Out: 32, Pool: true},
		{Kind: "conv", Out: 24},
		{Kind: "conv", Out: 24},
		{Kind: "conv", Out: len(robotsOutputs)},
	}}
}

// RobotInput is the net's input for an image.
type RobotInput [InputWidth * InputHeight * Channels]uint8

// The brightness of the fourth channel is sizeScale times the radius, px, that a sphere of radius sizeM would have in an
// image sizeWidth px wide.
const (
	sizeScale = 4
	sizeM     = 0.05
	sizeWidth = 640
)

// Fill reduces an image that has passed its Check.
func (in *RobotInput) Fill(img vision.Image, v *view.View) {
	scale := sizeScale * sizeWidth / float64(img.Width)
	for row := range InputHeight {
		line := in[row*InputWidth*Channels:][:InputWidth*Channels]
		if row >= ImageRows {
			copy(line, in[(row-1)*InputWidth*Channels:])
			continue
		}
		top, bottom := row*img.Height/ImageRows, (row+1)*img.Height/ImageRows
		middle := float64(top+bottom) / 2
		left, okL := v.BallRadius(0, middle, sizeM)
		right, okR := v.BallRadius(float64(img.Width), middle, sizeM)
		if !okL || !okR {
			left, right = 0, 0
		}
		step := max((bottom-top)/4, 1)
		if img.Width*2 == InputWidth*cellBytes && bottom-top == step*cellRows {
			meansOfCells(line, img.Data[top*img.Step:], step*img.Step)
		} else {
			for x := range InputWidth {
				p := line[x*Channels:][:Channels]
				p[0], p[1], p[2] = mean(img, 2*x*img.Width/InputWidth&^3, 2*(x+1)*img.Width/InputWidth&^3, top, bottom, step)
			}
		}
		for x := range InputWidth {
			line[x*Channels+3] = uint8(min(max(scale*(left+(right-left)*(float64(x)+0.5)/InputWidth), 0), 255))
		}
	}
}

// Robot is a robot in an image.
type Robot struct {
	X, Y  float64 // px: the place on the ground under its trunk; may lie outside the image
	Logit float64 // over the threshold
	Seen  percepts.SeenRobot
}

// RobotFinder finds robots in the images of one camera. It is not safe for concurrent use.
type RobotFinder struct {
	runner    *net.Fixed
	figures   *net.Fixed
	threshold float64 // of the first net
	input     RobotInput
	figure    FigureInput
	proposed  []Robot
	robots    []Robot
}

// The number of robots found in one image at most, and of the places that are looked at again.
const (
	maxRobots    = 12
	maxProposals = 7
)

// A robot was found if the logits of both nets together exceed leastLogit; by a logistic regression on proposals in the
// worlds 901 to 999 both have equal weight. A proposal that is too far below after the second net's first look gets no
// second one.
const (
	leastLogit = 5.0
	hopeless   = 5.0
)

// OpenRobots returns a finder with the first net of a file, or with ours where no file is named.
func OpenRobots(file string) (*RobotFinder, error) {
	if file == "" {
		return DefaultRobots()
	}
	n, err := net.Load(file)
	if err != nil {
		return nil, err
	}
	return NewRobots(n)
}

// DefaultRobots returns a finder with the nets of this package.
func DefaultRobots() (*RobotFinder, error) {
	n, err := net.Decode(robotWeights)
	if err != nil {
		return nil, fmt.Errorf("robot.net: %w", err)
	}
	return NewRobots(n)
}

// NewRobots returns a finder with a first net of one's own.
func NewRobots(n *net.Net) (*RobotFinder, error) {
	figures, err := net.Decode(figureWeights)
	if err != nil {
		return nil, fmt.Errorf("figure.net: %w", err)
	}
	return NewRobotsWith(n, figures)
}

// NewRobotsWith returns a finder with the caller's nets: one for whole images, and one that checks the proposals of the
// first.
func NewRobotsWith(n, figures *net.Net) (*RobotFinder, error) {
	if err := n.Expect(RobotShape(), robotsOutputs...); err != nil {
		return nil, fmt.Errorf("robot net: %w", err)
	}
	if err := figures.Expect(FigureShape(), figureOutputs...); err != nil {
		return nil, fmt.Errorf("figure net: %w", err)
	}
	return &RobotFinder{
		runner: net.NewFixed(n), figures: net.NewFixed(figures), threshold: n.Origin.Thresholds["is_robot"],
		proposed: make([]Robot, 0, maxProposals), robots: make([]Robot, 0, maxRobots),
	}, nil
}

// Distances below which two finds are one robot: m, and shares of a cell.
const (
	nearestApartM = 0.35
	apartCells    = 0.6
)

// Find returns the robots in an image, the surest one first. Green is the image's carpet; an empty mask is that of
// a finder that has seen no carpet yet: then no robot is found. The slice is valid until the next call. Find does not
// allocate.
func (f *RobotFinder) Find(img vision.Image, v *view.View, green *segment.Mask) ([]Robot, error) {
	f.robots = f.robots[:0]
	proposed, err := f.Propose(img, v)
	if err != nil {
		return nil, err
	}
	if green.Width == 0 {
		return f.robots, nil
	}
	if green.Width != img.Width || green.Height != img.Height {
		return nil, fmt.Errorf("%w: carpet of %d × %d px: expected the image's %d × %d", vision.ErrImage, green.Width, green.Height,
			img.Width, img.Height)
	}
	for _, r := range proposed {
		if f.lookAgain(img, v, green, &r) && r.place(v) {
			f.robots = insert(f.robots, r, apartCells*float64(img.Width)/CellsX)
		}
	}
	return f.robots, nil
}

// Propose returns the first net's proposals of robots, the surest one first. The slice is valid until the next call.
func (f *RobotFinder) Propose(img vision.Image, v *view.View) ([]Robot, error) {
	f.proposed = f.proposed[:0]
	if err := img.Check(); err != nil {
		return nil, err
	}
	if img.Width != v.Width || img.Height != v.Height || img.Width < 2*InputWidth || img.Height < ImageRows {
		return nil, fmt.Errorf("%w: %d × %d px: expected the view's size, %d × %d, and at least %d × %d", vision.ErrImage,
			img.Width, img.Height, v.Width, v.Height, 2*InputWidth, ImageRows)
	}
	f.input.Fill(img, v)
	out := f.runner.Run(f.input[:])
	w, h := RobotCellSize(v.Width, v.Height)
	for cell := range CellsX * CellsY {
		o := out[cell*len(robotsOutputs):]
		if float64(o[0]) <= f.threshold {
			continue
		}
		r := Robot{
			X:     (float64(cell%CellsX) + 0.5 + float64(o[2])) * w,
			Y:     (float64(cell/CellsX) + 0.5 + float64(o[3])) * h,
			Logit: float64(o[0]),
		}
		r.Seen.Fallen = o[1] > 0
		if r.place(v) {
			f.proposed = insert(f.proposed, r, apartCells*w)
		}
	}
	return f.proposed, nil
}

// RobotCellSize returns the size of a cell in an image, px.
func RobotCellSize(width, height int) (w, h float64) {
	return float64(width) / CellsX, float64(height) / ImageRows * 8
}

// The estimated error of a place: a share of a cell, and m².
const (
	placeDevCells    = 0.13
	robotsLeastVarM2 = 0.05 * 0.05
)

// place computes where the robot stands. It reports false if no ground is there.
func (r *Robot) place(v *view.View) bool {
	gx, gy, ok := v.Ground(r.X, r.Y)
	j, also := v.Jacobian(r.X, r.Y)
	if !ok || !also {
		return false
	}
	w, h := RobotCellSize(v.Width, v.Height)
	devX, devY := placeDevCells*w, placeDevCells*h
	cov := j.Cov(devX*devX, devY*devY)
	r.Seen.Stamp, r.Seen.X, r.Seen.Y = v.Stamp, gx, gy
	r.Seen.Cov = plane.Cov2{XX: cov.XX + robotsLeastVarM2, XY: cov.XY, YY: cov.YY + robotsLeastVarM2}
	return true
}

// insert adds a robot to a list in the order of the logits, unless it is in the list already or the list is full of surer
// ones.
func insert(list []Robot, r Robot, apartPx float64) []Robot {
	for i := range list {
		o := &list[i]
		if math.Hypot(o.Seen.X-r.Seen.X, o.Seen.Y-r.Seen.Y) < nearestApartM || math.Hypot(o.X-r.X, o.Y-r.Y) < apartPx {
			if r.Logit > o.Logit {
				*o = r
				sortBySurety(list)
			}
			return list
		}
	}
	switch {
	case len(list) < cap(list):
		list = append(list, r)
	case r.Logit > list[len(list)-1].Logit:
		list[len(list)-1] = r
	}
	sortBySurety(list)
	return list
}

func sortBySurety(list []Robot) {
	slices.SortStableFunc(list, func(a, b Robot) int { return cmp.Compare(b.Logit, a.Logit) })
}
