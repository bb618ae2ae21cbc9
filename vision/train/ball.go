package train

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"
)

// icosahedron and dodecahedron are the middles of a football's 12 pentagons and 20 hexagons.
var icosahedron, dodecahedron = polyhedra()

func polyhedra() (ico, dodeca []r3.Vec) {
	phi := (1 + math.Sqrt(5)) / 2
	for _, a := range []float64{-1, 1} {
		for _, b := range []float64{-1, 1} {
			ico = append(ico, r3.Vec{Y: a, Z: b * phi}, r3.Vec{X: a, Y: b * phi}, r3.Vec{X: b * phi, Z: a})
			dodeca = append(dodeca, r3.Vec{Y: a / phi, Z: b * phi}, r3.Vec{X: a / phi, Y: b * phi}, r3.Vec{X: b * phi, Z: a / phi})
			for _, c := range []float64{-1, 1} {
				dodeca = append(dodeca, r3.Vec{X: a, Y: b, Z: c})
			}
		}
	}
	for i := range ico {
		ico[i] = r3.Unit(ico[i])
	}
	for i := range dodeca {
		dodeca[i] = r3.Unit(dodeca[i])
	}
	return ico, dodeca
}

// pattern returns the brightness of a ball's surface in a direction from its middle.
type pattern func(n r3.Vec) float64

// football is the pattern of dark pentagons with seams. Share is the pentagons' size: 1 is the truncated icosahedron's.
func football(dark, light, seam, share float64) pattern {
	// Distances of the faces from the middle of a truncated icosahedron with edges of length 1.
	const pentagon, hexagon, seamWidth = 2.32744, 2.26728, 0.012
	return func(n r3.Vec) float64 {
		best, second, five := 0.0, 0.0, false
		add := func(d float64, isFive bool) {
			if d > best {
				best, second, five = d, best, isFive
			} else if d > second {
				second = d
			}
		}
		for _, f := range icosahedron {
			add(r3.Dot(n, f)/pentagon*(0.965+0.035*share), true)
		}
		for _, f := range dodecahedron {
			add(r3.Dot(n, f)/hexagon, false)
		}
		switch {
		case seam < light && (best-second)/best < seamWidth:
			return min(seam, map[bool]float64{true: dark, false: light}[five])
		case five:
			return dark
		}
		return light
	}
}

// patches is a pattern of round or three-armed patches of some levels about the corners of a polyhedron.
func patches(rng *rand.Rand, light float64) pattern {
	centres := icosahedron
	if rng.IntN(3) == 0 {
		centres = dodecahedron
	}
	reach, arms := 0.28+0.22*rng.Float64(), 0
	if len(centres) > 12 {
		reach *= 0.7
	}
	if rng.IntN(2) == 0 {
		arms = 3 + rng.IntN(3)
	}
	levels, turns := make([]float64, len(centres)), make([]float64, len(centres))
	for i := range levels {
		levels[i], turns[i] = 0.03+0.35*rng.Float64()*rng.Float64(), 2*math.Pi*rng.Float64()
	}
	ring := rng.IntN(4) == 0 // only the edges of the patches are dark
	return func(n r3.Vec) float64 {
		for i, c := range centres {
			d := math.Acos(min(max(r3.Dot(n, c), -1), 1))
			if d > reach*1.7 {
				continue
			}
			far := reach
			if arms > 0 {
				x := r3.Unit(r3.Cross(c, r3.Vec{X: 0.31, Y: 0.52, Z: 0.8}))
				y := r3.Cross(c, x)
				far *= 1 + 0.45*math.Cos(float64(arms)*(math.Atan2(r3.Dot(n, y), r3.Dot(n, x))+turns[i]))
			}
			if d < far && (!ring || d > 0.72*far) {
				return levels[i]
			}
		}
		return light
	}
}

// newPattern returns a random pattern: mostly footballs.
func newPattern(rng *rand.Rand) pattern {
	light := 0.75 + 0.25*rng.Float64()
	dark := 0.02 + 0.2*rng.Float64()
	if rng.IntN(4) == 0 { // a coloured accent
		dark = 0.1 + 0.35*rng.Float64()
	}
	switch kind := rng.IntN(100); {
	case kind < 62:
		seam := light
		if rng.IntN(3) > 0 {
			seam = 0.35 + 0.4*rng.Float64()
		}
		return football(dark, light, seam, 0.4+0.9*rng.Float64())
	case kind < 74:
		return triangles(rng, dark, light)
	case kind < 81:
		return waves(rng, dark, light)
	case kind < 87:
		return rings(rng, dark, light)
	default:
		return patches(rng, light)
	}
}

// plain returns the pattern of a ball of one colour.
func plain(level float64) pattern { return func(r3.Vec) float64 { return level } }

// sphere paints a ball with its shadow. Light comes from above.
func (c *canvas) sphere(u, v, radius float64, p pattern) {
	shadow, side, soft := c.between(0.3, 0.85), c.between(-0.9, 0.9), c.between(1.2, 2)
	flat := c.between(0.25, 0.8)
	c.all(func(x, y float64) (float64, float64) { // on the ground
		d := math.Hypot((x-u-side*radius*0.6)/(radius*1.15), (y-v-radius*(1-0.35*flat))/(radius*flat*0.9))
		if d >= soft {
			return 0, 0
		}
		return 0, (1 - shadow) * (1 - d/soft) * 1.4 * min(1, 2-d/soft)
	})
	turn := randomRotation(c.rng)
	light := r3.Unit(r3.Vec{X: c.between(-0.8, 0.8), Y: -c.between(0.4, 1.2), Z: c.between(0.05, 1)})
	ambient, diffuse := c.between(0.3, 0.75), c.between(0.25, 0.7)
	shine, sharp := 0.0, c.between(8, 40)
	if c.chance(0.3) {
		shine = c.between(0.1, 0.5)
	}
	c.paint(u-radius, v-radius, u+radius, v+radius, func(x, y float64) (float64, float64) {
		nx, ny := (x-u)/radius, (y-v)/radius
		flatSq := nx*nx + ny*ny
		if flatSq > 1 {
			return 0, 0
		}
		n := r3.Vec{X: nx, Y: ny, Z: math.Sqrt(1 - flatSq)}
		lit := ambient*(1-0.35*max(ny, 0)) + diffuse*max(r3.Dot(n, light), 0)
		glare := 0.0
		if shine > 0 {
			h := r3.Unit(r3.Add(light, r3.Vec{Z: 1}))
			glare = shine * math.Pow(max(r3.Dot(n, h), 0), sharp)
		}
		return p(turn.rotate(n))*lit + glare, 1
	})
}

// rotation is a rotation's columns.
type rotation [3]r3.Vec

func (r rotation) rotate(v r3.Vec) r3.Vec {
	return r3.Add(r3.Add(r3.Scale(v.X, r[0]), r3.Scale(v.Y, r[1])), r3.Scale(v.Z, r[2]))
}

// randomRotation returns any rotation with the same probability.
func randomRotation(rng *rand.Rand) rotation {
	x := r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	y := r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()}
	y = r3.Unit(r3.Sub(y, r3.Scale(r3.Dot(x, y), x)))
	return rotation{x, y, r3.Cross(x, y)}
}
