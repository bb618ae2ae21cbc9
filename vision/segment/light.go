package segment

import (
	"math"

	"gonao/robot/percepts/plane"
)

// The grid on which Light looks at an image.
const (
	sampleCols = 8 // px
	sampleRows = 4 // px
)

// Bins of the histogram of chroma, 4 levels each, and of that of the tint.
const (
	chromaBits = 6
	chromaBins = 1 << chromaBits
	tintBins   = 192.0 // per unit of chroma by luma
)

// Limits of a carpet's appearance, grey levels.
const (
	leastGreen     = 7.0  // chroma of a carpet: its distance from grey towards green
	paleGreen      = 4.5  // the same, where nothing has more
	nearWeight     = 3    // how much more a sample at the lower edge of the image counts than one at the upper edge
	weakShare      = 0.4  // of the chroma of a channel that the other one must exceed to count
	smoothing      = 0.25 // share of a new image in the estimate
	leastSamples   = 80   // of the carpet's colour
	leastWhite     = 12   // samples of white
	whiteReach     = 20.0 // of the chroma of white beyond grey
	whiteMix       = 26.0 // of the chroma of white from grey towards carpet
	isolatedWeight = 16   // of white between carpet, against other white
	mixShare       = 0.7  // of the carpet's chroma that a thin line may have
)

// Light estimates the colours of carpet and lines from image to image, and the limits of masks that follow from them.
// Under coloured light grey has a chroma that grows with its brightness: 128 + tint · luma. One Light belongs to one
// camera. The zero value is a light before its first image.
type Light struct {
	Y, U, V      float64 // of the carpet: its luma, and its chroma relative to grey of that luma
	TintU, TintV float64 // chroma of grey, less 128, by luma
	White        float64 // luma of lines
	Known        bool    // a carpet was seen
	looks        float64 // images with carpet
	seen         float64 // images with white
	samples      []sample
	hist         [chromaBins * chromaBins]uint16
	lumas        [256]uint16
	tiles        []tile
	limits       []Limits
	tileWords    int
	tileRows     int
}

// sample is a pixel of the grid, below the horizon.
type sample struct {
	x, y     int16
	luma     float32
	u, v     float32 // less 128
	isolated bool    // carpet is on both sides of it
}

// tile sums the luma of carpet pixels in 64 × 32 pixels.
type tile struct {
	sum, n float64
	luma   float64
}

// Adapt looks at the part of an image below a row per column of tiles, the horizon, and returns the limits of its masks.
// It returns false before any carpet was seen. It allocates only when the image's size grows.
func (l *Light) Adapt(data []byte, width, height, step int, horizon func(x float64) float64) ([]Limits, bool) {
	words, rows := (width+63)/64, (height+tileHeight-1)/tileHeight
	if words != l.tileWords || rows != l.tileRows {
		l.tileWords, l.tileRows = words, rows
		l.tiles, l.limits = make([]tile, words*rows), make([]Limits, words*rows)
		l.samples = make([]sample, 0, (width/sampleCols+1)*(height/sampleRows+1))
	}
	l.collect(data, width, height, step, horizon)
	if !l.Known {
		l.guessTint()
	}
	l.findCarpet(height)
	if !l.Known {
		l.TintU, l.TintV = 2*l.TintU, 2*l.TintV // all of the guess: see guessTint
		l.findCarpet(height)
	}
	if !l.Known {
		return nil, false
	}
	l.findWhite(data, width, height, step)
	l.measureTiles()
	for i := range l.limits {
		l.limits[i] = l.limitsAt(l.tiles[i].luma)
	}
	return l.limits, true
}

// Grey returns the chroma of grey of a luma.
func (l *Light) Grey(luma float64) (u, v float64) { return 128 + l.TintU*luma, 128 + l.TintV*luma }

