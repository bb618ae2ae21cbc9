package referee_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"gonao/soccer/game"
)

// The referee agrees with somebody who has not read its code, but for what is listed as a disagreement.
func TestASecondLabellerAgrees(t *testing.T) {
	text, err := os.ReadFile("testdata/second_labels.yaml")
	require.NoError(t, err)
	var second struct {
		Labels []struct {
			Of    string
			Calls []string
		}
		Disagreements []struct{ Of, Settled string }
	}
	require.NoError(t, yaml.Unmarshal(text, &second))
	situations := loadFrom(t, "testdata/by_the_text.yaml")[0].Situations
	require.GreaterOrEqual(t, len(situations), 50)
	require.Len(t, second.Labels, len(situations))
	var others, listed []string
	for i, s := range situations {
		l := second.Labels[i]
		require.Equal(t, s.Name, l.Of)
		b, err := game.Load(s.Book)
		require.NoError(t, err)
		calls, _, refused := s.run(t, b)
		require.NoError(t, refused, s.Name)
		if !slices.EqualFunc(l.Calls, calls, func(label, call string) bool { return strings.HasPrefix(call+" ", label+" ") }) {
			others = append(others, s.Name)
			t.Logf("%s: %q, second label %q", s.Name, calls, l.Calls)
		}
	}
	for _, d := range second.Disagreements {
		require.NotEmpty(t, d.Settled, d.Of)
		listed = append(listed, d.Of)
	}
	require.ElementsMatch(t, listed, others)
}
