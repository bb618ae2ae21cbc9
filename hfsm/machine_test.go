package hfsm

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// load loads a machine that must be right.
func load(t testing.TB, src string) *Model {
	t.Helper()
	model, err := Load("test.yaml", []byte(src), nil)
	require.NoError(t, err)
	return model
}

// start makes a machine without activities.
func start(t testing.TB, src string) *Machine {
	t.Helper()
	m, err := New(load(t, src), nil)
	require.NoError(t, err)
	return m
}

// lines returns the trace as text: time, from, to.
func lines(m *Machine) []string {
	var out []string
	for tr := range m.Trace(0) {
		out = append(out, fmt.Sprintf("%.3f %s -> %s", tr.Time.Seconds(), tr.From, tr.To))
	}
	return out
}

// paper returns the paper's machine with one kind of history.
func paper(t testing.TB, history string) string {
	t.Helper()
	src, err := os.ReadFile("testdata/paper.yaml")
	require.NoError(t, err)
	return strings.Replace(string(src), "HISTORY", history, 1)
}

func TestGhostStatesKeepTheRemainingTime(t *testing.T) {
	common := []string{
		"0.000  -> followBall/red",
		"8.000 followBall/red -> followBall/green",
		"10.000 followBall/green -> dance/right",
	}
	for history, rest := range map[string][]string{
		"resume":  {"20.000 dance/right -> followBall/green", "26.000 followBall/green -> followBall/red"},
		"shallow": {"20.000 dance/right -> followBall/green", "28.000 followBall/green -> followBall/red"},
		"deep":    {"20.000 dance/right -> followBall/green", "28.000 followBall/green -> followBall/red"},
		"none":    {"20.000 dance/right -> followBall/red", "28.000 followBall/red -> followBall/green"},
	} {
		t.Run(history, func(t *testing.T) {
			// 12 ms ticks beside the grid, as over /clock, and a start that is not 0.
			m := start(t, paper(t, history))
			for now := 7 * time.Millisecond; now < 29*time.Second; now += 12 * time.Millisecond {
				require.NoError(t, m.Tick(now))
			}
			require.Equal(t, append(slices.Clone(common), rest...), lines(m))
		})
	}
}

func TestALateTickDoesNotMoveLaterTransitions(t *testing.T) {
	m := start(t, paper(t, "resume"))
	late := []time.Duration{0, 8420, 9900, 10730, 14000, 20310, 25990, 26370, 30850}
	for _, ms := range late {
		require.NoError(t, m.Tick(ms*time.Millisecond))
	}
	require.Equal(t, []string{
		"0.000  -> followBall/red",
		"8.000 followBall/red -> followBall/green",
		"10.000 followBall/green -> dance/right",
		"20.000 dance/right -> followBall/green",
		"26.000 followBall/green -> followBall/red",
		"30.000 followBall/red -> dance/right",
	}, lines(m))
}

// nested is three levels deep; a is interrupted by other.
const nested = `
machine: nested
rate_hz: 1000
history: HISTORY
initial: a
states:
  a:
    transitions: [{after: 1s, to: other}]
    initial: b
    states:
      b:
        transitions: [{after: 2500ms, to: b2}]
        initial: c
        states:
          c: {transitions: [{after: 2200ms, to: c2}]}
          c2:
      b2:
  other: {transitions: [{after: 3s, to: a}]}
`

func TestThreeLevelsInterruptedTwiceLoseNoTime(t *testing.T) {
	run := func(history string) []string {
		m := start(t, strings.Replace(nested, "HISTORY", history, 1))
		for now := time.Duration(0); now < 13*time.Second; now += time.Millisecond {
			require.NoError(t, m.Tick(now))
		}
		return lines(m)
	}
	// a is active in 0–1, 4–5, 8–9, 12–13 s.
	require.Equal(t, []string{
		"0.000  -> a/b/c", "1.000 a/b/c -> other", "4.000 other -> a/b/c", "5.000 a/b/c -> other", "8.000 other -> a/b/c",
		"8.200 a/b/c -> a/b/c2", // 2.2 s of c are over
		"8.500 a/b/c2 -> a/b2",  // 2.5 s of b are over
		"9.000 a/b2 -> other", "12.000 other -> a/b2",
	}, run("resume"))
	for _, history := range []string{"none", "shallow", "deep"} {
		require.Equal(t, []string{
			"0.000  -> a/b/c", "1.000 a/b/c -> other", "4.000 other -> a/b/c", "5.000 a/b/c -> other", "8.000 other -> a/b/c",
			"9.000 a/b/c -> other", "12.000 other -> a/b/c",
		}, run(history), "%s: c never has 2.2 s at a stretch", history)
	}
}

