package tune

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// files returns what a search writes: its numbers, its report and its trials.
func files(t *testing.T, method string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	trials := filepath.Join(dir, "trials.jsonl")
	out, err := Run(t.Context(), parse(t, text+"method: "+method+"\n"), valley(nil), Options{Workers: 1, Journal: trials})
	require.NoError(t, err)
	require.NoError(t, out.WriteReport(dir))
	var values bytes.Buffer
	require.NoError(t, out.WriteValues(&values))
	all := map[string]string{"values": values.String()}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(data)
	}
	return all
}

func TestTheSameSeedWritesTheSameBytes(t *testing.T) {
	written := map[string]string{}
	for _, method := range []string{"cma", "ga", "pso"} {
		once := files(t, method)
		require.Len(t, once, 5)
		require.Equal(t, once, files(t, method), method)
		written[once["trials.jsonl"]] = method
	}
	require.Len(t, written, 3, "the methods propose different points")
}

func TestMethodsAreComparedWithEqualTrials(t *testing.T) {
	o, runs := Options{Workers: 1, Journal: filepath.Join(t.TempDir(), "trials.jsonl")}, 0
	names := []string{"cma", "ga", "pso"}
	all, err := Compare(t.Context(), parse(t, text), valley(&runs), names, o)
	require.NoError(t, err)
	require.Equal(t, 3*(12*8*3+2*6)+6-3, runs, "the start is tried once on fresh seeds, and once as a first candidate of ga and pso")
	var table bytes.Buffer
	require.NoError(t, WriteComparison(&table, all))
	require.Contains(t, table.String(), "each method 12 generations of 8 candidates with 3 seeds: 288 trials; search seed 1.")
	for _, name := range append(names, "start") {
		require.Equal(t, 1, strings.Count(table.String(), "\n| "+name+" |"), name)
	}
	for _, out := range all {
		require.True(t, out.Better, out.File.Method)
		require.GreaterOrEqual(t, out.bestAfter(3), out.bestAfter(12))
	}

	runs = 0
	again, err := Compare(t.Context(), parse(t, text), valley(&runs), names, o)
	require.NoError(t, err)
	require.Zero(t, runs, "what was measured is not measured again")
	var same bytes.Buffer
	require.NoError(t, WriteComparison(&same, again))
	require.Equal(t, table.String(), same.String())

	_, err = Compare(t.Context(), parse(t, text), valley(nil), []string{"cma", "luck"}, Options{})
	require.ErrorContains(t, err, `method: "luck": expected cma, ga, pso, gonum`)
	_, err = Compare(t.Context(), parse(t, text), valley(nil), []string{"ga", "ga"}, Options{})
	require.ErrorContains(t, err, `method "ga" is there twice`)
}
