package hfsm

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/internal/fuzzn"
)

// drawnMachine writes a machine with all the language has: levels, regions, rates,
// histories, times, guards with age, events, priorities, internal transitions, values
// in a range, activities that stop slowly.
type drawnMachine struct {
	t   *rapid.T
	out strings.Builder
	n   int
}

func drawMachine(t *rapid.T) string {
	d := &drawnMachine{t: t}
	d.out.WriteString("machine: drawn\ninputs: {x: int, y: {type: float, stale_after: 50ms}, b: bool, s: string}\n" +
		"variables: {n: {type: int, min: 0, max: 40}, f: float}\noutputs: {o: float}\nmax_transitions: " +
		fmt.Sprint(d.number(2, 8)) + "\n")
	d.automaton(0)
	return d.out.String()
}

func (d *drawnMachine) number(from, to int) int { return rapid.IntRange(from, to).Draw(d.t, "n") }
func (d *drawnMachine) often(percent int) bool  { return d.number(0, 99) < percent }
func (d *drawnMachine) one(of ...string) string { return rapid.SampledFrom(of).Draw(d.t, "one") }

func (d *drawnMachine) line(depth int, format string, args ...any) {
	d.out.WriteString(strings.Repeat("  ", depth) + fmt.Sprintf(format, args...) + "\n")
}

// automaton writes what is inside a state at an indent of two per depth.
func (d *drawnMachine) automaton(depth int) {
	if d.often(60) {
		d.line(depth, "history: %s", d.one("none", "shallow", "deep", "resume"))
	}
	if d.often(60) {
		d.line(depth, "rate_hz: %s", d.one("10", "30", "50", "100", "7"))
	}
	names := make([]string, d.number(1, 3))
	for i := range names {
		d.n++
		names[i] = fmt.Sprintf("s%d", d.n)
	}
	d.line(depth, "initial: %s", names[0])
	d.line(depth, "states:")
	for _, name := range names {
		d.line(depth+1, "%s:", name)
		d.state(depth+2, names)
	}
}

func (d *drawnMachine) state(depth int, siblings []string) {
	if d.often(60) {
		d.line(depth, "do: {%s: {power: %s}}", d.one("run", "slow"), d.one("1", "=x", "=n + 1"))
	}
	if d.often(30) {
		d.line(depth, "stop_within: 60ms")
	}
	if d.often(30) {
		d.line(depth, "entry: [%s]", d.action())
	}
	if d.often(30) {
		d.line(depth, "exit: [%s]", d.action())
	}
	d.line(depth, "transitions:")
	for _, other := range siblings { // so that every state is reached
		d.line(depth, "- {to: %s, if: x == 99 and elapsed > 0}", other)
	}
	for range d.number(1, 4) {
		d.line(depth, "- {%s}", d.transition(siblings))
	}
	switch {
	case d.n > 14 || depth > 9:
	case d.often(25):
		d.line(depth, "regions:")
		for i := range d.number(2, 3) {
			d.line(depth+1, "r%d:", i)
			d.automaton(depth + 2)
		}
	case d.often(40):
		d.automaton(depth)
	}
}

func (d *drawnMachine) action() string {
	return d.one("{set: {n: n + 1}}", "{set: {f: y + 0.5}}", "{set: {o: f * 2.0}}", "{raise: again}", "{run: {power: =x}}", "{set: {n: 0}}")
}

func (d *drawnMachine) transition(siblings []string) string {
	parts := []string{}
	switch to := d.one(append([]string{"", "FINAL", "FAILED"}, append(siblings, siblings...)...)...); to {
	case "":
		parts = append(parts, "then: ["+d.action()+"]")
	default:
		parts = append(parts, "to: "+to)
		if d.often(20) {
			parts = append(parts, "then: ["+d.action()+"]")
		}
	}
	if d.often(40) {
		parts = append(parts, "event: "+d.one("kick", "again", "kick.hard", `"*"`))
	}
	if d.often(30) {
		parts = append(parts, fmt.Sprintf("after: %dms", d.number(1, 40)*10))
	}
	if d.often(20) {
		parts = append(parts, fmt.Sprintf("priority: %d", d.number(1, 3)))
	}
	parts = append(parts, "if: "+d.one(
		"x == 1 and elapsed > 0", "x == 2 and n < 30", "y > 0.7 and elapsed > 0.02", "age(y) > 0.1 and elapsed > 0.05", "stale(y) and x > 2 and elapsed > 0",
		"final", "failed", "b and elapsed > 0.03", `s == "go" and elapsed > 0`, "n > 3 and x == 3 and elapsed > 0", "elapsed > 0.2 and f < 3"))
	return strings.Join(parts, ", ")
}

// fickle is a host whose activities end, stop, write inputs and post events as a
// source of random numbers says.
type fickle struct {
	rng *rand.Rand
}

func (f *fickle) Activity(m *Machine, name string, _ Args) (Activity, error) {
	a := &fickleActivity{f.rng, m}
	if name == "slow" {
		return &tardyActivity{a}, nil
	}
	return a, nil
}

type fickleActivity struct {
	rng *rand.Rand
	m   *Machine
}

