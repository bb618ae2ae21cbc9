package lines

import (
	"math"

	"gonao/percepts"
	"gonao/percepts/field"
)

// Bounds of posts.
const (
	postAbovePx = 6   // the scan lies so far above the horizon
	leastEdge   = 12  // grey levels, of the sides of a post
	postFarM    = 7.0 // beyond, a post is 9 px wide
	likeLuma    = 40  // grey levels that a post's luma may vary along it
	baseSearch  = 6   // px below a post in which the carpet must begin
	mostPosts   = 12
	checkUpM    = 0.70 // a post is still there at this height, above any robot's head
)

// posts holds what findPosts works with.
type posts struct {
	luma  []float64 // along the scan
	found []post
}

// post is a goal post in the image.
type post struct {
	x, y  float64 // px, its foot
	width float64 // px
	gx    float64 // m
	gy    float64
	color field.Color
}

// findPosts looks for bright or coloured bars across a line just above the horizon, follows them down to the carpet and
// compares their width with that of a post at their foot.
func (f *uprights) findPosts(out *percepts.FieldFeatures) {
	if f.field.GoalWidth <= 0 || f.view.Horizon(f.view.Lens.Cx) < postAbovePx+4 {
		return // without the horizon in the image, a post cannot be told from a line
	}
	f.scanHorizon()
	s := f.posts.luma
	for x := 3; x+3 < len(s); x++ {
		rise := s[x+2] - s[x-2]
		if rise < leastEdge || rise < s[x+1]-s[x-3] || rise < s[x+3]-s[x-1] {
			continue
		}
		// The first fall as steep as the rise, within the width of the nearest post.
		for r := x + 3; r+3 < len(s) && r < x+140; r++ {
			fall := s[r-2] - s[r+2]
			if fall < leastEdge || fall < s[r-1]-s[r+3] || fall < s[r-3]-s[r+1] {
				continue
			}
			f.tryPost(float64(x)+0.5, float64(r)+0.5)
			break
		}
	}
	for i := range f.posts.found {
		f.reportPost(&f.posts.found[i], out)
	}
}

// scanRow returns the row of the scan at a column.
func (f *uprights) scanRow(x float64) float64 { return max(f.view.Horizon(x)-postAbovePx, 6) }

// scanHorizon reads the luma along the scan, each value the mean of three rows.
func (f *uprights) scanHorizon() {
	p := &f.posts
	if cap(p.luma) < f.img.Width {
		p.luma = make([]float64, 0, f.img.Width)
	}
	p.luma = p.luma[:0]
	for x := range f.img.Width {
		y := int(f.scanRow(float64(x)))
		if y+4 >= f.img.Height {
			return
		}
		p.luma = append(p.luma, float64(f.luma(x, y-4)+f.luma(x, y)+f.luma(x, y+4))/3)
	}
}

// tryPost follows the bar between two columns of the scan down to its foot and keeps it if it is a post.
func (f *uprights) tryPost(left, right float64) {
	width := right - left
	cx := (left + right) / 2
	y := f.scanRow(cx)
	color, ok := f.postColor(cx, y, width)
	if !ok || len(f.posts.found) >= mostPosts {
		return
	}
	// Down is where the world's down is: the image may be rolled.
	r := &f.view.X_RC.R
	lean := r[6] / r[7]
	first := float64(f.luma(int(cx), int(y)))
	lost := 0
	last := y
	for ; y+1 < float64(f.img.Height) && lost < 3; y++ {
		x := cx + lean*(y-f.scanRow(cx))
		if x < 2 || x >= float64(f.img.Width)-2 {
			return
		}
		if math.Abs(float64(f.luma(int(x), int(y)))-first) > likeLuma || f.footAt(x, y, width) {
			lost++
			continue
		}
		lost, last = 0, y
	}
	x := cx + lean*(last-f.scanRow(cx))
	if !f.greenBelow(x, last, width) {
		return
	}
	f.keepPost(post{x: x, y: last + 1, width: width, color: color}, y)
}

