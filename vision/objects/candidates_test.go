package objects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision/segment"
)

// The sums of cells are the numbers of pixels left of and above them, in images of any width.
func TestCellsAreCounted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{64, 100, 640, 652} {
		const height = 24
		m := segment.Mask{Width: width, Height: height, Words: (width + 63) / 64}
		for y := range height {
			for w := range m.Words {
				word := rng.Uint64() | rng.Uint64()*uint64(y%2)
				if left := width - 64*w; left < 64 {
					word &= 1<<left - 1
				}
				m.Bits = append(m.Bits, word)
			}
		}
		var c BallCandidates
		c.resize(width/cellPx, height/cellPx)
		c.addUp(&m, c.carpet)
		for y := range c.rows + 1 {
			for x := range c.cols + 1 {
				want := 0
				for row := range y * cellPx {
					want += m.Count(row, 0, x*cellPx)
				}
				require.EqualValues(t, want, c.carpet[y*(c.cols+1)+x])
			}
		}
	}
}

// What mayBe refuses has too much carpet for a score.
func TestNoCandidateIsRefusedThatHasAScore(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	m := segment.Mask{Width: 640, Height: 480, Words: 10}
	for range 4800 {
		m.Bits = append(m.Bits, rng.Uint64()|rng.Uint64()*uint64(rng.IntN(2)))
	}
	var c BallCandidates
	c.resize(160, 120)
	c.addUp(&m, c.carpet)
	c.addUp(&segment.Mask{Width: 640, Height: 480, Words: 10, Bits: make([]uint64, 4800)}, c.white)
	refused := 0
	for y := range 120 {
		for x := range 160 {
			for in := range 4 {
				core, area := c.cut(box{x - in, y - in, x + in + 1, y + in + 1})
				if !c.mayBe(x, y, in) {
					refused++
					require.Greater(t, c.in(c.carpet, core)/area, float32(mostInside))
				}
			}
		}
	}
	require.Greater(t, refused, 1000)
}
