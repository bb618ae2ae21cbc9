package hfsm

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestEventsAreSeenOnceByEachAutomaton(t *testing.T) {
	m := start(t, `
machine: m
rate_hz: 10
variables: {seen: string, inner: int, outer: int}
initial: a
states:
  a:
    rate_hz: 20
    initial: b
    states:
      b:
        transitions:
          - {event: kick, then: {set: {inner: inner + 1, seen: event}}}
          - {event: [stop, "quit"], to: c}
      c: {transitions: [{event: "*", to: b}]}
    transitions:
      - {event: kick.hard, then: {set: {outer: outer + 1}}}
`)
	at(t, m, 0)
	for _, name := range []string{"kick", "kick.hard", "kicker"} {
		require.True(t, m.Post(Event{Name: name}))
	}
	at(t, m, 50)
	require.EqualValues(t, 2, value(t, m, "inner"), "once for each, in order")
	require.Equal(t, "kick.hard", value(t, m, "seen"))
	require.EqualValues(t, 0, value(t, m, "outer"))
	at(t, m, 100, 150)
	require.EqualValues(t, 1, value(t, m, "outer"), "the slower automaton sees it later")
	require.EqualValues(t, 2, value(t, m, "inner"))
	m.Post(Event{Name: "quit.now"})
	at(t, m, 200)
	require.Equal(t, "a/c", m.Path())
	at(t, m, 300)
	require.Equal(t, "a/c", m.Path(), "it is consumed")
	m.Post(Event{Name: "any"})
	m.Post(Event{Name: "stop"})
	at(t, m, 400)
	require.Equal(t, []string{"0.000  -> a/b", "0.200 a/b -> a/c", "0.350 a/c -> a/b", "0.350 a/b -> a/c"}, lines(m), "the second is for the state to which the first led")
}

func TestATransitionConsumesOnlyTheEventItWasTakenFor(t *testing.T) {
	m := start(t, `
machine: m
variables: {beats: int, whistles: int, buttons: int}
initial: a
states:
  a:
    transitions:
      - {after: 100ms, then: {set: {beats: beats + 1}}}
      - {event: whistle, then: {set: {whistles: whistles + 1}}}
      - {event: button, then: {set: {buttons: buttons + 1}}}
      - {event: go, to: b}
  b: {}
`)
	at(t, m, 0)
	require.True(t, m.PostAt(Event{Name: "whistle"}, 310*time.Millisecond))
	require.True(t, m.PostAt(Event{Name: "button"}, 320*time.Millisecond))
	require.True(t, m.PostAt(Event{Name: "go"}, 450*time.Millisecond))
	at(t, m, 1000)
	require.EqualValues(t, 1, value(t, m, "whistles"))
	require.EqualValues(t, 1, value(t, m, "buttons"))
	require.EqualValues(t, 5, value(t, m, "beats"))
	require.Equal(t, []string{"0.000  -> a", "0.500 a -> b"}, lines(m))
}

func TestAnInternalTransitionConsumesItsEvent(t *testing.T) {
	m := start(t, `
machine: m
variables: {n: int, ticks: int}
initial: a
states:
  a:
    initial: b
    states: {b: {}, c: {}}
    transitions:
      - {event: go, to: c, internal: true, then: {set: {n: n + 1}}}
      - {after: 300ms, to: b, internal: true, then: {set: {ticks: ticks + 1}}}
`)
	at(t, m, 0)
	m.Post(Event{Name: "go"})
	at(t, m, 100, 200, 250, 700)
	require.EqualValues(t, 1, value(t, m, "n"))
	require.EqualValues(t, 2, value(t, m, "ticks"), "it recurs, as one that only acts")
}

func TestAnEventThatNothingConsumedIsInTheTraceWithTheReason(t *testing.T) {
	m := start(t, `
machine: m
inputs: {open: bool}
initial: a
states:
  a:
    rate_hz: 4
    initial: c
    states: {c: {transitions: [{event: pass, to: d}]}, d: {}}
    transitions: [{event: go, if: open, to: b}, {event: kick, after: 1s, to: b}]
  b: {}
`)
	at(t, m, 0)
	for _, name := range []string{"go", "kick", "other", "pass"} {
		m.Post(Event{Name: name})
	}
	at(t, m, 1000)
	var missed []string
	for r := range m.Records(0) {
		if r.Kind == RecordMissed {
			missed = append(missed, fmt.Sprint(r.At, " ", r.Text, " ", Missed(r.From), " ", r.ID))
		}
	}
	require.Equal(t, []string{"250ms go guard 0", "250ms kick time 1", "250ms other unawaited -1"}, missed, "when the slower automaton had looked too")
	for i := range 2 * maxEvents {
		m.events.push(m, Event{Name: fmt.Sprint("e", i)})
	}
	missed = missed[:0]
	for r := range m.Records(0) {
		if r.Kind == RecordMissed && Missed(r.From) == MissedOverrun {
			missed = append(missed, r.Text)
		}
	}
	require.Len(t, missed, maxEvents)
}

func TestRaisedEventsReachTheStateTheyLeadToAndTheRegionsBeside(t *testing.T) {
	m := start(t, `
machine: m
initial: p
states:
  p:
    regions:
      a:
        initial: a1
        states:
          a1: {transitions: [{after: 100ms, to: a2, then: {raise: done}}]}
          a2: {transitions: [{event: done, to: a3}]}
          a3: {}
      b:
        initial: b1
        states:
          b1: {transitions: [{event: done, to: b2}]}
          b2: {}
`)
	at(t, m, 0, 100)
	require.Equal(t, []string{"p/a/a3", "p/b/b2"}, m.Leaves(nil))
}

func TestNoMoreEventsAreTakenThanAreKept(t *testing.T) {
	m := start(t, "machine: m\nvariables: {n: int}\ninitial: a\nstates: {a: {transitions: [{event: x, then: {set: {n: n + 1}}}]}}\n")
	at(t, m, 0)
	for i := range maxEvents {
		require.True(t, m.Post(Event{Name: fmt.Sprint("e", i)}))
	}
	require.False(t, m.Post(Event{Name: "x"}))
	at(t, m, 100)
	require.True(t, m.Post(Event{Name: "x"}))
	at(t, m, 200)
	require.EqualValues(t, 1, value(t, m, "n"))
}

func TestDelayedEventsComeInTheirTimeUnlessTheyAreCancelled(t *testing.T) {
	m := start(t, `
machine: m
variables: {n: int}
initial: a
states:
  a:
    entry: [{send: {event: first, delay: 200ms}}, {send: {event: second, delay: 300ms, id: two}}]
    transitions:
      - {event: first, then: [{cancel: two}, {set: {n: n + 1}}]}
      - {event: second, then: {set: {n: n + 10}}}
`)
	at(t, m, 0, 100, 200, 300, 400)
	require.EqualValues(t, 1, value(t, m, "n"))
}

func TestWhatHappenedBeforeTheEntryIsNotSeen(t *testing.T) {
	m := start(t, "machine: m\nbegin: {raise: begun}\ninitial: a\nstates: {a: {transitions: [{event: old, to: b}, {event: begun, to: c}]}, b: {}, c: {}}\n")
	require.True(t, m.Post(Event{Name: "old"}))
	at(t, m, 0)
	require.Equal(t, "c", m.Path())
}
