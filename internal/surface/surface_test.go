package surface

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the repository, as seen from this package.
var root = filepath.Join("..", "..")

// TestMain runs a node's program instead of the tests if actAs names one, see [program].
func TestMain(m *testing.M) {
	if name := os.Getenv(actAs); name != "" {
		program(name).main()
		return
	}
	os.Exit(m.Run())
}

// compare compares got with a file in testdata. GOLDEN=write writes the file.
func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", filepath.FromSlash(name))
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	if string(want) != got {
		t.Errorf("the public surface changed: internal/surface/testdata/%s\n%s"+
			"If this is meant, rewrite the file with GOLDEN=write go test ./internal/surface and explain the change in CHANGELOG.md.",
			name, difference(string(want), got))
	}
}

// difference returns the lines that only one of two texts has, in their order.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	// common[i][j] is the length of the longest common subsequence of a[i:] and b[j:].
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out strings.Builder
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			fmt.Fprintf(&out, "  - %s\n", a[i])
			i++
		default:
			fmt.Fprintf(&out, "  + %s\n", b[j])
			j++
		}
	}
	return out.String()
}

func TestADifferenceNamesTheLinesThatChanged(t *testing.T) {
	require.Equal(t, "  - b\n  + x\n  + y\n", difference("a\nb\nc\n", "a\nx\ny\nc\n"))
}
