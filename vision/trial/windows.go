package trial

import (
	"context"
	"math"

	"gonao/sim/label"
	"gonao/vision"
	"gonao/vision/objects"
	"gonao/vision/train"
)

// When a window counts as a ball: limits of its offset and of its size, in expected radii and as a logarithm.
const (
	nearShare = 0.55
	nearLog   = 0.35
	farShare  = 1.1
	seenShare = 0.5 // of the ball
	leastPx   = 2.5 // of its radius
	jitters   = 8   // windows about each ball
)

// Windows returns the windows of candidates in rendered images with their targets, for training the ball net. Windows
// with a ball at their edge, a mostly hidden one, or one of another size are left out. The ball's size is the field's.
func Windows(ctx context.Context, o Options) (*train.Set, error) {
	set := &train.Set{Width: vision.PatchSide, Height: vision.PatchSide, Channels: 1, Outputs: objects.BallOutputs(), Targets: len(objects.BallOutputs())}
	var places objects.BallCandidates
	err := each(ctx, o, func(f *frame) error {
		balls := f.Balls()
		if places.Kinds = objects.Pattern; f.PlainBall {
			places.Kinds = objects.Plain
		}
		if f.Seen {
			for _, c := range places.Find(f.Masks, &f.View, f.BallM, f.Top) {
				if target, ok := f.targetOf(c, balls); ok {
					f.add(set, c, target)
				}
				f.addEchoes(set, c, balls)
			}
		}
		for _, b := range balls {
			if b.Share < seenShare || b.Cut || b.Radius < leastPx {
				continue
			}
			for range jitters {
				c := f.jittered(b.U, b.V, b.Radius)
				if target, ok := f.targetOf(c, balls); ok {
					f.add(set, c, target)
				}
			}
		}
		f.addParts(set, balls)
		return nil
	})
	return set, err
}

// echoes is the number of further windows about a candidate without a ball: where the net looks again it is never quite the
// window of the first look.
const echoes = 1

// addEchoes adds windows near a candidate that show no ball.
func (f *frame) addEchoes(set *train.Set, c objects.BallCandidate, balls []trueBall) {
	for range echoes {
		near := f.jittered(c.X, c.Y, c.R)
		if target, ok := f.targetOf(near, balls); ok && target[0]+target[1] == 0 {
			f.add(set, near, target)
		}
	}
}

// jittered returns a candidate of about a size near a place.
func (f *frame) jittered(x, y, radius float64) objects.BallCandidate {
	spread := func(by float64) float64 { return (2*f.Random.Float64() - 1) * by }
	r := radius * math.Exp(spread(nearLog))
	return objects.BallCandidate{X: x + r*spread(nearShare), Y: y + r*spread(nearShare), R: r}
}

// partsEach is the number of windows of each robot, person and post: heads, hands and feet look most like balls.
const partsEach = 8

// addParts adds windows in the middle of which a part of a robot, a person or a post is.
func (f *frame) addParts(set *train.Set, balls []trueBall) {
	l := f.Labels
	for i := range l.Things {
		t := &l.Things[i]
		if t.Class != label.Robot && t.Class != label.Person && t.Class != label.Post || t.Count < 60 {
			continue
		}
		for range partsEach {
			x, y := t.Box.Left+f.Random.IntN(t.Box.Width()), t.Box.Top+f.Random.IntN(t.Box.Height())
			if int(l.Objects[y*l.Width+x]) != i+1 {
				continue
			}
			r, ok := f.View.BallRadius(float64(x), float64(y), f.BallM)
			if !ok { // above the horizon, where no candidates are: as large as at its foot
				r, ok = f.View.BallRadius(float64(x), float64(t.Box.Bottom), f.BallM)
			}
			c := objects.BallCandidate{X: float64(x) + 0.5, Y: float64(y) + 0.5, R: r * math.Exp(nearLog*(2*f.Random.Float64()-1))}
			if !ok || c.R < leastPx {
				continue
			}
			if target, ok := f.targetOf(c, balls); ok {
				f.add(set, c, target)
			}
		}
	}
}

// add adds a window that is not flat.
func (f *frame) add(set *train.Set, c objects.BallCandidate, target []float32) {
	var w vision.PatchLuma
	w.Sample(f.Image, c.X, c.Y, objects.BallWindowRadii*c.R)
	if w.Stretch() >= vision.MinPatchContrast {
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), w[:]...), Target: target})
	}
}

// targetOf returns the desired output of the net for a window. ok is false if that is unclear.
func (f *frame) targetOf(c objects.BallCandidate, balls []trueBall) (target []float32, ok bool) {
	target = make([]float32, len(objects.BallOutputs()))
	for _, b := range balls {
		u, v, log := (b.U-c.X)/c.R, (b.V-c.Y)/c.R, math.Log(b.Radius/c.R)
		far := math.Max(math.Abs(u), math.Abs(v))
		switch {
		case far > farShare+0.8*math.Exp(log):
			continue // it is outside
		case b.Share < seenShare || b.Cut || b.Radius < leastPx || far > nearShare || math.Abs(log) > nearLog:
			return nil, false
		}
		kind := 0 // is_ball
		if f.PlainBall {
			kind = 1 // is_plain
		}
		clear(target)
		target[kind], target[2], target[3], target[4] = 1, float32(u), float32(v), float32(log)
	}
	return target, true
}
