package trial

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/robot/percepts/field"
	"gonao/sim/label"
	"gonao/vision/lines"
	"gonao/vision/train"
)

// Distances of the object from the middle of a corner's window, m.
const (
	cornerNearM = 0.15
	cornerOffM  = 0.32 // beyond, nothing is there
	cornerFarM  = 5.5
	cornerTurns = 8 // windows about each corner
	linePlaces  = 6 // windows on the lines of an image
	thingPlaces = 3 // windows on each robot, person, post and ball
)

// landmark is a true corner or mark as the view has it.
type landmark struct {
	kind          field.Kind
	x, y, heading float64
	seen          bool
}

// CornerSet returns windows of the ground in rendered images with the corners and marks in them: about all candidates,
// about true corners and marks, on lines and on things.
func CornerSet(ctx context.Context, o Options) (*train.Set, error) {
	names := lines.CornerOutputs()
	set := &train.Set{Width: lines.CornerSide, Height: lines.CornerSide, Channels: lines.CornerChannels, Outputs: names, Targets: len(names)}
	err := each(ctx, o, func(f *frame) error {
		if !f.Seen {
			return nil
		}
		marks := f.landmarks()
		corners, regions := f.lines.Candidates()
		for _, list := range [][]lines.Candidate{corners, regions} {
			for _, c := range list {
				f.addCorner(set, c, marks)
			}
		}
		for _, m := range marks {
			if !m.seen {
				continue
			}
			for range cornerTurns {
				f.addCorner(set, f.aboutLandmark(m), marks)
			}
		}
		f.addLines(set, marks)
		f.addThings(set, marks)
		return nil
	})
	return set, err
}

// spread returns a random number around 0.
func (f *frame) spread(by float64) float64 { return (2*f.Random.Float64() - 1) * by }

// landmarks returns the corners and marks in the image, as the view projects them.
func (f *frame) landmarks() (list []landmark) {
	cam := &f.Labels.Camera
	x_RW := cam.Ground.Mul(cam.World.Inverse())
	for _, l := range f.Labels.Landmarks {
		if l.Kind > field.Mark || l.Range > cornerFarM {
			continue
		}
		x, y, ok := f.View.Ground(l.U+0.5, l.V+0.5)
		if !ok {
			continue
		}
		sin, cos := math.Sincos(f.field.Points[l.Of].Heading)
		a, b := x_RW.Apply(r3.Vec{X: l.X, Y: l.Y}), x_RW.Apply(r3.Vec{X: l.X + cos, Y: l.Y + sin})
		list = append(list, landmark{kind: l.Kind, x: x, y: y, heading: math.Atan2(b.Y-a.Y, b.X-a.X), seen: l.Seen})
	}
	return list
}

// aboutLandmark returns a candidate near a corner or mark, in one of the directions of its rays.
func (f *frame) aboutLandmark(m landmark) lines.Candidate {
	turn := m.heading + float64(f.Random.IntN(4))*math.Pi/2 + f.spread(0.14)
	if m.kind == field.CornerL {
		turn += math.Pi / 4
	}
	if m.kind == field.Mark {
		turn += f.spread(math.Pi)
	}
	sin, cos := math.Sincos(turn)
	off := 0.8 * cornerNearM
	return lines.Candidate{X: m.x + f.spread(off), Y: m.y + f.spread(off), DX: cos, DY: sin}
}

// addCorner adds the window of a candidate, unless its content is unclear.
func (f *frame) addCorner(set *train.Set, c lines.Candidate, marks []landmark) {
	target := make([]float32, len(set.Outputs))
	target[0] = 1
	for _, m := range marks {
		dx, dy := m.x-c.X, m.y-c.Y
		d := math.Hypot(dx, dy)
		if d > cornerOffM {
			continue
		}
		class, ok := lines.CornerClass(m.kind, m.heading-math.Atan2(c.DY, c.DX))
		if d > cornerNearM || !m.seen || !ok || target[0] == 0 {
			return
		}
		target[0], target[class] = 0, 1
		n := len(target)
		target[n-2], target[n-1] = float32((dx*c.DX+dy*c.DY)/(lines.CornerM/2)), float32((dy*c.DX-dx*c.DY)/(lines.CornerM/2))
	}
	var in lines.CornerInput
	if in.Fill(f.Image, &f.Masks.Green, &f.View, c) {
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), in[:]...), Target: target})
	}
}

// addLines adds windows on lines.
func (f *frame) addLines(set *train.Set, marks []landmark) {
	if len(f.Labels.Lines) == 0 {
		return
	}
	for range linePlaces {
		l := f.Labels.Lines[f.Random.IntN(len(f.Labels.Lines))]
		s := f.Random.Float64()
		x, y, ok := f.View.Ground(l.U1+s*(l.U2-l.U1), l.V1+s*(l.V2-l.V1))
		a, b, also := f.View.Ground(l.U1, l.V1)
		if !ok || !also || math.Hypot(x, y) > cornerFarM {
			continue
		}
		sin, cos := math.Sincos(math.Atan2(y-b, x-a) + f.spread(0.14) + float64(f.Random.IntN(4))*math.Pi/2)
		f.addCorner(set, lines.Candidate{X: x + f.spread(0.05), Y: y + f.spread(0.05), DX: cos, DY: sin}, marks)
	}
}

// addThings adds windows where the ground would be if robots, people, posts and balls were flat.
func (f *frame) addThings(set *train.Set, marks []landmark) {
	l := f.Labels
	for i := range l.Things {
		t := &l.Things[i]
		if t.Class == label.Landmark || t.Count < 40 {
			continue
		}
		for range thingPlaces {
			u, v := t.Box.Left+f.Random.IntN(t.Box.Width()), t.Box.Top+f.Random.IntN(t.Box.Height())
			if int(l.Objects[v*l.Width+u]) != i+1 {
				continue
			}
			x, y, ok := f.View.Ground(float64(u)+0.5, float64(v)+0.5)
			if !ok || math.Hypot(x, y) > cornerFarM {
				continue
			}
			sin, cos := math.Sincos(f.spread(math.Pi))
			f.addCorner(set, lines.Candidate{X: x, Y: y, DX: cos, DY: sin}, marks)
		}
	}
}
