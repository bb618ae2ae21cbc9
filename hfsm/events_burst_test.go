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

// burstRule is a transition of a machine of bursts; in 1 ms.
type burstRule struct {
	event string // "" waits for none
	after int
	to    int // state, or -1: it only acts
	never bool
	acted int // time in its state when it was taken last, or -1
}

// bursty is one automaton of a machine of bursts: states with rules, and where it is.
type bursty struct {
	period  int
	states  [][]burstRule
	at      int
	entered int
	seen    int
}

// text returns it as the inside of a region.
func (b *bursty) text(indent string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%srate_hz: %d\n%sinitial: s0\n%sstates:\n", indent, 1000/b.period, indent, indent)
	for i, rules := range b.states {
		fmt.Fprintf(&out, "%s  s%d:\n%s    transitions:\n", indent, i, indent)
		for _, r := range rules {
			parts := []string{}
			if r.event != "" {
				parts = append(parts, "event: "+r.event)
			}
			if r.after > 0 {
				parts = append(parts, fmt.Sprintf("after: %dms", r.after))
			}
			if r.never {
				parts = append(parts, "if: off")
			}
			if r.to >= 0 {
				parts = append(parts, fmt.Sprintf("to: s%d", r.to))
			} else {
				parts = append(parts, "then: {log: off}")
			}
			fmt.Fprintf(&out, "%s    - {%s}\n", indent, strings.Join(parts, ", "))
		}
	}
	return out.String()
}

func drawBursty(r *rand.Rand) *bursty {
	b := &bursty{period: []int{10, 20, 40, 100, 250}[r.IntN(5)], states: make([][]burstRule, 1+r.IntN(3))}
	for i := range b.states {
		b.states[i] = []burstRule{{after: 500 + r.IntN(500), to: r.IntN(len(b.states)), acted: -1}} // out of it
		for range 1 + r.IntN(4) {
			one := burstRule{event: []string{"whistle", "button", "go", ""}[r.IntN(4)], to: r.IntN(len(b.states)+1) - 1, never: r.IntN(6) == 0, acted: -1}
			if one.event == "" || r.IntN(4) == 0 {
				one.after = 1 + r.IntN(300)
			}
			b.states[i] = append(b.states[i], one)
		}
		r.Shuffle(len(b.states[i]), func(x, y int) { b.states[i][x], b.states[i][y] = b.states[i][y], b.states[i][x] })
	}
	return b
}

// look is the documentation: at its grid time an automaton takes the first transition that may be
// taken, and the next, until no transition may be taken; a transition that waits for the event consumes it.
func (b *bursty) look(now int, event string) (consumed bool) {
	for {
		taken := false
		for i := range b.states[b.at] {
			r := &b.states[b.at][i]
			since := now - b.entered - max(0, r.acted)
			if r.never || since < r.after || r.event != "" && r.event != event || r.to < 0 && r.event == "" && r.acted == now-b.entered {
				continue
			}
			taken = true
			if r.event != "" {
				consumed, event = true, ""
			}
			if r.acted = now - b.entered; r.to >= 0 {
				b.at, b.entered = r.to, now
				for k := range b.states[b.at] {
					b.states[b.at][k].acted = -1
				}
			}
			break
		}
		if !taken {
			return consumed
		}
	}
}

// reference returns which regions consume which of the events, by the documentation alone.
func reference(regions []*bursty, events []posted, end int) (consumed []string) {
	for now := 0; now <= end; now++ {
		due := slices.DeleteFunc(slices.Clone(regions), func(b *bursty) bool { return now%b.period != 0 })
		came := 0
		for came < len(events) && events[came].at <= time.Duration(now)*time.Millisecond {
			came++
		}
		looked := map[*bursty]bool{}
		for n := 0; n <= came; n++ { // the last is not an event
			for _, b := range due {
				switch {
				case n < came && b.seen == n:
					b.seen, looked[b] = n+1, true
					if b.look(now, events[n].name) {
						consumed = append(consumed, fmt.Sprintf("%dms r%d %s%d", now, slices.Index(regions, b), events[n].name, n))
					}
				case n == came && !looked[b]:
					b.look(now, "")
				}
			}
		}
	}
	return consumed
}

func TestRandomBurstsOfEventsAreConsumedOneByOne(t *testing.T) {
	consumed := 0
	for seed := range max(50, fuzzn.N(t)/1000) {
		r := rand.New(rand.NewPCG(uint64(seed), 27))
		src := "machine: m\ninputs: {off: bool}\nrate_hz: 1\ninitial: p\nstates:\n  p:\n    regions:\n"
		regions := make([]*bursty, 1+r.IntN(3))
		for i := range regions {
			regions[i] = drawBursty(r)
			src += fmt.Sprintf("      r%d:\n%s", i, regions[i].text("        "))
		}
		var events []posted
		for at := 1; at < 2000; at += 1 + r.IntN(400) {
			for range 1 + r.IntN(5) { // of a burst
				at += r.IntN(12)
				events = append(events, posted{time.Duration(at) * time.Millisecond, []string{"whistle", "button", "go", "other"}[r.IntN(4)]})
			}
		}
		m := start(t, src)
		var got []string
		missed := 0
		m.trace.listen = func(rec *Record) {
			switch {
			case rec.Kind == RecordMissed:
				missed++
			case rec.Text == "" || rec.Kind != RecordTransition && rec.Kind != RecordInternal:
			default:
				path := m.model.path(m.model.edge(int(rec.ID)).source)
				got = append(got, fmt.Sprintf("%dms %s %s%d", rec.At/time.Millisecond, strings.Split(path, "/")[1], rec.Text, m.events.turn-1))
			}
		}
		left := events
		for now := time.Duration(0); now <= 3*time.Second; now += time.Duration(1+r.IntN(400)) * time.Millisecond {
			for len(left) > 0 && left[0].at <= now {
				require.True(t, m.PostAt(Event{Name: left[0].name}, left[0].at))
				left = left[1:]
			}
			require.NoError(t, m.Tick(now), src)
		}
		require.NoError(t, m.Tick(3*time.Second))
		want := reference(regions, events, 3000)
		require.Equal(t, want, got, "seed %d\n%s", seed, src)
		once := map[string]bool{}
		for _, line := range want {
			once[strings.Fields(line)[2]] = true
		}
		require.Equal(t, len(events), len(once)+missed, "seed %d: each is consumed, or recorded as missed", seed)
		consumed += len(want)
	}
	require.Greater(t, consumed, 100)
}

func TestACycleWhileEventsWaitInTwoAutomataEndsATime(t *testing.T) {
	m := start(t, `
machine: m
max_transitions: 3
rate_hz: 30
inputs: {go: bool}
initial: a
states:
  a:
    transitions: [{event: never, to: b}]
    rate_hz: 10
    initial: s
    states: {s: {transitions: [{to: s, if: go}, {event: e, to: s}]}}
  b: {}
`)
	require.NoError(t, m.Tick(0))
	require.True(t, m.Post(Event{Name: "e"}))
	require.NoError(t, m.Tick(70*time.Millisecond), "the outer automaton has looked at the event, the inner one has not")
	require.True(t, m.Post(Event{Name: "e"}))
	set(t, m, "go", BoolValue(true))
	before := m.Sequence()
	var loop *LoopError
	require.ErrorAs(t, m.Tick(100*time.Millisecond), &loop)
	require.Less(t, m.Sequence()-before, uint64(20))
}
