package lines

import (
	_ "embed"
	"math"

	"gonao/robot/percepts/field"
	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

//go:embed corner.net
var cornerWeights []byte

// The input of the net that judges candidates: a square of the ground as seen from above, two channels: its brightness,
// and whether it is carpet. Pixels outside the image are grey.
const (
	CornerSide     = 24   // px
	CornerM        = 0.72 // m
	CornerChannels = 2
)

// cornerOutputs are the outputs of the net: the class of the object in the middle, and its offset from there, in units of
// CornerM/2 along the candidate's direction and to its left. An L has two rays, one of them turned by 90° to the left of
// the other: class_l0 has the first ray along the direction, class_l1 turned by 90° to the left, and so on. The stem of
// class_t0 points along the direction.
var cornerOutputs = []string{
	"class_none", "class_l0", "class_l1", "class_l2", "class_l3", "class_t0", "class_t1", "class_t2", "class_t3",
	"class_x", "class_mark", "at_x", "at_y",
}

// cornerClasses is the number of outputs that are classes.
const cornerClasses = 11

// CornerOutputs returns the outputs of a net that judges candidates.
func CornerOutputs() []string { return append([]string(nil), cornerOutputs...) }

// CornerShape returns the shape of a net that judges candidates.
func CornerShape() net.Shape {
	return net.Shape{Width: CornerSide, Height: CornerSide, Channels: CornerChannels, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true},
		{Kind: "conv", Out: 16, Pool: true},
		{Kind: "conv", Out: 24, Pool: true},
		{Kind: "dense", Out: 24},
		{Kind: "dense", Out: len(cornerOutputs)},
	}}
}

// CornerClass returns the class of a feature whose heading is turned by an angle to the left of the candidate's direction, as an
// index of the outputs. It reports false for kinds that are not judged, and for angles far from all that a class has.
func CornerClass(k field.Kind, turned float64) (class int, ok bool) {
	const quarter = math.Pi / 2
	index := func(a float64) (int, bool) {
		n := math.Round(a / quarter)
		return (int(n)%4 + 4) % 4, math.Abs(a-n*quarter) < 25*math.Pi/180
	}
	switch k {
	case field.CornerL:
		i, ok := index(turned - quarter/2)
		return 1 + i, ok
	case field.CornerT:
		i, ok := index(turned)
		return 5 + i, ok
	case field.CrossX:
		_, ok := index(turned)
		return 9, ok
	case field.Mark:
		return 10, true
	default:
		return 0, false
	}
}

// TurnedCorner returns the target of a window that was mirrored, its left being its right then, if that is set, and turned
// to the left by right angles before.
func TurnedCorner(target []float32, turns int, mirrored bool) []float32 {
	out := append([]float32(nil), target...)
	x, y := target[cornerClasses], target[cornerClasses+1]
	for range turns {
		x, y = -y, x
	}
	if mirrored {
		y = -y
	}
	out[cornerClasses], out[cornerClasses+1] = x, y
	for i := range 4 {
		ell, tee := (i+turns)%4, (i+turns)%4
		if mirrored { // an L's first ray becomes its second one
			ell, tee = (3-ell)%4, (4-tee)%4
		}
		out[1+ell], out[5+tee] = target[1+i], target[5+i]
	}
	return out
}

// kindOf returns the kind of a class, and its heading from the candidate's direction, rad.
func kindOf(class int) (k field.Kind, turned float64) {
	switch {
	case class < 5:
		return field.CornerL, (float64(class-1) + 0.5) * math.Pi / 2
	case class < 9:
		return field.CornerT, float64(class-5) * math.Pi / 2
	case class == 9:
		return field.CrossX, 0
	default:
		return field.Mark, 0
	}
}

// Candidate is a place on the ground, m, with a direction, where a feature may be.
type Candidate struct {
	X, Y, DX, DY float64
	exact        bool // lines meet there
}

// CornerInput is the net's input for a candidate.
type CornerInput [CornerSide * CornerSide * CornerChannels]uint8

// CornerOutside is the value of both channels outside the image.
const CornerOutside = 128

