package generate

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/embedded"
	"gonao/hfsm/generate/internal/twin"
	"gonao/hfsm/lua"
	"gonao/internal/fuzzn"
)

// words are what the host of the tests offers, and the machines that may be called.
func words(called map[string]string) *hfsm.Vocabulary {
	half := hfsm.FloatValue(0.5)
	return &hfsm.Vocabulary{
		Inputs: map[string]hfsm.Type{"x": hfsm.Int, "y": hfsm.Float, "b": hfsm.Bool, "s": hfsm.String},
		Activities: []hfsm.Kind{
			{Name: "act", Params: []hfsm.Param{{Name: "id", Type: hfsm.Int, Constant: true}, {Name: "x", Type: hfsm.Float, Default: &half}}},
			{Name: "halt", Params: []hfsm.Param{{Name: "id", Type: hfsm.Int}}},
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
			done := func(model *hfsm.Model) string {
				return twin.Run(uint64(seed), ticks, func(h *twin.Host) (twin.Machine, error) { return twin.Interpreted(model, h) })
			}
			want := done(p.model)
			same(t, p, want, done(p.generated))
			transitions += strings.Count(want, "transition ")
			faults += strings.Count(want, `"random.yaml:`) + strings.Count(want, `"sub.yaml:`)
		}
		if strings.Contains(p.src, "{lua:") {
			scripted++
		}
	}
	t.Logf("%d transitions, %d machines with scripts, %d ticks after a fault of one", transitions, scripted, faults)
	require.Greater(t, transitions, 20*count, "the machines stood still")
	require.Greater(t, scripted, count/10, "hardly a script")
	require.Greater(t, faults, count, "no script failed")
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
