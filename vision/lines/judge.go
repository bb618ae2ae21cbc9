package lines

import (
	"fmt"
	"math"

	"gonao/robot/percepts/field"
	"gonao/vision/net"
)

// judger collects the candidates of an image and judges them.
type judger struct {
	*frame
	runner     *net.Fixed
	input      CornerInput
	candidates []Candidate
	marks      []Candidate
	fits       []float64 // how well each mark's size fits
}

// Candidates.
const (
	mostCorners = 14   // corners in an image that are judged
	mostMarks   = 6    // marks in an image that are judged
	sameM       = 0.09 // candidates nearer to each other are one
	cornerFarM  = 5.0
	meetM       = 0.5  // distance of a piece's end from where it meets another
	endM        = 0.3  // of a piece whose ends are candidates
	endPx       = 10.0 // of such an end from the image's edge
	leastCorner = 0.5  // probability of a corner
	leastMark   = 0.52 // of a mark
	decided     = 0.98 // probability of a class, above which the flipped window is not looked at
	sameCornerM = 0.16 // corners nearer to each other are one
	exactM      = 0.06 // up to this distance, the meeting point of lines is more exact than the net
	againM      = 0.05 // a feature so far from its candidate is looked at again
)

// newJudge returns a judger with a net.
func newJudge(f *frame, n *net.Net) (judger, error) {
	if err := n.Expect(CornerShape(), cornerOutputs...); err != nil {
		return judger{}, fmt.Errorf("corner net: %w", err)
	}
	return judger{frame: f, runner: net.NewFixed(n)}, nil
}

// collect fills candidates with the places at which pieces meet, branch or end.
func (f *judger) collect() {
	f.candidates = f.candidates[:0]
	for i := range f.pieces {
		for k := i + 1; k < len(f.pieces); k++ {
			f.addMeeting(&f.pieces[i], &f.pieces[k])
		}
	}
	for i := range f.pieces {
		for _, side := range [2]float64{1, -1} {
			f.findBranches(&f.pieces[i], side)
		}
	}
	for i := range f.pieces {
		f.addEnds(&f.pieces[i])
	}
}

// add adds a candidate unless it was added before.
func (f *judger) add(s Candidate) {
	if len(f.candidates) == mostCorners || math.Hypot(s.X-f.view.X_RC.P.X, s.Y-f.view.X_RC.P.Y) > cornerFarM {
		return
	}
	for _, o := range f.candidates {
		if math.Hypot(o.X-s.X, o.Y-s.Y) < sameM {
			return
		}
	}
	f.candidates = append(f.candidates, s)
}

// addMeeting adds the place where two pieces meet.
func (f *judger) addMeeting(a, b *piece) {
	cross := a.ux*b.uy - a.uy*b.ux
	if math.Abs(cross) < 0.05 {
		return
	}
	s := ((b.x-a.x)*b.uy - (b.y-a.y)*b.ux) / cross
	x, y := f.view.Bent(a.end(s))
	if !f.view.Inside(x, y, 3) {
		return
	}
	gx, gy, ok := f.view.Ground(x, y)
	if !ok {
		return
	}
	adx, ady := unit(a.bx-a.ax, a.by-a.ay)
	bdx, bdy := unit(b.bx-b.ax, b.by-b.ay)
	if math.Abs(adx*bdx+ady*bdy) > 0.45 || a.awayM(gx, gy) > meetM || b.awayM(gx, gy) > meetM {
		return // 63° to 117°: the tilt bends right angles
	}
	f.add(Candidate{X: gx, Y: gy, DX: adx, DY: ady, exact: true})
}

// addEnds adds the ends of a piece that lie inside the image.
func (f *judger) addEnds(p *piece) {
	if math.Hypot(p.bx-p.ax, p.by-p.ay) < endM {
		return
	}
	dx, dy := unit(p.bx-p.ax, p.by-p.ay)
	for _, e := range [2][2]float64{{p.ax, p.ay}, {p.bx, p.by}} {
		if x, y, ok := f.view.Pixel(e[0], e[1], 0); ok && f.view.Inside(x, y, endPx) {
			f.add(Candidate{X: e[0], Y: e[1], DX: dx, DY: dy})
		}
	}
}

func unit(x, y float64) (float64, float64) {
	d := math.Hypot(x, y)
	return x / d, y / d
}

// awayM returns how far a place on the line lies beyond the piece's ends.
func (p *piece) awayM(x, y float64) float64 {
	dx, dy := unit(p.bx-p.ax, p.by-p.ay)
	s := (x-p.ax)*dx + (y-p.ay)*dy
	return max(-s, s-math.Hypot(p.bx-p.ax, p.by-p.ay), 0)
}

