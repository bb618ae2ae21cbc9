package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/embedded"
	"gonao/hfsm/internal/drawn"
	"gonao/hfsm/lua"
	"gonao/hfsm/trace"
	"gonao/internal/fuzzn"
)

// words are what the host of the tests offers, and the machines that may be called.
func words(called map[string]string) *hfsm.Vocabulary {
	half := hfsm.FloatValue(0.5)
	return &hfsm.Vocabulary{
		Inputs: map[string]hfsm.Type{"x": hfsm.Int, "y": hfsm.Float, "b": hfsm.Bool, "s": hfsm.String},
		Activities: []hfsm.Kind{
			{Name: "act", Params: []hfsm.Param{{Name: "id", Type: hfsm.Int, Constant: true}, {Name: "x", Type: hfsm.Float, Default: &half}}},
			{Name: "slow", Params: []hfsm.Param{{Name: "id", Type: hfsm.Int}}},
		},
		Languages: map[string]hfsm.Language{lua.Name: lua.New(lua.Options{})},
		Machines: func(name string) (*chart.Machine, error) {
			src, ok := called[name]
			if !ok {
				return nil, fmt.Errorf("no machine %q", name)
			}
			c, findings := chart.ReadYAML(name+".yaml", []byte(src))
			if errs := findings.Errors(); len(errs) > 0 {
				return nil, errs
			}
			return c, nil
		},
	}
}

// pair is a machine that is run from its file and as a generated package runs it.
type pair struct {
	src       string
	model     *hfsm.Model
	generated *hfsm.Model
}

// draw draws a pair, or returns why the machine is refused when it is loaded.
func draw(t *testing.T, seed int) (*pair, error) {
	t.Helper()
	sub := machine("sub", nil).Example(seed)
	p := &pair{src: machine("random", []string{"sub"}).Example(seed)}
	words := words(map[string]string{"sub": sub})
	c, findings := chart.ReadYAML("random.yaml", []byte(p.src))
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	p.model, findings = hfsm.Compile(c, words)
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	p.src += "\n---\n" + sub
	r, err := Package(c, Options{Words: words})
	require.NoError(t, err, "seed %d", seed)
	source := &embedded.Source{Text: machineYAML, File: "random.yaml", Called: map[string]string{"sub": "machine_sub.yaml"}}
	files := fstest.MapFS{}
	for _, f := range r.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Text}
		if f.Name == machineGo && strings.Contains(string(f.Text), "lua.New") {
			source.Words.Languages = words.Languages
		}
	}
	source.Files = files
	p.generated, err = source.Compile()
	require.NoError(t, err, "seed %d", seed)
	require.Equal(t, p.model.Hash(), p.generated.Hash(), "seed %d", seed)
	return p, nil
}

func TestRandomMachinesDoTheSameFromTheirPackageAndFromTheirFiles(t *testing.T) {
	count := max(20, min(fuzzn.N(t)/1000, 5000)) // FUZZ_N=2000000: 2000 machines
	const seeds, ticks = 3, 80
	transitions, scripted, faults, run := 0, 0, 0, 0
	for seed := 1; run < count; seed++ {
		require.Less(t, seed, 10*count+100, "too many machines are refused")
		p, err := draw(t, seed)
		if err != nil {
			continue
		}
		run++
		for seed := range seeds {
			want := traced(t, p.model, uint64(seed), ticks)
			same(t, p, want, traced(t, p.generated, uint64(seed), ticks))
			transitions += strings.Count(want, `"kind":"transition"`)
			faults += strings.Count(want, `"error":"random.yaml:`) + strings.Count(want, `"error":"sub.yaml:`)
		}
		if strings.Contains(p.src, "{lua:") {
			scripted++
		}
	}
	t.Logf("%d transitions, %d machines with scripts, %d faults of these", transitions, scripted, faults)
	require.Greater(t, transitions, 20*count, "the machines stood still")
	require.Greater(t, scripted, count/10, "hardly a script")
	require.Greater(t, faults, count/10, "hardly a script failed")
}

// traced drives a machine through inputs, events, restarts and ticks that depend only on the seed. It returns the trace,
// with the values after each tick.
func traced(t *testing.T, model *hfsm.Model, seed uint64, ticks int) string {
	t.Helper()
	w := drawn.World{Rand: rand.New(rand.NewPCG(seed, 1))}
	m, err := hfsm.New(model, &drawn.Host{Rand: w.Rand})
	require.NoError(t, err)
	defer m.Close()
	var out strings.Builder
	stream := m.Stream(1 << 12)
	writer, err := trace.NewWriter(&out, model, nil)
	require.NoError(t, err)
	for range ticks {
		w.Sense(m)
		w.Now += time.Duration(w.Rand.IntN(40)) * time.Millisecond
		if w.Rand.IntN(4) == 0 {
			drawn.SetInput(m, "s", hfsm.StringValue([]string{"", "red", "green"}[w.Rand.IntN(3)]))
		}
		for w.Rand.IntN(3) == 0 {
			m.Post(hfsm.Event{Name: events[w.Rand.IntN(len(events))]})
		}
		if w.Rand.IntN(40) == 0 || m.Status() != hfsm.Running && w.Rand.IntN(4) == 0 {
			m.Reset(w.Now)
		}
		_ = m.Tick(w.Now)
		require.NoError(t, writer.Drain(stream))
		require.NoError(t, writer.Flush())
		for slot := range model.Slots() {
			out.WriteString(m.Value(slot).Text() + " ")
		}
		out.WriteString("\n")
	}
	require.Zero(t, stream.Lost())
	return out.String()
}

// same compares two traces and shows where they part.
func same(t *testing.T, p *pair, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	from := max(0, at-12)
	t.Fatalf("they part in line %d:\n%s\n\nfrom its file:\n%s\nfrom its package:\n%s", at, strings.Join(a[from:at], "\n"),
		strings.Join(a[at:min(len(a), at+6)], "\n"), strings.Join(b[at:min(len(b), at+6)], "\n")+"\n"+p.src)
}
