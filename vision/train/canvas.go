package train

// This part of the package draws windows of camera images from a seed: balls with pentagons, seams and other patterns, robots'
// feet, lines, penalty marks, posts, people and halls behind the field, with the blur, noise and light of cameras.
// Nets are trained on them. Nothing in them was photographed.
//
// Lengths are in units of the radius that a ball at that place would have, u to the right, v down, the origin in the
// middle of the window. Levels are grey levels from 0 to 1, more is cut off.

import (
	"math"
	"math/rand/v2"

	"gonao/vision"
)

// canvas is a window that is being painted, with more samples than pixels.
type canvas struct {
	n    int     // samples a side
	half float64 // units from the middle to the edge
	v    []float32
	rng  *rand.Rand
}

func newCanvas(n int, half float64, rng *rand.Rand) *canvas {
	return &canvas{n: n, half: half, v: make([]float32, n*n), rng: rng}
}

// between returns a random number.
func (c *canvas) between(low, high float64) float64 { return low + (high-low)*c.rng.Float64() }

// chance reports true with a probability.
func (c *canvas) chance(p float64) bool { return c.rng.Float64() < p }

// place returns the coordinate of a row or column.
func (c *canvas) place(i int) float64 { return ((float64(i)+0.5)/float64(c.n)*2 - 1) * c.half }

// paint calls shade for every sample in a box; it returns a level and how much of it covers what is there.
func (c *canvas) paint(left, top, right, bottom float64, shade func(u, v float64) (level, cover float64)) {
	index := func(at float64) int {
		return min(max(int((at/c.half+1)/2*float64(c.n)), 0), c.n)
	}
	for j := index(top); j < min(index(bottom)+1, c.n); j++ {
		v := c.place(j)
		for i := index(left); i < min(index(right)+1, c.n); i++ {
			if level, cover := shade(c.place(i), v); cover > 0 {
				p := &c.v[j*c.n+i]
				*p += float32((level - float64(*p)) * cover)
			}
		}
	}
}

// all paints the whole canvas.
func (c *canvas) all(shade func(u, v float64) (level, cover float64)) {
	c.paint(-c.half, -c.half, c.half, c.half, shade)
}

// grain is smooth random noise of two sizes.
type grain struct {
	seed         uint64
	scale        float64
	coarse, fine float64
}

func (c *canvas) newGrain(scale, coarse, fine float64) grain {
	return grain{c.rng.Uint64(), scale, coarse, fine}
}

// at returns the noise at a place.
func (g grain) at(u, v float64) float64 {
	return g.coarse*g.lattice(u*g.scale, v*g.scale, 1) + g.fine*g.lattice(u*g.scale*4, v*g.scale*4, 2)
}

// lattice interpolates between random numbers from -1 to 1 at whole places.
func (g grain) lattice(u, v float64, layer uint64) float64 {
	fu, fv := math.Floor(u), math.Floor(v)
	iu, iv := int64(fu), int64(fv)
	u, v = u-fu, v-fv
	value := func(i, j int64) float64 {
		h := g.seed ^ layer*0x9e3779b97f4a7c15 ^ uint64(i)*0xbf58476d1ce4e5b9 ^ uint64(j)*0x94d049bb133111eb
		h ^= h >> 31
		h *= 0xd6e8feb86659fd93
		h ^= h >> 29
		return float64(h>>11)/(1<<52) - 1
	}
	a := value(iu, iv)*(1-u) + value(iu+1, iv)*u
	b := value(iu, iv+1)*(1-u) + value(iu+1, iv+1)*u
	return a*(1-v) + b*v
}

// Camera is how the window was photographed.
type camera struct {
	gain, offset, gamma      float64
	leanU, leanV             float64 // brightness that grows across the window
	blurPx, motionPx, motion float64 // deviation, length and direction, px and rad
	noise                    float64 // grey levels of 255
	jpeg                     float64 // grey levels to which the lowest wave of a block is rounded; 0: not compressed
}

