package hfsm

import (
	"fmt"
	"testing"

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
	require.EqualValues(t, 1, value(t, m, "inner"), "the transition consumes all it has seen")
	require.Equal(t, "kick", value(t, m, "seen"))
	require.EqualValues(t, 0, value(t, m, "outer"))
	at(t, m, 100, 150)
	require.EqualValues(t, 1, value(t, m, "outer"), "the slower automaton sees it later")
	require.EqualValues(t, 1, value(t, m, "inner"))
	m.Post(Event{Name: "quit.now"})
	m.Post(Event{Name: "any"})
	at(t, m, 200)
	require.Equal(t, "a/c", m.Path(), "what came before the transition is over")
	at(t, m, 300)
	require.Equal(t, "a/c", m.Path())
	m.Post(Event{Name: "any"})
	at(t, m, 400)
	require.Equal(t, "a/b", m.Path())
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
