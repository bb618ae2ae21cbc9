package hfsm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAStreamGivesEveryRecordToAnotherGoroutineOrCountsIt(t *testing.T) {
	m := start(t, benchMachine())
	stream := m.Stream(64)
	const ticks = 5000
	done := make(chan struct{})
	var read, last uint64
	gaps := uint64(0)
	stop := make(chan struct{})
	go func() {
		defer close(done)
		into := make([]Record, 16)
		for ended := false; ; {
			n := stream.Read(into)
			for i := range n {
				if read > 0 {
					gaps += into[i].Sequence - last - 1
				} else {
					gaps += into[i].Sequence
				}
				read, last = read+1, into[i].Sequence
			}
			if n > 0 {
				continue
			}
			if ended {
				return
			}
			select {
			case <-stop:
				ended = true // one more look
			default:
			}
		}
	}()
	in, _ := m.Model().Input("go")
	for k := range time.Duration(ticks) {
		m.SetBool(in, true)
		require.NoError(t, m.Tick(k*time.Millisecond))
	}
	close(stop)
	<-done
	total := m.trace.next
	require.Greater(t, total, uint64(ticks))
	require.Equal(t, total, read+stream.Lost(), "each record is read or counted as lost")
	require.Equal(t, stream.Lost(), gaps+total-1-last, "the losses are gaps in the sequence")
}

func TestATracedTickDoesNotAllocate(t *testing.T) {
	m := start(t, benchMachine())
	stream := m.Stream(1 << 10)
	into := make([]Record, 64)
	in, _ := m.Model().Input("go")
	x, _ := m.Model().Input("x")
	now := time.Duration(0)
	m.OnTransition = func(Transition) {}
	require.NoError(t, m.Tick(now))
	require.Zero(t, testing.AllocsPerRun(1000, func() {
		now += time.Millisecond
		m.SetBool(in, true)
		m.SetFloat(x, now.Seconds())
		_ = m.Tick(now)
		for stream.Read(into) == len(into) {
		}
	}))
	require.Greater(t, m.Sequence(), uint64(900))
}

func TestAnUntracedMachineRemembersNothingAndDoesTheSame(t *testing.T) {
	traced, untraced := start(t, benchMachine()), start(t, benchMachine())
	untraced.Untraced()
	seen := 0
	untraced.OnTransition = func(Transition) { seen++ }
	for k := range time.Duration(50) {
		for _, m := range []*Machine{traced, untraced} {
			in, _ := m.Model().Input("go")
			m.SetBool(in, true)
			require.NoError(t, m.Tick(k*time.Millisecond))
		}
		require.Equal(t, traced.Path(), untraced.Path())
	}
	require.Equal(t, traced.Sequence(), untraced.Sequence())
	require.EqualValues(t, seen, untraced.Sequence()+1)
	for range untraced.Records(0) {
		t.Fatal("a record")
	}
}
