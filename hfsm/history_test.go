package hfsm

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// interrupting is a machine whose state work is interrupted while x is 9, with a
// transition in it or a fault that does not leave the state slow.
const interrupting = `
machine: m
history: resume
inputs: {x: int}
variables: {n: {type: int, initial: 0, max: 1}}
initial: work
states:
  work:
    transitions: [{if: x == 9, to: away}]
    initial: slow
    states:
      slow:
        transitions:
          - {after: 1s, to: done}
          - {if: x == 1 and not active("work/slow/b"), to: b, internal: true}
        initial: a
        states:
          a: {transitions: [{if: x == 2, to: c}]}
          b:
          c: {entry: {set: {n: n + 5}}}
      done: {transitions: [{if: x == 7, to: slow}]}
  away: {transitions: [{if: x != 9, to: work}]}
`

func TestWhatHappensInsideAStateLeavesItsTimeToBeResumed(t *testing.T) {
	for name, row := range map[string]struct {
		x      int64
		inside string
	}{
		"nothing":                {0, "work/slow/a"},
		"an internal transition": {1, "work/slow/b"},
		"a fault":                {2, "work/slow"},
	} {
		t.Run(name, func(t *testing.T) {
			m := start(t, interrupting)
			set(t, m, "x", IntValue(0))
			at(t, m, 0)
			set(t, m, "x", IntValue(row.x))
			every(t, m, 100, 600)
			require.Equal(t, row.inside, m.Path())
			set(t, m, "x", IntValue(9))
			every(t, m, 700, 1700)
			require.Equal(t, "away", m.Path())
			set(t, m, "x", IntValue(0))
			at(t, m, 1800)
			require.True(t, m.In("work/slow"))
			require.Equal(t, row.inside == "work/slow/b", m.In("work/slow/b"), "where it was, unless it ended")
			at(t, m, 1900, 2000)
			require.True(t, m.In("work/slow"))
			at(t, m, 2100)
			require.Equal(t, "work/done", m.Path(), "0.7 s before the interruption and 0.3 s after it")
		})
	}
}

func TestAStateThatIsLeftByItsOwnTransitionBeginsAnewAlsoAcrossLevels(t *testing.T) {
	m := start(t, `
machine: m
history: resume
inputs: {x: int}
initial: work
states:
  work:
    initial: slow
    states:
      slow: {transitions: [{if: x == 1, to: away}, {after: 1s, to: done}]}
      done:
  away: {transitions: [{if: x == 0, to: work}]}
`)
	at(t, m, 0)
	every(t, m, 100, 600)
	set(t, m, "x", IntValue(1))
	at(t, m, 700)
	require.Equal(t, "away", m.Path())
	set(t, m, "x", IntValue(0))
	every(t, m, 800, 1700)
	require.Equal(t, "work/slow", m.Path())
	require.NoError(t, m.Tick(1800*time.Millisecond))
	require.Equal(t, "work/done", m.Path())
}