// collect reads the samples.
func (l *Light) collect(data []byte, width, height, step int, horizon func(x float64) float64) {
	l.samples = l.samples[:0]
	for x := 0; x+1 < width; x += sampleCols {
		for y := max(0, int(horizon(float64(x)))+4); y < height; y += sampleRows {
			p := data[y*step+2*x:]
			l.samples = append(l.samples, sample{x: int16(x), y: int16(y), luma: float32(p[0]), u: float32(p[1]) - 128, v: float32(p[3]) - 128})
		}
	}
}

// relative returns a sample's chroma relative to grey of its luma.
func (l *Light) relative(s *sample) (u, v float64) {
	return float64(s.u) - l.TintU*float64(s.luma), float64(s.v) - l.TintV*float64(s.luma)
}

// guessTint sets the tint to that of the brightest twentieth of the samples: mostly lines and other uncoloured parts.
func (l *Light) guessTint() {
	clear(l.lumas[:])
	for i := range l.samples {
		l.lumas[int(l.samples[i].luma)]++
	}
	least, left := 255, len(l.samples)/20
	for ; least > 0 && left > 0; least-- {
		left -= int(l.lumas[least])
	}
	var n, sy, su, sv float64
	for i := range l.samples {
		s := &l.samples[i]
		if int(s.luma) >= least && s.u > -30 && s.u < 30 && s.v > -30 && s.v < 30 {
			n, sy, su, sv = n+1, sy+float64(s.luma), su+float64(s.u), sv+float64(s.v)
		}
	}
	// Carpet may be among them: half the way is safer than all of it.
	l.TintU, l.TintV = 0, 0
	if n >= 20 && sy > 0 {
		l.TintU, l.TintV = 0.5*su/sy, 0.5*sv/sy
	}
}

// findCarpet finds the most frequent greenish chroma, and computes the mean of the samples near it. The lower edge of the
// image counts most, because the ground there is the nearest.
func (l *Light) findCarpet(height int) {
	clear(l.hist[:])
	for i := range l.samples {
		u, v := l.relative(&l.samples[i])
		l.count(int(u+130)>>2, int(v+130)>>2, uint16(1+nearWeight*int(l.samples[i].y)/height))
	}
	best, bin := l.peak(func(u, v int) bool { return greenish(float64(4*u-128), float64(4*v-128), leastGreen) })
	if best < leastSamples {
		best, bin = l.peak(func(u, v int) bool { return greenish(float64(4*u-128), float64(4*v-128), paleGreen) })
	}
	if best < leastSamples {
		return
	}
	peakU, peakV := float64(4*(bin>>chromaBits)-128), float64(4*(bin%chromaBins)-128)
	var n, sy, su, sv float64
	for i := range l.samples {
		s := &l.samples[i]
		if u, v := l.relative(s); math.Abs(u-peakU) < 7 && math.Abs(v-peakV) < 7 {
			n, sy, su, sv = n+1, sy+float64(s.luma), su+u, sv+v
		}
	}
	if n < leastSamples {
		return
	}
	if !l.Known {
		l.White = min(250, 2.2*sy/n)
	}
	share := max(smoothing, 1/(1+l.looks))
	l.looks++
	mix(&l.Y, sy/n, share)
	mix(&l.U, su/n, share)
	mix(&l.V, sv/n, share)
	l.Known = plane.Finite(l.Y, l.U, l.V) && l.Y > 0
}

func mix(to *float64, with, share float64) { *to += share * (with - *to) }

// count adds to a bin of the histogram, if there is one.
func (l *Light) count(u, v int, weight uint16) {
	if uint(u) < chromaBins && uint(v) < chromaBins {
		h := &l.hist[u<<chromaBits|v]
		*h += min(weight, math.MaxUint16-*h)
	}
}

