package proc

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheNameOrTheFirstArgumentChooses(t *testing.T) {
	programs := map[string]func(){"vision": func() {}, "camera": func() {}}
	var out strings.Builder
	for _, args := range [][]string{{"/opt/lib/gonao/vision", "-x"}, {"./nodes", "vision", "-x"}} {
		start, rest, err := choose("nodes", programs, args, &out)
		require.NoError(t, err)
		require.NotNil(t, start)
		require.Equal(t, "-x", rest[1])
		require.Equal(t, "vision", filepath.Base(rest[0]))
		require.Len(t, rest, 2)
	}
	start, _, err := choose("nodes", programs, []string{"nodes", "--help"}, &out)
	require.NoError(t, err)
	require.Nil(t, start)
	require.Contains(t, out.String(), "camera, vision")
	_, _, err = choose("nodes", programs, []string{"nodes"}, &out)
	require.ErrorContains(t, err, "expected the name of a program: camera, vision")
	_, _, err = choose("nodes", programs, []string{"nodes", "visio"}, &out)
	require.ErrorContains(t, err, `"visio" is not one of its programs (did you mean "vision"?)`)
}
