package hfsm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/tooltest"
)

func TestCodeOfAStateThatIsGoneIsKeptAndNamed(t *testing.T) {
	machine := tooltest.File(t, "blink.yaml", blink)
	dir := filepath.Join(t.TempDir(), "blink")
	out, errs, err := tooltest.Gonao(t, "hfsm", "generate", machine, "-o", dir)
	require.NoError(t, err)
	require.Empty(t, errs)
	states := filepath.Join(dir, "states.go")
	require.Contains(t, out, "wrote "+states+"\n")
	text, err := os.ReadFile(states)
	require.NoError(t, err)
	const begin, name = "// user code: begin ", "entry off"
	before, after, ok := strings.Cut(string(text), begin+name+"\n")
	require.True(t, ok, string(text))
	tooltest.WriteFile(t, states, before+begin+name+"\n\t_ = \"mine\"\n"+after)

	tooltest.WriteFile(t, machine, strings.ReplaceAll(blink, "off", "black"))
	_, errs, err = tooltest.Gonao(t, "hfsm", "generate", machine, "-o", dir)
	require.NoError(t, err)
	require.Contains(t, errs, "user code \""+name+"\" has no place any more: kept as a comment at the end of "+states)
	text, err = os.ReadFile(states)
	require.NoError(t, err)
	require.Contains(t, string(text), `_ = "mine"`)
}

func TestWhatCannotBeGeneratedIsRefused(t *testing.T) {
	machine := tooltest.File(t, "blink.yaml", blink)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{machine}, cli.ExitUsage, "-o: expected the directory of the package"},
		{[]string{"nowhere.yaml", "-o", t.TempDir()}, cli.ExitFailed, "read the machine: open nowhere.yaml"},
		{[]string{machine, "-o", t.TempDir(), "--package", "no name"}, cli.ExitFailed, "no name"},
		{[]string{machine, "-o", filepath.Join(machine, "below")}, cli.ExitFailed, "not a directory"},
	} {
		_, errs, code := hfsmTool(t, append([]string{"generate"}, c.args...)...)
		require.Equal(t, c.code, code, c.args)
		require.Contains(t, errs, c.want)
	}
}

func TestAPictureIsDrawnByTheProgramBesideIt(t *testing.T) {
	withLayout(t)
	file := filepath.Join(t.TempDir(), "blink.svg")
	_, _, err := tooltest.Gonao(t, "hfsm", "graph", tooltest.File(t, "blink.yaml", blink), "-o", file)
	require.NoError(t, err)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(text), "</svg>")
	require.Contains(t, string(text), "dark")
	out, _, err := tooltest.Gonao(t, "hfsm", "export", tooltest.File(t, "blink.yaml", blink), "-f", "dot")
	require.NoError(t, err)
	require.Contains(t, out, "digraph")
}
