package latest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheReaderGetsTheNewestValueOnce(t *testing.T) {
	var v Value[int]
	got, isNew := v.Get()
	require.False(t, isNew)
	require.Zero(t, *got)

	v.Set(1)
	v.Set(2)
	v.Set(3)
	got, isNew = v.Get()
	require.True(t, isNew)
	require.Equal(t, 3, *got)
	got, isNew = v.Get()
	require.False(t, isNew)
	require.Equal(t, 3, *got, "it stays readable")
}

func TestAReadValueDoesNotChangeUnderTheReader(t *testing.T) {
	var v Value[int]
	v.Set(1)
	got, _ := v.Get()
	for i := 2; i < 10; i++ {
		v.Set(i)
		require.Equal(t, 1, *got)
	}
	got, _ = v.Get()
	require.Equal(t, 9, *got)
}

func TestUpdatesWakesTheReader(t *testing.T) {
	var v Value[string]
	updates := v.Updates()
	require.Empty(t, updates)
	v.Set("a")
	v.Set("b")
	<-updates
	got, isNew := v.Get()
	require.True(t, isNew)
	require.Equal(t, "b", *got)
	require.Empty(t, updates)
}

// Each value is a pair of equal numbers: a torn one would show, and so would one
// older than the last.
func TestValuesArriveWholeAndInOrder(t *testing.T) {
	const n = 20000
	var v Value[[64]int]
	updates := v.Updates()
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 1; i <= n; i++ {
			slot := v.Slot()
			for k := range slot {
				slot[k] = i
			}
			v.Publish()
		}
	})
	last := 0
	for last < n {
		<-updates
		got, _ := v.Get()
		for _, x := range got {
			require.Equal(t, got[0], x)
		}
		require.GreaterOrEqual(t, got[0], last)
		last = got[0]
	}
	wg.Wait()
}

func TestHandingOverDoesNotAllocate(t *testing.T) {
	var v Value[[64]int]
	v.Updates()
	require.Zero(t, testing.AllocsPerRun(100, func() {
		v.Slot()[3]++
		v.Publish()
		v.Get()
	}))
}
