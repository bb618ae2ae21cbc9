package hfsm

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// at ticks a machine at times in ms.
func at(t testing.TB, m *Machine, ms ...int) {
	t.Helper()
	for _, at := range ms {
		require.NoError(t, m.Tick(time.Duration(at)*time.Millisecond))
	}
}

// every ticks a machine every 10 ms, up to and with a time in ms.
func every(t testing.TB, m *Machine, from, to int) {
	t.Helper()
	for ms := from; ms <= to; ms += 10 {
		at(t, m, ms)
	}
}

// set writes an input by its name.
func set(t testing.TB, m *Machine, name string, v Value) {
	t.Helper()
	in, ok := m.Model().Input(name)
	require.True(t, ok, name)
	switch v.Type {
	case Bool:
		m.SetBool(in, v.Bool)
	case Int:
		m.SetInt(in, v.Int)
	case Float:
		m.SetFloat(in, v.Float)
	case String:
		m.SetString(in, v.String)
	}
}

// value returns a value by its name.
func value(t testing.TB, m *Machine, name string) any {
	t.Helper()
	slot, ok := m.Model().Slot(name)
	require.True(t, ok, name)
	return anyOf(m.Value(slot))
}

func TestRegionsRunSideBySide(t *testing.T) {
	m := start(t, `
machine: m
rate_hz: 100
inputs: {go: bool}
initial: walk
states:
  walk:
    regions:
      legs:
        initial: left
        states:
          left: {transitions: [{after: 300ms, to: right}]}
          right: {transitions: [{after: 300ms, to: left}]}
      head:
        rate_hz: 10
        initial: search
        states:
          search: {transitions: [{after: 500ms, to: track}]}
          track: {transitions: [{if: go, to: FINAL}]}
    transitions: [{if: final, to: rest}, {after: 2s, to: rest, name: enough}]
  rest: {transitions: [{after: 100ms, to: walk}]}
`)
	every(t, m, 0, 700)
	require.Equal(t, []string{"walk/legs/left", "walk/head/track"}, m.Leaves(nil))
	require.Equal(t, "walk/legs/left", m.Path())
	require.True(t, m.In("walk/head/track"))
	require.False(t, m.In("walk/head/search"))
	every(t, m, 710, 2100)
	require.Equal(t, []string{"walk/legs/left", "walk/head/track"}, m.Leaves(nil), "both went on where they were")
	set(t, m, "go", BoolValue(true))
	every(t, m, 2110, 2200)
	require.Equal(t, []string{"walk/legs/right", "walk/head"}, m.Leaves(nil), "one region has ended")
	require.Equal(t, []string{
		"0.000  -> walk/legs/left", "0.300 walk/legs/left -> walk/legs/right", "0.500 walk/legs/right -> walk/legs/right",
		"0.600 walk/legs/right -> walk/legs/left", "0.900 walk/legs/left -> walk/legs/right", "1.200 walk/legs/right -> walk/legs/left",
		"1.500 walk/legs/left -> walk/legs/right", "1.800 walk/legs/right -> walk/legs/left",
		"2.000 walk/legs/left -> rest", "2.100 rest -> walk/legs/left", "2.200 walk/legs/left -> walk/legs/right", "2.200 walk/legs/right -> walk/legs/right",
	}, lines(m))
}

func TestRegionsAreEnteredInOrderAndLeftInReverse(t *testing.T) {
	h := &scripted{}
	m, err := New(load(t, `
machine: m
initial: p
states:
  p:
    do: whole
    regions:
      a: {initial: a1, states: {a1: {do: a1}, a2: {do: a2, transitions: [{after: 200ms, to: p/b/b2}]}}}
      b: {initial: b1, states: {b1: {do: b1, entry: hello, exit: bye}, b2: {do: b2}}}
    transitions: [{after: 100ms, to: p/a/a2, name: once, if: active("p/a/a1")}]
`), h)
	require.NoError(t, err)
	at(t, m, 0, 100)
	require.Equal(t, []string{
		"start whole 0", "start a1 0", "start hello 0", "start b1 0",
		"stop b1", "start bye 0", "stop a1", "stop whole",
		"start whole 0", "start a2 0", "start hello 1", "start b1 1",
	}, h.log, "the other region is resumed by its history")
	at(t, m, 200, 300)
	require.Equal(t, []string{"p/a/a2", "p/b/b2"}, m.Leaves(nil), "from one region to the other: the whole is left and entered")
}

func TestPrioritiesComeBeforeTheOrderOfTheFile(t *testing.T) {
	m := start(t, `
machine: m
inputs: {x: int}
initial: a
states:
  a:
    transitions:
      - {if: x > 0, to: b}
      - {if: x > 0, to: c, priority: 5}
      - {if: x > 1, to: d, priority: 5}
  b: {}
  c: {transitions: [{if: x > 9, to: a}]}
  d: {transitions: [{if: x > 9, to: b}]}
`)
	at(t, m, 0)
	set(t, m, "x", IntValue(2))
	at(t, m, 100)
	require.Equal(t, "c", m.Path())
}

