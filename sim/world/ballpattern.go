package world

import (
	"image"
	"math"
	"slices"
)

// The patterns of balls.
const (
	PatternPlain     = "plain"
	PatternPatches   = "patches"   // twelve round patches
	PatternPentagons = "pentagons" // a truncated icosahedron: pentagons and hexagons with seams, as the league's ball
	PatternStars     = "stars"     // five-pointed stars, as balls of the FIFA mini size have
	PatternSwirl     = "swirl"     // six panels wound round the corners of an octahedron
	PatternTango     = "tango"     // twelve circles between triads
	PatternTriangles = "triangles" // some panels of an icosahedron in the accent's colour, with seams
)

// patterns returns all of them.
func patterns() []string {
	return []string{PatternPlain, PatternPatches, PatternPentagons, PatternStars, PatternSwirl, PatternTango, PatternTriangles}
}

// ballTexels is the number of texels along a side of a ball's cube map.
const ballTexels = 128

// paintPattern draws the six faces of a ball's cube map (a column of right, left, top, bottom, back, front).
func paintPattern(pattern string, base, accent Color) *image.RGBA {
	if pattern == PatternPatches {
		return paintBall(base)
	}
	const n, sub = ballTexels, 2
	shade := ballShade(pattern)
	img := image.NewRGBA(image.Rect(0, 0, n, 6*n))
	for face := range 6 {
		for j := range n {
			for i := range n {
				var accented, seam float64
				for k := range sub * sub { // smooth edges
					u := (float64(i)+(float64(k%sub)+0.5)/sub)/n*2 - 1
					v := (float64(j)+(float64(k/sub)+0.5)/sub)/n*2 - 1
					a, s := shade(faceDirection(face, u, v))
					accented, seam = accented+a/(sub*sub), seam+s/(sub*sub)
				}
				img.SetRGBA(i, face*n+j, rgba(blend(base, accent, accented).scaled(1-0.45*seam)))
			}
		}
	}
	return img
}

// ballShade returns how much of the accent's colour and of a seam a direction has, each 0 to 1.
func ballShade(pattern string) func(d [3]float64) (accent, seam float64) {
	corners, faces := icosahedron(), dodecahedron()
	switch pattern {
	case PatternStars:
		return func(d [3]float64) (float64, float64) {
			best, angle := nearest(d, corners)
			turn := around(d, corners[best])
			radius := 0.25 + 0.13*math.Cos(5*turn)
			return step(radius - angle), step(0.012 - math.Abs(angle-0.46))
		}
	case PatternSwirl:
		axes := [][3]float64{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}
		return func(d [3]float64) (float64, float64) {
			best, angle := nearest(d, axes)
			wave := math.Sin(4*around(d, axes[best]) + 7*angle)
			return step(wave*0.2 - 0.08 + 0.05*math.Cos(6*angle)), step(0.03 - math.Abs(wave*0.2))
		}
	case PatternTango:
		return func(d [3]float64) (float64, float64) {
			_, circle := nearest(d, corners)
			_, triad := nearest(d, faces)
			return step(min(circle-0.46, 0.30-triad)), step(0.010 - math.Abs(circle-0.46))
		}
	case PatternTriangles:
		return func(d [3]float64) (float64, float64) {
			best, _ := nearest(d, faces)
			seam := 0.0
			for k, f := range faces {
				if k != best {
					seam = max(seam, step(0.018-0.5*(dot(d, faces[best])-dot(d, f))))
				}
			}
			return map[bool]float64{true: 1}[best%3 == 0], seam
		}
	default:
		return truncatedIcosahedron(corners, faces)
	}
}

// The distances of a truncated icosahedron's faces from its centre, in its circumradius.
const (
	pentagonAway = 0.939234
	hexagonAway  = 0.914958
)

// seamRad is half the width of a seam, rad: some 2 mm on a ball of 10 cm.
const seamRad = 0.018

// truncatedIcosahedron returns the pattern of the classic ball. A direction leaves through the face whose plane it meets
// first: the one with the largest cosine divided by the plane's distance.
func truncatedIcosahedron(corners, faces [][3]float64) func(d [3]float64) (accent, seam float64) {
	// The faces lie opposite to each other, so half of them suffice.
	corners, faces = halves(corners), halves(faces)
	return func(d [3]float64) (float64, float64) {
		first, second, pentagon := 0.0, 0.0, false
		for _, c := range corners {
			switch v := math.Abs(dot(d, c)) / pentagonAway; {
			case v > first:
				first, second, pentagon = v, first, true
			case v > second:
				second = v
			}
		}
		for _, c := range faces {
			switch v := math.Abs(dot(d, c)) / hexagonAway; {
			case v > first:
				first, second, pentagon = v, first, false
			case v > second:
				second = v
			}
		}
		// The difference grows with the angle from the edge by about the angle between the two faces.
		edge := (first - second) / 0.68
		accent := 0.0
		if pentagon {
			accent = 1
		}
		return accent, step(seamRad - edge)
	}
}

// halves returns one of each two directions that are opposite.
func halves(all [][3]float64) (half [][3]float64) {
	for i, d := range all {
		if !slices.Contains(all[:i], [3]float64{-d[0], -d[1], -d[2]}) {
			half = append(half, d)
		}
	}
	return half
}

// step returns 0 for numbers below 0 and 1 above, with a soft edge of a texel.
func step(v float64) float64 { return min(1, max(0, 0.5+v*ballTexels/2)) }

// nearest returns which of some directions is nearest, and the angle to it.
func nearest(d [3]float64, to [][3]float64) (index int, angle float64) {
	most := -2.0
	for i, p := range to {
		if c := dot(d, p); c > most {
			index, most = i, c
		}
	}
	return index, math.Acos(min(1, most))
}

// around returns the angle of a direction about an axis, from some start.
func around(d, axis [3]float64) float64 {
	start := [3]float64{0, 0, 1}
	if math.Abs(axis[2]) > 0.9 {
		start = [3]float64{1, 0, 0}
	}
	x := cross(axis, start)
	y := cross(axis, x)
	return math.Atan2(dot(d, y), dot(d, x))
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// dodecahedron returns the directions of its twenty corners: the middles of an icosahedron's faces.
func dodecahedron() [][3]float64 {
	corners := icosahedron()
	var middles [][3]float64
	edge := 1 / math.Sqrt(5) // the cosine between neighbours
	for i, a := range corners {
		for j := i + 1; j < len(corners); j++ {
			for k := j + 1; k < len(corners); k++ {
				b, c := corners[j], corners[k]
				if dot(a, b) > edge-0.01 && dot(b, c) > edge-0.01 && dot(a, c) > edge-0.01 {
					m := [3]float64{a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]}
					r := math.Sqrt(dot(m, m))
					middles = append(middles, [3]float64{m[0] / r, m[1] / r, m[2] / r})
				}
			}
		}
	}
	return middles
}
