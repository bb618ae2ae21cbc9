package trial

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonao/internal/journal"
	"gonao/vision/objects"
)

// scoredPx is the smallest radius of a ball that must be found, px.
const scoredPx = 5

// BallScore is the result for balls. A ball counts if half of it is visible, it lies within the image and on the carpet,
// and its radius is at least 5 px; finding another ball is not an error.
type BallScore struct {
	Images, Balls, Found, False int
	Candidates                  int // balls with a candidate near
	CentrePx, RadiusShare       []float64
	PlaceM                      []float64 // distances of the places found to the true ones, with the views' error
	Failures                    []Failure
}

// Failure is a ball that was missed, or something that was taken for one.
type Failure struct {
	Seed, Number uint64
	Missed       bool
	X, Y, Radius float64        // px
	Logit        journal.Number // of the nearest candidate; of a false one its own
}

// Precision returns the share of the finds that are balls.
func (s *BallScore) Precision() float64 { return share(s.Found, s.Found+s.False) }

// Recall returns the share of the balls that was found.
func (s *BallScore) Recall() float64 { return share(s.Found, s.Balls) }

func share(part, whole int) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return float64(part) / float64(whole)
}

// String returns the figures as a row of a table.
func (s *BallScore) String() string {
	return fmt.Sprintf("%d images, %d balls: precision %.4f, recall %.4f (candidates %.4f); centre median %.2f px, 95 %% %.2f px; radius median %.1f %%; place median %.1f cm",
		s.Images, s.Balls, s.Precision(), s.Recall(), share(s.Candidates, s.Balls), quantile(s.CentrePx, 0.5), quantile(s.CentrePx, 0.95),
		100*quantile(s.RadiusShare, 0.5), 100*quantile(s.PlaceM, 0.5))
}

// List returns the failures, one a line.
func (s *BallScore) List() string {
	var b strings.Builder
	for _, f := range s.Failures {
		kind := "false"
		if f.Missed {
			kind = "missed"
		}
		fmt.Fprintf(&b, "%s: world %d image %d at (%.0f, %.0f) radius %.1f px, logit %.2f\n", kind, f.Seed, f.Number, f.X, f.Y, f.Radius, f.Logit)
	}
	return b.String()
}

// quantile returns the value below which a share of the values lies, NaN for an empty slice.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

// add compares the finds in one image with the truth.
func (s *BallScore) add(f *frame, found []objects.Ball, windows []objects.BallWindow) {
	balls := f.Balls()
	used := make([]bool, len(found))
	for _, b := range balls {
		counts := b.Share >= 0.5 && !b.Cut && b.Radius >= scoredPx && b.Carpet
		hit := false
		for i, d := range found {
			if math.Hypot(d.X-b.U, d.Y-b.V) > max(0.6*b.Radius, 3) {
				continue
			}
			used[i] = true
			if counts && !hit {
				hit = true
				s.CentrePx = append(s.CentrePx, math.Hypot(d.X-b.U, d.Y-b.V))
				s.RadiusShare = append(s.RadiusShare, math.Abs(d.Radius/b.Radius-1))
				s.PlaceM = append(s.PlaceM, math.Hypot(d.Seen.X-b.X, d.Seen.Y-b.Y))
			}
		}
		if !counts {
			continue
		}
		s.Balls++
		near, logit := false, math.Inf(-1)
		for _, w := range windows {
			if math.Hypot(w.X-b.U, w.Y-b.V) < b.Radius {
				near, logit = true, max(logit, w.Logit)
			}
		}
		if near {
			s.Candidates++
		}
		if hit {
			s.Found++
		} else {
			s.Failures = append(s.Failures, Failure{f.Seed, f.Number, true, b.U, b.V, b.Radius, journal.Number(logit)})
		}
	}
	for i, d := range found {
		if !used[i] {
			s.False++
			s.Failures = append(s.Failures, Failure{f.Seed, f.Number, false, d.X, d.Y, d.Radius, journal.Number(d.Confidence)})
		}
	}
}
