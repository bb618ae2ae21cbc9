package hfsm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// clockwork writes a random machine whose trace time alone decides: rates of no common measure,
// nested and in regions, timers, recurring actions, guards on time and variables, events that are
// raised, sent with a delay and posted.
type clockwork struct {
	*rand.Rand
	out strings.Builder
	n   int
}

func (c *clockwork) line(depth int, format string, args ...any) {
	c.out.WriteString(strings.Repeat("  ", depth) + fmt.Sprintf(format, args...) + "\n")
}

func (c *clockwork) one(of ...string) string { return of[c.IntN(len(of))] }

func (c *clockwork) machine() string {
	c.line(0, "machine: clockwork\nvariables: {n: int}\nmax_transitions: 6")
	c.automaton(0)
	return c.out.String()
}

func (c *clockwork) automaton(depth int) {
	c.line(depth, "rate_hz: %s", c.one("1", "3", "4", "7", "10", "30", "50", "83.333", "100"))
	c.line(depth, "history: %s", c.one("none", "shallow", "deep", "resume"))
	names := make([]string, 1+c.IntN(3))
	for i := range names {
		c.n++
		names[i] = fmt.Sprint("s", c.n)
	}
	c.line(depth, "initial: %s\n%sstates:", names[0], strings.Repeat("  ", depth))
	for _, name := range names {
		c.line(depth+1, "%s:", name)
		c.state(depth+2, names)
	}
}

func (c *clockwork) state(depth int, siblings []string) {
	if c.IntN(3) == 0 {
		c.line(depth, "entry: [%s]", c.action())
	}
	c.line(depth, "transitions:")
	for range 1 + c.IntN(3) {
		c.line(depth, "- {%s}", c.transition(siblings))
	}
	c.line(depth, "- {after: %dms, to: %s}", 100+c.IntN(3000), c.one(siblings...))
	switch {
	case c.n > 12 || depth > 8:
	case c.IntN(3) == 0:
		c.line(depth, "regions:")
		for i := range 2 + c.IntN(2) {
			c.line(depth+1, "r%d:", i)
			c.automaton(depth + 2)
		}
	case c.IntN(2) == 0:
		c.automaton(depth)
	}
}

func (c *clockwork) action() string {
	return c.one("{set: {n: n + 1}}", "{raise: e1}", fmt.Sprintf("{send: {event: e2, delay: %dms}}", 1+c.IntN(700)), "{log: n}")
}

func (c *clockwork) transition(siblings []string) string {
	parts := []string{"then: [" + c.action() + "]"}
	if c.IntN(2) == 0 {
		parts = append(parts, "to: "+c.one(append(siblings, "FINAL")...))
	}
	if c.IntN(2) == 0 {
		parts = append(parts, "event: "+c.one("e1", "e2", "e3", `"*"`))
	}
	if c.IntN(2) == 0 {
		parts = append(parts, fmt.Sprintf("after: %dms", 1+c.IntN(900)))
	}
	guard := c.one("elapsed > 0.3", "n % 2 == 0 and elapsed > 0", "n % 3 == 1 and elapsed > 0.1", "final")
	return strings.Join(append(parts, "if: "+guard), ", ")
}

// model returns the model of a random machine.
func (c *clockwork) model(t *testing.T) *Model {
	src := c.machine()
	model, err := Load("clockwork.yaml", []byte(src), nil)
	require.NoError(t, err, src)
	return model
}

// posted is an event of the host.
type posted struct {
	at   time.Duration
	name string
}

// happenings ticks a machine at times and returns what happened, when, and in which order.
func happenings(t *testing.T, model *Model, ticks func(yield func(time.Duration) bool), events []posted) (happened []string) {
	m, err := New(model, nil)
	require.NoError(t, err)
	m.trace.listen = func(r *Record) {
		switch r.Kind { //nolint:exhaustive // the others are the host's
		case RecordTransition, RecordInternal, RecordStart, RecordMissed, RecordError:
			happened = append(happened, fmt.Sprintf("%v %v %d %s %d-%d", r.At, r.Kind, r.ID, r.Text, r.From, r.To))
		}
	}
	for now := range ticks {
		for len(events) > 0 && events[0].at <= now {
			require.True(t, m.PostAt(Event{Name: events[0].name}, events[0].at))
			events = events[1:]
		}
		_ = m.Tick(now) // random machines may loop
	}
	for i := range m.tree.autos {
		if a := &m.tree.autos[i]; m.status == Running && m.tree.on[model.automata[i].state] && a.live {
			require.Greater(t, a.next, m.clock.now-m.clock.start, "it lags behind")
		}
	}
	return happened
}

