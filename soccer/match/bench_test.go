package match

import (
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match/pool"
)

// BenchmarkPlayers measures what a robot computes for an image: localization, world model, plan and behaviour. The world, what robots see
// and the referee are not counted. It is the mean over whole matches of five against five, by the processor time of the thread; an
// operation of the benchmark is a cycle of the match.
func BenchmarkPlayers(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var spent time.Duration
	images := 0
	seed := uint64(0)
	begin := func() *Match {
		seed++
		m, err := New(Config{Seed: seed, Threads: 1})
		require.NoError(b, err)
		m.pool.Close()
		m.pool = pool.New(1, len(m.Players), func(i int) {
			m.sense(i)
			before := threadTime()
			m.Players[i].Step(&m.senses[i])
			m.Players[i].Act(m.ground.Mover(i))
			spent += threadTime() - before
			images++
		})
		return m
	}
	m := begin()
	b.ReportAllocs()
	for b.Loop() {
		if m.Over() {
			m.Close()
			m = begin()
		}
		m.Step()
	}
	m.Close()
	b.ReportMetric(spent.Seconds()*1e6/float64(images), "µs/image")
}