// footAt reports whether a bar no longer stands on its own at a row: carpet shows where the bar is, or the goal line leads
// away from it.
func (f *uprights) footAt(x, y, width float64) bool {
	row := int(y)
	if f.masks.Green.At(int(x), row) || f.masks.Green.At(int(x-0.38*width), row) && f.masks.Green.At(int(x+0.38*width), row) {
		return true
	}
	if y < f.boundary.Row(x)+2 {
		return false
	}
	left, right := f.masks.White.At(int(x-0.85*width-1), row), f.masks.White.At(int(x+0.85*width+1), row)
	return left && right
}

// greenBelow reports whether carpet begins under a bar.
func (f *uprights) greenBelow(x, y, width float64) bool {
	half := max(1, int(width/3))
	for i := 1; i <= baseSearch; i++ {
		row := int(y) + i
		n := f.masks.Green.Count(row, int(x)-half, int(x)+half+1) + f.masks.White.Count(row, int(x)-half, int(x)+half+1)
		if 2*n > 2*half+1 && y > f.boundary.Row(x)-3 {
			return true
		}
	}
	return false
}

// keepPost keeps a bar that is as wide as a post at its foot, all along, and taller than a robot.
func (f *uprights) keepPost(p post, _ float64) {
	gx, gy, ok := f.view.Ground(p.x, p.y)
	if !ok {
		return
	}
	v := f.view
	dx, dy := gx-v.X_RC.P.X, gy-v.X_RC.P.Y
	d := math.Hypot(dx, dy)
	diameter := 2 * f.field.PostRadius
	expected := v.Lens.Fx * diameter / math.Hypot(d, v.HeightM()/2)
	if d > postFarM || p.width < 0.6*expected-1.5 || p.width > 1.5*expected+2 {
		return
	}
	for _, z := range [3]float64{0.2, 0.35, checkUpM} {
		x, y, ok := v.Pixel(gx, gy, z)
		if !ok || !v.Inside(x, y, 1) {
			continue
		}
		if w, ok := f.barWidth(x, y, p.width); !ok || w < 0.6*p.width-1 || w > 1.5*p.width+2 {
			return
		}
	}
	// The foot in the image is the post's front.
	p.gx, p.gy = gx+f.field.PostRadius*dx/d, gy+f.field.PostRadius*dy/d
	f.posts.found = append(f.posts.found, p)
}

// barWidth measures the width of a bar at a pixel inside it: from the steepest fall of the luma on one side to that on
// the other, within twice the expected width.
func (f *uprights) barWidth(x, y, expected float64) (float64, bool) {
	reach := int(1.2*expected) + 4
	row := int(y)
	edge := func(sign int) (int, int) {
		steepest, at := 0, 0
		for i := 1; i < reach; i++ {
			a, b := int(x)+sign*(i-2), int(x)+sign*(i+2)
			if a < 0 || b < 0 || a >= f.img.Width || b >= f.img.Width {
				break
			}
			if fall := f.luma(a, row) - f.luma(b, row); fall > steepest {
				steepest, at = fall, i
			}
		}
		return at, steepest
	}
	l, sl := edge(-1)
	r, sr := edge(1)
	return float64(l + r), sl > leastEdge && sr > leastEdge
}

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
	switch {
	case math.Abs(u) < 18 && math.Abs(v) < 18:
		return field.White, true
	case u < -30 && v > -20:
		return field.Yellow, true
	case u > 18 && v < 12:
		return field.Blue, true
	}
	return "", false
}

// reportPost writes a post.
func (f *uprights) reportPost(p *post, out *percepts.FieldFeatures) {
	c, ok := f.pointCov(p.x, p.y, 1.5*pixelDev)
	if !ok {
		return
	}
	out.Points = append(out.Points, percepts.FieldPoint{Kind: field.Post, X: p.gx, Y: p.gy, Cov: c, Color: p.color, Confidence: 0.9})
}
