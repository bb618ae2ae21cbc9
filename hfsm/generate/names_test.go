package generate

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm"
	"gonao/hfsm/chart"
	"gonao/hfsm/lua"
)

// parsed reads a machine.
func parsed(t *testing.T, src string) *chart.Machine {
	t.Helper()
	c, findings := chart.ReadYAML("lamp.yaml", []byte(src))
	require.Empty(t, findings.Errors())
	return c
}

// compileFiles compiles files as a package of this module and returns what the compiler prints.
func compileFiles(t *testing.T, files map[string]string) (string, error) {
	t.Helper()
	dir, root := t.TempDir(), repository(t)
	overlay := map[string]string{}
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		overlay[filepath.Join(root, "hfsm", "generate", "internal", "compiled", name)] = path
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	overlayFile := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(overlayFile, list, 0o600))
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlayFile, "./hfsm/generate/internal/compiled")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// repository returns the root of the module.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	return root
}

// The names of these machines are alike in Go, or words of Go.
var alike = map[string]string{
	"inputs that differ in the first letter": `
initial: s
inputs: {func: bool, Func: bool, a_b: int, aB: int}
states: {s: {transitions: [{if: func and Func and a_b == aB, to: FINAL}]}}`,
	"an input that is named as the second setter of another": `
initial: s
inputs: {x: int, xAt: int, x_at: int, core: bool, lua: bool}
states: {s: {transitions: [{if: age(x) > 1 and age(xAt) > 1 and age(x_at) > 1 and age(lua) > 1 and core, to: FINAL}]}}`,
	"values that differ in the first letter": `
initial: s
variables: {n: {type: int, max: 3}, N: {type: int, max: 3}, type: int, Type: int}
parameters: {gain: int, Gain: int}
outputs: {out: {type: int, min: 1, initial: 1}, Out: {type: int, min: 1, initial: 1}}
states: {s: {entry: [{set: {n: N + gain}}, {set: {N: n + Gain}}, {set: {out: Out}}, {set: {type: Type}}], transitions: [{if: n == N, to: FINAL}]}}`,
	"states and transitions that are words of Go": `
initial: func
states:
  func: {transitions: [{event: a, to: Func, name: go}, {event: b, to: inRoot, name: Go}]}
  Func: {transitions: [{event: a, to: FINAL, name: select}]}
  inRoot: {initial: XToYEdge, states: {XToYEdge: {initial: a, states: {a: {transitions: [{event: a, to: FINAL}]}}}}}
  In: {transitions: [{event: a, name: RootEdge, to: FINAL}]}
  machine: {transitions: [{event: a, name: inputs, to: FINAL}]}
  config: {transitions: [{event: a, to: In}, {event: b, to: machine}]}
  set: {transitions: [{event: a, to: config}]}`,
	"activities and arguments that are alike": `
initial: s
states:
  s: {do: [{play: {motion: a, Motion: 3}}, {Play: {func: 1, Func: 2}}], transitions: [{event: a, to: sArgs}]}
  sArgs: {do: [{play: {motion: b, Motion: 4}}, play_s: {range: 1}], transitions: [{event: a, to: FINAL}]}`,
	"a called machine's script beside an input of its name": `
initial: set
inputs: {lua_set: bool, luaSet: bool}
states:
  set: {do: [{lua: "local x = age(\"lua_set\") + age(\"luaSet\")"}], transitions: [{event: a, to: FINAL}]}`,
}

func TestNamesThatAreAlikeInGoCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("12 s of processor time: make nightly STEPS=tests")
	}
	words := &hfsm.Vocabulary{Loose: true, Languages: map[string]hfsm.Language{lua.Name: lua.New(lua.Options{})}}
	for name, src := range alike {
		t.Run(name, func(t *testing.T) {
			r, err := Package(parsed(t, "machine: alike"+src), Options{Words: words, Node: true})
			require.NoError(t, err)
			files := map[string]string{}
			for _, f := range r.Files {
				files[f.Name] = string(f.Text)
			}
			out, err := compileFiles(t, files)
			require.NoError(t, err, "%s", out)
		})
	}
}
