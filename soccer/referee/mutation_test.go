package referee_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/soccer/game"
)

// notCaught lists the numbers of which no situation notices a tenth more or less, as book and key. It must become empty.
const notCaught = "testdata/not_caught.txt"

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

// TestASituationNoticesAChangedNumber changes each number of each book by a tenth, up and down. Numbers that are in the
// list of those not caught are tried in the long run only, which fails when one of them is caught by now.
func TestASituationNoticesAChangedNumber(t *testing.T) {
	text, err := os.ReadFile(notCaught)
	require.NoError(t, err)
	known := strings.Fields(string(text))
	of := map[string][]situation{}
	for _, f := range load(t) {
		for _, s := range f.Situations {
			of[s.Book] = append(of[s.Book], s)
		}
	}
	lines := timelines(t)
	var missed []string
	for _, name := range game.Books() {
		b, err := game.Load(name)
		require.NoError(t, err)
		for _, n := range b.Numbers() {
			key := name + "/" + n.Key
			if testing.Short() && slices.Contains(known, key) {
				continue
			}
			for _, v := range mutants(n) {
				if !caught(t, of[name], lines, b.With(n.Key, v)) {
					missed = append(missed, key)
					break
				}
			}
		}
	}
	if os.Getenv("GOLDEN") == "write" {
		require.NoError(t, os.WriteFile(notCaught, []byte(strings.Join(missed, "\n")+"\n"), 0o600))
		return
	}
	for _, key := range missed {
		require.Contains(t, known, key, "no situation notices a change of it")
	}
	if !testing.Short() {
		require.Equal(t, known, missed, "rewrite the list with GOLDEN=write")
	}
}
