package hfsm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ticking is a machine that changes its state each second and has an input that is
// recorded in each tick.
const ticking = `
machine: m
inputs: {x: int}
variables: {n: {type: int, initial: 0}}
initial: a
states:
  a: {transitions: [{after: 1s, to: b}, {if: x > 0, then: {set: {n: n + 1}}}]}
  b: {transitions: [{after: 1s, to: a}, {if: x > 0, then: {set: {n: n + 1}}}]}
`

func TestTransitionsAreRememberedWhateverElseIsRecorded(t *testing.T) {
	m := start(t, ticking)
	set(t, m, "x", IntValue(1))
	for now := time.Duration(0); now <= 200*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	require.Greater(t, m.trace.next, uint64(4000))
	next := uint64(0)
	for tr := range m.Trace(0) {
		require.Equal(t, next, tr.Sequence)
		require.Equal(t, time.Duration(next)*time.Second, tr.Time)
		next++
	}
	require.Equal(t, uint64(201), next)
	next = 190
	for tr := range m.Trace(190) {
		require.Equal(t, next, tr.Sequence)
		next++
	}
	require.Equal(t, uint64(201), next)
	for range m.Trace(500) {
		t.Fatal("there are none")
	}
}

func TestOfManyTransitionsTheLastAreRemembered(t *testing.T) {
	m := start(t, ticking)
	for now := time.Duration(0); now <= 3000*time.Second; now += time.Second {
		require.NoError(t, m.Tick(now))
	}
	next := uint64(3001 - traceLength)
	for tr := range m.Trace(7) {
		require.Equal(t, next, tr.Sequence)
		next++
	}
	require.Equal(t, uint64(3001), next)
	m.Reset(3000 * time.Second)
	for range m.Trace(0) {
		t.Fatal("another epoch has begun")
	}
	require.NoError(t, m.Tick(0))
	require.Equal(t, []string{"0.000  -> a"}, lines(m))
}

func TestAMachineBroughtToASnapshotRemembersWhatCameAfterIt(t *testing.T) {
	m := start(t, ticking)
	set(t, m, "x", IntValue(1))
	every(t, m, 0, 5500)
	s := m.Snapshot()
	other := start(t, ticking)
	require.NoError(t, other.Restore(s, time.Hour))
	for range other.Trace(0) {
		t.Fatal("nothing has happened yet")
	}
	for r := range other.Records(0) {
		t.Fatalf("there is no record %v", r)
	}
	for now := time.Duration(0); now <= 2*time.Second; now += 100 * time.Millisecond {
		require.NoError(t, m.Tick(5500*time.Millisecond+now))
		require.NoError(t, other.Tick(time.Hour+now))
	}
	require.Equal(t, lines(m)[6:], lines(other))
	first := true
	for r := range other.Records(0) {
		require.True(t, !first || r.Sequence == s.Sequence)
		require.NotZero(t, r.Kind)
		first = false
	}
	require.False(t, first)
}

func TestATickBeforeAnyAutomatonIsDueDoesNothingButTakeTheTime(t *testing.T) {
	for name, often := range map[string]time.Duration{"every tick": 100 * time.Millisecond, "ten ticks in between": 9 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			m := start(t, `
machine: m
rate_hz: 10
inputs: {x: int}
initial: a
states:
  a: {transitions: [{event: go, if: age(x) < 0.15, to: b}]}
  b:
    regions:
      fast: {rate_hz: 50, initial: c, states: {c: {transitions: [{after: 40ms, to: d}]}, d: {}}}
      slow: {rate_hz: 1, initial: e, states: {e: {transitions: [{after: 1s, to: f}]}, f: {}}}
    transitions: [{event: back, to: a}]
`)
			now := time.Duration(0)
			until := func(t2 time.Duration) {
				for ; now <= t2; now += often {
					require.NoError(t, m.Tick(now))
				}
			}
			until(900 * time.Millisecond)
			require.True(t, m.Post(Event{Name: "go"}))
			set(t, m, "x", IntValue(1))
			until(1015 * time.Millisecond)
			require.True(t, m.In("b/fast/c"))
			until(1100 * time.Millisecond)
			require.True(t, m.In("b/fast/d"))
			until(3 * time.Second)
			require.True(t, m.In("b/slow/f"))
			for range maxEvents {
				require.True(t, m.Post(Event{Name: "other"}))
			}
			require.False(t, m.Post(Event{Name: "other"}))
			now += often
			require.NoError(t, m.Tick(now))
			require.True(t, m.Post(Event{Name: "back"}), "a tick has come in between")
			until(now + 300*time.Millisecond)
			require.Equal(t, "a", m.Path())
		})
	}
}
