package hfsm_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/cmd/gonao/tooltest"
)

func TestFilesAreFormattedInPlace(t *testing.T) {
	g := tooltest.New(t)
	dir := t.TempDir()
	ugly, fine := filepath.Join(dir, "ugly.yaml"), filepath.Join(dir, "fine.yaml")
	require.NoError(t, os.WriteFile(ugly, []byte("machine:  a\ninitial: one\nstates:\n      one: {}   # why\n"), 0o600))
	const form = "machine: a\ninitial: one\nstates:\n  one: {}  # why\n"
	require.NoError(t, os.WriteFile(fine, []byte(form), 0o600))
	out, err := g.Gonao("hfsm", "fmt", "--list", ugly, fine)
	require.EqualError(t, err, "1 file in another layout")
	require.Equal(t, ugly+"\n", out)
	_, err = g.Gonao("hfsm", "fmt", ugly, fine)
	require.NoError(t, err)
	text, err := os.ReadFile(ugly)
	require.NoError(t, err)
	require.Equal(t, form, string(text))
	g.Typed = "machine:  a\ninitial: one\nstates: {one: {}}\n"
	out, err = g.Gonao("hfsm", "fmt", "-")
	require.NoError(t, err)
	require.Equal(t, "machine: a\ninitial: one\nstates: {one: {}}\n", out)
	_, err = g.Gonao("hfsm", "fmt", "a.lua")
	require.ErrorContains(t, err, "a.lua: expected a machine in YAML")
}

func TestMachinesOfDifferentFormatsAreCompared(t *testing.T) {
	g := tooltest.New(t)
	const dance = "../../../behavior/machines/dance.yaml"
	out, err := g.Gonao("hfsm", "diff", dance, dance)
	require.NoError(t, err)
	require.Empty(t, out)
	scxml := filepath.Join(t.TempDir(), "dance.scxml")
	_, err = g.Gonao("hfsm", "export", dance, "-o", scxml)
	require.NoError(t, err)
	out, err = g.Gonao("hfsm", "diff", dance, scxml)
	require.NoError(t, err)
	require.Empty(t, out)
	out, err = g.Gonao("hfsm", "diff", dance, "../../../behavior/machines/follow_ball.yaml")
	require.ErrorContains(t, err, "differences")
	require.Contains(t, out, "~ machine: dance → follow_ball\n")
	require.Contains(t, out, "- states.right: ")
}
