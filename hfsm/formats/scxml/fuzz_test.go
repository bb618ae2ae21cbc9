package scxml

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// splice cuts a piece out of one document and puts it into another, so that
// elements end up where they do not belong.
func splice(rng *rand.Rand, into, from string) string {
	tags := strings.Split(from, "<")
	first := rng.IntN(len(tags))
	piece := strings.Join(tags[first:min(len(tags), first+1+rng.IntN(6))], "<")
	at := strings.LastIndexByte(into[:rng.IntN(len(into))+1], '<')
	if at < 0 {
		at = 0
	}
	return into[:at] + "<" + piece + into[at:]
}

func TestRandomDocumentsAreReadOrRefused(t *testing.T) {
	files, err := filepath.Glob("testdata/*.scxml")
	require.NoError(t, err)
	var good []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		good = append(good, string(text))
	}
	good = append(good, written(t, everything()))
	rng := rand.New(rand.NewPCG(5, 4))
	var memory []byte
	understood := 0
	for i := range fuzzn.N(t) / 2 {
		text := good[rng.IntN(len(good))]
		switch rng.IntN(3) {
		case 0:
			memory = fuzzn.Mutate(rng, memory, []byte(text))
			text = string(memory)
		case 1:
			text = splice(rng, text, good[rng.IntN(len(good))])
		default:
			words := strings.Split(text, `"`)
			words[rng.IntN(len(words))] = words[rng.IntN(len(words))]
			text = strings.Join(words, `"`)
		}
		c, findings := Read("random.scxml", []byte(text), nil)
		if c == nil {
			require.NotEmpty(t, findings.Errors(), "nothing was read and nothing is wrong:\n%s", text)
			continue
		}
		if i%8 > 0 {
			continue // writing takes longer than reading
		}
		var out strings.Builder
		require.NoError(t, Write(&out, c), text)
		if len(findings.Errors()) > 0 {
			continue
		}
		understood++
		again, findings := Read("random.scxml", []byte(out.String()), nil)
		require.Empty(t, findings.Errors(), "%s\nwas written as\n%s", text, out.String())
		require.Equal(t, bare(c), bare(again), "%s\nwas written as\n%s", text, out.String())
	}
	require.Positive(t, understood)
}