func (a *fickleActivity) meddle() {
	switch a.rng.IntN(12) {
	case 0:
		setInput(a.m, "x", IntValue(int64(a.rng.IntN(5))))
	case 1:
		setInput(a.m, "y", FloatValue(a.rng.Float64()))
		setInput(a.m, "y", FloatValue(a.rng.Float64()))
	case 2:
		a.m.Post(Event{Name: "kick.hard"})
	}
}

func (a *fickleActivity) Start(time.Duration, Entry) { a.meddle() }
func (a *fickleActivity) Stop(time.Duration)         { a.meddle() }
func (a *fickleActivity) Step(time.Duration) (Status, error) {
	a.meddle()
	switch a.rng.IntN(30) {
	case 0:
		return Final, nil
	case 1:
		return Failed, nil
	case 2:
		return Running, errors.New("slipped")
	}
	return Running, nil
}

type tardyActivity struct{ *fickleActivity }

func (a *tardyActivity) Stopping(time.Duration) bool {
	a.meddle()
	return a.rng.IntN(3) == 0
}

func setInput(m *Machine, name string, v Value) {
	in, ok := m.Model().Input(name)
	if !ok {
		return
	}
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

// world drives a machine at random.
type world struct {
	rng *rand.Rand
	now time.Duration
}

// sense sets inputs and posts events, as a robot might between two ticks, and lets
// some time pass: none, a little, or much.
func (w *world) sense(m *Machine) {
	if w.rng.IntN(3) == 0 {
		setInput(m, "x", IntValue(int64(w.rng.IntN(5))))
	}
	if w.rng.IntN(20) == 0 {
		setInput(m, "x", IntValue(99))
	}
	if w.rng.IntN(2) == 0 {
		setInput(m, "y", FloatValue(w.rng.Float64()))
	}
	if w.rng.IntN(10) == 0 {
		in, _ := m.Model().Input("y")
		m.SetFloatAt(in, w.rng.Float64(), w.now-time.Duration(w.rng.IntN(200))*time.Millisecond)
	}
	if w.rng.IntN(6) == 0 {
		setInput(m, "b", BoolValue(w.rng.IntN(2) == 0))
		setInput(m, "s", StringValue([]string{"go", "stay"}[w.rng.IntN(2)]))
	}
	if w.rng.IntN(8) == 0 {
		m.Post(Event{Name: "kick", Data: map[string]any{"power": w.rng.Float64(), "foot": "left", "n": int64(2)}})
	}
	if slot, ok := m.Model().Slot("n"); ok && w.rng.IntN(40) == 0 {
		_ = m.SetValue(slot, IntValue(int64(w.rng.IntN(10))))
	}
	switch w.rng.IntN(12) {
	case 0:
	case 1:
		w.now += time.Duration(w.rng.IntN(400)) * time.Millisecond
	default:
		w.now += time.Duration(w.rng.IntN(20_000)) * time.Microsecond
	}
}

// drawnModel gives a random machine that loads; not all do.
func drawnModel(t *rapid.T) *Model {
	src := drawMachine(t)
	model, err := Load("drawn.yaml", []byte(src), nil)
	if err != nil {
		require.NoError(t, err, src)
	}
	return model
}

func TestAReplayOfARandomMachineIsTheRunRecordByRecord(t *testing.T) {
	records, transitions, kinds := 0, uint64(0), map[RecordKind]int{}
	checkRapid(t, func(t *rapid.T) {
		model := drawnModel(t)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		m, err := New(model, &fickle{rng})
		require.NoError(t, err)
		stream := m.Stream(1 << 14)
		var file bytes.Buffer
		out, err := NewTraceWriter(&file, model, nil)
		require.NoError(t, err)
		w := &world{rng, time.Duration(rng.IntN(1e9))}
		m.OnTransition = func(tr Transition) {
			transitions++
			if rng.IntN(20) == 0 {
				setInput(m, "x", IntValue(int64(rng.IntN(5))))
			}
		}
		for range 150 {
			w.sense(m)
			_ = m.Tick(w.now)
			if rng.IntN(60) == 0 {
				m.Reset(w.now)
			}
			require.NoError(t, out.Drain(stream))
		}
		m.Stop(w.now)
		require.NoError(t, out.Drain(stream))
		require.NoError(t, out.Flush())
		require.Zero(t, stream.Lost())
		replayed := replayText(t, file.String(), model)
		records += replayed.Records
		require.Equal(t, strings.Count(file.String(), "\n")-1, replayed.Records)
		for r := range m.Records(0) {
			kinds[r.Kind]++
		}
	})
	t.Log(records, "records", transitions, "transitions", kinds)
	for k := RecordTick; k <= RecordStop; k++ {
		if k != RecordReload {
			require.Positive(t, kinds[k], "%s never happened", k)
		}
	}
}

// replayText replays a trace, which must come to the same.
func replayText(t require.TestingT, text string, model *Model) Replayed {
	reader, err := NewTraceReader("run.trace", strings.NewReader(text))
	require.NoError(t, err)
	replayed, err := Replay(reader, model, ReplayOptions{})
	require.NoError(t, err)
	if d := replayed.Difference; d != nil {
		_ = os.WriteFile(os.TempDir()+"/differs.trace", []byte(text), 0o600)
		require.NoError(t, d)
	}
	return replayed
}

// checkRapid runs a property a hundred times, or as often as FUZZ_N asks for.
func checkRapid(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	for range max(1, fuzzn.N(t)/50_000) {
		rapid.Check(t, property)
	}
}
