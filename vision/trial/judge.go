package trial

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/internal/estimate"
	"gonao/nao"
	"gonao/robot/percepts"
	"gonao/robot/percepts/field"
	"gonao/sim/label"
	"gonao/sim/scenery"
	"gonao/vision"
	"gonao/vision/lines"
	"gonao/vision/view"
)

// Limits of the scored features.
const (
	scoredM   = 4.0  // from the camera
	roundM    = 0.25 // of a corner that must be inside the image
	matchM    = 0.15 // between a feature and its landmark, and 5 % of the distance
	lineStepM = 0.25 // between the samples of a line
	lineOffM  = 0.06 // between a sample and a line, and 3 % of the distance
)

// Count counts labelled, found and correct features.
type Count struct {
	There, Found int // in the labels, and of these found
	Said, Right  int // by vision, and of these in the labels
}

// Recall returns the share of the labelled features that were found.
func (c Count) Recall() float64 { return float64(c.Found) / float64(c.There) }

// Precision returns the share of the reported features that are correct.
func (c Count) Precision() float64 { return float64(c.Right) / float64(c.Said) }

// Tally sums up the images of a set.
type Tally struct {
	Images   int
	Boundary []float64              // px, distance of each column's row from that of the labels
	Kinds    [field.Kinds]Count     // of point features
	Lines    Count                  // samples of lines
	PlaceM   [field.Kinds][]float64 // errors of those that were found
	PlacePx  [field.Kinds][]float64
	CPU      time.Duration
}

// Corners returns the counts of L, T and X together.
func (t *Tally) Corners() (c Count) {
	for _, k := range []field.Kind{field.CornerL, field.CornerT, field.CrossX} {
		c.add(t.Kinds[k])
	}
	return c
}

// Add adds another set's counts.
func (t *Tally) Add(o *Tally) {
	t.Images += o.Images
	t.CPU += o.CPU
	t.Boundary = append(t.Boundary, o.Boundary...)
	t.Lines.add(o.Lines)
	for k := range t.Kinds {
		t.Kinds[k].add(o.Kinds[k])
		t.PlaceM[k], t.PlacePx[k] = append(t.PlaceM[k], o.PlaceM[k]...), append(t.PlacePx[k], o.PlacePx[k]...)
	}
}

func (c *Count) add(o Count) {
	c.There, c.Found, c.Said, c.Right = c.There+o.There, c.Found+o.Found, c.Said+o.Said, c.Right+o.Right
}

// Judge finds the features of a labelled image with the camera's true pose and adds the comparison.
func (t *Tally) Judge(shot *scenery.Shot, m *field.Map, finder *lines.Finder, out *percepts.FieldFeatures) (view.View, error) {
	c := &shot.Labels.Camera
	lens := nao.Intrinsics{Fx: c.FX, Fy: c.FY, Cx: c.CX + 0.5, Cy: c.CY + 0.5}
	v, err := view.At(lens, view.Size{Width: shot.Image.Width, Height: shot.Image.Height}, c.Which, 0, c.Ground, 1e-6)
	if err != nil {
		return v, fmt.Errorf("judge image %d of world %d: %w", shot.Number, shot.Seed, err)
	}
	v.K1 = c.K1
	img := vision.Image{Width: v.Width, Height: v.Height, Step: 2 * v.Width, Encoding: vision.EncodingYUYV, Data: shot.Image.YUYV}
	if _, err := finder.Find(img, &v, out); err != nil {
		return v, err
	}
	t.Images++
	x_WR := c.World.Mul(c.Ground.Inverse())
	t.judgeBoundary(shot, finder.Boundary())
	t.judgePoints(shot, m, &v, x_WR, out)
	t.judgeLines(shot, m, &v, x_WR, out)
	return v, nil
}

// judgeBoundary compares rows in every eighth column.
func (t *Tally) judgeBoundary(shot *scenery.Shot, b *lines.Boundary) {
	for x := 4; x < len(shot.Labels.Boundary); x += 8 {
		row := shot.Labels.Boundary[x]
		if math.IsNaN(row) || row < 2 || row > float64(shot.Image.Height)-8 {
			continue
		}
		d := float64(shot.Image.Height)
		if b.Known {
			d = math.Abs(b.Row(float64(x)) - row)
		}
		t.Boundary = append(t.Boundary, d)
	}
}

// judgePoints matches features with landmarks of their kind.
func (t *Tally) judgePoints(shot *scenery.Shot, m *field.Map, v *view.View, x_WR nao.Pose, out *percepts.FieldFeatures) {
	for _, l := range shot.Labels.Landmarks {
		if l.Range > scoredM || !shot.Labels.Shows(&l) || !t.whole(v, x_WR, m, l) {
			continue
		}
		count := &t.Kinds[l.Kind]
		count.There++
		best := matchM + 0.05*l.Range
		found := -1
		for i := range out.Points {
			p := &out.Points[i]
			at := x_WR.Apply(r3.Vec{X: p.X, Y: p.Y})
			if d := math.Hypot(at.X-l.X, at.Y-l.Y); p.Kind == l.Kind && d < best {
				best, found = d, i
			}
		}
		if found >= 0 {
			count.Found++
			t.PlaceM[l.Kind] = append(t.PlaceM[l.Kind], best)
			if x, y, ok := v.Pixel(out.Points[found].X, out.Points[found].Y, 0); ok {
				t.PlacePx[l.Kind] = append(t.PlacePx[l.Kind], math.Hypot(x-l.U, y-l.V))
			}
		}
	}
	for i := range out.Points {
		p := &out.Points[i]
		d := math.Hypot(p.X-v.X_RC.P.X, p.Y-v.X_RC.P.Y)
		if d > scoredM {
			continue
		}
		at := x_WR.Apply(r3.Vec{X: p.X, Y: p.Y})
		t.Kinds[p.Kind].Said++
		for _, l := range m.Points {
			if l.Kind == p.Kind && math.Hypot(at.X-l.X, at.Y-l.Y) < matchM+0.05*d {
				t.Kinds[p.Kind].Right++
				break
			}
		}
	}
}

