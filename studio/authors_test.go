package studio

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
	"gonao/studio/internal/randomtext"
)

// Three authors change, undo and redo in any order: what is done is always the way from the first text to the text
// as it is, an undo that is refused changes nothing, and each command that is undone can be done again.
func TestRandomAuthorsUndoInAnyOrder(t *testing.T) {
	steps, undone, conflicts := fuzzn.N(t)/2, 0, 0
	for seed := uint64(1); steps > 0; seed++ {
		r := rand.New(rand.NewPCG(seed, 23))
		d := newDocument("drawn.yaml", YAML, randomtext.Machine(r), nothing)
		first := d.text
		for range 60 {
			steps--
			author := []string{"ann", "bob", "cid"}[r.IntN(3)]
			before, note := d.text, fmt.Sprintf("seed %d", seed)
			var err error
			switch r.IntN(5) {
			case 0:
				if _, err = d.undo(author); err == nil {
					undone++
					after := d.text
					_, err = d.redo(author)
					require.NoError(t, err, note)
					require.Equal(t, before, d.text, note)
					_, err = d.undo(author)
					require.NoError(t, err, note)
					require.Equal(t, after, d.text, note)
				} else if refusal(err).Code == Conflict {
					conflicts++
				}
			case 1:
				_, err = d.redo(author)
			default:
				_, err = d.apply(author, d.revision, commandFor(r, d, ""))
			}
			if err != nil {
				require.Equal(t, before, d.text, note)
			}
			require.Equal(t, first, unwound(t, d), note)
		}
	}
	t.Log(undone, "undone,", conflicts, "refused")
	require.Positive(t, undone)
}

// unwound returns the text before everything that is done.
func unwound(t *testing.T, d *document) string {
	t.Helper()
	text := d.text
	for i := len(d.history.done) - 1; i >= 0; i-- {
		back := d.history.done[i].patch.inverse()
		require.True(t, back.fits(text), "the change %d, %q", i, d.history.done[i].words)
		text = back.apply(text)
	}
	return text
}
