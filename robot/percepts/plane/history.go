package plane

import "time"

// historySize is how many poses a History keeps: three seconds at 83 Hz.
const historySize = 256

// History holds the odometry of the last three seconds, for images that come later than it. The zero value is empty.
type History struct {
	all   [historySize]poseAt
	count int
	next  int
}

type poseAt struct {
	at   time.Duration
	pose Pose
}

// Add adds the pose at a moment. It returns false for a pose that is not finite. A moment before the newest one means
// that the clock went back: older poses are dropped.
func (h *History) Add(at time.Duration, p Pose) bool {
	if !p.Finite() {
		return false
	}
	if newest, _, ok := h.Newest(); ok && at < newest {
		h.count = 0
	}
	h.all[h.next] = poseAt{at, p}
	h.next = (h.next + 1) % historySize
	h.count = min(h.count+1, historySize)
	return true
}

// Newest returns the newest moment and its pose; false when the history is empty.
func (h *History) Newest() (time.Duration, Pose, bool) {
	e := &h.all[(h.next+historySize-1)%historySize]
	return e.at, e.pose, h.count > 0
}

// At returns the pose at a moment, linear between two poses. Up to 0.1 s after the newest one it is that. It returns false for
// a moment outside.
func (h *History) At(at time.Duration) (Pose, bool) {
	if h.count == 0 {
		return Pose{}, false
	}
	after := &h.all[(h.next+historySize-1)%historySize]
	if at >= after.at {
		return after.pose, at-after.at <= 100*time.Millisecond
	}
	for i := 2; i <= h.count; i++ {
		before := &h.all[(h.next+2*historySize-i)%historySize]
		if before.at <= at {
			share := float64(at-before.at) / float64(after.at-before.at)
			d := before.pose.Inverse().Mul(after.pose)
			return before.pose.Mul(Pose{share * d.X, share * d.Y, share * d.Theta}), true
		}
		after = before
	}
	return Pose{}, false
}
