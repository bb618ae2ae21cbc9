package referee_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
)

// mutants returns the values that a number is changed to: a tenth less and more, and one for counts.
func mutants(n game.NumberRef) []float64 {
	v := n.Number.Value
	if n.Count {
		if v < 1 {
			return []float64{v + 1}
		}
		return []float64{v - max(1, v/10), v + max(1, v/10)}
	}
	if v == 0 {
		return nil // there is no tenth of it
	}
	return []float64{v * 0.9, v * 1.1}
}

// caught reports whether a timeline of a book goes otherwise, or a situation is judged otherwise, with another value of a
// number.
func caught(t *testing.T, all []situation, lines []timeline, b *game.Book) bool {
	t.Helper()
	for _, l := range lines {
		if l.Book == b.Name && l.run(t, b) != nil {
			return true
		}
	}
	for _, s := range all {
		if calls, stands, refused := s.run(t, b); refused != nil || !slices.Equal(s.Calls, calls) || !slices.Equal(s.Stands, stands) {
			return true
		}
	}
	return false
}

// TestASituationNoticesAChangedNumber changes each number of each book by a tenth, up and down; in the short run every
// third number, one of both ways.
func TestASituationNoticesAChangedNumber(t *testing.T) {
	of := map[string][]situation{}
	for _, f := range load(t) {
		for _, s := range f.Situations {
			of[s.Book] = append(of[s.Book], s)
		}
	}
	lines := timelines(t)
	for _, name := range game.Books() {
		b, err := game.Load(name)
		require.NoError(t, err)
		require.False(t, caught(t, of[name], lines, b), "%s: the book itself is judged as labelled", name)
		for i, n := range b.Numbers() {
			if testing.Short() && i%3 != 0 {
				continue
			}
			all := mutants(n)
			if testing.Short() && len(all) == 2 {
				all = all[i%2 : i%2+1]
			}
			for _, v := range all {
				require.True(t, caught(t, of[name], lines, b.With(n.Key, v)), "%s/%s: no situation notices %g in the place of %g", name, n.Key, v, n.Number.Value)
			}
		}
	}
}