// peak returns the number of samples in the fullest 3 × 3 bins whose middle one may be, and the middle one.
func (l *Light) peak(may func(u, v int) bool) (best, bin int) {
	for u := 1; u < chromaBins-1; u++ {
		for v := 1; v < chromaBins-1; v++ {
			at := u<<chromaBits | v
			if l.hist[at] == 0 || !may(u, v) {
				continue
			}
			sum := 0
			for _, row := range [3]int{at - chromaBins, at, at + chromaBins} {
				sum += int(l.hist[row-1]) + int(l.hist[row]) + int(l.hist[row+1])
			}
			if sum > best {
				best, bin = sum, at
			}
		}
	}
	return best, bin
}

// greenish reports whether a chroma may be that of a carpet: away from grey by at least so much, towards less red and not towards blue.
func greenish(u, v, least float64) bool {
	return -v >= least*0.6 && -u > 0.35*v && -u-v >= least
}

// findWhite estimates the luma of lines and the tint from samples that are brighter than the carpet: most of those between
// carpet are of lines, and robots and balls have much the same colour.
func (l *Light) findWhite(data []byte, width, height, step int) {
	clear(l.hist[:])
	const middle = chromaBins / 2
	least := float32(min(250, l.Y*1.35+8))
	for i := range l.samples {
		s := &l.samples[i]
		if s.luma < least || !l.maybeWhite(s) {
			continue
		}
		s.isolated = l.betweenCarpet(data, width, height, step, int(s.x), int(s.y))
		weight := uint16(1)
		if s.isolated {
			weight = isolatedWeight
		}
		l.count(int(math.Round(float64(s.u/s.luma)*tintBins))+middle, int(math.Round(float64(s.v/s.luma)*tintBins))+middle, weight)
	}
	best, bin := l.peak(func(int, int) bool { return true })
	if best < leastWhite {
		return
	}
	tintU, tintV := float64(bin>>chromaBits-middle)/tintBins, float64(bin%chromaBins-middle)/tintBins
	clear(l.lumas[:])
	var n, m, sy, su, sv float64
	for i := range l.samples {
		s := &l.samples[i]
		y, u, v := float64(s.luma), float64(s.u), float64(s.v)
		if s.luma < least || !l.maybeWhite(s) || math.Abs(u-tintU*y) > 8 || math.Abs(v-tintV*y) > 8 {
			continue
		}
		w := 4.0 / isolatedWeight
		if s.isolated {
			w = 4
		}
		l.lumas[int(y)]++
		n, m = n+1, m+w
		sy, su, sv = sy+w*y, su+w*u, sv+w*v
	}
	// The luma that a quarter of the white samples exceed: the others are blurred edges.
	left, at := n/4, 255
	for ; at > 0 && left > 0; at-- {
		left -= float64(l.lumas[at])
	}
	if sy <= 0 {
		return
	}
	// The first images count more: their mean is all that is known. Few samples may be of one thing that is not white.
	share := max(smoothing, 1/(1+l.seen)) * m / (m + leastWhite)
	l.seen++
	mix(&l.White, float64(at), share)
	moveU, moveV := share*(su/sy-l.TintU), share*(sv/sy-l.TintV)
	l.TintU, l.TintV = l.TintU+moveU, l.TintV+moveV
	// The carpet's chroma is relative to grey, which has moved.
	l.U, l.V = l.U-moveU*l.Y, l.V-moveV*l.Y
}

// maybeWhite reports whether a bright sample is nearer to grey than to bright carpet.
func (l *Light) maybeWhite(s *sample) bool {
	u, v := l.relative(s)
	scale := 0.5 * min(float64(s.luma)/l.Y, 2.5)
	return u*l.U+v*l.V < scale*(l.U*l.U+l.V*l.V) && math.Abs(u) < 40 && math.Abs(v) < 40
}