// leastContrast is the contrast of a candidate, grey levels, below which it is flat.
const leastContrast = 12

// Fill looks at a candidate. It reports false if half of it is outside the image, or it is flat.
func (in *CornerInput) Fill(img vision.Image, green *segment.Mask, v *view.View, s Candidate) bool {
	const step = CornerM / CornerSide
	floor := v.Floor()
	var ax, ay [CornerSide]float64 // of a column, on the candidate's direction
	for i := range CornerSide {
		a := (float64(i) + 0.5 - CornerSide/2) * step
		ax[i], ay[i] = s.X+a*s.DX, s.Y+a*s.DY
	}
	inside := 0
	var row places
	for j := range CornerSide {
		b := (CornerSide/2 - 0.5 - float64(j)) * step
		bx, by := b*s.DY, b*s.DX
		for i := range row {
			x, y, ok := floor.Pixel(ax[i]-bx, ay[i]+by)
			if !ok {
				x = -1
			}
			row[i] = [2]float64{x, y}
		}
		inside += in.sample(img, green, j, &row)
	}
	return inside >= CornerSide*CornerSide/2 && in.Stretch()
}

// places are the places in the image, px, of a row of the input. A place that is not in the image has a column below 0.
type places [CornerSide][2]float64

// sample looks at the image for each pixel of row j of the input, and returns how many of them are in the image.
func (in *CornerInput) sample(img vision.Image, green *segment.Mask, j int, row *places) (inside int) {
	width, height := float64(img.Width)-1, float64(img.Height)-1
	line := (*[CornerSide * CornerChannels]uint8)(in[j*CornerSide*CornerChannels:])
	for i := range row {
		x, y := row[i][0], row[i][1]
		if x < 1 || y < 1 || x >= width || y >= height {
			line[CornerChannels*i], line[CornerChannels*i+1] = 0, CornerOutside
			continue
		}
		inside++
		carpet := uint8(0)
		if green.At(int(x), int(y)) {
			carpet = 255
		}
		line[CornerChannels*i], line[CornerChannels*i+1] = lumaBetween(img, x, y), carpet
	}
	return inside
}

// flip reverses the order of the rows, which exchanges left and right of the candidate's direction.
func (in *CornerInput) flip() {
	const row = CornerSide * CornerChannels
	for i, j := 0, CornerSide-1; i < j; i, j = i+1, j-1 {
		for k := range row {
			in[i*row+k], in[j*row+k] = in[j*row+k], in[i*row+k]
		}
	}
}

// Stretch maps the darkest 2 % of the pixels inside the image to 16 and the brightest 2 % to 240. It returns false
// without contrast.
func (in *CornerInput) Stretch() bool {
	var counts [256]uint16
	inside := 0
	for i := 0; i < len(in); i += CornerChannels {
		if in[i+1] != CornerOutside {
			counts[in[i]]++
			inside++
		}
	}
	if inside == 0 {
		return false
	}
	low, high := 0, 255
	for n := int(counts[low]); n <= inside/50; n += int(counts[low]) {
		low++
	}
	for n := int(counts[high]); n <= inside/50; n += int(counts[high]) {
		high--
	}
	if high-low < leastContrast {
		return false
	}
	var table [256]uint8
	vision.PatchLevels(&table, low, high)
	for i := 0; i < len(in); i += CornerChannels {
		if in[i+1] == CornerOutside {
			in[i] = CornerOutside
		} else {
			in[i] = table[in[i]]
		}
	}
	return true
}

// lumaBetween returns the luma at a place that is a pixel or more inside the image.
func lumaBetween(img vision.Image, x, y float64) uint8 {
	x, y = x-0.5, y-0.5
	i, j := int(x), int(y)
	a, b := x-float64(i), y-float64(j)
	at := j*img.Step + 2*i
	p, q := img.Data[at:at+3], img.Data[at+img.Step:at+img.Step+3]
	upper, lower := float64(p[0])*(1-a)+float64(p[2])*a, float64(q[0])*(1-a)+float64(q[2])*a
	return uint8(upper*(1-b) + lower*b + 0.5)
}
