package segment

import (
	"math"

	"gonao/percepts/plane"
)

// The grid on which Light looks at an image: every eighth pair of pixels of every eighth row.
const (
	sampleCols = 8 // px
	sampleRows = 8 // px
)

// Bins of the chroma histogram: 4 levels each.
const (
	chromaBits = 6
	chromaBins = 1 << chromaBits
)

// Bounds of what a carpet may look like, grey levels.
const (
	leastGreen   = 7.0  // chroma of a carpet: its distance from grey towards green
	smoothing    = 0.25 // share of a new image in the estimate
	leastSamples = 40   // of the carpet's colour
)

// Light estimates the colours of carpet and lines from image to image, and the limits of masks that follow from them.
// One Light belongs to one camera. The zero value knows nothing yet.
type Light struct {
	Y, U, V    float64 // of the carpet, mean
	NeutralU   float64 // chroma of grey under this light
	NeutralV   float64
	White      float64 // luma of lines
	Known      bool    // a carpet was seen
	hist       [chromaBins * chromaBins]uint16
	whites     [256]uint16
	tiles      []tile
	limits     []Limits
	tileWords  int
	tileRows   int
	neutralSum [3]float64
}

// tile sums the luma of carpet pixels in 64 × 32 pixels.
type tile struct {
	sum, n float64
	luma   float64
}

// Adapt looks at the part of an image below a row per column of tiles, the horizon, and returns the limits of its masks.
// It reports false before any carpet was seen. It allocates only when the image's size grows.
func (l *Light) Adapt(data []byte, width, height, step int, horizon func(x float64) float64) ([]Limits, bool) {
	words, rows := (width+63)/64, (height+TileHeight-1)/TileHeight
	if words != l.tileWords || rows != l.tileRows {
		l.tileWords, l.tileRows = words, rows
		l.tiles, l.limits = make([]tile, words*rows), make([]Limits, words*rows)
	}
	l.findCarpet(data, width, height, step, horizon)
	if !l.Known {
		return nil, false
	}
	l.measureTiles(data, width, height, step)
	for i := range l.limits {
		l.limits[i] = l.limitsAt(l.tiles[i].luma)
	}
	return l.limits, true
}

// findCarpet finds the most frequent greenish chroma below the horizon.
func (l *Light) findCarpet(data []byte, width, height, step int, horizon func(x float64) float64) {
	clear(l.hist[:])
	if !l.Known {
		l.guessNeutral(data, width, height, step, horizon)
	}
	for x := 0; x+1 < width; x += sampleCols {
		for y := max(0, int(horizon(float64(x)))+4); y < height; y += sampleRows {
			p := data[y*step+2*x:]
			l.hist[int(p[1]>>2)<<chromaBits|int(p[3]>>2)]++
		}
	}
	best, bestU, bestV := 0, 0, 0
	for u := 1; u < chromaBins-1; u++ {
		for v := 1; v < chromaBins-1; v++ {
			if !l.greenish(float64(4*u+2), float64(4*v+2)) {
				continue
			}
			sum := 0
			for du := -1; du <= 1; du++ {
				for dv := -1; dv <= 1; dv++ {
					sum += int(l.hist[(u+du)<<chromaBits|(v+dv)])
				}
			}
			if sum > best {
				best, bestU, bestV = sum, u, v
			}
		}
	}
	if best < leastSamples {
		return
	}
	l.refine(data, width, height, step, horizon, float64(4*bestU+2), float64(4*bestV+2))
}

// guessNeutral sets the chroma of grey to that of the brightest twentieth of the samples below the horizon: lines, mostly,
// and what else is not coloured.
func (l *Light) guessNeutral(data []byte, width, height, step int, horizon func(x float64) float64) {
	l.NeutralU, l.NeutralV = 128, 128
	clear(l.whites[:])
	total := 0
	each := func(do func(y, u, v float64)) {
		for x := 0; x+1 < width; x += sampleCols {
			for y := max(0, int(horizon(float64(x)))+4); y < height; y += sampleRows {
				p := data[y*step+2*x:]
				do(float64(p[0]), float64(p[1]), float64(p[3]))
			}
		}
	}
	each(func(y, _, _ float64) { l.whites[int(y)]++; total++ })
	least, left := 255, total/20
	for ; least > 0 && left > 0; least-- {
		left -= int(l.whites[least])
	}
	var n, su, sv float64
	each(func(y, u, v float64) {
		if y >= float64(least) && math.Abs(u-128) < 30 && math.Abs(v-128) < 30 {
			n, su, sv = n+1, su+u, sv+v
		}
	})
	// Carpet may be among them: half the way is safer than all of it.
	if n >= 20 {
		l.NeutralU, l.NeutralV = 128+0.5*(su/n-128), 128+0.5*(sv/n-128)
	}
}

// greenish reports whether a chroma may be that of a carpet: away from grey towards less red and not towards blue.
func (l *Light) greenish(u, v float64) bool {
	du, dv := l.NeutralU-u, l.NeutralV-v
	return dv >= leastGreen*0.6 && du > -0.35*dv && du+dv >= leastGreen
}

