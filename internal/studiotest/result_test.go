package studiotest

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	hfsmtool "gonao/cmd/gonao/hfsm"
	studionode "gonao/nodes/studio"
)

// A run that is saved as a test passes gonao hfsm test, and fails if the machine was changed.
func TestARunIsSavedAsATest(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Machine: "clockwork.yaml", Files: map[string]string{"clockwork.yaml": clockwork}})
	s.sleep(2)
	p := s.open(t, "clockwork.yaml")
	p.waitActive("around")
	p.Press(".timeline", "Save as test")
	p.Fill("dialog input:not([type=number])", "as_it_ran")
	p.requireFine("Save as test")
	p.Key("Enter")
	p.Wait(`document.querySelector("dialog [role=status]")?.innerText.includes("as_it_ran.yaml")`)
	p.Wait(`document.querySelector("dialog code").innerText === "gonao hfsm test as_it_ran.yaml"`)
	file := filepath.Join(s.Dir, "as_it_ran.yaml")
	out, err := hfsmTest(t, file)
	require.NoError(t, err, out)
	require.Contains(t, out, "1 passed, 0 failed")
	s.write("clockwork.yaml", strings.ReplaceAll(clockwork, "after: 200ms", "after: 400ms"))
	out, err = hfsmTest(t, file)
	require.Error(t, err, out)
	require.Empty(t, p.Problems())
}

// hfsmTest runs gonao hfsm test.
func hfsmTest(t *testing.T, file string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := hfsmtool.New(graph.Access{Terminal: cli.Terminal{Out: &out, Errs: &out, In: strings.NewReader("")}})
	root.SetArgs([]string{"test", file})
	root.SetOut(&out)
	root.SetErr(&out)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestWhatCannotBeGeneratedIsAtItsState(t *testing.T) {
	notInShort(t)
	s := NewStage(t, Options{Files: map[string]string{"scripted.yaml": "machine: m\ninitial: a\nstates:\n  a:\n    transitions: [{after: 1s, to: b}]\n  b:\n    invoke: []\n    transitions: [{if: {lua: x}, to: a}]\n"}})
	p := s.open(t, "scripted.yaml")
	p.Command("Generate and compile")
	p.Press("dialog", "Generate and compile")
	p.Wait(`document.querySelector("dialog .finding")`)
	p.requireFine("Generate and compile")
	p.Click("dialog .finding")
	p.Wait(`!document.querySelector("dialog[open]") && document.querySelector(".box[data-state=b]").classList.contains("selected")`)
	require.Empty(t, p.Problems())
}

func TestAMachineIsGeneratedAndCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a program: about 10 s of processor time")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no Go compiler; install one from go.dev/dl")
	}
	module, err := filepath.Abs("../..")
	require.NoError(t, err)
	s := NewStage(t, Options{Files: map[string]string{"traffic.yaml": traffic}, Studio: func(c *studionode.Config) { c.Module = module }})
	p := s.open(t, "traffic.yaml")
	p.Command("Generate and compile")
	p.Press("dialog", "Generate and compile")
	p.WaitText("✓ generated")
	p.Wait(`document.querySelectorAll("dialog details").length >= 3`)
	require.Empty(t, p.Problems())
}
