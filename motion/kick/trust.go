package kick

import "math"

// trust is the share of the foot's speed that a body may kick with, learnt from its own kicks: a body with weak joints or
// much play falls repeatedly at full strength, and stands with less.
type trust struct {
	less float64 // 1 − the share, so that the zero value is a body that may kick with full strength
}

// How a share changes: a fall leaves at least leastTrust of the speed, each kick that stands returns regained.
const (
	leastTrust = 0.3
	regained   = 0.04
	tippedRad  = 0.3 // of a torso that falls when a kick is aborted
)

// share returns the share of the foot's speed.
func (t *trust) share() float64 { return 1 - t.less }

// fell lowers the share after a fall in a kick.
func (t *trust) fell(keep float64) { t.less = 1 - max(keep*t.share(), leastTrust) }

// stood raises the share after a kick that stood.
func (t *trust) stood() { t.less = max(t.less-regained, 0) }

// weaken lowers the foot's speed to this body's share. A request with its own strength is not changed.
func (e *Engine) weaken(a *aim, r *Request) {
	if r.Strength == 0 {
		a.footSpeed *= e.trust.share()
	}
}

// tipped reports whether the torso leans so far that the robot falls.
func (b *balance) tipped() bool {
	return math.Abs(b.angles[0]) > tippedRad || math.Abs(b.angles[1]) > tippedRad
}
