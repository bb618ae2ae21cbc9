package world

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// texelM is the size of a texel of the field: lines stay straight at a ball's distance.
const texelM = 0.005

// texels returns the size of the picture of the carpet.
func (f *Field) texels() image.Point {
	return image.Pt(int(math.Ceil((f.LengthM+2*f.BorderM)/texelM)), int(math.Ceil((f.WidthM+2*f.BorderM)/texelM)))
}

// paintField draws the carpet with its lines as seen from above: x to the right, y up.
// It always paints the same picture.
func paintField(f *Field) *image.RGBA {
	size := f.texels()
	nx, ny := size.X, size.Y
	img := image.NewRGBA(image.Rect(0, 0, nx, ny))
	carpet := newCarpet(nx, ny)
	var carpetShades, lineShades [256]color.RGBA
	for i := range carpetShades {
		grain := f.CarpetNoise * (float64(i)/127.5 - 1) * carpetMost
		carpetShades[i] = rgba(f.Carpet.scaled(1 + grain))
		lineShades[i] = rgba(f.Lines.scaled(1 + grain/4)) // the paint shows a little of the carpet's grain
	}
	// The lines are the same in all four quarters: measure one, paint four.
	for j := range (ny + 1) / 2 {
		y := (float64(ny)/2 - float64(j) - 0.5) * texelM
		for i := range (nx + 1) / 2 {
			x := (float64(nx)/2 - float64(i) - 0.5) * texelM
			line := min(1, max(0, 0.5-f.lineDistance(x, y)/texelM))
			for _, at := range [4][2]int{{i, j}, {nx - 1 - i, j}, {i, ny - 1 - j}, {nx - 1 - i, ny - 1 - j}} {
				shade := carpet.at(at[0], at[1])
				c := carpetShades[shade]
				if line > 0 {
					c = mix(c, lineShades[shade], line)
				}
				p := img.Pix[img.PixOffset(at[0], at[1]):]
				p[0], p[1], p[2], p[3] = c.R, c.G, c.B, 255
			}
		}
	}
	return img
}

// mix returns a colour between a and b, at share 0 to 1.
func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
}

// lineDistance returns the distance from (x, y), x, y ≥ 0, to the edge of the nearest
// line, m; negative inside a line. The field is the same in all four quarters.
func (f *Field) lineDistance(x, y float64) float64 {
	if f.LineWidthM == 0 {
		return math.Inf(1)
	}
	half := f.LineWidthM / 2
	goalLine, touchLine := f.LengthM/2, f.WidthM/2
	d := min(
		stroke(x, y, goalLine, 0, goalLine, touchLine), // goal line
		stroke(x, y, 0, touchLine, goalLine, touchLine),
		stroke(x, y, 0, 0, 0, touchLine), // halfway line
	)
	if f.CenterCircleDiameterM > 0 {
		d = min(d, math.Abs(math.Hypot(x, y)-f.CenterCircleDiameterM/2))
	}
	for _, area := range [][2]float64{
		{f.GoalAreaLengthM, f.GoalAreaWidthM}, {f.PenaltyAreaLengthM, f.PenaltyAreaWidthM},
	} {
		if area[0] > 0 && area[1] > 0 {
			front, side := goalLine-area[0], area[1]/2
			d = min(d, stroke(x, y, front, 0, front, side), stroke(x, y, front, side, goalLine, side))
		}
	}
	if mark := f.PenaltyMarkSizeM / 2; mark > 0 {
		// A cross of two strokes; they end square, so measure with boxes.
		mx, my := x-(goalLine-f.PenaltyMarkDistanceM), y
		cross := min(box(mx, my, mark, half), box(mx, my, half, mark))
		return min(d-half, cross, box(x, y, half, mark), box(x, y, mark, half))
	}
	return d - half
}

// stroke returns the distance to the middle of a line along an axis from a to b; its ends
// are square, half a line beyond (corners of lines close).
func stroke(x, y, ax, ay, bx, by float64) float64 {
	dx, dy := max(ax-x, 0, x-bx), max(ay-y, 0, y-by)
	return max(dx, dy)
}

