package trial

import (
	"context"
	"math"

	"gonao/robot/percepts/field"
	"gonao/sim/label"
	"gonao/vision/lines"
	"gonao/vision/train"
)

// Sizes of windows around the foot of a post, m.
const (
	postNearM  = 0.10
	postOffM   = 0.20
	postsEach  = 10
	postThings = 4
	postLines  = 4
)

// PostSet returns windows around the feet of posts, and of other objects on the field, in rendered images.
func PostSet(ctx context.Context, o Options) (*train.Set, error) {
	names := lines.PostOutputs()
	set := &train.Set{Width: lines.CornerSide, Height: lines.CornerSide, Channels: lines.CornerChannels, Outputs: names, Targets: len(names)}
	err := each(ctx, o, func(f *frame) error {
		if !f.Seen {
			return nil
		}
		var feet []label.Mark
		for _, l := range f.Labels.Landmarks {
			if l.Kind == field.Post && l.Range < cornerFarM {
				l.Seen = f.Labels.Shows(&l) // in cached pictures another post may hide it
				feet = append(feet, l)
			}
		}
		f.lines.Feet(func(gx, gy float64) {
			if at, ok := lines.FootAt(&f.View, gx, gy); ok {
				f.addPost(set, at, feet)
			}
		})
		for _, l := range feet {
			at, ok := f.footAtPixel(l.U+0.5, l.V+0.5)
			if !ok || !l.Seen {
				continue
			}
			for range postsEach {
				off := 0.9 * postNearM * at.Scale
				f.addPost(set, lines.Foot{X: at.X + f.spread(off), Y: at.Y + f.spread(off), Scale: at.Scale * (1 + f.spread(0.06))}, feet)
			}
		}
		f.addNoPosts(set, feet)
		return nil
	})
	return set, err
}

// footAtPixel returns the foot of a post at a pixel.
func (f *frame) footAtPixel(x, y float64) (lines.Foot, bool) {
	gx, gy, ok := f.View.Ground(x, y)
	if !ok {
		return lines.Foot{}, false
	}
	return lines.FootAt(&f.View, gx, gy)
}

// addNoPosts adds windows on things and on lines.
func (f *frame) addNoPosts(set *train.Set, feet []label.Mark) {
	l := f.Labels
	try := func(x, y float64) {
		if at, ok := f.footAtPixel(x, y); ok && at.Scale > 80 {
			f.addPost(set, at, feet)
		}
	}
	for i := range l.Things {
		if t := &l.Things[i]; t.Count >= 60 {
			for range postThings {
				try(float64(t.Box.Left+f.Random.IntN(t.Box.Width())), float64(t.Box.Bottom)-f.Random.Float64()*float64(t.Box.Height())/3)
			}
		}
	}
	for range postLines {
		if len(l.Lines) > 0 {
			p, s := l.Lines[f.Random.IntN(len(l.Lines))], f.Random.Float64()
			try(p.U1+s*(p.U2-p.U1), p.V1+s*(p.V2-p.V1))
		}
	}
}

// addPost adds a window unless it is not clear whether a post is in it.
func (f *frame) addPost(set *train.Set, at lines.Foot, feet []label.Mark) {
	target := make([]float32, len(set.Outputs))
	for _, l := range feet {
		dx, dy := (l.U+0.5-at.X)/at.Scale, (l.V+0.5-at.Y)/at.Scale
		switch far := math.Max(math.Abs(dx), math.Abs(dy)); {
		case far > postOffM:
			continue
		case far > postNearM || !l.Seen:
			return
		}
		copy(target, []float32{1, float32(dx / lines.PostWideM), float32(dy / lines.PostWideM)})
	}
	var in lines.CornerInput
	if in.FillPost(f.Image, &f.Masks.Green, at) {
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), in[:]...), Target: target})
	}
}
