package hfsm

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestTheTimeInAStateIsComparedAsItsSecondsAre(t *testing.T) {
	m := start(t, "machine: m\ninitial: a\nstates: {a: {}}\n")
	at(t, m, 0)
	rng := rand.New(rand.NewPCG(1, 9))
	limits := []float64{0, 1, 0.1, 0.3, -2.5, 1e-9, 1e-10, math.MaxFloat64, math.Inf(1), math.Inf(-1), 9.3e9, math.Copysign(0, -1)}
	for range 300 {
		limits = append(limits, rng.NormFloat64()*math.Pow(10, float64(rng.IntN(12)-6)))
	}
	for _, limit := range limits {
		times := []time.Duration{0, 1, -1, 300 * time.Millisecond, 100 * time.Millisecond, math.MaxInt64 / 2}
		near := time.Duration(max(-4e18, min(4e18, limit*1e9)))
		for d := range time.Duration(5) {
			times = append(times, near+d-2)
		}
		for _, elapsed := range times {
			m.clock.at, m.tree.autos[0].entered = elapsed, 0
			s := elapsed.Seconds()
			for op, want := range map[string]bool{"<": s < limit, "<=": s <= limit, ">": s > limit, ">=": s >= limit} {
				require.Equal(t, want, compareElapsed(op, 0, limit)(m), "%v %s %v", elapsed, op, limit)
			}
		}
	}
	require.Nil(t, compareElapsed("==", 0, 1))
	require.Nil(t, compareElapsed("<", 0, math.NaN()))
}
