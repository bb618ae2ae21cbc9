package scene

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/studio/typescript"
)

func TestTheTypesOfThePageAreUpToDate(t *testing.T) {
	file := filepath.Join("..", "..", "..", "studio", "web", "src", "match", "types.gen.ts")
	text, err := typescript.Package(".", "gonao/soccer/match/scene", nil)
	require.NoError(t, err)
	if os.Getenv("GENERATE") == "types" {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, text, string(written), "write it anew with: go generate ./soccer/match/scene")
}