func TestHistoriesDifferThreeLevelsDeepAndInterruptedTwice(t *testing.T) {
	// Each level moves on once before the first interruption, c again before the second.
	src := `
machine: m
rate_hz: 100
history: HISTORY
initial: a
states:
  a:
    transitions: [{after: 1s, to: other}]
    initial: b0
    states:
      b0: {transitions: [{after: 200ms, to: b1}]}
      b1:
        initial: c0
        states:
          c0: {transitions: [{after: 300ms, to: c1}]}
          c1:
            initial: d0
            states:
              d0: {transitions: [{after: 800ms, to: d1}]}
              d1: {transitions: [{after: 5s, to: d0}]}
  other: {transitions: [{after: 1s, to: a}]}
`
	first := []string{"0.000  -> a/b0", "0.200 a/b0 -> a/b1/c0", "0.500 a/b1/c0 -> a/b1/c1/d0", "1.000 a/b1/c1/d0 -> other"}
	for history, rest := range map[string][]string{
		"none": {
			"2.000 other -> a/b0", "2.200 a/b0 -> a/b1/c0", "2.500 a/b1/c0 -> a/b1/c1/d0", "3.000 a/b1/c1/d0 -> other",
			"4.000 other -> a/b0", "4.200 a/b0 -> a/b1/c0", "4.500 a/b1/c0 -> a/b1/c1/d0", "5.000 a/b1/c1/d0 -> other",
		},
		"shallow": {
			"2.000 other -> a/b1/c0", "2.300 a/b1/c0 -> a/b1/c1/d0", "3.000 a/b1/c1/d0 -> other",
			"4.000 other -> a/b1/c0", "4.300 a/b1/c0 -> a/b1/c1/d0", "5.000 a/b1/c1/d0 -> other",
		},
		"deep": {
			"2.000 other -> a/b1/c1/d0", "2.800 a/b1/c1/d0 -> a/b1/c1/d1", "3.000 a/b1/c1/d1 -> other",
			"4.000 other -> a/b1/c1/d1", "5.000 a/b1/c1/d1 -> other",
		},
		"resume": {
			"2.000 other -> a/b1/c1/d0", "2.300 a/b1/c1/d0 -> a/b1/c1/d1", "3.000 a/b1/c1/d1 -> other",
			"4.000 other -> a/b1/c1/d1", "5.000 a/b1/c1/d1 -> other",
		},
	} {
		m := start(t, strings.Replace(src, "HISTORY", history, 1))
		for now := time.Duration(0); now < 5100*time.Millisecond; now += 10 * time.Millisecond {
			require.NoError(t, m.Tick(now))
		}
		require.Equal(t, append(slices.Clone(first), rest...), lines(m), history)
	}
}

func TestShallowRestoresOneLevelAndDeepAll(t *testing.T) {
	src := `
machine: m
rate_hz: 100
history: HISTORY
initial: a
states:
  a:
    transitions: [{after: 1s, to: other}]
    initial: b0
    states:
      b0: {transitions: [{after: 100ms, to: b}]}
      b:
        initial: c0
        states:
          c0: {transitions: [{after: 100ms, to: c}]}
          c:
  other: {transitions: [{after: 1s, to: a}]}
`
	for history, want := range map[string]string{
		"none": "a/b0", "shallow": "a/b/c0", "deep": "a/b/c", "resume": "a/b/c",
	} {
		m := start(t, strings.Replace(src, "HISTORY", history, 1))
		for _, ms := range []time.Duration{0, 100, 200, 1000, 2000} {
			require.NoError(t, m.Tick(ms*time.Millisecond))
		}
		require.Equal(t, want, m.Path(), history)
	}
}

func TestTimerErrorStaysBelowOnePeriod(t *testing.T) {
	for _, rate := range []float64{1, 3, 7, 30, 83.333, 1000} {
		src := fmt.Sprintf("machine: m\nrate_hz: %v\ninitial: a\nstates:\n"+
			"  a: {transitions: [{after: 2777ms, to: b}]}\n  b: {transitions: [{after: 2777ms, to: a}]}\n", rate)
		m := start(t, src)
		for now := time.Duration(0); now < 9*time.Second; now += 100 * time.Microsecond {
			require.NoError(t, m.Tick(now))
		}
		var last time.Duration
		for tr := range m.Trace(1) {
			late := tr.Time - last - 2777*time.Millisecond
			require.GreaterOrEqual(t, late, time.Duration(0), "rate %v", rate)
			require.Less(t, late.Seconds(), 1/rate+1e-8, "rate %v", rate)
			last = tr.Time
		}
		require.Positive(t, last)
	}
}

func TestOuterTransitionsComeFirst(t *testing.T) {
	m := start(t, `
machine: m
inputs: {go: bool}
initial: a
states:
  a:
    transitions: [{if: go, to: b}]
    initial: c
    states:
      c: {transitions: [{if: go, to: d}]}
      d:
  b:
`)
	in, ok := m.Model().Input("go")
	require.True(t, ok)
	require.NoError(t, m.Tick(0))
	m.SetBool(in, true)
	require.NoError(t, m.Tick(100*time.Millisecond))
	require.Equal(t, []string{"0.000  -> a/c", "0.100 a/c -> b"}, lines(m))
}

