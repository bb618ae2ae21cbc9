package lines

import (
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
)

// Bounds of posts.
const (
	leastEdge  = 10.0  // grey levels, of the sides of a post: luma and chroma together
	chromaEdge = 1.5   // weight of a grey level of chroma
	postFarM   = 5.0   // beyond, a post is 12 px wide
	mostPosts  = 10    // candidates
	postStepM  = 0.025 // between the places on a line at which posts are looked for
	postPastM  = 0.4   // beyond the ends of a line: the post itself hides it
	nearPostM  = 0.12  // between candidates
	samePostM  = 0.6
	leastPost  = 1.2 // logit, the mean of a window and its mirror image
	doubtful   = 4.0 // below leastPost: less is not looked at in the mirror
)

// postHeights are where the sides of a post are looked at, m; they end above any robot's head.
func postHeights() [7]float64 { return [7]float64{0.03, 0.08, 0.16, 0.27, 0.4, 0.55, 0.7} }

// posts holds the buffers of findPosts.
type posts struct{ candidates, found []post }

// post is a goal post in the image.
type post struct {
	x, y  float64 // px, its foot
	gx    float64 // m
	gy    float64
	color field.Color
	score float64 // of a candidate grey levels, of its sides; of a post its logit
}

// findPosts looks along each line for posts that stand there: at several heights, a bar of one colour as wide as a post is
// there. The best of each neighbourhood are judged.
func (f *uprights) findPosts(out *percepts.FieldFeatures) {
	f.posts.candidates = f.posts.candidates[:0]
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
	for i := range f.posts.candidates {
		f.judge(&f.posts.candidates[i])
	}
	for i := range f.posts.found {
		f.reportPost(&f.posts.found[i], out)
	}
}

// tryPost adds a candidate at a place of a line, or replaces a worse one near it.
func (f *uprights) tryPost(gx, gy float64) {
	v := f.view
	d := math.Hypot(gx-v.X_RC.P.X, gy-v.X_RC.P.Y)
	if d > postFarM || d < 0.2 {
		return
	}
	x, y, ok := v.Pixel(gx, gy, 0)
	if !ok || !v.Inside(x, y, 1) {
		return
	}
	p, ok := f.postAt(gx, gy)
	if !ok {
		return
	}
	p.x, p.y, p.gx, p.gy = x, y, gx, gy
	f.posts.candidates = insertPost(f.posts.candidates, p, mostPosts, nearPostM)
}

// insertPost adds a post unless a better one is near, or there are as many better ones.
func insertPost(list []post, p post, most int, apartM float64) []post {
	worst := 0
	for i := range list {
		if o := &list[i]; math.Hypot(o.gx-p.gx, o.gy-p.gy) < apartM {
			if p.score > o.score {
				*o = p
			}
			return list
		}
		if list[i].score < list[worst].score {
			worst = i
		}
	}
	if len(list) < most {
		return append(list, p)
	}
	if p.score > list[worst].score {
		list[worst] = p
	}
	return list
}

// judge adds a candidate to the posts if the net sees one there.
func (f *uprights) judge(p *post) {
	at, ok := FootAt(f.view, p.gx, p.gy)
	if !ok || !f.input.FillPost(f.img, &f.masks.Green, at) {
		return
	}
	logit, x, y := f.evaluate()
	if logit <= leastPost-doubtful {
		return
	}
	f.input.mirror()
	l, mx, my := f.evaluate()
	logit, x, y = (logit+l)/2, (x-mx)/2, (y+my)/2
	if logit <= leastPost {
		return
	}
	found := *p
	found.score = logit
	found.x += x * PostWideM * at.Scale
	found.y += y * PostWideM * at.Scale
	if found.gx, found.gy, ok = f.view.Ground(found.x, found.y); ok {
		f.posts.found = insertPost(f.posts.found, found, mostPosts, samePostM)
	}
}

// evaluate returns the logit of a post in the input, and where its foot is, in PostWideM.
func (f *uprights) evaluate() (logit, x, y float64) {
	out := f.runner.Run(f.input[:])
	return float64(out[0]), bounded(out[1]), bounded(out[2])
}

