package segment

import "math"

// Hue is a direction of chroma from grey, a unit vector: blue chroma, then red chroma.
type Hue struct{ U, V float64 }

// HueOf returns the hue of a colour of RGB, each 0 to 1. It reports false for grey.
func HueOf(red, green, blue float64) (Hue, bool) {
	luma := 0.299*red + 0.587*green + 0.114*blue
	u, v := 0.564*(blue-luma), 0.713*(red-luma)
	d := math.Hypot(u, v)
	if d < 0.02 {
		return Hue{}, false
	}
	return Hue{u / d, v / d}, true
}

// Chroma returns the chroma of a pixel relative to grey of its luma under this light.
func (l *Light) Chroma(luma, u, v float64) (du, dv float64) {
	greyU, greyV := l.Grey(luma)
	return u - greyU, v - greyV
}

// A pixel has a hue if its chroma is at least leastChroma grey levels and a share of its luma, and at most about 28° from it.
const (
	leastChroma      = 12.0
	leastChromaShare = 0.10
	leastCos         = 0.88
)

// Has reports whether a chroma has the hue.
func (h Hue) Has(luma, du, dv float64) bool {
	d := math.Hypot(du, dv)
	return d > leastChroma+leastChromaShare*luma/2 && du*h.U+dv*h.V > leastCos*d
}
