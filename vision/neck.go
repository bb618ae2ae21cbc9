package vision

import "time"

// neckLength is the number of stored postures of the neck: 0.77 s at 83 Hz, far longer than the delay of an
// image.
const neckLength = 64

// maxStale is how far outside the stored time an image may lie to get the nearest posture: two lost cycles.
const maxStale = 36 * time.Millisecond

// Neck stores the neck's angles of the last 0.77 s. It returns those at an image's stamp, since images
// arrive some 10 ms late, in which the head turns by degrees. The zero value is empty.
type Neck struct {
	ring [neckLength]neckPose
	n    int // poses in the ring
	last int // the newest
}

type neckPose struct {
	at         time.Duration
	yaw, pitch float64
}

// Add stores the neck's angles, rad, at a time. A time before the last one clears everything stored.
func (k *Neck) Add(at time.Duration, yaw, pitch float64) {
	if k.n > 0 && at < k.ring[k.last].at {
		k.n = 0
	}
	k.last = (k.last + 1) % neckLength
	k.ring[k.last] = neckPose{at, yaw, pitch}
	k.n = min(k.n+1, neckLength)
}

// Covers reports whether a posture of that time or later is stored, so that waiting would not improve At.
func (k *Neck) Covers(at time.Duration) bool { return k.n > 0 && at <= k.ring[k.last].at }

// At returns the neck's angles at a time, interpolated linearly. It reports false if the time is too far from
// all stored postures.
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
