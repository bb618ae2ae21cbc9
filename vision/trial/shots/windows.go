package shots

import (
	"context"
	"math"

	"gonao/vision/ball"
	"gonao/vision/patch"
	"gonao/vision/train"
)

// What is a ball in a window: how far from its middle, and of another size, in expected radii and as a logarithm.
const (
	nearShare = 0.55
	nearLog   = 0.35
	farShare  = 1.1
	seenShare = 0.75 // of the ball
	leastPx   = 2.5  // of its radius
	jittered  = 3    // windows about each ball
)

// Windows returns the windows of candidates in rendered images with what they show, to train the ball net with. Windows
// of a ball at their edge, of one mostly hidden, or of one of another size are left out.
func Windows(ctx context.Context, o Options, radiusM float64, progress func(images int)) (*train.Set, error) {
	set := &train.Set{Width: patch.Side, Height: patch.Side, Channels: 1, Outputs: ball.Outputs(), Targets: len(ball.Outputs())}
	var places ball.Candidates
	images := 0
	err := Each(ctx, o, func(f *Frame) error {
		balls := f.Balls()
		for _, c := range places.Find(f.Masks, &f.View, radiusM, f.Top) {
			if target, ok := targetOf(c, balls); ok {
				f.add(set, c, target)
			}
		}
		for _, b := range balls {
			if b.Share < seenShare || b.Cut || b.Radius < leastPx {
				continue
			}
			for range jittered {
				spread := func(by float64) float64 { return (2*f.Random.Float64() - 1) * by }
				r := b.Radius * math.Exp(spread(nearLog))
				c := ball.Candidate{X: b.U + r*spread(nearShare), Y: b.V + r*spread(nearShare), R: r}
				if target, ok := targetOf(c, balls); ok {
					f.add(set, c, target)
				}
			}
		}
		images++
		if progress != nil {
			progress(images)
		}
		return nil
	})
	return set, err
}

// add adds a window that is not flat.
func (f *Frame) add(set *train.Set, c ball.Candidate, target []float32) {
	var w patch.Luma
	w.Sample(f.Image, c.X, c.Y, ball.WindowRadii*c.R)
	if w.Stretch() >= patch.MinContrast {
		set.Samples = append(set.Samples, train.Sample{Input: append([]uint8(nil), w[:]...), Target: target})
	}
}

// targetOf returns what the net should output for a window. It reports false if that is not clear.
func targetOf(c ball.Candidate, balls []Ball) (target []float32, ok bool) {
	target = make([]float32, len(ball.Outputs()))
	for _, b := range balls {
		u, v, log := (b.U-c.X)/c.R, (b.V-c.Y)/c.R, math.Log(b.Radius/c.R)
		far := math.Max(math.Abs(u), math.Abs(v))
		switch {
		case far > farShare+0.8*math.Exp(log):
			continue // it is outside
		case b.Share < seenShare || b.Cut || b.Radius < leastPx || far > nearShare || math.Abs(log) > nearLog:
			return nil, false
		}
		target[0], target[2], target[3], target[4] = 1, float32(u), float32(v), float32(log)
	}
	return target, true
}
