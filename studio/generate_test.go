package studio

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAMachineIsGeneratedAndCompiled(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go compiler; install one from go.dev/dl")
	}
	w, dir := workspace(t, map[string]string{"greet.yaml": greet, "scripted.yaml": "machine: m\ninitial: a\nstates:\n  a:\n    invoke: []\n    transitions: [{if: {lua: x}, to: a}]\n"})
	module, err := filepath.Abs("..")
	require.NoError(t, err)
	w.options.Module = module
	out := w.Generate(t.Context(), GenerateRequest{ID: opened(t, w, "greet.yaml").ID})
	require.Nil(t, out.Refused)
	require.True(t, out.OK, "%s\n%s", out.Said, out.Output)
	require.True(t, out.Compiled)
	require.Equal(t, "generated 2 files, which compile", out.Said)
	require.NoDirExists(t, filepath.Join(module, filepath.FromSlash(generatedPackage)))
	require.Equal(t, "greet.yaml scripted.yaml", mustList(w))
	_ = dir

	out = w.Generate(t.Context(), GenerateRequest{ID: opened(t, w, "scripted.yaml").ID})
	require.False(t, out.OK)
	require.NotEmpty(t, out.Findings)
	require.Equal(t, "a", out.Findings[0].State)
}

func TestErrorsOfTheCompilerAreAtTheirStates(t *testing.T) {
	known := check("greet.yaml", YAML, greet, nil)
	out := &GenerateResponse{
		Files:  []GeneratedFile{{Name: "states.go", Text: "package m\n\n// State watch (greet.yaml:7).\n\nfunc a() {}\n\n// State greet (greet.yaml:11).\n\nfunc b() { x }\n"}},
		Output: "# gonao/internal/studiogenerated\ninternal/studiogenerated/states.go:9:12: undefined: x\n",
	}
	found := compilerFindings(out, known)
	require.Len(t, found, 1)
	require.Equal(t, "greet", found[0].State)
	require.Equal(t, "states.go:9: undefined: x", found[0].Message)
}
