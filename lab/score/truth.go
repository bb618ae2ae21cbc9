package score

import (
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
)

// Truth remembers the last seconds of where the camera and one ball really were,
// so that an image can be judged by the moment it was taken. The zero value is
// ready; it keeps [truthLen] samples.
type Truth struct {
	at [truthLen]sample
	n  int // samples ever added
}

// truthLen samples at 83 Hz are about three seconds.
const truthLen = 256

// speedSpan is the time over which a ball's speed is taken.
const speedSpan = 60 * time.Millisecond

type sample struct {
	time time.Duration
	x_WC nao.Pose // the camera's optical frame in the world
	p_WB r3.Vec   // the ball's centre in the world
}

// Add adds where the camera and the ball are at time t. A time before the last one (the simulation was restarted) clears
// everything.
func (h *Truth) Add(t time.Duration, x_WC nao.Pose, p_WB r3.Vec) {
	if h.n > 0 && t < h.last(0).time {
		h.n = 0
	}
	h.at[h.n%truthLen] = sample{t, x_WC, p_WB}
	h.n++
}

// At returns the angle between the optical axis and the ball at time t, and the
// speed of the ball's direction as seen from the camera's place. ok is false
// when t is not within the remembered time.
func (h *Truth) At(t time.Duration) (errorRad, speedRadPerSec float64, ok bool) {
	now, ok := h.nearest(t)
	if !ok {
		return 0, 0, false
	}
	before, okB := h.nearest(t - speedSpan/2)
	after, okA := h.nearest(t + speedSpan/2)
	if !okB {
		before = now
	}
	if !okA {
		after = now
	}
	eye := now.x_WC.P
	errorRad = angle(now.x_WC.AxisZ(), r3.Sub(now.p_WB, eye))
	if dt := (after.time - before.time).Seconds(); dt > 0 {
		speedRadPerSec = angle(r3.Sub(before.p_WB, eye), r3.Sub(after.p_WB, eye)) / dt
	}
	return errorRad, speedRadPerSec, true
}

// last returns the sample i before the newest.
func (h *Truth) last(i int) *sample { return &h.at[(h.n-1-i)%truthLen] }

// nearest returns the sample nearest to t, no further than two cycles away.
func (h *Truth) nearest(t time.Duration) (sample, bool) {
	best, distance := sample{}, time.Duration(math.MaxInt64)
	for i := range min(h.n, truthLen) {
		s := h.last(i)
		if d := (s.time - t).Abs(); d < distance {
			best, distance = *s, d
		} else if s.time < t {
			break
		}
	}
	return best, distance <= 2*nao.CyclePeriod
}

// angle is the angle between two directions, rad.
func angle(a, b r3.Vec) float64 {
	return math.Atan2(r3.Norm(r3.Cross(a, b)), r3.Dot(a, b))
}