// postAt looks at the heights of a post at a place. At two of those in the image, or all if they are fewer, there must be a
// bar about as wide as a post there. The score is the strength of their sides.
func (f *uprights) postAt(gx, gy float64) (p post, ok bool) {
	v := f.view
	d := math.Hypot(gx-v.X_RC.P.X, gy-v.X_RC.P.Y)
	if !f.carpetBefore(gx, gy) {
		return p, false
	}
	bars, n := 0, 0
	for i, z := range postHeights() {
		x, y, ok := v.Pixel(gx, gy, z)
		if !ok || i == 0 && f.insideAt(gx, gy, postHeights()[1]) {
			continue
		}
		half := v.Lens.Fx * f.field.PostRadius / math.Hypot(d, z-v.HeightM())
		hasLeft, hasRight := v.Inside(x-1.6*half-3, y, 0), v.Inside(x+1.6*half+3, y, 0)
		if !v.Inside(x, y, 1) || !hasLeft && !hasRight {
			continue
		}
		n++
		if f.masks.Green.At(int(x), int(y)) {
			continue
		}
		color, like := f.postColor(x, y, 2*half)
		if !like {
			continue
		}
		left, atLeft := f.side(x, y, half, -1)
		if hasLeft && left < leastEdge {
			continue
		}
		right, atRight := f.side(x, y, half, 1)
		if !hasLeft { // it stands at the image's edge: one side must suffice
			left, atLeft = right, atRight
		}
		if !hasRight {
			right, atRight = left, atLeft
		}
		if min(left, right) < leastEdge || math.Abs((atLeft+atRight)/(2*half)-1) > 0.3+2/half {
			continue
		}
		if bars == 0 {
			p.color = color
		}
		bars++
		p.score += min(left, right, 80) - 4*math.Abs(atRight-atLeft)/2
	}
	if n == 0 {
		return p, false
	}
	p.score /= float64(n)
	return p, bars >= min(n, 2)
}

// insideAt reports whether a height above a place on the ground is in the image.
func (f *uprights) insideAt(gx, gy, z float64) bool {
	x, y, ok := f.view.Pixel(gx, gy, z)
	return ok && f.view.Inside(x, y, 1)
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
	if int(y) < 0 || int(y) >= f.img.Height {
		return 0, 0
	}
	row := f.img.Data[int(y)*f.img.Step:][:2*f.img.Width]
	most := 0
	for s := 0.45*half - 0.5; s <= 1.55*half+1; s++ {
		if d := differ(row, int(x+sign*(s-1.5)), int(x+sign*(s+1.5))); d > most {
			most, at = d, s
		}
	}
	return float64(most) / 2, at
}

// differ returns twice how much the colours of two pixels of a row differ; 0 outside the image. A grey level of chroma
// counts chromaEdge.
func differ(row []uint8, a, b int) int {
	if a, b = 2*a, 2*b; uint(a) >= uint(len(row)) || uint(b) >= uint(len(row)) {
		return 0
	}
	p, q := (*[4]uint8)(row[a&^3:]), (*[4]uint8)(row[b&^3:])
	return 2*abs(int(p[a&2])-int(q[b&2])) + int(2*chromaEdge)*(abs(int(p[1])-int(q[1]))+abs(int(p[3])-int(q[3])))
}

func abs(i int) int { return max(i, -i) }

// postColor returns the colour of a bar's middle, if a post may have it.
func (f *uprights) postColor(x, y, width float64) (field.Color, bool) {
	luma, u, v, n := f.meanAlong(int(x), int(y), int(width/4))
	greyU, greyV := f.light.Grey(luma / n)
	u, v = u/n-greyU, v/n-greyV
	switch bright := luma / n; {
	case math.Abs(u) < min(18, 5+0.12*bright) && math.Abs(v) < min(18, 5+0.12*bright):
		return field.White, f.goalHas(field.White) && bright > 0.2*f.light.White
	case u < -min(14, 4+0.15*bright)-0.1*bright && v > -16:
		return field.Yellow, f.goalHas(field.Yellow)
	case u > min(12, 4+0.1*bright) && v < 8:
		return field.Blue, f.goalHas(field.Blue)
	}
	return "", false
}

// meanAlong returns the sums of the lumas and chromas of a row, half to the left up to half to the right of a pixel, and their number.
// Both pixels of a pair count with the luma of the first one.
func (f *uprights) meanAlong(x, y, half int) (luma, u, v, n float64) {
	var sumY, sumU, sumV int
	row := f.img.Data[y*f.img.Step:]
	from, to := max(x-half, 0), min(x+half, f.img.Width-1)
	for k := from / 2; k <= to/2; k++ {
		p := (*[4]uint8)(row[4*k:])
		times := 2
		if k == from/2 {
			times -= from % 2
		}
		if k == to/2 {
			times -= 1 - to%2
		}
		sumY, sumU, sumV = sumY+times*int(p[0]), sumU+times*int(p[1]), sumV+times*int(p[3])
	}
	return float64(sumY), float64(sumU), float64(sumV), float64(to - from + 1)
}

// goalHas reports whether a goal of the field has a colour.
func (f *uprights) goalHas(c field.Color) bool {
	switch c {
	case field.White:
		return f.white
	case field.Yellow:
		return f.yellow
	case field.Blue:
		return f.blue
	default:
		return false
	}
}

// hasGoal reports whether a map has posts of a colour.
func hasGoal(m *field.Map, c field.Color) bool {
	for i := range m.Points {
		if p := &m.Points[i]; p.Kind == field.Post && (p.Color == c || p.Color == "" && c == field.White) {
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
	out.Points = append(out.Points, percepts.FieldPoint{Kind: field.Post, X: p.gx, Y: p.gy, Cov: c, Color: p.color, Confidence: 1 / (1 + math.Exp(-p.score))})
}
