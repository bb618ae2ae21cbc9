package hfsm_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/tool/tooltest"
)

func TestAnImportChecksAndRunsAsItIs(t *testing.T) {
	g := tooltest.New(t)
	files, err := filepath.Glob("../../hfsm/formats/jderobot/testdata/*.xml")
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
	out, err := g.Gonao("hfsm", "run", "../../hfsm/formats/jderobot/testdata/visualstates/door.xml", "--for", "2s", "--set", "open=true@1s")
	require.NoError(t, err, out)
	require.Contains(t, out, "Closed -> Open  (open)")
}
