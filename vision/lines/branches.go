package lines

import "math"

// Where lines are looked for that leave a piece and are too short, or too far away, to be pieces themselves, m.
const (
	branchStepM  = 0.02 // along the piece
	branchFromM  = 0.13 // from the piece
	branchPaceM  = 0.05 // between the samples of a branch
	branchNeeds  = 4    // samples
	branchBeyond = 0.06 // the piece's ends
	branchGreen  = 2    // samples beside it
)

// findBranches looks on one side of a piece for lines that leave it at a right angle: white, as wide as a line, between
// green.
func (f *judger) findBranches(p *piece, side float64) {
	length := math.Hypot(p.bx-p.ax, p.by-p.ay)
	dx, dy := unit(p.bx-p.ax, p.by-p.ay)
	nx, ny := -side*dy, side*dx
	open, wide := math.Inf(1), 0.0
	for s := -branchBeyond; s <= length+branchBeyond; s += branchStepM {
		x, y := p.ax+s*dx, p.ay+s*dy
		if f.branchAt(x, y, nx, ny) {
			open = min(open, s)
			wide = s - open
			continue
		}
		if !math.IsInf(open, 1) && wide < 2.2*f.lineM {
			f.tryBranch(p, open+wide/2, dx, dy, nx, ny)
		}
		open = math.Inf(1)
	}
	if !math.IsInf(open, 1) && wide < 2.2*f.lineM {
		f.tryBranch(p, open+wide/2, dx, dy, nx, ny)
	}
}

// branchAt reports whether all samples of a branch at a place on a piece are white.
func (f *judger) branchAt(x, y, nx, ny float64) bool {
	for i := range branchNeeds {
		s := branchFromM + float64(i)*branchPaceM
		u, v, ok := f.view.Pixel(x+s*nx, y+s*ny, 0)
		if !ok || !f.view.Inside(u, v, 2) || !f.masks.White.At(int(u), int(v)) {
			return false
		}
	}
	return true
}

// tryBranch adds the candidate where a branch leaves a piece.
func (f *judger) tryBranch(p *piece, s, dx, dy, nx, ny float64) {
	x, y, ok := f.view.Pixel(p.ax+s*dx, p.ay+s*dy, 0)
	if !ok || !f.view.Inside(x, y, 3) {
		return
	}
	for _, along := range [2]float64{2 * f.lineM, -2 * f.lineM} {
		green := 0
		for i := range branchNeeds {
			away := branchFromM + float64(i)*branchPaceM
			u, v, ok := f.view.Pixel(p.ax+(s+along)*dx+away*nx, p.ay+(s+along)*dy+away*ny, 0)
			if !ok || !f.view.Inside(u, v, 1) || f.masks.Green.At(int(u), int(v)) {
				green++
			}
		}
		if green < branchGreen {
			return
		}
	}
	f.add(Candidate{X: p.ax + s*dx, Y: p.ay + s*dy, DX: dx, DY: dy})
}
