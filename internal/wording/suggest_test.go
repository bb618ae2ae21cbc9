package wording_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/wording"
)

func TestTheNearestWordIsMeant(t *testing.T) {
	known := []string{"vision", "motion", "a", "nao_driver"}
	for _, c := range []struct{ word, want string }{
		{"vison", "vision"},
		{"visoin", "vision"},
		{"motoin", "motion"},
		{"nao_drivers", "nao_driver"},
		{"executor", ""},
		{"x", ""},
		{"", ""},
		{"vision", "vision"},
	} {
		require.Equal(t, c.want, wording.Nearest(c.word, known), c.word)
	}
	require.Equal(t, ` (did you mean "vision"?)`, wording.DidYouMean("vison", known))
	require.Empty(t, wording.DidYouMean("executor", known))

	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("vison.yaml", nil, 0o600))
	require.Equal(t, " (did you mean ./vison.yaml?)", wording.DidYouMeanFile("vison", known))
	require.Equal(t, ` (did you mean "motion"?)`, wording.DidYouMeanFile("motoin", known))
}
