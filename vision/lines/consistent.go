package lines

import (
	"math"

	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
)

// How far a feature may be from where another one and the map put it: m, and a share of the distances; or a smaller share
// of them and one of the distance between the two.
const (
	agreeM     = 0.12
	agreeShare = 0.06
	nearShare  = 0.03
	apartShare = 0.1
	sureShare  = 0.3 // of a corner's probability: of two that disagree the less sure one goes first
	sureMark   = 0.9 // probability of a mark with which a single corner may disagree
)

// dropStrangers removes corners that do not fit the others: the place of each other feature, relative to the corner, must
// be one of the map. Structures on a goal's frame or on a robot that look like a corner seldom fit.
func (f *Finder) dropStrangers(out *percepts.FieldFeatures) {
	f.dropMarks(out)
	for {
		worst, least := -1, -0.5
		for i := range out.Points {
			if k := out.Points[i].Kind; k != field.CornerL && k != field.CornerT {
				continue
			}
			if score := f.agreement(out, i) + sureShare*out.Points[i].Confidence; score < least {
				worst, least = i, score
			}
		}
		if worst < 0 {
			return
		}
		out.Points = append(out.Points[:worst], out.Points[worst+1:]...)
	}
}

// dropMarks removes the marks, and the crossings of the halfway line and the circle, that fewer corners agree with than do not.
func (f *Finder) dropMarks(out *percepts.FieldFeatures) {
	for i := len(out.Points) - 1; i >= 0; i-- {
		q := out.Points[i]
		if q.Kind != field.Mark && q.Kind != field.CrossX {
			continue
		}
		if score := f.agreed(out, &q); score < -1 || score < 0 && q.Confidence < sureMark {
			out.Points = append(out.Points[:i], out.Points[i+1:]...)
		}
	}
}

// tolerance returns how far apart a corner's or post's place and where the map puts it may be, m. The camera's tilt moves features that are
// near to each other alike.
func tolerance(p, q *percepts.FieldPoint) float64 {
	far := math.Hypot(p.X, p.Y) + math.Hypot(q.X, q.Y)
	return agreeM + min(agreeShare*far, nearShare*far+apartShare*math.Hypot(p.X-q.X, p.Y-q.Y))
}

// agreed returns the number of corners with a feature where the map has one, minus those without.
func (f *Finder) agreed(out *percepts.FieldFeatures, q *percepts.FieldPoint) (score int) {
	for i := range out.Points {
		p := &out.Points[i]
		if p.Kind != field.CornerL && p.Kind != field.CornerT || p.HeadingVar == 0 {
			continue
		}
		sin, cos := math.Sincos(p.Heading)
		dx, dy := q.X-p.X, q.Y-p.Y
		loose := agreeM + agreeShare*(math.Hypot(p.X, p.Y)+math.Hypot(q.X, q.Y))
		if f.pairs.has(p.Kind, q.Kind, cos*dx+sin*dy, cos*dy-sin*dx, loose) {
			score++
		} else {
			score--
		}
	}
	return score
}

// agreement returns the number of features that fit a corner, minus those that do not.
func (f *Finder) agreement(out *percepts.FieldFeatures, i int) (score float64) {
	p := &out.Points[i]
	sin, cos := math.Sincos(p.Heading)
	for k := range out.Points {
		q := &out.Points[k]
		if k == i || q.Kind == field.Mark && math.Hypot(q.X-p.X, q.Y-p.Y) > 3 {
			continue
		}
		dx, dy := q.X-p.X, q.Y-p.Y
		x, y := cos*dx+sin*dy, cos*dy-sin*dx
		if f.pairs.has(p.Kind, q.Kind, x, y, tolerance(p, q)) {
			score++
		} else {
			score--
		}
	}
	return score
}

// pairs holds, for each kind of corner, where the map has features of each kind as seen from it.
type pairs [field.Kinds][field.Kinds][][2]float64

// pairsOf returns the pairs of a map.
func pairsOf(m *field.Map) *pairs {
	var p pairs
	for i, a := range m.Points {
		if a.Kind != field.CornerL && a.Kind != field.CornerT {
			continue
		}
		sin, cos := math.Sincos(a.Heading)
		for k, b := range m.Points {
			if i != k {
				dx, dy := b.X-a.X, b.Y-a.Y
				p[a.Kind][b.Kind] = append(p[a.Kind][b.Kind], [2]float64{cos*dx + sin*dy, cos*dy - sin*dx})
			}
		}
	}
	return &p
}

// has reports whether the map has a feature of a kind at a place as seen from a corner.
func (p *pairs) has(from, to field.Kind, x, y, tolerance float64) bool {
	for _, at := range p[from][to] {
		if math.Hypot(at[0]-x, at[1]-y) < tolerance {
			return true
		}
	}
	return false
}
