package train

import (
	"math"
	"math/rand/v2"

	"gonao/vision/lines"
)

// Posts returns a data set of n upright windows, half of them with the foot of a goal post.
func Posts(seed uint64, n, threads int) *Set {
	shape := Set{Width: lines.CornerSide, Height: lines.CornerSide, Channels: lines.CornerChannels, Outputs: lines.PostOutputs()}
	return windows(shape, seed, n, threads, postWindow)
}

// postStretch is how much higher a window is than it is wide.
const postStretch = lines.PostHighM / lines.PostWideM

// postWindow draws a window: carpet below, a hall above. It reports false if it has no contrast.
func postWindow(rng *rand.Rand) (Sample, bool) {
	const side = lines.CornerSide
	g := ground{light: newCanvas(3*side, lines.PostWideM/2, rng), carpet: newCanvas(3*side, lines.PostWideM/2, rng)}
	c := g.light
	base, end := c.between(0.12, 0.5), c.between(-0.35, 0.15)
	grain := c.newGrain(c.between(5, 60), c.between(0, 0.06), c.between(0, 0.05))
	c.all(func(u, v float64) (float64, float64) { return base * (1 + grain.at(u, v)), 1 })
	g.carpet.all(func(float64, float64) (float64, float64) { return 1, 1 })
	g.lineM, g.white = c.between(0.02, 0.05), min(1, base+c.between(0.2, 0.6))
	g.carpet.all(func(_, v float64) (float64, float64) {
		if v < end {
			return 0, 1
		}
		return 0, 0
	})
	hall := c.between(0.05, 0.9)
	wall := c.newGrain(c.between(2, 20), c.between(0, 0.5), c.between(0, 0.2))
	c.all(func(u, v float64) (float64, float64) {
		if v < end {
			return hall * (1 + wall.at(u, v)), 1
		}
		return 0, 0
	})
	target := make([]float32, len(lines.PostOutputs()))
	// The foot is in the middle, a fifth above the lower edge; what is drawn is as wide as the window, which is higher.
	u, v := c.between(-0.1, 0.1), 0.18+c.between(-0.08, 0.08)
	lean := c.between(-0.15, 0.15)
	if c.chance(0.8) {
		turn := c.between(-0.5, 0.5)
		g.ray(u, v, turn, 2)
		if c.chance(0.8) {
			g.ray(u, v, turn+math.Pi, 2)
		}
	}
	switch kind := rng.IntN(10); {
	case kind < 5:
		g.bar(u, v, lean, c.between(0.04, 0.062))
		copy(target, []float32{1, float32(u / lines.PostWideM), float32((v - 0.18) * postStretch / lines.PostWideM)})
	case kind < 6: // too wide, or too narrow
		g.bar(u, v, lean, []float64{c.between(0.015, 0.028), c.between(0.09, 0.2)}[rng.IntN(2)])
	case kind < 7: // it stands beside, nearer, or farther away
		g.bar(u+[]float64{-1, 1}[rng.IntN(2)]*c.between(0.2, 0.3), v, lean, c.between(0.04, 0.06))
	case kind < 9:
		g.thing(c.between(0, 0.2))
		g.thing(c.between(0, 0.25))
		g.thing(c.between(0, 0.25))
	}
	camera := c.newCamera()
	camera.jpeg = 0
	covered := g.carpet.shrink(side)
	img := c.photograph(side, camera)
	var in lines.CornerInput
	from := g.edge()
	for i := range side * side {
		x, y := i%side, i/side
		p := in[i*lines.CornerChannels:]
		p[0], p[1] = img.Data[y*img.Step+2*x], 0
		if float64(covered[i])+0.1*rng.NormFloat64() > 0.6 {
			p[1] = 255
		}
		if from.outside(float64(x), float64(y)) {
			p[1] = lines.CornerOutside
		}
	}
	return Sample{Input: append([]uint8(nil), in[:]...), Target: target}, in.Stretch()
}

// bar draws an upright bar that ends below at a place.
func (g *ground) bar(u, v, lean, half float64) {
	level, shade := g.white*g.light.between(0.7, 1.1), g.light.between(-0.3, 0.3)
	draw := func(c *canvas, level float64) {
		c.all(func(x, y float64) (float64, float64) {
			across := (x - u - lean*(v-y)) / half
			if math.Abs(across) > 1 || y > v+0.25*half*math.Sqrt(1-across*across) {
				return 0, 0
			}
			return level * (1 + shade*across), 1
		})
	}
	draw(g.light, level)
	draw(g.carpet, 0)
}

// varyPosts is [Vary] for upright windows. Some are cut off, as at an edge of the image.
func varyPosts(set *Set, seed uint64, copies, threads int) *Set {
	return vary(set, seed, copies, threads, func(rng *rand.Rand, s Sample) Sample {
		s = mirroredWindow(rng, s, lines.CornerSide)
		if rng.IntN(3) == 0 {
			s.Input = cutOff(rng, s.Input)
		}
		return s
	})
}

// cutOff returns a window of which the upper part, or one side, is outside the image. A window that would be flat is
// returned as it is.
func cutOff(rng *rand.Rand, window []uint8) []uint8 {
	const side = lines.CornerSide
	top, left, right := 0, 0, side
	switch rng.IntN(4) {
	case 0:
		left = rng.IntN(side / 2)
	case 1:
		right -= rng.IntN(side / 2)
	default:
		top = rng.IntN(side * 2 / 3)
	}
	var in lines.CornerInput
	copy(in[:], window)
	for i := range side * side {
		if x, y := i%side, i/side; y < top || x < left || x >= right {
			in[i*lines.CornerChannels+1] = lines.CornerOutside
		}
	}
	if !in.Stretch() {
		return window
	}
	return in[:]
}