func (c *canvas) newCamera() camera {
	k := camera{
		gain: c.between(0.55, 1.5), offset: c.between(-0.05, 0.08), gamma: c.between(0.7, 1.4),
		blurPx: c.between(0.2, 0.9), noise: c.between(0.5, 6),
	}
	if c.chance(0.3) {
		k.leanU, k.leanV = c.between(-0.25, 0.25), c.between(-0.25, 0.25)
	}
	if c.chance(0.15) {
		k.blurPx = c.between(0.9, 1.8)
	}
	if c.chance(0.25) {
		k.motionPx, k.motion = c.between(1, 5), c.between(0, math.Pi)
	}
	if c.chance(0.2) {
		k.noise = c.between(6, 14)
	}
	if c.chance(0.2) {
		k.jpeg = c.between(2, 14)
	}
	return k
}

// photograph returns the canvas as an image of px pixels a side.
func (c *canvas) photograph(px int, k camera) vision.Image {
	img := vision.Image{Width: px + px%2, Height: px, Encoding: vision.EncodingYUYV}
	img.Step = 2 * img.Width
	img.Data = make([]byte, img.Step*img.Height)
	small := c.shrink(px)
	small = smear(small, px, k.motionPx, k.motion)
	small = blur(small, px, k.blurPx)
	luma := make([]uint8, img.Width*px)
	for y := range px {
		for x := range img.Width {
			at := min(x, px-1)
			lean := k.leanU*(float64(at)/float64(px)-0.5) + k.leanV*(float64(y)/float64(px)-0.5)
			v := float64(small[y*px+at])*k.gain*(1+lean) + k.offset
			v = 255 * math.Pow(min(max(v, 0), 1), k.gamma)
			v += c.rng.NormFloat64() * k.noise * math.Sqrt(0.3+v/200)
			luma[y*img.Width+x] = uint8(min(max(math.Round(v), 0), 255))
		}
	}
	if k.jpeg > 0 {
		compress(luma, img.Width, px, c.rng.IntN(8), c.rng.IntN(8), k.jpeg)
	}
	for i, v := range luma {
		img.Data[2*i], img.Data[2*i+1] = v, 128
	}
	return img
}

// shrink averages the samples of each pixel.
func (c *canvas) shrink(px int) []float32 {
	out := make([]float32, px*px)
	s := c.n / px
	for y := range px {
		for x := range px {
			var sum float32
			for j := range s {
				for i := range s {
					sum += c.v[(y*s+j)*c.n+x*s+i]
				}
			}
			out[y*px+x] = sum / float32(s*s)
		}
	}
	return out
}

// smear averages along a line of so many pixels.
func smear(in []float32, n int, length, direction float64) []float32 {
	steps := int(2 * length)
	if steps < 2 {
		return in
	}
	out := make([]float32, n*n)
	du, dv := math.Cos(direction)*length, math.Sin(direction)*length
	for y := range n {
		for x := range n {
			var sum float32
			for k := range steps {
				t := float64(k)/float64(steps-1) - 0.5
				i := min(max(int(math.Round(float64(x)+t*du)), 0), n-1)
				j := min(max(int(math.Round(float64(y)+t*dv)), 0), n-1)
				sum += in[j*n+i]
			}
			out[y*n+x] = sum / float32(steps)
		}
	}
	return out
}

// blur convolves with a Gaussian.
func blur(in []float32, n int, deviation float64) []float32 {
	reach := int(math.Ceil(2 * deviation))
	weights, total := make([]float32, 2*reach+1), float32(0)
	for i := range weights {
		d := float64(i - reach)
		weights[i] = float32(math.Exp(-d * d / (2 * deviation * deviation)))
		total += weights[i]
	}
	along := func(in []float32, stepX, stepY int) []float32 {
		out := make([]float32, n*n)
		for y := range n {
			for x := range n {
				var sum float32
				for k, w := range weights {
					i := min(max(x+(k-reach)*stepX, 0), n-1)
					j := min(max(y+(k-reach)*stepY, 0), n-1)
					sum += float32(in[j*n+i] * w)
				}
				out[y*n+x] = sum / total
			}
		}
		return out
	}
	return along(along(in, 1, 0), 0, 1)
}
