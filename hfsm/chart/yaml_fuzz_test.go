package chart

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// seeds are the files random ones are made from.
func seeds(t testing.TB) [][]byte {
	t.Helper()
	all := [][]byte{[]byte(good)}
	for _, file := range []string{"testdata/everything.yaml", "testdata/scxml.yaml", "../../behavior/machines/follow_and_dance.yaml"} {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		all = append(all, src)
	}
	return all
}

// survive reads what may be anything, and writes it again where it is a machine.
func survive(t testing.TB, src []byte) {
	t.Helper()
	m, findings := ReadYAML("random.yaml", src)
	require.LessOrEqual(t, len(findings), maxFindings)
	for _, f := range findings {
		require.NotEmpty(t, f.Text)
		require.NotEmpty(t, f.Code, f.Text)
	}
	if len(findings) > 0 {
		return
	}
	var out bytes.Buffer
	require.NoError(t, m.WriteYAML(&out), "%s", src)
	again, findings := ReadYAML("written.yaml", out.Bytes())
	require.Empty(t, findings, "%s\nbecame\n%s", src, out.String())
	require.True(t, Equal(m, again), "%s\nbecame\n%s", src, out.String())
}

// pieces are what damaged files gain.
var pieces = []string{
	"{", "}", "[", "]", ": ", "- ", "\n", "  ", "a", "b", "to: ", "after: ", "if: ", "states:", "&x ", "*x", "<<: ", "!!str ", "!!int ", "!x ", "'", "\"", "7", "-", "%", "?",
	"FINAL", "\x00", "\xff", "=", "==", "|\n", ">\n", "#", "---\n", "...", "\t", "\r\n", "null", "~", "true", "1e9", ".nan", "2001-01-01", "0x1F", "lua: ", "regions: ", "ü", "\u2028",
}

// damaged returns a file with some bytes taken out, put in or copied.
func damaged(rng *rand.Rand, good []byte) []byte {
	src := bytes.Clone(good)
	for range 1 + rng.IntN(5) {
		i := rng.IntN(len(src) + 1)
		j := min(len(src), i+rng.IntN(12))
		switch rng.IntN(3) {
		case 0:
			src = append(src[:i:i], src[j:]...)
		case 1:
			src = append(append(src[:i:i], pieces[rng.IntN(len(pieces))]...), src[i:]...)
		default:
			k := rng.IntN(len(src) + 1)
			src = append(append(src[:i:i], src[k:min(k+20, len(src))]...), src[j:]...)
		}
	}
	return src
}

func TestReadYAMLSurvivesRandomBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	all := seeds(t)
	for range fuzzn.N(t) / 2 {
		survive(t, damaged(rng, all[rng.IntN(len(all))]))
	}
}

func FuzzReadYAML(f *testing.F) {
	for _, src := range seeds(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) { survive(t, src) })
}
