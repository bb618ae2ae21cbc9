package suggest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/suggest"
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
		require.Equal(t, c.want, suggest.Nearest(c.word, known), c.word)
	}
	require.Equal(t, ` (did you mean "vision"?)`, suggest.DidYouMean("vison", known))
	require.Empty(t, suggest.DidYouMean("executor", known))
}
