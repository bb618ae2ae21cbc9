package pool_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match"
	"gonao/soccer/match/pool"
)

func TestEachIsDoneOnceInEachRun(t *testing.T) {
	for _, threads := range []int{1, 2, 7, 30} {
		const n = 10
		var counts [n]int // each is written by one thread at a time
		p := pool.New(threads, n, func(i int) { counts[i]++ })
		for range 1000 {
			p.Run()
		}
		p.Close()
		for i := range counts {
			require.Equal(t, 1000, counts[i], "%d threads", threads)
		}
	}
}

// Players think in several threads: they share plans, machines and fields, and the match is the same to the byte. The race
// detector watches them here; package match, which has no goroutines of its own, is tested without it.
func TestAMatchIsTheSameInSeveralThreads(t *testing.T) {
	play := func(threads int) *match.Result {
		m, err := match.New(match.Config{Seed: 5, Half: 15 * time.Second, Threads: threads})
		require.NoError(t, err)
		r, err := m.Run(t.Context())
		require.NoError(t, err)
		return r
	}
	require.Equal(t, play(1), play(7))
}
