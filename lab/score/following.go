// Package score measures the demo from ground truth: how near the camera's optical axis is to the ball that the robot
// follows.
//
// It depends neither on ROS nor on a simulator. The demo's recorder adds what topics carry, the robot in one process adds
// what it observes.
package score

import (
	"math"
	"slices"
)

// Rules of the measurement.
const (
	settleSec    = 0.7               // frames this soon after a change of target do not count
	lockRad      = 6 * math.Pi / 180 // nearer than this, a seen target is locked
	fastRadPerS  = 20 * math.Pi / 180
	minFastShare = 0.30
	minSeen      = 0.95
	maxMedianDeg = 2
	maxP95Deg    = 6
)

// Frame is one image of the head camera and what was true when it was taken.
type Frame struct {
	TimeSec        float64 // of the image
	Target         string  // the ball to follow; empty while the robot does something else
	Seen           bool    // vision found the target in this image
	ErrorRad       float64 // angle between the optical axis and the true ball
	SpeedRadPerSec float64 // of the true ball as seen from the camera's place
}

// Following collects frames. The zero value is ready.
type Following struct {
	target    string
	changedAt float64
	locked    bool // since the last change of target
	ever      bool // a target was locked once

	counted, seen int
	allDeg        []float64
	fastDeg       []float64
	acquisition   []float64
}

// Add adds the next frame, in the order of time.
func (f *Following) Add(frame Frame) {
	if frame.Target != f.target {
		f.target, f.changedAt, f.locked = frame.Target, frame.TimeSec, false
	}
	if frame.Target == "" {
		return
	}
	if !f.locked && frame.Seen && frame.ErrorRad <= lockRad {
		f.locked, f.ever = true, true
		f.acquisition = append(f.acquisition, frame.TimeSec-f.changedAt)
	}
	if !f.ever || frame.TimeSec-f.changedAt < settleSec {
		return
	}
	f.counted++
	if frame.Seen {
		f.seen++
	}
	deg := frame.ErrorRad * 180 / math.Pi
	f.allDeg = append(f.allDeg, deg)
	if frame.SpeedRadPerSec >= fastRadPerS {
		f.fastDeg = append(f.fastDeg, deg)
	}
}

// Locked reports whether the present target has been locked since it was chosen.
func (f *Following) Locked() bool { return f.locked }

// FollowingSummary is the summary of the frames. The errors are those of frames whose ball moves at 20 °/s or more as seen
// from the head.
type FollowingSummary struct {
	Frames         int       `json:"frames"`           // counted: after the first lock, not in the 0.7 s after a change of target
	SeenRatio      float64   `json:"seen_ratio"`       // of the counted frames
	FastShare      float64   `json:"fast_share"`       // of the counted frames
	MedianErrorDeg float64   `json:"median_error_deg"` // of the fast frames
	P95ErrorDeg    float64   `json:"p95_error_deg"`    // of the fast frames
	AllMedianDeg   float64   `json:"median_error_all_deg"`
	AcquisitionSec []float64 `json:"acquisition_sec"` // from each change of target to its lock
}

// Summary sums up the frames so far.
func (f *Following) Summary() FollowingSummary {
	s := FollowingSummary{
		Frames:         f.counted,
		MedianErrorDeg: quantile(f.fastDeg, 0.5),
		P95ErrorDeg:    quantile(f.fastDeg, 0.95),
		AllMedianDeg:   quantile(f.allDeg, 0.5),
		AcquisitionSec: append([]float64{}, f.acquisition...),
	}
	if f.counted > 0 {
		s.SeenRatio = float64(f.seen) / float64(f.counted)
		s.FastShare = float64(len(f.fastDeg)) / float64(f.counted)
	}
	return s
}

// Verdicts compares the summary with the demo's targets.
func (s FollowingSummary) Verdicts() map[string]Verdict {
	return map[string]Verdict{
		"following.seen_ratio":       AtLeast(s.SeenRatio, minSeen),
		"following.fast_share":       AtLeast(s.FastShare, minFastShare),
		"following.median_error_deg": atMostOf(s.Frames, s.MedianErrorDeg, maxMedianDeg),
		"following.p95_error_deg":    atMostOf(s.Frames, s.P95ErrorDeg, maxP95Deg),
	}
}

// atMostOf is AtMost, except that a value from no counted frames does not pass.
func atMostOf(counted int, value, limit float64) Verdict {
	v := AtMost(value, limit)
	v.Met = v.Met && counted > 0
	return v
}

// quantile returns the smallest value that at least the share q of the values do
// not exceed. It is 0 if there are no values.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	i := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