// refine takes the mean of the samples near the peak, and of the brighter ones that are no carpet, for white.
func (l *Light) refine(data []byte, width, height, step int, horizon func(x float64) float64, u, v float64) {
	var n, sy, su, sv float64
	for x := 0; x+1 < width; x += sampleCols {
		for y := max(0, int(horizon(float64(x)))+4); y < height; y += sampleRows {
			p := data[y*step+2*x:]
			pu, pv := float64(p[1]), float64(p[3])
			if pu > u-7 && pu < u+7 && pv > v-7 && pv < v+7 {
				n, sy, su, sv = n+1, sy+float64(p[0]), su+pu, sv+pv
			}
		}
	}
	if n < leastSamples {
		return
	}
	share := smoothing
	if !l.Known {
		share, l.White = 1, min(250, 2.2*sy/n)
	}
	mix := func(to *float64, with float64) { *to += share * (with - *to) }
	mix(&l.Y, sy/n)
	mix(&l.U, su/n)
	mix(&l.V, sv/n)
	l.Known = plane.Finite(l.Y, l.U, l.V)
	l.findWhite(data, width, height, step, horizon)
}

// findWhite estimates the luma of lines and the chroma of grey from bright, colourless samples below the horizon.
func (l *Light) findWhite(data []byte, width, height, step int, horizon func(x float64) float64) {
	clear(l.whites[:])
	l.neutralSum = [3]float64{}
	least := byte(min(250, l.Y*1.35+8))
	half := (l.V + l.NeutralV) / 2
	for x := 0; x+1 < width; x += sampleCols {
		for y := max(0, int(horizon(float64(x)))+4); y < height; y += sampleRows / 2 {
			p := data[y*step+2*x:]
			u, v := float64(p[1]), float64(p[3])
			if p[0] < least || v < half || u < l.NeutralU-16 || u > l.NeutralU+16 || v > l.NeutralV+16 {
				continue
			}
			l.whites[p[0]]++
			l.neutralSum[0]++
			l.neutralSum[1] += u
			l.neutralSum[2] += v
		}
	}
	n := l.neutralSum[0]
	if n < 12 {
		return
	}
	// The luma that a quarter of the white samples exceed: the others are blurred edges.
	left, at := n/4, 255
	for ; at > 0 && left > 0; at-- {
		left -= float64(l.whites[at])
	}
	l.White += smoothing * (float64(at) - l.White)
	l.NeutralU += smoothing / 2 * (l.neutralSum[1]/n - l.NeutralU)
	l.NeutralV += smoothing / 2 * (l.neutralSum[2]/n - l.NeutralV)
}

// measureTiles finds the luma of the carpet in each tile: shadows and vignetting make it differ.
func (l *Light) measureTiles(data []byte, width, height, step int) {
	for i := range l.tiles {
		l.tiles[i] = tile{}
	}
	for y := 2; y < height; y += 4 {
		row := l.tiles[y/TileHeight*l.tileWords:]
		for x := (y / 4 % 2) * 4; x+1 < width; x += sampleCols {
			p := data[y*step+2*x:]
			luma := float64(p[0])
			s := min(luma/l.Y, 2)
			// Darker carpet has less chroma.
			if u, v := float64(p[1])-l.NeutralU, float64(p[3])-l.NeutralV; l.near(u, v, s) && s > 0.2 {
				t := &row[x>>6]
				t.sum += luma
				t.n++
			}
		}
	}
	for i := range l.tiles {
		t := &l.tiles[i]
		const prior = 6 // samples of the usual luma
		t.luma = (t.sum + prior*l.Y) / (t.n + prior)
	}
}

// near reports whether a chroma, from grey, is that of the carpet at a luma of s times the usual one.
func (l *Light) near(u, v, s float64) bool {
	du, dv := u-(l.U-l.NeutralU)*s, v-(l.V-l.NeutralV)*s
	return du > -9 && du < 9 && dv > -9 && dv < 9
}

// limitsAt returns the limits for carpet of a luma.
func (l *Light) limitsAt(luma float64) Limits {
	s := min(max(luma/l.Y, 0.25), 1.8)
	u, v := (l.U-l.NeutralU)*s, (l.V-l.NeutralV)*s
	bound := func(x float64) uint8 { return uint8(min(max(x, 0), 255)) }
	// Half-way to grey, and farther on the other side. A dark hall is grey: however dark the carpet, grey is not carpet.
	side := func(c, neutral float64) (low, high uint8) {
		reach := max(0.5*abs(c), 5)
		if c < -3 {
			return bound(neutral + c - reach - 8), bound(math.Floor(neutral + 0.5*c))
		}
		return bound(neutral + c - reach - 4), bound(neutral + c + reach)
	}
	var green, white Range
	green.Low[1], green.High[1] = side(u, l.NeutralU)
	green.Low[2], green.High[2] = side(v, l.NeutralV)
	contrast := max(12, 0.3*(l.White*s-luma))
	green.Low[0], green.High[0] = bound(0.3*luma), bound(luma+max(contrast, 0.6*luma))
	white.Low[0], white.High[0] = bound(luma+contrast), 255
	white.Low[1], white.High[1] = bound(l.NeutralU-20), bound(l.NeutralU+20)
	white.Low[2], white.High[2] = bound(l.NeutralV+0.7*v), bound(l.NeutralV+20)
	return NewLimits(green, white)
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
