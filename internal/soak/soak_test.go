package main

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// filled returns a table of one program whose memory goes from one value to another during an hour.
func filled(first, last float64) []row {
	t := newTable()
	for i := range 60 {
		m := first
		if i >= 30 {
			m = last
		}
		t.add("node", time.Duration(i)*time.Minute, usage{memoryKB: m * 1024, threads: 9, sockets: 3, descriptors: 12})
	}
	return t.rows(time.Hour)
}

func TestWhatGrowsIsNoticed(t *testing.T) {
	require.True(t, flat(filled(100, 104)))
	require.False(t, flat(filled(100, 106)))
	require.True(t, flat(filled(100, 40)), "what shrinks does not leak")
	require.True(t, flat(filled(10, 13)), "a few MB are the collector's")
	require.False(t, flat(nil), "nothing was measured")
	require.Contains(t, render(filled(100, 120), 3, 7), "| node | 100 → 120 (+20.0 %) **grew** | 9 → 9 (+0.0 %) |")
	require.Contains(t, render(filled(100, 100), 3, 7), "3 nodes were killed; a viewer of the studio received 7 messages; flat within 5 %")
}

func TestAProgramThatEndedIsNoRow(t *testing.T) {
	table := newTable()
	table.add("short", 10*time.Minute, usage{memoryKB: 1})
	require.Empty(t, table.rows(time.Hour))
}

func TestAProcessIsMeasured(t *testing.T) {
	u, ok := usageOf(os.Getpid())
	require.True(t, ok)
	require.Greater(t, u.memoryKB, 100.0)
	require.GreaterOrEqual(t, u.threads, 2.0)
	require.Greater(t, u.descriptors, 2.0)
	all, err := children(os.Getppid())
	require.NoError(t, err)
	require.Contains(t, all, os.Getpid())
	require.NotEmpty(t, programOf(os.Getpid()))
	_, ok = usageOf(1 << 30)
	require.False(t, ok)
}
