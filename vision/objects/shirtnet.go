package objects

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/vision"
	"gonao/vision/net"
	"gonao/vision/segment"
	"gonao/vision/view"
)

//go:embed shirt.net
var shirtWeights []byte

// The input of the net that names the colour of a jersey or waistband: an upright rectangle about a robot's trunk. Its
// channels are brightness, against that of the lines, and both chromas, relative to grey under the light.
const (
	ShirtSide     = 16
	ShirtChannels = 3
	shirtFromM    = 0.16 // above the ground
	shirtToM      = 0.52
	shirtWideM    = 0.32
)

// ShirtColors are the names of the colours that teams may wear.
var ShirtColors = []string{"black", "blue", "brown", "green", "grey", "orange", "pink", "purple", "red", "white", "yellow"}

// ShirtOutputs returns the outputs of the net: class_none if no shirt is recognised, then one for each of [ShirtColors].
func ShirtOutputs() []string {
	names := []string{"class_none"}
	for _, c := range ShirtColors {
		names = append(names, "class_"+c)
	}
	return names
}

// ShirtClass returns the output of a colour's name. It reports false if there is none.
func ShirtClass(color string) (class int, ok bool) {
	i := slices.Index(ShirtColors, color)
	return i + 1, i >= 0
}

// ShirtShape returns the shape of the net.
func ShirtShape() net.Shape {
	return net.Shape{Width: ShirtSide, Height: ShirtSide, Channels: ShirtChannels, Layers: []net.Layer{
		{Kind: "conv", Out: 8, Pool: true},
		{Kind: "conv", Out: 16, Pool: true},
		{Kind: "dense", Out: 24},
		{Kind: "dense", Out: 1 + len(ShirtColors)},
	}}
}

// shirtClass returns the class of a team's colour, 0 of "".
func shirtClass(name string) (int, error) {
	class, ok := ShirtClass(name)
	if !ok && name != "" {
		return 0, fmt.Errorf("team colour %q: expected one of %s", name, strings.Join(ShirtColors, ", "))
	}
	return class, nil
}

// ShirtInput is the net's input for a robot.
type ShirtInput [ShirtSide * ShirtSide * ShirtChannels]uint8

// leastShirt is how many of the rectangle's pixels must be inside the image.
const leastShirt = ShirtSide * ShirtSide / 3

// Fill samples an image that has passed its Check around a robot that stands at x, y in base_footprint, m. Pixels outside
// the image are grey. It returns false if most of the rectangle is outside.
func (in *ShirtInput) Fill(img vision.Image, v *view.View, light *segment.Light, x, y float64) bool {
	dx, dy := x-v.X_RC.P.X, y-v.X_RC.P.Y
	d := math.Hypot(dx, dy)
	if d < 0.1 || light.White < 1 {
		return false
	}
	// The corners of the rectangle in the image; the width of a pixel between them follows from its distance.
	var corner [2][2][2]float64
	for i := range 2 {
		for j := range 2 {
			across, z := shirtWideM*(float64(i)-0.5), shirtToM+(shirtFromM-shirtToM)*float64(j)
			px, py, ok := v.Pixel(x+across*dy/d, y-across*dx/d, z)
			if !ok {
				return false
			}
			corner[j][i] = [2]float64{px, py}
		}
	}
	inside := 0
	for row := range ShirtSide {
		for col := range ShirtSide {
			p := in[(row*ShirtSide+col)*ShirtChannels:][:ShirtChannels]
			p[0], p[1], p[2] = 128, 128, 128
			if fillShirt(p, img, light, &corner, col, row) {
				inside++
			}
		}
	}
	return inside >= leastShirt
}

// fillShirt sets one pixel of the input to the mean of four of the image. It reports false if it is outside.
func fillShirt(p []uint8, img vision.Image, light *segment.Light, corner *[2][2][2]float64, col, row int) bool {
	var luma, u, v, n float64
	for k := range 4 {
		s, t := (float64(col)+0.25+0.5*float64(k%2))/ShirtSide, (float64(row)+0.25+0.5*float64(k/2))/ShirtSide
		var at [2]float64
		for c := range at {
			top := corner[0][0][c] + s*(corner[0][1][c]-corner[0][0][c])
			bottom := corner[1][0][c] + s*(corner[1][1][c]-corner[1][0][c])
			at[c] = top + t*(bottom-top)
		}
		x, y := int(math.Floor(at[0])), int(math.Floor(at[1]))
		if uint(x) >= uint(img.Width) || uint(y) >= uint(img.Height) {
			continue
		}
		q := img.Data[y*img.Step+x/2*4:]
		l := float64(q[x%2*2])
		du, dv := light.Chroma(l, float64(q[1]), float64(q[3]))
		luma, u, v, n = luma+l, u+du, v+dv, n+1
	}
	if n == 0 {
		return false
	}
	p[0], p[1], p[2] = ShirtPixel(luma/n/light.White, u/n/light.White, v/n/light.White)
	return true
}

// ShirtPixel returns a pixel of the input: luma and chromas are shares of the luma of white. The square root of the
// brightness distinguishes dark colours better.
func ShirtPixel(luma, u, v float64) (y, cb, cr uint8) {
	level := func(x float64) uint8 { return uint8(min(max(math.Round(x), 0), 255)) }
	return level(220 * math.Sqrt(max(luma, 0))), level(128 + 220*u), level(128 + 220*v)
}
