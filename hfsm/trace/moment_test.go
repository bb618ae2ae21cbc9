package trace_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gonao/hfsm"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/trace"
)

// diary holds the trace of a run and how the machine stood after each of its ticks.
type diary struct {
	text  string
	times []time.Duration // of the ticks, since the first entry
	was   []*hfsm.Snapshot
}

// keep runs a machine in a random world and keeps a diary of it; segments begins the trace anew so many
// times, with a whole state each.
func keep(t require.TestingT, model *hfsm.Model, seed uint64, ticks int) diary {
	rng := rand.New(rand.NewPCG(seed, 3))
	m, err := hfsm.New(model, &drawn.Host{Rand: rng})
	require.NoError(t, err)
	var d diary
	var out strings.Builder
	writer, err := trace.NewWriter(&out, model, nil)
	require.NoError(t, err)
	stream := m.Control().Sampled(1 << 14)
	w := &drawn.World{Rand: rng}
	for i := range ticks {
		if m.Status() != hfsm.Running {
			break
		}
		w.Sense(m)
		_ = m.Tick(w.Now)
		s := m.Snapshot()
		d.times, d.was = append(d.times, m.Since(w.Now)), append(d.was, s)
		require.NoError(t, writer.Drain(stream))
		if i%37 == 36 {
			require.NoError(t, writer.Snapshot(m.Snapshot()))
		}
	}
	require.Zero(t, stream.Lost())
	require.NoError(t, writer.Flush())
	d.text = out.String()
	return d
}

// stood returns what of a snapshot a moment must have: all but where the grids stand and which events
// may still be seen, which depend on ticks in which nothing happened.
func stood(s *hfsm.Snapshot) (active []string, automata []hfsm.AutomatonSnapshot, values []hfsm.ValueSnapshot, activities []hfsm.ActivitySnapshot, status string) {
	for _, a := range s.Automata {
		a.Next, a.Last, a.Seen = 0, 0, 0
		automata = append(automata, a)
	}
	for _, v := range s.Values {
		v.Known, v.KnownSet, v.Fresh, v.Held = nil, nil, false, false
		values = append(values, v)
	}
	return s.Active, automata, values, s.Activities, s.Status
}

// checkMoment compares a moment of a trace with the diary.
func checkMoment(t require.TestingT, d *diary, model *hfsm.Model, tick int, between time.Duration) {
	at := d.times[tick] + between
	reader, err := trace.NewReader("run.trace", strings.NewReader(d.text))
	require.NoError(t, err)
	m, err := trace.At(reader, model, d.was[tick].Epoch, at, nil)
	require.NoError(t, err)
	defer m.Close()
	active, automata, values, activities, status := stood(d.was[tick])
	gotActive, gotAutomata, gotValues, gotActivities, gotStatus := stood(m.Machine.Snapshot())
	require.Equal(t, active, gotActive)
	require.Equal(t, automata, gotAutomata)
	sets := between > 0 || tick > 0 && d.times[tick-1] == d.times[tick] // what is set between two ticks counts as just after the first
	for i := range values {
		if !sets || values[i].Role == "input" {
			require.Equal(t, values[i], gotValues[i])
		}
	}
	require.Equal(t, activities, gotActivities)
	require.Equal(t, status, gotStatus)
}

func TestTheStateAtRandomMomentsIsThatOfTheRun(t *testing.T) {
	moments := 0
	drawn.Check(t, func(t *rapid.T) {
		model := drawn.Model(t)
		d := keep(t, model, rapid.Uint64().Draw(t, "seed"), 120)
		for range 14 {
			tick := rapid.IntRange(0, len(d.times)-1).Draw(t, "tick")
			if tick+1 < len(d.times) && d.times[tick+1] == d.times[tick] {
				continue
			}
			between := time.Duration(0)
			if tick+1 < len(d.times) && d.was[tick+1].Epoch == d.was[tick].Epoch {
				between = time.Duration(rapid.Int64Range(0, max(0, int64(d.times[tick+1]-d.times[tick])-1)).Draw(t, "between"))
			}
			checkMoment(t, &d, model, tick, between)
			moments++
		}
	})
	require.GreaterOrEqual(t, moments, 200)
}

// A recorder that is killed within a line leaves the records before it.
func TestATraceThatWasCutIsReadToItsLastRecord(t *testing.T) {
	model := load(t, "machine: m\nrate_hz: 100\ninputs: {x: int}\ninitial: a\nstates: {a: {transitions: [{if: x > 2, to: b}]}, b: {transitions: [{if: x < 2, to: a}]}}\n")
	d := keep(t, model, 1, 100)
	whole, lines := len(d.text), 0
	for cut := range 60 {
		reader, err := trace.NewReader("cut.trace", strings.NewReader(d.text[:whole-cut]))
		require.NoError(t, err)
		reader.AllowCut()
		n := 0
		for ; ; n++ {
			if _, err := reader.Next(); err != nil {
				require.ErrorIs(t, err, io.EOF, "cut by %d", cut)
				break
			}
		}
		if cut == 0 {
			lines = n
		}
		require.GreaterOrEqual(t, n, lines-2)
	}
}

func TestSamplesCostTheTickNoAllocation(t *testing.T) {
	m := start(t, "machine: m\nrate_hz: 100\ninputs: {x: int, s: string}\ninitial: a\nstates: {a: {transitions: [{if: x > 2, to: b}]}, b: {transitions: [{if: x < 2, to: a}]}}\n")
	stream := m.Control().Sampled(1 << 10)
	x, _ := m.Model().Input("x")
	s, _ := m.Model().Input("s")
	now, into := time.Duration(0), make([]hfsm.Record, 64)
	seen := map[hfsm.RecordKind]int{}
	require.Zero(t, testing.AllocsPerRun(200, func() {
		now += 10 * time.Millisecond
		m.SetInt(x, int64(now/(10*time.Millisecond))%5)
		m.SetString(s, "word")
		if err := m.Tick(now); err != nil {
			panic(err)
		}
		stream.Read(into)
	}))
	for range 50 {
		now += 10 * time.Millisecond
		m.SetInt(x, int64(now/(10*time.Millisecond))%5)
		at(t, m, int(now/time.Millisecond))
		for _, r := range into[:stream.Read(into)] {
			seen[r.Kind]++
		}
	}
	require.Positive(t, seen[hfsm.RecordSeen])
	require.Positive(t, seen[hfsm.RecordActive])
	require.Equal(t, seen[hfsm.RecordTransition], seen[hfsm.RecordActive], "of one automaton")
}
