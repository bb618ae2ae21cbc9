package lines

import (
	"math"

	"gonao/percepts"
	"gonao/percepts/field"
)

// Bounds of posts.
const (
	leastEdge  = 14.0 // grey levels, of the sides of a post: luma and chroma together
	chromaEdge = 1.5  // how much a grey level of chroma counts
	likeLevels = 60.0 // grey levels that a post's colour may vary by along it
	postFarM   = 5.5  // beyond, a post is 12 px wide
	mostPosts  = 12
	postStepM  = 0.025 // between the places on a line at which posts are looked for
	postPastM  = 0.4   // beyond the ends of a line: the post itself hides it
	samePostM  = 0.5
	robotM     = 0.6  // above, no robot reaches
	nearHalfPx = 14.0 // half the width of a post of which two heights are enough
	leastScore = 24.0
)

// postHeights are where the sides of a post are looked at, m; they end above any robot's head.
func postHeights() [6]float64 { return [6]float64{0.08, 0.16, 0.27, 0.4, 0.55, 0.7} }

// posts holds what findPosts works with.
type posts struct{ found []post }

// post is a goal post in the image.
type post struct {
	x, y  float64 // px, its foot
	width float64 // px
	gx    float64 // m
	gy    float64
	color field.Color
	score float64 // grey levels, of its sides
}

// findPosts looks along each line for posts that stand there: at several heights, a bar of one colour as wide as a post is
// there. Only the best of each neighbourhood is kept.
func (f *uprights) findPosts(out *percepts.FieldFeatures) {
	if f.field.GoalWidth <= 0 {
		return
	}
	for i := range f.pieces {
		p := &f.pieces[i]
		length := math.Hypot(p.bx-p.ax, p.by-p.ay)
		if length < shortestM {
			continue
		}
		dx, dy := unit(p.bx-p.ax, p.by-p.ay)
		for s := -postPastM; s <= length+postPastM; s += postStepM {
			f.tryPost(p.ax+s*dx, p.ay+s*dy)
		}
	}
	for i := range f.posts.found {
		f.reportPost(&f.posts.found[i], out)
	}
}

// tryPost adds a post at a place of a line, or replaces a worse one near it.
func (f *uprights) tryPost(gx, gy float64) {
	v := f.view
	dx, dy := gx-v.X_RC.P.X, gy-v.X_RC.P.Y
	d := math.Hypot(dx, dy)
	if d > postFarM || d < 0.2 {
		return
	}
	p, ok := f.postAt(gx, gy)
	if !ok {
		return
	}
	if p.x, p.y, ok = v.Pixel(gx, gy, 0); !ok || !v.Inside(p.x, p.y, 1) {
		return
	}
	p.gx, p.gy = gx, gy
	for i := range f.posts.found {
		if o := &f.posts.found[i]; math.Hypot(o.gx-gx, o.gy-gy) < samePostM {
			if p.score > o.score {
				*o = p
			}
			return
		}
	}
	if len(f.posts.found) < mostPosts {
		f.posts.found = append(f.posts.found, p)
	}
}

// postAt looks at the heights of a post at a place. All those in the image must show a bar as wide as a post there; its sides must be straight. The score is their strength.
func (f *uprights) postAt(gx, gy float64) (p post, ok bool) {
	v := f.view
	d := math.Hypot(gx-v.X_RC.P.X, gy-v.X_RC.P.Y)
	if !f.carpetBefore(gx, gy) {
		return p, false
	}
	var n, high, shift, shift2, ratio, ratio2, half float64
	var lastX, lastY int
	for _, z := range postHeights() {
		x, y, ok := v.Pixel(gx, gy, z)
		if !ok {
			break
		}
		half = v.Lens.Fx * f.field.PostRadius / math.Hypot(d, z-v.HeightM())
		if !v.Inside(x, y, 1) || !v.Inside(x-1.6*half-3, y, 0) || !v.Inside(x+1.6*half+3, y, 0) {
			continue
		}
		if f.masks.Green.At(int(x), int(y)) {
			return p, false
		}
		color, like := f.postColor(x, y, 2*half)
		if !like || n > 0 && color != p.color {
			return p, false
		}
		left, atLeft := f.side(x, y, half, -1)
		right, atRight := f.side(x, y, half, 1)
		wide := (atLeft + atRight) / (2 * half)
		if min(left, right) < leastEdge || math.Abs(wide-1) > 0.2+1.5/half || n > 0 && f.differ(lastX, lastY, int(x), int(y)) > likeLevels {
			return p, false
		}
		lastX, lastY, p.color, p.width = int(x), int(y), color, 2*half
		n, shift, ratio = n+1, shift+(atRight-atLeft)/2, ratio+wide
		shift2, ratio2 = shift2+(atRight-atLeft)*(atRight-atLeft)/4, ratio2+wide*wide
		p.score += min(left, right, 80)
		if z > robotM {
			high++
		}
	}
	if n < 2 || n == 2 && half < nearHalfPx || high == 0 && p.color == field.White && half < nearHalfPx {
		return p, false
	}
	p.score = p.score/n - 4*math.Abs(shift/n) - 60*math.Abs(ratio/n-1)
	bend := math.Sqrt(max(0, shift2/n-shift*shift/n/n))
	swell := math.Sqrt(max(0, ratio2/n-ratio*ratio/n/n))
	return p, p.score > leastScore && bend < 1.2+0.08*half && swell < 0.05+1/half
}

