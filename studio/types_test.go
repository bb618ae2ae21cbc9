package studio

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/studio/typescript"
)

// typesFile holds the types of the page.
const typesFile = "web/src/types.gen.ts"

func TestTheTypesOfThePageAreUpToDate(t *testing.T) {
	text, err := typescript.Package(".", "gonao/studio", nil)
	require.NoError(t, err)
	if os.Getenv("GENERATE") == "types" {
		require.NoError(t, os.WriteFile(typesFile, []byte(text), 0o644))
		return
	}
	written, err := os.ReadFile(typesFile)
	require.NoError(t, err)
	require.Equal(t, text, string(written), "write it anew with: go generate ./studio")
}