// class returns the most likely feature at a candidate, moved to where the net sees it.
func (f *judger) class(s *Candidate) (class int, share float64) {
	if !f.input.Fill(f.img, &f.masks.Green, f.view, *s) {
		return 0, 1
	}
	out := f.evaluate()
	class, share = likeliest(out)
	if share < decided {
		f.input.flip()
		out = meanOf(out, f.evaluate())
		class, share = likeliest(out)
	}
	if class != 0 && (!s.exact || math.Hypot(float64(out[cornerClasses]), float64(out[cornerClasses+1]))*CornerM/2 > exactM) {
		a, b := bounded(out[cornerClasses])*CornerM/2, bounded(out[cornerClasses+1])*CornerM/2
		s.X, s.Y = s.X+a*s.DX-b*s.DY, s.Y+a*s.DY+b*s.DX
	}
	return class, share
}

// cornerAnswer is the output of the net.
type cornerAnswer [cornerClasses + 2]float32

// evaluate runs the net on the input.
func (f *judger) evaluate() (out cornerAnswer) {
	copy(out[:], f.runner.Run(f.input[:]))
	return out
}

// likeliest returns the likeliest class and its probability.
func likeliest(out cornerAnswer) (class int, share float64) {
	for c := range cornerClasses {
		if out[c] > out[class] {
			class = c
		}
	}
	sum := 0.0
	for c := range cornerClasses {
		sum += math.Exp(float64(out[c] - out[class]))
	}
	return class, 1 / sum
}

// meanOf returns the mean of an answer and of that for the flipped input.
func meanOf(a, b cornerAnswer) cornerAnswer {
	turned := [cornerClasses]int{0, 4, 3, 2, 1, 5, 8, 7, 6, 9, 10} // see [TurnedCorner]
	for c := range cornerClasses {
		a[c] = (a[c] + b[turned[c]]) / 2
	}
	a[cornerClasses], a[cornerClasses+1] = (a[cornerClasses]+b[cornerClasses])/2, (a[cornerClasses+1]-b[cornerClasses+1])/2
	return a
}

func bounded(v float32) float64 { return min(max(float64(v), -0.5), 0.5) }

// findCorners judges the candidates of an image.
func (f *judger) findCorners() {
	f.collect()
	for _, s := range f.candidates {
		at := s
		class, share := f.class(&at)
		if class != 0 && math.Hypot(at.X-s.X, at.Y-s.Y) > againM {
			class, share = f.class(&at)
		}
		if class == 0 || class == cornerClasses-1 || share < leastCorner {
			continue
		}
		c := corner{gx: at.X, gy: at.Y, quality: share, turned: class != 9}
		var ok bool
		if c.x, c.y, ok = f.view.Pixel(at.X, at.Y, 0); !ok || !f.view.Inside(c.x, c.y, 2) {
			continue
		}
		turned := 0.0
		c.kind, turned = kindOf(class)
		c.heading = math.Remainder(math.Atan2(s.DY, s.DX)+turned, 2*math.Pi)
		f.addCorner(c)
	}
}

// addMark adds a mark unless there are enough with a better size.
func (f *judger) addMark(c Candidate, fits float64) {
	if len(f.marks) < mostMarks {
		f.marks, f.fits = append(f.marks, c), append(f.fits, fits)
		return
	}
	worst := 0
	for i, v := range f.fits {
		if v < f.fits[worst] {
			worst = i
		}
	}
	if fits > f.fits[worst] {
		f.marks[worst], f.fits[worst] = c, fits
	}
}

// isMark reports whether a penalty mark is at a candidate, and returns where.
func (f *judger) isMark(s Candidate) (at Candidate, share float64, ok bool) {
	class, share := f.class(&s)
	return s, share, class == cornerClasses-1 && share > leastMark
}

// addCorner adds a corner, or replaces a worse one at its place.
func (f *judger) addCorner(c corner) {
	for i := range f.corners {
		o := &f.corners[i]
		if math.Hypot(o.gx-c.gx, o.gy-c.gy) < sameCornerM {
			if c.quality > o.quality {
				*o = c
			}
			return
		}
	}
	f.corners = append(f.corners, c)
}

// corner is where two lines meet.
type corner struct {
	kind    field.Kind
	x, y    float64 // px
	gx, gy  float64 // m
	heading float64 // rad
	turned  bool    // heading holds
	quality float64 // probability
}