// carpetBefore reports whether carpet lies before a post's foot, beyond the goal line.
func (f *uprights) carpetBefore(gx, gy float64) bool {
	dx, dy := unit(f.view.X_RC.P.X-gx, f.view.X_RC.P.Y-gy)
	r := f.field.PostRadius
	for _, away := range [2]float64{r + 1.2*f.lineM, r + 2.4*f.lineM} {
		for _, aside := range [3]float64{0, r, -r} {
			x, y, ok := f.view.Pixel(gx+away*dx-aside*dy, gy+away*dy+aside*dx, 0)
			if ok && f.masks.Green.At(int(x), int(y)) {
				return true
			}
		}
	}
	return false
}

// side returns the steepest change of colour where a side of a bar may be, and its distance from the bar's middle, px.
func (f *uprights) side(x, y, half, sign float64) (steepest, at float64) {
	for s := 0.45*half - 0.5; s <= 1.55*half+1; s++ {
		if d := f.differ(int(x+sign*(s-1.5)), int(y), int(x+sign*(s+1.5)), int(y)); d > steepest {
			steepest, at = d, s
		}
	}
	return steepest, at
}

// differ returns how much the colours of two pixels differ; 0 outside the image.
func (f *uprights) differ(ax, ay, bx, by int) float64 {
	if ax < 0 || bx < 0 || ay < 0 || by < 0 || ax >= f.img.Width || bx >= f.img.Width || ay >= f.img.Height || by >= f.img.Height {
		return 0
	}
	p, q := f.img.Data[ay*f.img.Step:], f.img.Data[by*f.img.Step:]
	a, b := ax/2*4, bx/2*4
	luma := abs(int(p[2*ax]) - int(q[2*bx]))
	chroma := abs(int(p[a+1])-int(q[b+1])) + abs(int(p[a+3])-int(q[b+3]))
	return float64(luma) + chromaEdge*float64(chroma)
}

func abs(i int) int { return max(i, -i) }

// postColor returns the colour of a bar's middle, if a post may have it.
func (f *uprights) postColor(x, y, width float64) (field.Color, bool) {
	var luma, u, v, n float64
	half := int(width / 4)
	for i := -half; i <= half; i++ {
		at := 4 * ((int(x) + i) / 2)
		p := f.img.Data[int(y)*f.img.Step+at:]
		luma, u, v, n = luma+float64(p[0]), u+float64(p[1]), v+float64(p[3]), n+1
	}
	greyU, greyV := f.light.Grey(luma / n)
	u, v = u/n-greyU, v/n-greyV
	switch bright := luma / n; {
	case math.Abs(u) < 18 && math.Abs(v) < 18:
		return field.White, f.goalHas(field.White) && bright > 0.3*f.light.White
	case u < -14-0.1*bright && v > -16:
		return field.Yellow, f.goalHas(field.Yellow)
	case u > 12 && v < 8:
		return field.Blue, f.goalHas(field.Blue)
	}
	return "", false
}

// goalHas reports whether a goal of the field has a colour.
func (f *uprights) goalHas(c field.Color) bool {
	for i := range f.field.Points {
		if p := &f.field.Points[i]; p.Kind == field.Post && (p.Color == c || p.Color == "" && c == field.White) {
			return true
		}
	}
	return false
}

// reportPost writes a post.
func (f *uprights) reportPost(p *post, out *percepts.FieldFeatures) {
	c, ok := f.pointCov(p.x, p.y, 1.5*pixelDev)
	if !ok {
		return
	}
	out.Points = append(out.Points, percepts.FieldPoint{Kind: field.Post, X: p.gx, Y: p.gy, Cov: c, Color: p.color, Confidence: 0.9})
}
