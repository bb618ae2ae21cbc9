package train

import (
	"math"
	"math/rand/v2"

	"gonao/robot/percepts/field"
	"gonao/vision/lines"
)

// Corners returns a data set of n windows of the ground as seen from above, half of them with a corner of lines or a
// penalty mark. The same seed draws the same set.
func Corners(seed uint64, n, threads int) *Set {
	shape := Set{Width: lines.CornerSide, Height: lines.CornerSide, Channels: lines.CornerChannels, Outputs: lines.CornerOutputs()}
	return windows(shape, seed, n, threads, cornerWindow)
}

// ground is a window of the ground: its brightness, and where the carpet is. Lengths are in m.
type ground struct {
	light, carpet *canvas
	lineM, white  float64
}

// cornerWindow draws a window. It reports false if it has no contrast.
func cornerWindow(rng *rand.Rand) (Sample, bool) {
	const side = lines.CornerSide
	g := ground{light: newCanvas(3*side, lines.CornerM/2, rng), carpet: newCanvas(3*side, lines.CornerM/2, rng)}
	c := g.light
	base := c.between(0.12, 0.5)
	grain := c.newGrain(c.between(5, 60), c.between(0, 0.06), c.between(0, 0.05))
	c.all(func(u, v float64) (float64, float64) { return base * (1 + grain.at(u, v)), 1 })
	g.carpet.all(func(float64, float64) (float64, float64) { return 1, 1 })
	g.lineM, g.white = c.between(0.042, 0.062), min(1, base+c.between(0.2, 0.6))
	target := make([]float32, len(lines.CornerOutputs()))
	g.draw(target)
	if c.chance(0.2) {
		g.thing(c.between(0.15, 0.35))
	}
	if c.chance(0.25) {
		c.windowLight()
	}
	// Far away a pixel is as large as a line, away from the camera.
	camera, smearPx, direction := c.newCamera(), c.between(0, 3)*c.between(0, 1), c.between(0, math.Pi)
	camera.jpeg = 0
	c.v = smear(c.shrink(side), side, smearPx, direction)
	covered := blur(smear(g.carpet.shrink(side), side, smearPx, direction), side, 0.4)
	c.n = side
	img := c.photograph(side, camera)
	var in lines.CornerInput
	from := g.edge()
	for i := range side * side {
		x, y := i%side, i/side
		p := in[i*lines.CornerChannels:]
		p[0], p[1] = img.Data[y*img.Step+2*x], 0
		if float64(covered[i])+0.1*c.rng.NormFloat64() > 0.6 {
			p[1] = 255
		}
		if from.outside(float64(x), float64(y)) {
			p[1] = lines.CornerOutside
		}
	}
	return Sample{Input: append([]uint8(nil), in[:]...), Target: target}, in.Stretch()
}

// edge is a straight edge of the image in a window, px.
type edge struct{ cos, sin, at float64 }

// edge returns where the image ends; mostly beyond the window.
func (g *ground) edge() edge {
	if !g.light.chance(0.2) {
		return edge{at: 1}
	}
	sin, cos := math.Sincos(g.light.between(0, 2*math.Pi))
	return edge{cos, sin, g.light.between(4, 14)}
}

func (e edge) outside(x, y float64) bool {
	const middle = lines.CornerSide / 2
	return (x+0.5-middle)*e.cos+(y+0.5-middle)*e.sin > e.at
}

// draw draws the object in the middle and sets its target.
func (g *ground) draw(target []float32) {
	c := g.light
	u, v, skew := c.between(-0.13, 0.13), c.between(-0.13, 0.13), c.between(-0.14, 0.14)
	set := func(k field.Kind, turned float64) {
		class, _ := lines.CornerClass(k, turned)
		target[class] = 1
		n := len(target)
		target[n-2], target[n-1] = float32(u/(lines.CornerM/2)), float32(-v/(lines.CornerM/2))
	}
	turn := float64(c.rng.IntN(4)) * math.Pi / 2
	tilt := c.between(-0.2, 0.2) // right angles are bent by the camera's tilt
	switch kind := c.rng.IntN(100); {
	case kind < 18:
		g.ray(u, v, turn+skew, 2)
		g.ray(u, v, turn+math.Pi/2+skew+tilt, 2)
		set(field.CornerL, turn+math.Pi/4)
	case kind < 36:
		g.ray(u, v, turn+skew, 2)
		g.ray(u, v, turn+math.Pi/2+skew+tilt, 2)
		g.ray(u, v, turn-math.Pi/2+skew+tilt, 2)
		set(field.CornerT, turn)
	case kind < 43:
		for i := range 4 {
			g.ray(u, v, float64(i)*math.Pi/2+skew+tilt*float64(i%2), 2)
		}
		set(field.CrossX, 0)
	case kind < 55:
		g.mark(u, v, c.between(0, math.Pi))
		set(field.Mark, 0)
	default:
		target[0] = 1
		g.none(turn + skew)
	}
}

