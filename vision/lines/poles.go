package lines

import (
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/vision/segment"
)

// Bounds of landmarks of two colours.
const (
	poleCols   = 4 // px between two columns that are looked at
	poleRows   = 2
	poleGap    = 6 // px without colour inside a part
	poleLeast  = 8 // px, of a part's height
	poleFarM   = 8.0
	mostPoles  = 16
	poleDevPx  = 2.0
	poleColsOf = 2 // columns that a landmark must have
)

// poles finds landmarks of two colours.
type poles struct {
	*frame
	beacons []field.Beacon
	hues    []segment.Hue // of upper and lower, two a beacon
	found   []pole
}

// pole is a landmark of two colours in the image.
type pole struct {
	beacon       int
	left, right  int // px
	top, foot, n float64
}

// newPoles returns the finder of a field's landmarks.
func newPoles(f *frame, beacons []field.Beacon) poles {
	p := poles{frame: f}
	for _, b := range beacons {
		upper, ok := hueOf(b.Upper)
		lower, also := hueOf(b.Lower)
		if !ok || !also {
			continue // white cannot be distinguished from the hall
		}
		same := false
		for _, o := range p.beacons {
			same = same || o.Upper == b.Upper && o.Lower == b.Lower
		}
		if !same {
			p.beacons = append(p.beacons, b)
			p.hues = append(p.hues, upper, lower)
		}
	}
	return p
}

// hueOf returns the hue of a field's colour.
func hueOf(c field.Color) (segment.Hue, bool) {
	switch c {
	case field.Yellow:
		return segment.HueOf(1, 0.85, 0)
	case field.Blue:
		return segment.HueOf(0.1, 0.25, 0.9)
	case field.Orange:
		return segment.HueOf(1, 0.5, 0)
	case field.Red:
		return segment.HueOf(1, 0, 0)
	case field.Green:
		return segment.HueOf(0, 0.8, 0.1)
	case field.Pink:
		return segment.HueOf(1, 0.35, 0.65)
	default:
		return segment.Hue{}, false
	}
}

// find writes the landmarks of two colours in the image.
func (f *poles) find(out *percepts.FieldFeatures) {
	f.found = f.found[:0]
	if len(f.beacons) == 0 {
		return
	}
	for x := 0; x < f.img.Width; x += poleCols {
		for b := range f.beacons {
			f.column(x, b)
		}
	}
	for i := range f.found {
		f.reportPole(&f.found[i], out)
	}
}

// column looks down a column for the lower colour of a landmark below the upper one.
func (f *poles) column(x, beacon int) {
	upper, lower := f.hues[2*beacon], f.hues[2*beacon+1]
	top, turn, last := -1, -1, -1
	for y := 0; y < f.img.Height; y += poleRows {
		luma, du, dv := f.chromaAt(x, y)
		switch {
		case lower.Has(luma, du, dv) && turn >= 0 && y-last <= poleGap:
			last = y
		case lower.Has(luma, du, dv) && top >= 0 && last-top >= poleLeast && y-last <= poleGap && turn < 0:
			turn, last = y, y
		case upper.Has(luma, du, dv) && turn < 0:
			if top < 0 || y-last > poleGap {
				top = y
			}
			last = y
		case turn >= 0 && y-last > poleGap:
			f.addColumn(x, beacon, top, turn, last)
			top, turn, last = -1, -1, -1
		}
	}
}

// chromaAt returns luma and chroma of a pixel relative to grey.
func (f *poles) chromaAt(x, y int) (luma, du, dv float64) {
	p := f.img.Data[y*f.img.Step+x/2*4:]
	luma = float64(p[0])
	du, dv = f.light.Chroma(luma, float64(p[1]), float64(p[3]))
	return luma, du, dv
}

// addColumn adds a column to the landmark beside it, or begins one. Both parts are about as high.
func (f *poles) addColumn(x, beacon, top, turn, last int) {
	a, b := float64(turn-top), float64(last-turn)
	if b < poleLeast || a < 0.5*b || a > 2*b {
		return
	}
	foot := float64(last + poleRows)
	for i := range f.found {
		p := &f.found[i]
		if p.beacon == beacon && x-p.right <= 2*poleCols && math.Abs(foot-p.foot/p.n) < 10+0.1*(a+b) {
			p.right, p.n = x, p.n+1
			p.top, p.foot = p.top+float64(top), p.foot+foot
			return
		}
	}
	if len(f.found) < mostPoles {
		f.found = append(f.found, pole{beacon: beacon, left: x, right: x, top: float64(top), foot: foot, n: 1})
	}
}

// reportPole writes a landmark that is as large as it must be where it stands.
func (f *poles) reportPole(p *pole, out *percepts.FieldFeatures) {
	x, top, foot := float64(p.left+p.right)/2, p.top/p.n, p.foot/p.n
	if p.n < poleColsOf || foot > float64(f.img.Height-4) {
		return
	}
	gx, gy, ok := f.view.Ground(x, foot)
	if !ok || math.Hypot(gx, gy) > poleFarM {
		return
	}
	b := &f.beacons[p.beacon]
	// The foot's near edge is seen: the middle is half a diameter farther.
	dx, dy := unit(gx-f.view.X_RC.P.X, gy-f.view.X_RC.P.Y)
	gx, gy = gx+dx*b.Diameter/2, gy+dy*b.Diameter/2
	_, high, ok := f.view.Pixel(gx, gy, b.Height)
	if !ok {
		return
	}
	wide := f.view.Lens.Fx * b.Diameter / math.Hypot(gx-f.view.X_RC.P.X, gy-f.view.X_RC.P.Y)
	if w := float64(p.right - p.left + poleCols); w < 0.6*wide-4 || w > 1.4*wide+6 {
		return
	}
	if h, want := foot-top, foot-max(high, 0); h < 0.65*want-4 || h > 1.35*want+6 {
		return
	}
	c, ok := f.pointCov(x, foot, poleDevPx)
	if !ok {
		return
	}
	out.Points = append(out.Points, percepts.FieldPoint{
		Kind: field.Pole, X: gx, Y: gy, Cov: c, Color: b.Upper, Lower: b.Lower, Confidence: 0.9,
	})
}
