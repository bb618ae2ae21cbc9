package motion

import (
	"math"
	"time"

	"gonao/nao"
)

// A walk of which most commands come too late falls. In a simulated body with the profile real, the walk stays up with every fourth
// state, and falls with every sixth in half of all cases.
const (
	paceSec = 0.2  // time over which the share of missed states is averaged
	tooSlow = 0.55 // share of missed states from which on nothing steps
	inTime  = 0.1  // share below which it may step again
)

// pace measures which share of the body's states motion misses, as on a computer that is too busy.
type pace struct {
	missed float64 // 0 to 1
	slow   bool    // too many for a walk
}

// oneGap is the most that one gap counts: one alone, however long, stops nothing.
const oneGap = 120 * time.Millisecond

// step notes the time between two states.
func (p *pace) step(gap time.Duration) {
	if gap <= 0 {
		return
	}
	share := max(1-nao.CyclePeriod.Seconds()/gap.Seconds(), 0)
	weight := min(gap, oneGap).Seconds() / paceSec
	p.missed += (1 - math.Exp(-weight)) * (share - p.missed)
	if p.missed > tooSlow {
		p.slow = true
	} else if p.missed < inTime {
		p.slow = false
	}
}
