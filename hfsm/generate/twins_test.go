package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/generate/internal/twin"
	"gonao/hfsm/lua"
	"gonao/internal/fuzzn"
)

// pair is a machine that is run from its file and as Go.
type pair struct {
	name  string
	src   string
	model *hfsm.Model
	words *hfsm.Vocabulary
	files []File
}

// words are what the host of the tests offers, and the machines that may be called.
func words(called map[string]string) *hfsm.Vocabulary {
	half := hfsm.FloatValue(0.5)
	return &hfsm.Vocabulary{
		Inputs: map[string]hfsm.Type{"x": hfsm.Int, "y": hfsm.Float, "b": hfsm.Bool, "s": hfsm.String},
		Activities: []hfsm.Kind{
			{Name: "act", Params: []hfsm.Param{{Name: "id", Type: hfsm.Int, Constant: true}, {Name: "x", Type: hfsm.Float, Default: &half, Check: few}}},
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

// few takes values that are not large.
func few(v hfsm.Value) string {
	if v.Float > 5 {
		return "at most 5"
	}
	return ""
}

// draw draws a pair; false when the machine is none that may be run.
func draw(t *testing.T, seed int) (*pair, error) {
	t.Helper()
	sub := machine("sub", nil).Example(seed)
	p := &pair{name: fmt.Sprintf("M%d", seed), src: machine("random", []string{"sub"}).Example(seed)}
	p.words = words(map[string]string{"sub": sub})
	c, findings := chart.ReadYAML("random.yaml", []byte(p.src))
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	p.model, findings = hfsm.Compile(c, p.words)
	if errs := findings.Errors(); len(errs) > 0 {
		return nil, errs
	}
	p.src += "\n---\n" + sub
	r, err := Package(c, Options{Package: "main", Prefix: p.name, Words: p.words, WithLua: true})
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	p.files = r.Files
	return p, nil
}

// adapter writes what makes a generated machine a twin.Machine.
func (p *pair) adapter() string {
	var all string
	for _, f := range p.files {
		all += string(f.Text)
	}
	text := strings.ReplaceAll(`
type MNwrap struct {
	*MNMachine
}

func (w MNwrap) Values() string {
	v := w.Variables
	return twin.Values(v.Count, v.Level, v.Flag, v.Word, w.Outputs.Out)
}

type MNhost struct{ *twin.Host }
`, "MN", p.name)
	host := "nil"
	if strings.Contains(all, "type "+p.name+"ActArgs") {
		text += strings.ReplaceAll(`
func (h MNhost) Act(_ *MNMachine, args *MNActArgs) (native.Activity, error) {
	return h.Make("act", args.Id, func() string { return twin.Float(args.X) }), nil
}
`, "MN", p.name)
		host = p.name + "host{h}"
	}
	if strings.Contains(all, "type "+p.name+"HaltArgs") {
		text += strings.ReplaceAll(`
func (h MNhost) Halt(_ *MNMachine, args *MNHaltArgs) (native.Activity, error) {
	return h.Make("halt", args.Id, func() string { return "" }), nil
}
`, "MN", p.name)
		host = p.name + "host{h}"
	}
	if host == "nil" {
		host = ""
	}
	return text + strings.NewReplacer("MN", p.name, "HOST", host).Replace(`
func NewMN(h *twin.Host) (twin.Machine, error) {
	m, err := NewMNMachine(HOST)
	if err != nil {
		return nil, err
	}
	m.OnLog = h.Log
	few := func(v hfsm.Value) string {
		if v.Float > 5 {
			return "at most 5"
		}
		return ""
	}
	m.Check([]hfsm.Kind{{Name: "act", Params: []hfsm.Param{{Name: "x", Check: few}}}})
	return MNwrap{MNMachine: m}, nil
}
`)
}

const adapterFile = `package %s

import (
	"gonao/hfsm"
	"gonao/hfsm/generate/internal/twin"
	"gonao/hfsm/native"
)

var _ native.Status
`

const driver = `package main

import (
	"gonao/hfsm/generate/internal/twin"
%s)

func main() {
	twin.Main(map[string]func(*twin.Host) (twin.Machine, error){
%s	})
}
`

// runAll builds all generated machines into one program and gives what each did.
func runAll(t *testing.T, pairs []*pair, seeds, ticks int) map[string][]string {
	t.Helper()
	dir, root := t.TempDir(), repository(t)
	virtual := filepath.Join(root, "hfsm", "generate", "internal", "twin", "driver")
	overlay := map[string]string{}
	add := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		overlay[filepath.Join(virtual, name)] = path
	}
	table, parts := "", ""
	const together = 10 // machines in one package: the compiler takes long over large ones
	for i := 0; i < len(pairs); i += together {
		part := fmt.Sprintf("part%d", i/together)
		parts += fmt.Sprintf("%q\n", "gonao/hfsm/generate/internal/twin/driver/"+part)
		adapters := ""
		for _, p := range pairs[i:min(i+together, len(pairs))] {
			for _, f := range p.files {
				add(part+"/"+strings.ToLower(p.name)+"_"+f.Name, strings.Replace(string(f.Text), "\npackage main\n", "\npackage "+part+"\n", 1))
			}
			adapters += p.adapter()
			table += fmt.Sprintf("%q: %s.New%s,\n", p.name, part, p.name)
		}
		add(part+"/adapters.go", fmt.Sprintf(adapterFile, part)+adapters)
	}
	add("main.go", fmt.Sprintf(driver, parts, table))
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	list := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(list, text, 0o600))
	program := filepath.Join(dir, "driver.exe")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-gcflags=gonao/hfsm/generate/internal/twin/driver/...=-N -l", "-overlay", list, "-o", program, "./hfsm/generate/internal/twin/driver")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if len(out) > 4000 {
		out = out[:4000]
	}
	require.NoError(t, err, "%s", out)
	run := exec.CommandContext(t.Context(), program, fmt.Sprint(seeds), fmt.Sprint(ticks))
	run.Stderr = os.Stderr
	said, err := run.Output()
	require.NoError(t, err)
	traces := map[string][]string{}
	require.NoError(t, json.NewDecoder(bytes.NewReader(said)).Decode(&traces))
	return traces
}

