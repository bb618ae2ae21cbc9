package objects

import (
	"fmt"

	"gonao/vision"
	"gonao/vision/segment"
)

// Radii that Search looks for, px: each is searchStep times the one before.
const (
	searchFirst = 4.0
	searchStep  = 1.35
	searchScale = 12 // radii
)

// Search returns the balls of an image without a known camera pose: candidates of all sizes, anywhere. It needs about ten
// times as long as Find; Seen of the balls is not set.
func (f *BallFinder) Search(img vision.Image, m *segment.Masks) ([]Ball, error) {
	f.balls, f.windows = f.balls[:0], f.windows[:0]
	if err := img.Check(); err != nil {
		return nil, err
	}
	if m.Green.Width != img.Width || m.Green.Height != img.Height {
		return nil, fmt.Errorf("%w: masks of %d × %d px: expected those of the image", vision.ErrImage, m.Green.Width, m.Green.Height)
	}
	r := searchFirst
	for range searchScale {
		for _, c := range f.places.OfSize(m, r) {
			if b, ok := f.examine(img, nil, m, c); ok {
				f.insert(b)
			}
		}
		r *= searchStep
	}
	return f.balls, nil
}

// Judge returns the net's logits for one window about a place, over their thresholds: of a ball with a pattern and of a
// plain one. It reports false for a window without contrast.
func (f *BallFinder) Judge(img vision.Image, x, y, radius float64) (pattern, plain float64, ok bool) {
	f.luma.Sample(img, x, y, BallWindowRadii*radius)
	if f.luma.Stretch() < vision.MinPatchContrast {
		return 0, 0, false
	}
	out := f.runner.Run(f.luma[:])
	return float64(out[0]) - f.threshold[0], float64(out[1]) - f.threshold[1], true
}