// periodic returns the multiples of a period up to an end, and the end.
func periodic(period, end time.Duration) func(yield func(time.Duration) bool) {
	return func(yield func(time.Duration) bool) {
		for now := time.Duration(0); now < end; now += period {
			if !yield(now) {
				return
			}
		}
		yield(end)
	}
}

func TestTheTraceOfARandomMachineDoesNotDependOnTicksAndStalls(t *testing.T) {
	happened := 0
	for seed := range max(20, fuzzn.N(t)/1600) {
		c := &clockwork{Rand: rand.New(rand.NewPCG(uint64(seed), 26))}
		model := c.model(t)
		const end = 8 * time.Second
		var events []posted
		for at := time.Duration(0); at < end; at += time.Duration(c.IntN(1_000_000)) * time.Microsecond {
			events = append(events, posted{at, c.one("e1", "e2", "e3")})
		}
		want := happenings(t, model, periodic(time.Millisecond, end), events)
		for _, period := range []time.Duration{13 * time.Millisecond, model.Period(), time.Second} {
			require.Equal(t, want, happenings(t, model, periodic(period, end), events), "seed %d, ticks of %v\n%s", seed, period, c.out.String())
		}
		stall := time.Duration(c.IntN(int(end)))
		require.Equal(t, want, happenings(t, model, slices.Values([]time.Duration{0, stall / 2, stall, end - 1, end}), events), "seed %d, stalls", seed)
		happened += len(want)
	}
	require.Greater(t, happened, 1000)
}

func TestRegionsOfRatesWithoutACommonMeasureKeepTheirOwnTimes(t *testing.T) {
	const src = `
machine: m
rate_hz: 10
initial: a
states:
  a:
    regions:
      slow: {rate_hz: 4, initial: b, states: {b: {transitions: [{after: 1300ms, to: c}]}, c: {}}}
      odd: {rate_hz: 3, initial: d, states: {d: {transitions: [{after: 400ms, to: e}]}, e: {}}}
`
	for _, period := range []time.Duration{time.Millisecond, 100 * time.Millisecond, time.Second} {
		m := start(t, src)
		for now := range periodic(period, 2*time.Second) {
			require.NoError(t, m.Tick(now))
		}
		require.Equal(t, []string{"0.000  -> a/slow/b", "0.667 a/slow/b -> a/slow/b", "1.500 a/slow/b -> a/slow/c"}, lines(m), "ticks of %v", period)
	}
}

func TestAMachineCatchesUpAfterAStall(t *testing.T) {
	const src = "machine: m\nrate_hz: 10\ninitial: a\nstates:\n  a: {transitions: [{after: 1s, to: b}]}\n  b: {transitions: [{after: 1s, to: a}]}\n"
	for _, stall := range []time.Duration{3 * time.Second, 2 * time.Hour} {
		m := start(t, src)
		at(t, m, 0, 500)
		require.NoError(t, m.Tick(stall+50*time.Millisecond))
		require.EqualValues(t, stall/time.Second, m.Sequence(), "each was taken in its time, more than a tick may have")
		require.Equal(t, stall, m.clock.at)
	}
}

func TestAJumpOfTheClockIsBounded(t *testing.T) {
	m := start(t, "machine: m\nrate_hz: 1000\ninitial: a\nstates:\n  a: {transitions: [{after: 1s, to: b}]}\n  b: {transitions: [{after: 1s, to: a}]}\n")
	at(t, m, 0, 500)
	const later = 50 * 365 * 24 * time.Hour
	require.ErrorContains(t, m.Tick(later), "its time stands still")
	before := m.Sequence()
	require.NoError(t, m.Tick(later+2*time.Second))
	require.Equal(t, before+2, m.Sequence(), "it goes on from there")
}

func TestALoopDoesNotKeepTheNextGridTimesFromTheirTurn(t *testing.T) {
	m := start(t, "machine: m\ninputs: {x: bool}\ninitial: a\nstates:\n  a: {transitions: [{if: not x, to: b}]}\n  b: {transitions: [{if: not x, to: a}]}\n")
	var loop *LoopError
	require.ErrorAs(t, m.Tick(0), &loop)
	require.ErrorAs(t, m.Tick(350*time.Millisecond), &loop)
	require.EqualValues(t, 40, m.Sequence(), "ten at each of four grid times")
}