// repository returns the root of the module.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	return root
}

func TestRandomMachinesDoTheSameAsGoAndFromTheirFiles(t *testing.T) {
	count := max(20, min(fuzzn.N(t)/1000, 5000)) // FUZZ_N=2000000: 2000 machines
	var pairs []*pair
	refused := map[string]int{}
	for seed := 1; len(pairs) < count; seed++ {
		p, err := draw(t, seed)
		if err != nil {
			require.NotContains(t, err.Error(), "generate:", "seed %d", seed)
			refused[err.Error()]++
			require.Less(t, len(refused), 4*count+20, "too many are refused, such as: %v", err)
			continue
		}
		pairs = append(pairs, p)
	}
	t.Logf("%d machines, %d others refused when loaded", len(pairs), len(refused))
	const seeds, ticks, batch = 3, 80, 150
	transitions, scripted, faults := 0, 0, 0
	for len(pairs) > 0 {
		n := min(batch, len(pairs))
		traces := runAll(t, pairs[:n], seeds, ticks)
		for _, p := range pairs[:n] {
			for seed, got := range traces[p.name] {
				want := twin.Run(uint64(seed), ticks, func(h *twin.Host) (twin.Machine, error) { return twin.Interpreted(p.model, h) })
				same(t, p, want, got)
				transitions += strings.Count(want, "transition ")
				faults += strings.Count(want, `"random.yaml:`) + strings.Count(want, `"sub.yaml:`)
			}
			if strings.Contains(p.src, "{lua:") {
				scripted++
			}
		}
		pairs = pairs[n:]
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
	if dir := os.Getenv("TWINS"); dir != "" {
		_ = os.WriteFile(filepath.Join(dir, "machine.yaml"), []byte(p.src), 0o600)
		for _, f := range p.files {
			_ = os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o600)
		}
	}
	t.Fatalf("%s parts in line %d:\n%s\n\nfrom its file:\n%s\nas Go:\n%s", p.name, at, strings.Join(a[from:at], "\n"),
		strings.Join(a[at:min(len(a), at+6)], "\n"), strings.Join(b[at:min(len(b), at+6)], "\n")+"\n"+p.src)
}

// insides is a machine in which much happens inside a state that is interrupted again
// and again: transitions that lead inside it, and faults.
const insides = `
machine: random
history: resume
inputs: {x: int, y: float, b: bool, s: string}
variables: {count: {type: int, initial: 0, max: 1}, level: {type: float, initial: 0.0}, flag: {type: bool, initial: false}, word: {type: string, initial: a}}
outputs: {out: {type: float, initial: 0.0}}
initial: work
states:
  work:
    transitions: [{if: b, to: away}]
    initial: slow
    states:
      slow:
        transitions:
          - {after: 700ms, to: done}
          - {if: x == 1 and not active("work/slow/b"), to: b, internal: true}
        initial: a
        states:
          a: {transitions: [{if: x == 2, to: c}]}
          b: {transitions: [{if: x == 3, to: a}]}
          c: {entry: {set: {count: count + 5}}}
      done: {transitions: [{after: 300ms, to: slow}]}
  away: {transitions: [{if: not b, to: work}]}
`

func TestWhatHappensInsideAStateLeavesItsTimeToBeResumedInGoToo(t *testing.T) {
	c, findings := chart.ReadYAML("insides.yaml", []byte(insides))
	require.Empty(t, findings.Errors())
	p := &pair{name: "M0", src: insides, words: words(nil)}
	p.model, findings = hfsm.Compile(c, p.words)
	require.Empty(t, findings.Errors())
	r, err := Package(c, Options{Package: "main", Prefix: p.name, Words: p.words})
	require.NoError(t, err)
	p.files = r.Files
	const seeds, ticks = 20, 200
	for seed, got := range runAll(t, []*pair{p}, seeds, ticks)[p.name] {
		same(t, p, twin.Run(uint64(seed), ticks, func(h *twin.Host) (twin.Machine, error) { return twin.Interpreted(p.model, h) }), got)
	}
}
