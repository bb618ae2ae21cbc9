package walk

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The document's table is made of Fields; GOLDEN=write rewrites it.
func TestTheDocumentHasEveryNumber(t *testing.T) {
	const file = "../../docs/motion/walk.md"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	cfg := DefaultConfig()
	var table strings.Builder
	table.WriteString("| name | default | from | to | unit | |\n|-|-|-|-|-|-|\n")
	for _, f := range cfg.Fields() {
		fmt.Fprintf(&table, "| `%s` | %g | %g | %g | %s | %s |\n", f.Name, *f.Value, f.Min, f.Max, f.Unit, f.Doc)
	}
	before, rest, found := strings.Cut(string(text), "## Parameters\n")
	require.True(t, found)
	_, after, found := strings.Cut(rest, "\n`gonao tune` varies them")
	require.True(t, found)
	want := before + "## Parameters\n" + table.String() + "\n`gonao tune` varies them" + after
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o600))
		return
	}
	require.Equal(t, want, string(text), "the table of docs/motion/walk.md is not that of Fields: make golden")
}