func TestTransitionsMayActWithoutLeaving(t *testing.T) {
	h := &scripted{}
	m, err := New(load(t, `
machine: m
inputs: {x: int}
variables: {n: int, late: int}
initial: a
states:
  a:
    do: run
    transitions:
      - {after: 300ms, then: [{set: {n: n + 1}}, ping]}
      - {if: x > 0, then: {set: {late: late + 1}}}
      - {if: n == 3 and elapsed > 0.5, to: a, name: again}
`), h)
	require.NoError(t, err)
	every(t, m, 0, 700)
	require.EqualValues(t, 2, value(t, m, "n"), "once in each 300 ms")
	set(t, m, "x", IntValue(1))
	every(t, m, 710, 890)
	require.EqualValues(t, 1, value(t, m, "late"), "once in a tick of its automaton")
	every(t, m, 900, 1000)
	require.Equal(t, []string{"start run 0", "start ping 0", "start ping 0", "start ping 0", "stop run", "start run 0"}, h.log,
		"only the transition to itself left the state")
	require.Equal(t, "0.900 a -> a", lines(m)[len(lines(m))-1])
}

func TestInternalTransitionsDoNotLeaveTheirState(t *testing.T) {
	h := &scripted{}
	m, err := New(load(t, `
machine: m
inputs: {x: int}
initial: a
states:
  a:
    do: outer
    initial: b
    states:
      b: {do: b}
      c: {do: c, transitions: [{if: x > 5, to: a/b}]}
    transitions:
      - {if: x == 1, to: c, internal: true}
      - {if: x == 2, to: a/b}
`), h)
	require.NoError(t, err)
	at(t, m, 0)
	set(t, m, "x", IntValue(1))
	at(t, m, 100)
	require.Equal(t, "a/c", m.Path())
	require.Equal(t, []string{"start outer 0", "start b 0", "stop b", "start c 0"}, h.log)
	at(t, m, 200)
	require.Equal(t, []string{"stop c", "start c 0"}, h.log[4:], "its guard holds for ever: once at each grid time")
	set(t, m, "x", IntValue(0))
	at(t, m, 300)
	h.log = nil
	set(t, m, "x", IntValue(2))
	require.Error(t, m.Tick(400*time.Millisecond))
	require.Equal(t, []string{"stop c", "stop outer", "start outer 0", "start b 0"}, h.log[:4])
}

func TestThenIsDoneBetweenExitAndEntry(t *testing.T) {
	h := &scripted{}
	m, err := New(load(t, `
machine: m
initial: a
states:
  a: {exit: leave, transitions: [{after: 100ms, to: b, then: between}]}
  b: {entry: arrive}
`), h)
	require.NoError(t, err)
	at(t, m, 0, 100)
	require.Equal(t, []string{"start leave 0", "start between 0", "start arrive 0"}, h.log)
}

func TestAStaleInputIsAValueThatAGuardCanTest(t *testing.T) {
	m := start(t, `
machine: m
inputs: {x: {type: float, stale_after: 250ms}}
initial: blind
states:
  blind: {transitions: [{if: not stale(x), to: sees}]}
  sees: {transitions: [{if: stale(x), to: blind, name: lost}]}
`)
	at(t, m, 0, 100)
	require.Equal(t, "blind", m.Path(), "it has never been set")
	set(t, m, "x", FloatValue(1))
	at(t, m, 200, 300, 400)
	require.Equal(t, "sees", m.Path())
	at(t, m, 500)
	require.Equal(t, "blind", m.Path())
	in, _ := m.Model().Input("x")
	m.SetFloatAt(in, 1, 580*time.Millisecond)
	at(t, m, 600, 700, 800)
	require.Equal(t, "sees", m.Path())
	at(t, m, 900)
	require.Equal(t, "blind", m.Path())
}

func TestWhatTheHostSetsCountsFromTheTickBefore(t *testing.T) {
	m := start(t, `
machine: m
rate_hz: 10
inputs: {x: bool}
initial: a
states:
  a: {transitions: [{after: 1s, if: x, to: b}]}
  b: {transitions: [{after: 1s, to: a}]}
`)
	at(t, m, 0, 1000, 2000, 3000)
	at(t, m, 3950) // without it, x would hold at 3.1 s
	set(t, m, "x", BoolValue(true))
	at(t, m, 4050, 5500)
	require.Equal(t, []string{"0.000  -> a", "4.000 a -> b", "5.000 b -> a"}, lines(m))
}

func TestAnAssignmentOutsideTheRangeFailsTheAutomaton(t *testing.T) {
	m := start(t, `
machine: m
variables: {n: {type: int, min: 0, max: 2}}
initial: a
states:
  a:
    initial: b
    states:
      b: {transitions: [{after: 100ms, to: b, then: {set: {n: n + 1}}}]}
    transitions: [{if: failed, to: sorry}]
  sorry: {}
`)
	every(t, m, 0, 290)
	require.Equal(t, "a/b", m.Path())
	every(t, m, 300, 400)
	require.Equal(t, "sorry", m.Path())
	require.EqualError(t, m.Cause(), "machine m: n = 3; expected 0 to 2")
	require.EqualValues(t, 2, value(t, m, "n"), "it keeps its value")
	require.Equal(t, Running, m.Status())
}

