package jderobot

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/hfsm/chart"
	"gonao/internal/fuzzn"
)

// seeds are the fixtures, which random changes begin with.
func seeds(t *testing.T) [][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/*.xml")
	require.NoError(t, err)
	require.Len(t, files, len(dialects))
	var all [][]byte
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		all = append(all, src)
	}
	return all
}

// An input becomes a machine or an error. A machine that is written as YAML and read again is the same.
func TestRandomChangesOfAFileAreRepairedOrRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 6))
	all := seeds(t)
	read := 0
	for range fuzzn.N(t) / 2 {
		src := bytes.Clone(all[random.IntN(len(all))])
		for range 1 + random.IntN(4) {
			src = change(random, src, all)
		}
		m, findings := Read("random.xml", src)
		if len(findings.Errors()) > 0 {
			continue
		}
		require.NotNil(t, m, "%s", src)
		read++
		requireYAML(t, m)
	}
	require.Positive(t, read)
}

// requireYAML fails if a machine is not the same when it is written as YAML and read again.
func requireYAML(t *testing.T, m *chart.Machine) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, m.WriteYAML(&out))
	back, findings := chart.ReadYAML("again.yaml", out.Bytes())
	require.Empty(t, findings.Errors(), out.String())
	require.True(t, chart.Equal(m, back), out.String())
}

// change changes some bytes, or what stands between two tags: it is taken out,
// doubled, or put somewhere else, of another file too.
func change(random *rand.Rand, src []byte, all [][]byte) []byte {
	if len(src) == 0 {
		return []byte("<")
	}
	at := random.IntN(len(src))
	switch random.IntN(6) {
	case 0:
		src[at] = byte(random.IntN(256))
		return src
	case 1:
		return append(src[:at:at], src[min(len(src), at+random.IntN(30)):]...)
	case 2:
		return bytes.Replace(src, []byte(between(random, src)), []byte(between(random, src)), 1)
	case 3:
		return bytes.Replace(src, []byte(between(random, src)), []byte([]string{"-1", "1e9", "", "NaN", "x", "FINAL", "0"}[random.IntN(7)]), 1)
	case 4:
		piece := between(random, src)
		return bytes.Replace(src, []byte(piece), []byte(piece+piece), 1)
	}
	return bytes.Replace(src, []byte(between(random, src)), []byte(between(random, all[random.IntN(len(all))])), 1)
}

// between returns what stands between two tags, with some of them.
func between(random *rand.Rand, src []byte) string {
	var ends []int
	for i, c := range src {
		if c == '>' {
			ends = append(ends, i+1)
		}
	}
	if len(ends) < 2 {
		return ""
	}
	from := random.IntN(len(ends) - 1)
	to := min(len(ends)-1, from+1+random.IntN(12))
	return string(src[ends[from]:ends[to]])
}
