package train

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"
)

// nearest returns which of some directions is nearest to one, the cosine of the angle to it, and that to the next one.
func nearest(n r3.Vec, to []r3.Vec) (index int, first, second float64) {
	first, second = -2, -2
	for i, t := range to {
		if d := r3.Dot(n, t); d > first {
			index, first, second = i, d, first
		} else if d > second {
			second = d
		}
	}
	return index, first, second
}

// triangles is a pattern of the faces of an icosahedron, some of them dark, with seams.
func triangles(rng *rand.Rand, dark, light float64) pattern {
	var levels [20]float64
	share := 0.2 + 0.4*rng.Float64()
	for i := range levels {
		levels[i] = light
		if rng.Float64() < share {
			levels[i] = dark
		}
	}
	levels[rng.IntN(len(levels))] = dark
	seam, width := 0.35+0.4*rng.Float64(), 0.05*rng.Float64()
	return func(n r3.Vec) float64 {
		face, first, second := nearest(n, dodecahedron)
		if first-second < width {
			return min(seam, levels[face])
		}
		return levels[face]
	}
}

// waves is a pattern of panels wound round the corners of an octahedron.
func waves(rng *rand.Rand, dark, light float64) pattern {
	axes := []r3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	arms, wound, wide := float64(3+rng.IntN(3)), 4+5*rng.Float64(), 0.1+0.6*rng.Float64()
	return func(n r3.Vec) float64 {
		i, first, _ := nearest(n, axes)
		angle, turn := math.Acos(min(first, 1)), turnAbout(n, axes[i])
		if math.Sin(arms*turn+wound*angle) > wide {
			return dark
		}
		return light
	}
}

// rings is a pattern of dark corners between twelve circles.
func rings(rng *rand.Rand, dark, light float64) pattern {
	circle, corner := 0.40+0.1*rng.Float64(), 0.25+0.1*rng.Float64()
	return func(n r3.Vec) float64 {
		_, a, _ := nearest(n, icosahedron)
		_, b, _ := nearest(n, dodecahedron)
		if math.Acos(min(a, 1)) > circle && math.Acos(min(b, 1)) < corner {
			return dark
		}
		return light
	}
}

// turnAbout returns the angle of a direction about an axis.
func turnAbout(n, axis r3.Vec) float64 {
	x := r3.Unit(r3.Cross(axis, r3.Vec{X: 0.31, Y: 0.52, Z: 0.8}))
	return math.Atan2(r3.Dot(n, r3.Cross(axis, x)), r3.Dot(n, x))
}
