package graph

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
)

// machine reads a machine of a file.
func machine(t *testing.T, file string) *chart.Machine {
	t.Helper()
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	m, findings := chart.ReadYAML(file, src)
	require.Empty(t, findings.Errors())
	return m
}

// running is a moment of the machine match.
var running = Options{
	Active: []string{"play/legs/approach/near", "play/head/track"},
	Trace: []Step{
		{From: "ready", To: "play", Name: "kick-off"},
		{From: "play/legs/search", To: "approach", Name: "seen"},
		{From: "play/head/scan", To: "track"},
		{From: "play/legs/approach/far", To: "near"},
		{From: "play/legs/approach", To: "search", Name: "lost"},
		{From: "play/legs/search", To: "approach", Name: "seen"},
		{From: "play/legs/approach/far", To: "near"},
	},
}

func TestDrawingsAreAsTheyWere(t *testing.T) {
	m := machine(t, "testdata/match.yaml")
	across := running
	across.Across, across.Plain = true, true
	for name, options := range map[string]Options{"match": {}, "match_running": running, "match_across": across} {
		t.Run(name, func(t *testing.T) {
			var asDOT, asMermaid bytes.Buffer
			require.NoError(t, DOT(&asDOT, m, options))
			golden(t, name+".dot", asDOT.Bytes())
			require.NoError(t, Mermaid(&asMermaid, m, options))
			golden(t, name+".mmd", asMermaid.Bytes())
		})
	}
}

// golden compares with a file in testdata; GOLDEN=write writes it anew.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if os.Getenv("GOLDEN") != "" {
		require.NoError(t, os.WriteFile(file, got, 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "make golden writes it")
	require.Equal(t, string(want), string(got))
}
