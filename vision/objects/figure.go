package objects

import (
	_ "embed"
	"math"

	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

//go:embed figure.net
var figureWeights []byte

// The input of the net that looks again where the first one sees a robot: a square of the image about a place on the
// ground, two channels: its brightness, and whether it is carpet. The size is that of figureM at that place; the place
// is in the middle, a fifth above the lower edge.
const (
	FigureSide     = vision.PatchSide
	FigureChannels = 2
	figureM        = 0.85
	figureBelow    = 0.22 // of the side
	leastFigurePx  = 16.0
)

// figureOutputs are the outputs of the net: the logit of a robot whose trunk is about above the place, and the offset of
// its place, in sides.
var figureOutputs = []string{"is_robot", "at_x", "at_y"}

// FigureOutputs returns the outputs of the net that looks again.
func FigureOutputs() []string { return append([]string(nil), figureOutputs...) }

// FigureShape returns the shape of the net that looks again.
func FigureShape() net.Shape {
	return net.Shape{Width: FigureSide, Height: FigureSide, Channels: FigureChannels, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true},
		{Kind: "conv", Out: 24, Pool: true},
		{Kind: "conv", Out: 32, Pool: true},
		{Kind: "dense", Out: 40},
		{Kind: "dense", Out: len(figureOutputs)},
	}}
}

// Figure is a square of the image, px, in which a robot may stand.
type Figure struct{ X, Y, Side float64 }

// FigureAt returns the square of a robot that stands at a pixel. It returns false if no robot can stand there.
func FigureAt(v *view.View, x, y float64) (Figure, bool) {
	gx, gy, ok := v.Ground(x, y)
	if !ok {
		return Figure{}, false
	}
	dx, dy, dz := gx-v.X_RC.P.X, gy-v.X_RC.P.Y, v.X_RC.P.Z
	side := v.Lens.Fx * figureM / math.Sqrt(dx*dx+dy*dy+dz*dz)
	return Figure{x, y, side}, side >= leastFigurePx
}

// FigureInput is the net's input for a figure.
type FigureInput [FigureSide * FigureSide * FigureChannels]uint8

// Fill samples an image that has passed its Check. It reports false if the square is flat.
func (in *FigureInput) Fill(img vision.Image, green *segment.Mask, f Figure) bool {
	var luma vision.PatchLuma
	left, top := f.X-f.Side/2, f.Y-(1-figureBelow)*f.Side
	luma.Sample(img, f.X, top+f.Side/2, f.Side)
	if luma.Stretch() < vision.MinPatchContrast {
		return false
	}
	const n = 3 // samples of the carpet across a pixel
	step := f.Side / FigureSide / n
	var columns [FigureSide * n]bitOf
	var seen [FigureSide]bool // columns of the input that lie in the image
	for k := range columns {
		columns[k] = bitAt(int(math.Floor(left+(float64(k)+0.5)*step)), green.Width)
	}
	for i := range seen {
		x := left + (float64(i)+0.5)*step*n
		seen[i] = x >= 0 && x < float64(img.Width)
	}
	var line [FigureSide]uint8 // number of the columns of a pixel that are carpet in the row above
	above := -1                // the row of line
	for j := range FigureSide {
		var counts [FigureSide]uint8
		for k := j * n; k < (j+1)*n; k++ {
			y := int(math.Floor(top + (float64(k)+0.5)*step))
			if uint(y) >= uint(green.Height) {
				continue
			}
			if y != above { // for a robot far away, many rows are the same
				countBits(&line, &columns, green.Row(y))
				above = y
			}
			for i, c := range line {
				counts[i] += c
			}
		}
		y := top + (float64(j)+0.5)*step*n
		inside := y >= 0 && y < float64(img.Height)
		pixels := in[j*FigureSide*FigureChannels:][:FigureSide*FigureChannels]
		for i, count := range counts {
			luma, carpet := luma[j*FigureSide+i], uint8(int(count)*255/(n*n))
			if !inside || !seen[i] {
				luma, carpet = 128, 0
			}
			pixels[i*FigureChannels], pixels[i*FigureChannels+1] = luma, carpet
		}
	}
	return true
}

// bitOf is where the bit of a column is in the row of a mask.
type bitOf struct {
	word  uint16
	shift uint8
	one   uint8 // 1, or 0 for a column beside the image
}

func bitAt(x, width int) bitOf {
	if uint(x) >= uint(width) {
		return bitOf{}
	}
	return bitOf{uint16(x / 64), uint8(x % 64), 1}
}

// countBits counts how many of the three columns of each pixel are set in a row of a mask.
func countBits(counts *[FigureSide]uint8, columns *[FigureSide * 3]bitOf, row []uint64) {
	for i := range counts {
		c := columns[3*i:][:3]
		counts[i] = c[0].in(row) + c[1].in(row) + c[2].in(row)
	}
}

// in returns the bit.
func (b *bitOf) in(row []uint64) uint8 { return uint8(row[b.word]>>(b.shift&63)) & b.one }

// mirror reverses the rows.
func (in *FigureInput) mirror() {
	for y := range FigureSide {
		row := in[y*FigureSide*FigureChannels:][:FigureSide*FigureChannels]
		for i, j := 0, len(row)-FigureChannels; i < j; i, j = i+FigureChannels, j-FigureChannels {
			row[i], row[j] = row[j], row[i]
			row[i+1], row[j+1] = row[j+1], row[i+1]
		}
	}
}

// lookAgain checks a proposal of the first net twice, and moves it: the second look is centred on the result of the first
// one, and counts as the mean of itself and its mirror image. It returns false if no robot is found.
func (f *RobotFinder) lookAgain(img vision.Image, v *view.View, green *segment.Mask, r *Robot) bool {
	proposed := r.Logit
	s, ok := f.judge(img, v, green, r)
	if !ok || proposed+s.logit < leastLogit-hopeless {
		return false
	}
	r.X, r.Y = r.X+s.x/2, r.Y+s.y/2 // the mean of what both nets see
	if s, ok = f.judge(img, v, green, r); !ok {
		return false
	}
	f.figure.mirror()
	m := f.evaluate()
	r.X, r.Y = r.X+(s.x-m.x*s.side)/4, r.Y+(s.y+m.y*s.side)/4
	r.Logit = proposed + (s.logit+m.logit)/2 - leastLogit
	r.Seen.Confidence = 1 / (1 + math.Exp(-r.Logit))
	return r.Logit > 0
}

// second is the result of the second net: the logit of a robot, and its offset from the given place.
type second struct{ logit, x, y, side float64 }

// judge looks at the figure of a robot; x and y are in px.
func (f *RobotFinder) judge(img vision.Image, v *view.View, green *segment.Mask, r *Robot) (s second, ok bool) {
	at, ok := FigureAt(v, r.X, r.Y)
	if !ok || !f.figure.Fill(img, green, at) {
		return s, false
	}
	s = f.evaluate()
	return second{s.logit, s.x * at.Side, s.y * at.Side, at.Side}, true
}

// evaluate runs the second net; x and y are in sides of the figure.
func (f *RobotFinder) evaluate() second {
	o := f.figures.Run(f.figure[:])
	return second{logit: float64(o[0]), x: bounded(o[1]), y: bounded(o[2])}
}

func bounded(x float32) float64 { return min(max(float64(x), -0.4), 0.4) }