func TestAFaultThatNobodyHandlesEndsTheMachine(t *testing.T) {
	h := &scripted{}
	m, err := New(load(t, `
machine: m
variables: {n: {type: int, min: 0, max: 0}}
initial: a
states:
  a: {do: run, exit: bye, transitions: [{after: 100ms, to: b}]}
  b: {entry: {set: {n: 1 + n}}, do: never, exit: left}
`), h)
	require.NoError(t, err)
	at(t, m, 0, 100)
	require.Equal(t, Failed, m.Status())
	require.Empty(t, m.Path())
	require.EqualError(t, m.Cause(), "machine m: n = 1; expected 0 to 0")
	require.Equal(t, []string{"start run 0", "stop run", "start bye 0", "start left 0"}, h.log, "what follows the fault is not started")
	at(t, m, 200)
	require.Equal(t, []string{"0.000  -> a", "0.100 a -> b", "0.100 b -> "}, lines(m))
}

func TestFinalStatesEndTheirAutomaton(t *testing.T) {
	for _, how := range []string{"true", "failed"} {
		m := start(t, `
machine: m
variables: {n: int}
initial: a
states:
  a:
    initial: b
    states:
      b: {transitions: [{after: 100ms, to: over}]}
      over: {final: `+how+`, entry: {set: {n: 7}}}
    transitions: [{if: final, to: good}, {if: failed, to: bad}]
  good: {final: true}
  bad: {final: failed}
`)
		at(t, m, 0, 100)
		require.EqualValues(t, 7, value(t, m, "n"))
		require.Equal(t, "a", m.Path())
		at(t, m, 200)
		want := map[string]Status{"true": Final, "failed": Failed}[how]
		require.Equal(t, want, m.Status())
	}
}

// logged is a host that keeps what is logged and sent.
type logged struct {
	argued
	log []string
}

func (h *logged) Log(_ *Machine, label string, value any) {
	h.log = append(h.log, fmt.Sprintf("%s=%v", label, value))
}

func (h *logged) Send(_ *Machine, to string, e Event) error {
	h.log = append(h.log, fmt.Sprintf("%s to %s: %v", e.Name, to, e.Data))
	return nil
}

func TestActionsChooseLogAndSend(t *testing.T) {
	h := &logged{}
	m, err := New(load(t, `
machine: m
variables: {n: int, s: {type: string, initial: here}}
initial: a
states:
  a:
    entry:
      - {if: [{if: n == 0, then: [{log: n + 1}, {set: {n: 7}}]}, {then: {set: {n: 8}}}]}
      - {if: [{if: n == 0, then: {set: {n: 1}}}, {if: n == 7, then: {log: {label: where, value: s}}}]}
      - {send: {event: hello, to: nao2, params: [{name: n, value: n}]}}
`), h)
	require.NoError(t, err)
	at(t, m, 0)
	require.Equal(t, []string{"=8", "where=here", "hello to nao2: map[n:7]"}[1:], h.log[1:])
	require.EqualValues(t, 7, value(t, m, "n"))
}

func TestAMachineMaySayHowManyTransitionsATickHas(t *testing.T) {
	m := start(t, "machine: m\nmax_transitions: 3\ninputs: {x: bool}\ninitial: a\nstates:\n"+
		"  a: {transitions: [{if: not x, to: b}]}\n  b: {transitions: [{if: not x, to: a}]}\n")
	require.ErrorContains(t, m.Tick(0), "machine m: 3 transitions in one tick")
}

func TestAPreconditionThatDoesNotHoldFailsTheMachineAtOnce(t *testing.T) {
	m := start(t, "machine: m\ninputs: {x: int}\npreconditions: [x > 2]\ninitial: a\nstates: {a: {}}\n")
	at(t, m, 0)
	require.Equal(t, Failed, m.Status())
	require.EqualError(t, m.Cause(), `machine m: the precondition "x > 2" does not hold`)
	m.Reset(0)
	set(t, m, "x", IntValue(3))
	at(t, m, 100)
	require.Equal(t, "a", m.Path())
}

func TestAnAutomatonOfSingleStepsTakesOneTransitionAtATime(t *testing.T) {
	const src = "machine: m\nrate_hz: 10\ninitial: a\nstates: {a: {transitions: [{if: true, to: b}]}, b: {transitions: [{if: true, to: c}]}, c: {}}\n"
	for text, want := range map[string][]string{src: {"c", "c", "c"}, "single_step: true\n" + src: {"b", "c", "c"}} {
		m, err := New(load(t, text), nil)
		require.NoError(t, err)
		var got []string
		for _, ms := range []int{0, 100, 200} {
			at(t, m, ms)
			got = append(got, m.Path())
		}
		require.Equal(t, want, got)
	}
}
