package figures

import (
	"bytes"
	"image/png"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match"
)

func TestFiguresShowWhatWasMeasured(t *testing.T) {
	m, err := match.New(match.Config{Players: 2, Half: 70 * time.Second, Seed: 5})
	require.NoError(t, err)
	_, err = m.Run(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, m.Stats.Beliefs)
	require.NotEmpty(t, m.Stats.Minutes)
	for _, f := range All() {
		var out bytes.Buffer
		require.NoError(t, f.Write(&out, m), f.File)
		p, err := png.Decode(&out)
		require.NoError(t, err, f.File)
		colours := map[[3]uint32]int{}
		for y := range p.Bounds().Dy() {
			for x := range p.Bounds().Dx() {
				r, g, b, _ := p.At(x, y).RGBA()
				colours[[3]uint32{r >> 8, g >> 8, b >> 8}]++
			}
		}
		require.Greater(t, colours[[3]uint32{0xc8, 0x37, 0x2d}], 30, "%s has red's colour", f.File)
	}
}

// A match that has not begun has no figures, and they can be drawn.
func TestFiguresOfNothing(t *testing.T) {
	m, err := match.New(match.Config{Players: 1})
	require.NoError(t, err)
	defer m.Close()
	m.Step()
	for _, f := range All() {
		require.NoError(t, f.Write(&bytes.Buffer{}, m), f.File)
	}
}