// betweenCarpet reports whether carpet is on both sides of a pixel, as of a line's, near or farther away.
func (l *Light) betweenCarpet(data []byte, width, height, step, x, y int) bool {
	carpet := func(x, y int) bool {
		p := data[y*step+4*(x/2):]
		s := sample{luma: float32(p[0]), u: float32(p[1]) - 128, v: float32(p[3]) - 128}
		return l.near(&s)
	}
	for _, d := range [4][2]int{{0, 8}, {16, 0}, {40, 0}, {0, 20}} {
		a, b, c, e := x-d[0], y-d[1], x+d[0], y+d[1]
		if a >= 0 && b >= 0 && c < width && e < height && carpet(a, b) && carpet(c, e) {
			return true
		}
	}
	return false
}

// measureTiles finds the luma of the carpet in each tile: shadows and vignetting make it differ.
func (l *Light) measureTiles() {
	for i := range l.tiles {
		l.tiles[i] = tile{}
	}
	for i := range l.samples {
		s := &l.samples[i]
		if float64(s.luma) > 0.2*l.Y && l.near(s) {
			t := &l.tiles[int(s.y)/tileHeight*l.tileWords+int(s.x)>>6]
			t.sum += float64(s.luma)
			t.n++
		}
	}
	for i := range l.tiles {
		t := &l.tiles[i]
		const prior = 6 // samples of the usual luma
		t.luma = (t.sum + prior*l.Y) / (t.n + prior)
	}
}

// near reports whether a sample has the chroma of the carpet at its luma: darker carpet has less.
func (l *Light) near(s *sample) bool {
	u, v := l.relative(s)
	scale := min(float64(s.luma)/l.Y, 2)
	du, dv := u-l.U*scale, v-l.V*scale
	return du > -9 && du < 9 && dv > -9 && dv < 9
}

// limitsAt returns the limits for carpet of a luma.
func (l *Light) limitsAt(luma float64) Limits {
	s := min(max(luma/l.Y, 0.25), 1.8)
	bound := func(x float64) uint8 { return uint8(min(max(x, 0), 255)) }
	// Half-way to grey, and farther on the other side. A dark hall is grey: even with dark carpet, grey is not carpet.
	// Bright carpet does not always have more chroma: overexposed, it has less. If one of the two channels has less
	// chroma, its limit may reach grey: half-way would be within the noise, and the other channel distinguishes carpet
	// from grey.
	side := func(c, other, grey float64) (low, high uint8) {
		part := 0.5 * min(max((math.Abs(c)-weakShare*math.Abs(other))/((1-weakShare)*max(math.Abs(other), 1)), 0), 1)
		far, near := c*s, c*min(s, 0.9)
		reach := max(0.5*math.Abs(far), 5)
		if near < -3 {
			return bound(grey + far - reach - 8), bound(math.Floor(grey + part*near))
		}
		return bound(grey + far - reach - 4), bound(grey + far + reach)
	}
	var green, white Range
	greyU, greyV := l.Grey(luma)
	green.Low[1], green.High[1] = side(l.U, l.V, greyU)
	green.Low[2], green.High[2] = side(l.V, l.U, greyV)
	contrast := max(12, 0.3*(l.White*s-luma))
	green.Low[0], green.High[0] = bound(0.3*luma), bound(luma+max(contrast, 0.6*luma))
	white.Low[0], white.High[0] = bound(luma+contrast), 255
	// Grey of any luma from the darkest white on, and of overexposed pixels. Thin lines are mixed with carpet and have up
	// to some nine tenths of its chroma; carpet in the sun is bright, too, and has more.
	darkU, darkV := l.Grey(luma + contrast)
	lightU, lightV := l.Grey(250)
	toward := func(c float64) float64 { return min(whiteMix, max(9, mixShare*max(-c, 0)*s)) }
	white.Low[1], white.High[1] = bound(min(darkU, lightU, 128)-toward(l.U)), bound(max(darkU, lightU, 128)+whiteReach)
	white.Low[2], white.High[2] = bound(min(darkV, lightV, 128)-toward(l.V)), bound(max(darkV, lightV, 128)+whiteReach)
	return newLimits(green, white)
}