// box returns the distance to the edge of a box round the origin with these half lengths.
func box(x, y, hx, hy float64) float64 {
	return max(math.Abs(x)-hx, math.Abs(y)-hy)
}

// carpetNoise is grain by the texel plus soft spots some centimetres wide.
type carpetNoise struct {
	nx   int
	fine []int8 // per texel
	soft []int8 // per spot
	sx   int
}

// How the two add up, and the most they can.
const (
	spotTexels = 9
	fineShare  = 0.75
	softShare  = 0.55
	carpetMost = fineShare + softShare
)

func newCarpet(nx, ny int) *carpetNoise {
	rng := rand.New(rand.NewPCG(9, 6))
	c := &carpetNoise{nx: nx, sx: nx/spotTexels + 2}
	c.fine = make([]int8, nx*ny)
	c.soft = make([]int8, c.sx*(ny/spotTexels+2))
	for _, field := range [][]int8{c.fine, c.soft} {
		for i := 0; i < len(field); i += 8 {
			bits := rng.Uint64()
			for k := i; k < min(i+8, len(field)); k++ {
				field[k] = int8(bits)
				bits >>= 8
			}
		}
	}
	return c
}

// at returns the noise of a texel: 128 in the middle, 0 and 255 at its ends.
func (c *carpetNoise) at(i, j int) uint8 {
	u, v := float32(i%spotTexels)/spotTexels, float32(j%spotTexels)/spotTexels
	s := c.soft[(j/spotTexels)*c.sx+i/spotTexels:]
	below := s[c.sx:]
	soft := (1-v)*((1-u)*float32(s[0])+u*float32(s[1])) + v*((1-u)*float32(below[0])+u*float32(below[1]))
	return uint8((fineShare*float32(c.fine[j*c.nx+i])+softShare*soft)/carpetMost + 128)
}

// paintBall draws the six faces of a cube map (a column of right, left, top, bottom,
// back, front): white with twelve round black patches, as the league's ball.
func paintBall(c Color) *image.RGBA {
	const n = ballTexels
	img := image.NewRGBA(image.Rect(0, 0, n, 6*n))
	patches := icosahedron()
	for face := range 6 {
		for j := range n {
			for i := range n {
				u, v := (float64(i)+0.5)/n*2-1, (float64(j)+0.5)/n*2-1
				d := faceDirection(face, u, v)
				most := -1.0
				for _, p := range patches {
					most = max(most, d[0]*p[0]+d[1]*p[1]+d[2]*p[2])
				}
				angle := math.Acos(min(1, most))
				black := min(1, max(0, 0.5-(angle-0.34)/(2.0/n)))
				img.SetRGBA(i, face*n+j, rgba(c.scaled(1-0.95*black)))
			}
		}
	}
	return img
}

// faceDirection returns the unit direction of a point (−1 to 1) on a cube map's face.
func faceDirection(face int, u, v float64) [3]float64 {
	d := [6][3]float64{
		{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1},
	}[face]
	r := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
	return [3]float64{d[0] / r, d[1] / r, d[2] / r}
}

// icosahedron returns the directions of its twelve corners.
func icosahedron() [][3]float64 {
	phi := (1 + math.Sqrt(5)) / 2
	r := math.Hypot(1, phi)
	var corners [][3]float64
	for _, a := range []float64{1 / r, -1 / r} {
		for _, b := range []float64{phi / r, -phi / r} {
			corners = append(corners, [3]float64{0, a, b}, [3]float64{a, b, 0}, [3]float64{b, 0, a})
		}
	}
	return corners
}

func rgba(c [3]float64) color.RGBA {
	b := func(v float64) uint8 { return uint8(255*min(1, max(0, v)) + 0.5) }
	return color.RGBA{b(c[0]), b(c[1]), b(c[2]), 255}
}