func TestTransitionsCrossLevelsBothWays(t *testing.T) {
	m := start(t, `
machine: m
initial: a
states:
  a:
    initial: in
    states:
      in: {transitions: [{after: 1s, to: b/deep/second, name: dive}]}
  b:
    initial: shallow
    states:
      shallow: {transitions: [{after: 1s, to: a}]}
      deep:
        initial: first
        states:
          first: {transitions: [{after: 1s, to: second}]}
          second: {transitions: [{after: 1s, to: b/shallow}]}
    transitions: [{if: elapsed > 100, to: b/deep/first}]
`)
	for now := time.Duration(0); now <= 3*time.Second; now += 50 * time.Millisecond {
		require.NoError(t, m.Tick(now))
	}
	require.Equal(t, []string{
		"0.000  -> a/in", "1.000 a/in -> b/deep/second",
		"2.000 b/deep/second -> b/shallow", "3.000 b/shallow -> a/in",
	}, lines(m))
	require.True(t, m.In("a"))
	require.False(t, m.In("b"))
	require.Equal(t, []string{"a", "in"}, m.Active())
}

func TestALoopInOneTickIsBoundedAndReported(t *testing.T) {
	m := start(t, `
machine: m
inputs: {x: bool}
variables: {n: {type: int, initial: 0}}
initial: a
states:
  a: {entry: {set: {n: n + 1}}, transitions: [{if: not x, to: b}]}
  b: {entry: {set: {n: n + 1}}, transitions: [{if: not x, to: a}]}
`)
	err := m.Tick(0)
	var loop *LoopError
	require.ErrorAs(t, err, &loop)
	require.ErrorContains(t, err, `machine m: 10 transitions in one tick, now in "a"`)
	require.EqualValues(t, 10, m.Sequence())
	require.NoError(t, m.Tick(10*time.Millisecond), "before the next grid time")
	require.ErrorAs(t, m.Tick(100*time.Millisecond), &loop, "it goes on with the next tick")
	require.EqualValues(t, 20, m.Sequence())
}

func TestResetBeginsAgainWithTheNextEpoch(t *testing.T) {
	m := start(t, paper(t, "resume"))
	require.NoError(t, m.Tick(5*time.Second))
	require.NoError(t, m.Tick(13500*time.Millisecond))
	require.Equal(t, "followBall/green", m.Path())
	require.NoError(t, m.Tick(time.Second), "an earlier time is ignored")
	require.Equal(t, "followBall/green", m.Path())
	m.Reset(0)
	require.Empty(t, m.Path())
	require.NoError(t, m.Tick(0))
	require.Equal(t, "followBall/red", m.Path())
	require.EqualValues(t, 1, m.Epoch())
	require.EqualValues(t, 0, m.Sequence())
	require.Equal(t, []string{"0.000  -> followBall/red"}, lines(m))
}

func TestATickAllocatesNothing(t *testing.T) {
	words := library(t, gotoMachine)
	all, err := Load("all.yaml", []byte(`
machine: all
inputs: {x: {type: int, stale_after: 1s}}
variables: {n: int, far: {type: float, initial: 1.0, min: 0, max: 9}, total: int}
initial: both
states:
  both:
    regions:
      one:
        initial: a
        states:
          a: {entry: {set: {n: n + 1}}, transitions: [{after: 300ms, to: b, then: {raise: moved}}, {event: e, if: event == "e.f", to: a}]}
          b: {do: {walk: {speed: =far * 2}}, transitions: [{event: moved, to: a}, {if: age(x) > 0.5 or stale(x), to: a}]}
      two:
        initial: c
        states:
          c:
            call: {machine: goto, with: {far: =far}, returns: {total: steps}}
            transitions: [{after: 1s, then: {set: {far: "min(far + 0.1, 5.0)"}}}]
    transitions: [{after: 2s, to: apart}]
  apart: {entry: {send: {event: e.f, delay: 100ms}}, transitions: [{if: elapsed > 1 and not active("both"), to: both}]}
`), words)
	require.NoError(t, err)
	for _, model := range []*Model{load(t, paper(t, "resume")), all} {
		m, err := New(model, nil)
		require.NoError(t, err)
		count := 0
		m.OnTransition = func(Transition) { count++ }
		now := time.Duration(0)
		require.NoError(t, m.Tick(now))
		in, _ := model.Input("x")
		allocs := testing.AllocsPerRun(5000, func() {
			now += 100 * time.Millisecond
			if model == all {
				m.SetInt(in, int64(now/time.Second)%3-1)
				m.Post(Event{Name: "e.f"})
			}
			if err := m.Tick(now); err != nil {
				panic(err)
			}
		})
		require.Zero(t, allocs, model.Name())
		require.Greater(t, count, 80)
	}
}
