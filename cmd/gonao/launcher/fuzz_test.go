package launcher

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// survive reads a text as a launch file and runs its actions if it is one.
func survive(tb testing.TB, dir string, text []byte) {
	if _, err := parseFile(text); err != nil {
		return
	}
	path := filepath.Join(dir, "fuzz.launch.yaml")
	require.NoError(tb, os.WriteFile(path, text, 0o644))
	plan, err := Loader{Env: []string{"PATH=/bin"}}.Load(path, nil)
	if err == nil {
		_ = plan.String()
	}
	_, _ = Loader{}.Arguments(path) // must not panic; what it finds is the other tests' matter
}

// pieces are inserted into random launch files.
var pieces = []string{
	"- ", "\n", ": ", "{", "}", "[", "]", "'", "\"", "\\", "$(", ")", " ", "&a ", "*a", "!!str ", "|\n ", "true", "1", "1.0",
	"node", "group", "children", "let", "name", "value", "include", "file", "$(filename)", "$(var a)", "if", "timer", "period",
	"$(equals a b)", "param", "from", "launch", "executable", "cmd: sh", "scoped: false", "\x00", "\xff",
}

// seeds returns the launch files that random ones start from.
func seeds(tb testing.TB) [][]byte {
	var out [][]byte
	for _, pattern := range []string{"testdata/*.launch.yaml", "../../../launch/*.launch.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(tb, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(tb, err)
			out = append(out, text)
		}
	}
	for _, c := range refusals {
		out = append(out, []byte(c.text))
	}
	return out
}

// mutate changes a text in a few places.
func mutate(random *rand.Rand, text []byte) []byte {
	out := append([]byte{}, text...)
	for range 1 + random.IntN(4) {
		from := random.IntN(len(out) + 1)
		to := min(len(out), from+random.IntN(12))
		piece := []byte(pieces[random.IntN(len(pieces))])
		if random.IntN(4) == 0 {
			piece = []byte{byte(random.Uint32())}
		}
		out = append(out[:from:from], append(piece, out[to:]...)...)
	}
	return out
}

func TestLoadSurvivesRandomBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	start := seeds(t)
	for range fuzzn.N(t) {
		survive(t, dir, mutate(random, start[random.IntN(len(start))]))
	}
}

func TestTemplatesSurviveRandomBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range fuzzn.N(t) {
		text := mutate(random, mutate(random, []byte(`$(env NOBODY "a $(env NOBODY \"x\") b") $(if $(equals a 'b c') x y)`)))
		if t, err := parseTemplate(string(text)); err == nil {
			_, _ = splitCommand(t) // must not panic
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) { survive(t, dir, text) })
}
