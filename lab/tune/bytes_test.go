package tune

import (
	"bytes"
	"os"
	"path/filepath"
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
	for _, method := range Methods {
		once := files(t, method)
		require.Len(t, once, 5)
		require.Equal(t, once, files(t, method), method)
		written[once["trials.jsonl"]] = method
	}
	require.Len(t, written, 3, "the methods propose different points")
}