// whole reports whether the distinctive part of a landmark is in the image: the rays of a corner, the carpet around a
// mark.
func (t *Tally) whole(v *view.View, x_WR nao.Pose, m *field.Map, l label.Mark) bool {
	x_RW := x_WR.Inverse()
	inside := func(dx, dy, margin float64) bool {
		p := x_RW.Apply(r3.Vec{X: l.X + dx, Y: l.Y + dy})
		x, y, ok := v.Pixel(p.X, p.Y, 0)
		return ok && v.Inside(x, y, margin)
	}
	switch l.Kind {
	case field.Center:
		return inside(0, 0, 4) && inside(0.7*m.CircleRadius, 0, 4) && inside(-0.7*m.CircleRadius, 0, 4)
	case field.Post, field.Pole:
		return inside(0, 0, 12)
	default:
		return inside(roundM, 0, 4) && inside(-roundM, 0, 4) && inside(0, roundM, 4) && inside(0, -roundM, 4)
	}
}

// judgeLines compares samples of lines: those of the labels with the lines found, and those found with the field's.
func (t *Tally) judgeLines(shot *scenery.Shot, m *field.Map, v *view.View, x_WR nao.Pose, out *percepts.FieldFeatures) {
	x_RW := x_WR.Inverse()
	eye := v.X_RC.P
	for _, piece := range shot.Labels.Lines {
		a := x_RW.Apply(r3.Vec{X: piece.From[0], Y: piece.From[1]})
		b := x_RW.Apply(r3.Vec{X: piece.To[0], Y: piece.To[1]})
		if math.Hypot(b.X-a.X, b.Y-a.Y) < 0.6 {
			continue
		}
		samples(a.X, a.Y, b.X, b.Y, func(x, y float64) {
			d := math.Hypot(x-eye.X, y-eye.Y)
			if d > scoredM {
				return
			}
			t.Lines.There++
			for i := range out.Lines {
				l := &out.Lines[i]
				if fromLine(l.FromX, l.FromY, l.ToX, l.ToY, x, y, 0.1) < lineOffM+0.03*d {
					t.Lines.Found++
					return
				}
			}
		})
	}
	for i := range out.Lines {
		l := &out.Lines[i]
		samples(l.FromX, l.FromY, l.ToX, l.ToY, func(x, y float64) {
			d := math.Hypot(x-eye.X, y-eye.Y)
			if d > scoredM {
				return
			}
			t.Lines.Said++
			p := x_WR.Apply(r3.Vec{X: x, Y: y})
			for _, o := range m.Lines {
				if fromLine(o.FromX, o.FromY, o.ToX, o.ToY, p.X, p.Y, 0.1) < lineOffM+0.03*d {
					t.Lines.Right++
					return
				}
			}
		})
	}
}

// samples calls for places along a line.
func samples(ax, ay, bx, by float64, each func(x, y float64)) {
	n := int(math.Hypot(bx-ax, by-ay) / lineStepM)
	for i := range n {
		s := (float64(i) + 0.5) / float64(n)
		each(ax+s*(bx-ax), ay+s*(by-ay))
	}
}

// fromLine returns the distance of a place from a line that may be longer by over at both ends.
func fromLine(ax, ay, bx, by, x, y, over float64) float64 {
	length := math.Hypot(bx-ax, by-ay)
	ux, uy := (bx-ax)/length, (by-ay)/length
	s := (x-ax)*ux + (y-ay)*uy
	if s < -over || s > length+over {
		return math.Inf(1)
	}
	return math.Abs((y-ay)*ux - (x-ax)*uy)
}

// String returns the figures as lines of a table.
func (t *Tally) String() string {
	text := fmt.Sprintf("%d images; boundary: median %.1f px, 95 %% %.1f px\n", t.Images, estimate.Quantile(t.Boundary, 0.5), estimate.Quantile(t.Boundary, 0.95))
	row := func(name string, c Count, m, px []float64) {
		text += fmt.Sprintf("| %-7s | %4d there | recall %.3f | precision %.3f of %d | median %.3f m, %.2f px |\n",
			name, c.There, c.Recall(), c.Precision(), c.Said, estimate.Quantile(m, 0.5), estimate.Quantile(px, 0.5))
	}
	row("lines", t.Lines, nil, nil)
	row("corners", t.Corners(), nil, nil)
	for k := range field.Kind(field.Kinds) {
		if k != field.Pole || t.Kinds[k].There > 0 {
			row(k.String(), t.Kinds[k], t.PlaceM[k], t.PlacePx[k])
		}
	}
	return text
}
