package hfsm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
)

func TestAnImportChecksAndRunsAsItIs(t *testing.T) {
	g := tooltest.New(t)
	files, err := filepath.Glob("../../../hfsm/formats/jderobot/testdata/*.xml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			imported := filepath.Join(t.TempDir(), strings.TrimSuffix(filepath.Base(file), ".xml")+".yaml")
			out, err := g.Gonao("hfsm", "import", file, "-o", imported)
			require.NoError(t, err, out)
			out, err = g.Gonao("hfsm", "check", imported)
			require.NoError(t, err, out)
			out, err = g.Gonao("hfsm", "run", imported, "--for", "1s")
			require.NoError(t, err, out)
		})
	}
}

func TestAPlaceholderIsSetFromOutside(t *testing.T) {
	g := tooltest.New(t)
	out, err := g.Gonao("hfsm", "run", "../../../hfsm/formats/jderobot/testdata/visualstates/door.xml", "--for", "2s", "--set", "open=true@1s")
	require.NoError(t, err, out)
	require.Contains(t, out, "Closed -> Open  (open)")
}

func TestAnImportThatGonaoCouldNotLoadIsRefused(t *testing.T) {
	var wide strings.Builder
	for i := range 12000 {
		fmt.Fprintf(&wide, `<state id="state_with_a_long_name_%d"><transition event="e" target="state_with_a_long_name_%d"/></state>`, i, (i+1)%12000)
	}
	for name, c := range map[string]struct{ states, want string }{
		"a file of more than 1 MiB": {wide.String(), "expected at most 1048576"},
		"states 80 deep":            {strings.Repeat(`<state>`, 80) + strings.Repeat("</state>", 80), "more than 64 automata inside each other"},
	} {
		t.Run(name, func(t *testing.T) {
			from := tooltest.File(t, "big.scxml", `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0">`+c.states+`</scxml>`)
			to := filepath.Join(t.TempDir(), "big.yaml")
			_, err := tooltest.New(t).Gonao("hfsm", "import", from, "-o", to)
			require.ErrorContains(t, err, "the machine is too large for gonao")
			require.ErrorContains(t, err, c.want)
			_, err = os.Stat(to)
			require.ErrorIs(t, err, os.ErrNotExist)
		})
	}
}
