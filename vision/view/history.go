package view

import (
	"math"
	"time"

	"gonao/nao"
)

// historyLength is the number of stored postures: 3 s at 83 Hz. On a robot images are some 10 ms late, on a busy computer that
// draws them itself a second and more.
const historyLength = 256

// maxStale is how far outside the stored time an image may lie to get the nearest posture: two lost cycles.
const maxStale = 36 * time.Millisecond

// Posture holds the measurements of one cycle from which the camera's pose follows.
type Posture struct {
	At     time.Duration
	Joints nao.Joints
	Angles [2]float64 // roll and pitch of the torso, rad
	Turn   [3]float64 // angular velocity of the torso, rad/s; 0 where it is not measured
}

// Of returns the posture of a state.
func Of(state *nao.State) Posture {
	return Posture{At: state.Time, Joints: state.Position, Angles: state.Angles, Turn: state.Gyroscope}
}

// Finite reports whether no number is NaN or infinite.
func (p *Posture) Finite() bool {
	sum := 0 * (p.Angles[0] + p.Angles[1] + p.Turn[0] + p.Turn[1] + p.Turn[2])
	for _, q := range p.Joints {
		sum += 0 * q
	}
	return sum == 0
}

// History stores the postures of the last 3 s and interpolates between them. Images arrive some 10 ms late, in which
// the head turns by degrees. The zero value is empty.
type History struct {
	ring [historyLength]Posture
	n    int // postures in the ring
	last int // the newest
}

// Add stores a posture and reports whether it did: a posture that is not finite is dropped. A time before the last one
// clears everything stored.
func (h *History) Add(p *Posture) bool {
	if !p.Finite() {
		return false
	}
	if h.n > 0 && p.At < h.ring[h.last].At {
		h.n = 0
	}
	h.last = (h.last + 1) % historyLength
	h.ring[h.last] = *p
	h.n = min(h.n+1, historyLength)
	return true
}

// Covers reports whether a posture of that time or later is stored, so that waiting would not improve At.
func (h *History) Covers(at time.Duration) bool { return h.n > 0 && at <= h.ring[h.last].At }

// At returns the posture at a time, interpolated linearly. It reports false if the time is too far from all stored
// postures.
func (h *History) At(at time.Duration, out *Posture) bool {
	if h.n == 0 {
		return false
	}
	later := &h.ring[h.last]
	if at >= later.At {
		*out = *later
		return at-later.At <= maxStale
	}
	for i := 1; i < h.n; i++ {
		earlier := &h.ring[(h.last-i+historyLength)%historyLength]
		if at >= earlier.At {
			between(earlier, later, at, out)
			return true
		}
		later = earlier
	}
	*out = *later
	return later.At-at <= maxStale
}

// between interpolates two postures.
func between(a, b *Posture, at time.Duration, out *Posture) {
	s := float64(at-a.At) / float64(b.At-a.At)
	mix := func(x, y float64) float64 { return x + s*(y-x) }
	out.At = at
	for j := range out.Joints {
		out.Joints[j] = mix(a.Joints[j], b.Joints[j])
	}
	for i := range out.Angles {
		out.Angles[i] = a.Angles[i] + s*math.Remainder(b.Angles[i]-a.Angles[i], 2*math.Pi)
	}
	for i := range out.Turn {
		out.Turn[i] = mix(a.Turn[i], b.Turn[i])
	}
}
