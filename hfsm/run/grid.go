package run

import (
	"math/bits"
	"time"
)

// Grid is the points in time at which an automaton is ticked: the multiples of its
// period since the machine's first entry. The rate is held in mHz, so that 30 Hz
// meets every whole second exactly.
type Grid struct {
	milliHz uint64
	period  time.Duration // 0 when the period is no whole number of ns
}

// nsMilliHz is the product of a time in ns and a rate in mHz that makes one period.
const nsMilliHz = 1_000_000_000_000

// NewGrid makes the grid of a rate.
func NewGrid(milliHz uint64) Grid {
	g := Grid{milliHz: milliHz}
	if nsMilliHz%milliHz == 0 {
		g.period = time.Duration(nsMilliHz / milliHz)
	}
	return g
}

// index gives the last grid point at or before t ≥ 0.
func (g *Grid) index(t time.Duration) uint64 {
	if g.period > 0 {
		return uint64(t / g.period)
	}
	hi, lo := bits.Mul64(uint64(t), g.milliHz)
	k, _ := bits.Div64(hi, lo, nsMilliHz)
	return k
}

// time gives grid point k, rounded up to the ns.
func (g *Grid) time(k uint64) time.Duration {
	if g.period > 0 {
		return time.Duration(k) * g.period
	}
	hi, lo := bits.Mul64(k, nsMilliHz)
	t, rest := bits.Div64(hi, lo, g.milliHz)
	if rest > 0 {
		t++
	}
	return time.Duration(t)
}

// ceil gives the first grid point at or after t ≥ 0.
func (g *Grid) ceil(t time.Duration) time.Duration {
	k := g.index(t)
	if at := g.time(k); at >= t {
		return at
	}
	return g.time(k + 1)
}

// advance gives the grid time an automaton is ticked for at t, and notes the next
// one. Most ticks come within a period and need no division.
func (g *Grid) advance(a *Automaton, t time.Duration) time.Duration {
	if at := a.Next; a.aligned && t-at < g.period {
		a.Next = at + g.period
		return at
	}
	k := g.index(t)
	a.Next, a.aligned = g.time(k+1), g.period > 0
	return g.time(k)
}
