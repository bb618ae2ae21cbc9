package film

import (
	"bytes"
	"image/gif"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match"
)

func TestAFilmShowsTheMatch(t *testing.T) {
	f := New()
	m, err := match.New(match.Config{Half: 10 * time.Second, Observe: f.Observe})
	require.NoError(t, err)
	defer m.Close()
	for m.Now() < 12*time.Second {
		m.Step()
	}
	var b bytes.Buffer
	require.NoError(t, f.WriteGIF(&b, 10*time.Second, 11*time.Second, 1))
	g, err := gif.DecodeAll(&b)
	require.NoError(t, err)
	require.Len(t, g.Image, f.Between(10*time.Second, 11*time.Second))
	seen := map[uint8]int{}
	for _, c := range g.Image[0].Pix {
		seen[c]++
	}
	for _, c := range []uint8{grass, white, red, blue, ballColor, text} {
		require.Positive(t, seen[c], "colour %d", c)
	}
	require.ErrorContains(t, f.WriteGIF(&b, time.Hour, time.Hour, 1), "no picture between")
}
