package vision

import "time"

// neckLength is how many postures of the neck are remembered: 0.77 s at 83 Hz,
// far more than an image is late.
const neckLength = 64

// maxStale is how far outside of the remembered time an image may have been
// taken to get the nearest posture: two lost cycles.
const maxStale = 36 * time.Millisecond

// Neck remembers how the head moved, to tell where it was when an image was
// taken: images arrive some 10 ms late, in which the head turns by degrees. The
// zero value is empty.
type Neck struct {
	ring [neckLength]neckPose
	n    int // poses in the ring
	last int // the newest
}

type neckPose struct {
	at         time.Duration
	yaw, pitch float64
}

// Add remembers the neck's angles, in rad, at a time. A time that goes back
// forgets everything before.
func (k *Neck) Add(at time.Duration, yaw, pitch float64) {
	if k.n > 0 && at < k.ring[k.last].at {
		k.n = 0
	}
	k.last = (k.last + 1) % neckLength
	k.ring[k.last] = neckPose{at, yaw, pitch}
	k.n = min(k.n+1, neckLength)
}

// Covers tells whether a posture of that time or later is remembered: waiting
// would not make At any better.
func (k *Neck) Covers(at time.Duration) bool { return k.n > 0 && at <= k.ring[k.last].at }

// At gives the neck's angles at a time, between two postures by the straight
// line; false when the time is too far from all that is remembered.
func (k *Neck) At(at time.Duration) (yaw, pitch float64, ok bool) {
	if k.n == 0 {
		return 0, 0, false
	}
	later := k.ring[k.last]
	if at >= later.at {
		return later.yaw, later.pitch, at-later.at <= maxStale
	}
	for i := 1; i < k.n; i++ {
		earlier := k.ring[(k.last-i+neckLength)%neckLength]
		if at >= earlier.at {
			s := float64(at-earlier.at) / float64(later.at-earlier.at)
			return earlier.yaw + s*(later.yaw-earlier.yaw), earlier.pitch + s*(later.pitch-earlier.pitch), true
		}
		later = earlier
	}
	return later.yaw, later.pitch, later.at-at <= maxStale
}
