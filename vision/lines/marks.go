package lines

import (
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
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
		f.tryMark(g)
	}
	for _, s := range f.judge.marks {
		at, share, ok := f.judge.isMark(s)
		if !ok {
			continue
		}
		x, y, ok := f.view.Pixel(at.X, at.Y, 0)
		if !ok {
			continue
		}
		p := percepts.FieldPoint{Kind: field.Mark, X: at.X, Y: at.Y, Confidence: share}
		if p.Cov, ok = f.pointCov(x, y, pixelDev); ok {
			out.Points = append(out.Points, p)
		}
	}
}

// tryMark adds a region that may be a mark.
func (f *marker) tryMark(g *segment.Region) {
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
	if w < 0.5*wide-1 || w > 1.6*wide+8 || h < 0.45*high-1 || h > 1.6*high+4 { // motion smears it
		return
	}
	dx, dy := unit(gx-f.view.X_RC.P.X, gy-f.view.X_RC.P.Y)
	fits := -math.Abs(math.Log(w/wide)) - math.Abs(math.Log(h/high))
	f.judge.addMark(Candidate{X: gx, Y: gy, DX: dx, DY: dy}, fits)
}
