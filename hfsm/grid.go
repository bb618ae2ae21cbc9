package hfsm

import (
	"math"
	"math/bits"
	"time"
)

// grid is the points in time at which an automaton is ticked: the multiples of
// 1/rate since the machine's first entry. The rate is held in mHz, so that 30 Hz
// meets every whole second exactly.
type grid struct {
	milliHz uint64
	period  time.Duration // 0 when the period is not a whole number of ns
}

// nsMilliHz is the product of a time in ns and a rate in mHz that makes one period.
const nsMilliHz = 1_000_000_000_000

// Rates a machine may have, Hz.
const (
	minRateHz = 0.001
	maxRateHz = 10_000
)

func newGrid(rateHz float64) grid {
	g := grid{milliHz: uint64(math.Round(rateHz * 1000))}
	if nsMilliHz%g.milliHz == 0 {
		g.period = time.Duration(nsMilliHz / g.milliHz)
	}
	return g
}

// index returns the last grid point at or before t ≥ 0.
func (g grid) index(t time.Duration) uint64 {
	if g.period > 0 {
		return uint64(t / g.period)
	}
	hi, lo := bits.Mul64(uint64(t), g.milliHz)
	k, _ := bits.Div64(hi, lo, nsMilliHz)
	return k
}

// time returns grid point k, rounded up to the ns.
func (g grid) time(k uint64) time.Duration {
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
