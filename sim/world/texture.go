package world

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
)

// texelM is the size of a texel of the field: lines stay straight at a ball's distance.
const texelM = 0.005

// paintField draws the carpet with its lines as seen from above: x to the right, y up.
// It always paints the same picture.
func paintField(f *Field) *image.RGBA {
	sizeX, sizeY := f.LengthM+2*f.BorderM, f.WidthM+2*f.BorderM
	nx, ny := int(math.Ceil(sizeX/texelM)), int(math.Ceil(sizeY/texelM))
	img := image.NewRGBA(image.Rect(0, 0, nx, ny))
	carpet := newCarpet(nx, ny)
	for j := range ny {
		y := sizeY/2 - (float64(j)+0.5)*texelM
		for i := range nx {
			x := (float64(i)+0.5)*texelM - sizeX/2
			shade := 1 + f.CarpetNoise*carpet.at(i, j)
			line := min(1, max(0, 0.5-f.lineDistance(math.Abs(x), math.Abs(y))/texelM))
			var c [3]float64
			for k := range c {
				// Paint on carpet keeps a little of its grain.
				c[k] = (1-line)*f.Carpet[k]*shade + line*f.Lines[k]*(1+(shade-1)*0.25)
			}
			img.SetRGBA(i, j, rgba(c))
		}
	}
	return img
}

// lineDistance is how far the edge of the nearest line is from (x, y), x, y ≥ 0, m;
// negative inside a line. The field is the same in all four quarters.
func (f *Field) lineDistance(x, y float64) float64 {
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

// stroke is the distance to the middle of a line along an axis from a to b; its ends
// are square, half a line beyond (corners of lines close).
func stroke(x, y, ax, ay, bx, by float64) float64 {
	dx, dy := max(ax-x, 0, x-bx), max(ay-y, 0, y-by)
	return max(dx, dy)
}

// box is the distance to the edge of a box round the origin with these half lengths.
func box(x, y, hx, hy float64) float64 {
	return max(math.Abs(x)-hx, math.Abs(y)-hy)
}

// carpetNoise is grain by the texel plus soft spots some centimetres wide.
type carpetNoise struct {
	nx   int
	fine []float32 // per texel, −1 to 1
	soft []float32 // per spot
	sx   int
}

const spotTexels = 9

func newCarpet(nx, ny int) *carpetNoise {
	rng := rand.New(rand.NewPCG(9, 6))
	c := &carpetNoise{nx: nx, sx: nx/spotTexels + 2}
	c.fine = make([]float32, nx*ny)
	c.soft = make([]float32, c.sx*(ny/spotTexels+2))
	for _, field := range [][]float32{c.fine, c.soft} {
		for i := range field {
			field[i] = 2*rng.Float32() - 1
		}
	}
	return c
}

func (c *carpetNoise) at(i, j int) float64 {
	u, v := float32(i%spotTexels)/spotTexels, float32(j%spotTexels)/spotTexels
	s := c.soft[(j/spotTexels)*c.sx+i/spotTexels:]
	below := s[c.sx:]
	soft := (1-v)*((1-u)*s[0]+u*s[1]) + v*((1-u)*below[0]+u*below[1])
	return float64(0.75*c.fine[j*c.nx+i] + 0.55*soft)
}

// paintBall draws the six faces of a cube map (a column of right, left, top, bottom,
// back, front): white with twelve round black patches, as the league's ball.
func paintBall(c Color) *image.RGBA {
	const n = 128
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

// faceDirection is the unit direction of a point (−1 to 1) on a cube map's face.
func faceDirection(face int, u, v float64) [3]float64 {
	d := [6][3]float64{
		{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1},
	}[face]
	r := math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
	return [3]float64{d[0] / r, d[1] / r, d[2] / r}
}

// icosahedron gives the directions of its twelve corners.
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

// pngBytes packs an image without compressing it: it only goes from memory to memory.
func pngBytes(img *image.RGBA) ([]byte, error) {
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.NoCompression}
	if err := enc.Encode(&out, img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
