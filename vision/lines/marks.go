package lines

import (
	"math"

	"gonao/percepts"
	"gonao/percepts/field"
	"gonao/vision/segment"
)

// markFarM is how far away a penalty mark may be: beyond, it has some ten pixels.
const markFarM = 4.5

// findMarks finds the penalty marks among the white regions: as large as a mark lying there, with carpet around.
func (f *marker) findMarks(out *percepts.FieldFeatures) {
	if f.markM <= 0 {
		return
	}
	f.regions.Begin()
	top := f.topRow()
	white := &f.masks.White
	for y := top; y < white.Height; y++ {
		f.regions.AddBits(white.Row(y), 1)
	}
	found := f.regions.Find(6)
	for i := range found {
		g := &found[i]
		g.Y, g.MinY, g.MaxY = g.Y+float64(top), g.MinY+top, g.MaxY+top
		f.tryMark(g, out)
	}
}

// tryMark adds a region if it is a mark.
func (f *marker) tryMark(g *segment.Region, out *percepts.FieldFeatures) {
	x, y := g.X, g.Y
	if g.MinX < 4 || g.MaxX > f.img.Width-5 || g.MaxY > f.img.Height-5 || y < f.boundary.Row(x) {
		return
	}
	gx, gy, ok := f.view.Ground(x, y)
	d := math.Hypot(gx, gy)
	if !ok || d > markFarM {
		return
	}
	j, _ := f.view.Jacobian(x, y)
	wide, high := f.markM/math.Hypot(j.XU, j.YU), f.markM/math.Hypot(j.XV, j.YV)
	w, h := float64(g.MaxX-g.MinX+1), float64(g.MaxY-g.MinY+1)
	if w < 0.55*wide-1 || w > 1.45*wide+1.5 || h < 0.5*high-1 || h > 1.45*high+1.5 {
		return
	}
	// A cross fills some 60 to 80 % of its box.
	if fill := float64(g.Pixels) / (w * h); fill < 0.35 {
		return
	}
	if f.neither(g) > 0.12*w*h || !f.carpetAround(g, wide, high) {
		return
	}
	p := percepts.FieldPoint{Kind: field.Mark, X: gx, Y: gy, Confidence: 0.9}
	if p.Cov, ok = f.pointCov(x, y, pixelDev); ok {
		out.Points = append(out.Points, p)
	}
}

// carpetAround reports whether the box around a region is green on all sides, as far as a mark is wide.
func (f *marker) carpetAround(g *segment.Region, wide, high float64) bool {
	dx, dy := max(3, int(0.6*wide)), max(2, int(0.7*high))
	a, b, c, d := g.MinX-dx, g.MaxX+dx, g.MinY-dy, g.MaxY+dy
	if a < 0 || b >= f.img.Width || c < 0 || d >= f.img.Height {
		return false
	}
	const least = 0.85
	n := float64(b - a + 1)
	green := &f.masks.Green
	if float64(green.Count(c, a, b+1)) < least*n || float64(green.Count(d, a, b+1)) < least*n {
		return false
	}
	left, right, rows := 0, 0, 0
	for y := c; y <= d; y++ {
		rows++
		if green.At(a, y) {
			left++
		}
		if green.At(b, y) {
			right++
		}
	}
	return float64(left) >= least*float64(rows) && float64(right) >= least*float64(rows)
}

// neither counts the pixels in the box of a region that are neither white nor green: a ball has black ones.
func (f *marker) neither(g *segment.Region) (n float64) {
	for y := g.MinY; y <= g.MaxY; y++ {
		n += float64(g.MaxX-g.MinX+1) - float64(f.masks.White.Count(y, g.MinX, g.MaxX+1)+f.masks.Green.Count(y, g.MinX, g.MaxX+1))
	}
	return n
}