// none draws an object that is neither a corner nor a mark.
func (g *ground) none(turn float64) {
	c := g.light
	u, v := c.between(-0.1, 0.1), c.between(-0.1, 0.1)
	switch c.rng.IntN(6) {
	case 0, 1: // a line
		g.ray(u, v, turn, 2)
		g.ray(u, v, turn+math.Pi, 2)
	case 2: // its end, or a corner far from the middle
		far := c.between(0.34, 0.5)
		g.ray(u+far*math.Cos(turn), v-far*math.Sin(turn), turn+math.Pi, 2)
		if c.chance(0.7) {
			g.ray(u+far*math.Cos(turn), v-far*math.Sin(turn), turn+math.Pi/2, 2)
		}
	case 3: // two lines side by side
		g.ray(u, v, turn, 2)
		g.ray(u, v, turn+math.Pi, 2)
		g.ray(u-0.2*math.Sin(turn), v-0.2*math.Cos(turn), turn, 2)
		g.ray(u-0.2*math.Sin(turn), v-0.2*math.Cos(turn), turn+math.Pi, 2)
	case 4: // a ball, a foot
		g.thing(c.between(0, 0.15))
	default:
		if c.chance(0.5) {
			g.thing(c.between(0, 0.3))
		}
		g.ray(u, v, turn, 2)
		if c.chance(0.5) {
			g.ray(u, v, turn+math.Pi, 2)
		}
		g.thing(c.between(0, 0.2))
	}
}

// ray draws a line that begins at a place.
func (g *ground) ray(u, v, turn, length float64) {
	sin, cos := math.Sincos(turn)
	half := g.lineM / 2
	for _, on := range []struct {
		c     *canvas
		level float64
	}{{g.light, g.white}, {g.carpet, 0}} {
		on.c.all(func(x, y float64) (float64, float64) {
			along, across := (x-u)*cos-(y-v)*sin, (x-u)*sin+(y-v)*cos
			if along < -half || along > length || math.Abs(across) > half {
				return 0, 0
			}
			return on.level, 1
		})
	}
}

// mark draws a penalty mark: a cross, or a disc.
func (g *ground) mark(u, v, turn float64) {
	c := g.light
	if c.chance(0.25) {
		r := c.between(0.045, 0.06)
		c.disc(u, v, r, r, g.white, 0)
		g.carpet.disc(u, v, r, r, 0, 0)
		return
	}
	length := c.between(0.045, 0.055)
	for i := range 4 {
		g.ray(u, v, turn+float64(i)*math.Pi/2, length)
	}
}

// thing draws something that stands on the ground, stretched away from the camera.
func (g *ground) thing(from float64) {
	c := g.light
	a, r := c.between(0, 2*math.Pi), c.between(0.04, 0.12)
	u, v := from*math.Cos(a), from*math.Sin(a)
	far, level := c.between(0, 0.6), c.between(0.03, 1)
	away := c.between(0, 2*math.Pi)
	c.capsule(u, v, u+far*math.Cos(away), v+far*math.Sin(away), r, level)
	g.carpet.capsule(u, v, u+far*math.Cos(away), v+far*math.Sin(away), r, 0)
	for range c.rng.IntN(4) {
		at := c.between(0, far)
		c.disc(u+at*math.Cos(away), v+at*math.Sin(away), r*c.between(0.3, 0.9), r*c.between(0.3, 0.9), c.between(0, 1), 0)
	}
}

// varyCorners is [Vary] for windows of the ground: turned by right angles, mirrored, with other brightness and noise.
func varyCorners(set *Set, seed uint64, copies, threads int) *Set {
	return vary(set, seed, copies, threads, variedCorner)
}

// variedCorner returns another photograph of a window of the ground.
func variedCorner(rng *rand.Rand, s Sample) Sample {
	const side, channels = lines.CornerSide, lines.CornerChannels
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	turns, mirrored := rng.IntN(4), rng.IntN(2) == 0
	gamma, noise := between(0.7, 1.4), between(0, 12)
	var in lines.CornerInput
	for i := range side * side {
		x, y := i%side, i/side
		u, v := x, y
		if mirrored {
			v = side - 1 - v
		}
		for range turns { // to the left on paper
			u, v = side-1-v, u
		}
		p, q := in[i*channels:], s.Input[(v*side+u)*channels:]
		level := 255*math.Pow(float64(q[0])/255, gamma) + noise*rng.NormFloat64()
		p[0], p[1] = uint8(min(max(math.Round(level), 0), 255)), q[1]
	}
	if !in.Stretch() {
		return s
	}
	return Sample{Input: append([]uint8(nil), in[:]...), Target: lines.TurnedCorner(s.Target, turns, mirrored)}
}
