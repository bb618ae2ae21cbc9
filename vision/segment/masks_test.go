package segment

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// randomRange returns any range; one in four is empty.
func randomRange(rng *rand.Rand) (r Range) {
	for i := range 3 {
		a, b := uint8(rng.IntN(256)), uint8(rng.IntN(256))
		if rng.IntN(12) != 0 {
			a, b = min(a, b), max(a, b)
		}
		r.Low[i], r.High[i] = a, b
	}
	return r
}

// The assembler and plain Go make the same bits of any bytes.
func TestMasksOfRandomImagesAreThoseOfPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const words = 3
	row := make([]byte, 128*words)
	limits := make([]Limits, words)
	var got, want [2][words]uint64
	set := 0
	for range fuzzn.N(t) {
		for i := range row {
			row[i] = byte(rng.Uint32())
		}
		for i := range limits {
			limits[i] = newLimits(randomRange(rng), randomRange(rng))
		}
		for i := 0; i < 6; i++ { // values at the bounds
			w := rng.IntN(words)
			at := 128*w + rng.IntN(128)
			b := [2]*bounds{&limits[w].green, &limits[w].white}[rng.IntN(2)]
			low, high := b.lowY[0], b.highY[0]
			if at%2 == 1 {
				low, high = b.lowUV[at/2%2], b.highUV[at/2%2]
			}
			row[at] = [2]byte{low, high}[rng.IntN(2)]
		}
		n := 1 + rng.IntN(words)
		maskWords(row[:128*n], limits[:n], got[0][:n], got[1][:n])
		clearEmpty(limits[:n], got[0][:n], got[1][:n])
		maskWordsPlain(row[:128*n], limits[:n], want[0][:n], want[1][:n])
		require.Equal(t, want[0][:n], got[0][:n])
		require.Equal(t, want[1][:n], got[1][:n])
		for _, w := range want[0][:n] {
			if w != 0 {
				set++
			}
		}
	}
	require.Positive(t, set, "some pixels are green")
}

func TestAMaskHasTheBitsOfItsPixels(t *testing.T) {
	// 70 pixels: a whole word and a part of one; pixel pairs alternate between green and white.
	const width, height, step = 70, 40, 150
	data := make([]byte, step*height)
	for y := range height {
		for x := 0; x < width; x += 2 {
			p := []byte{200, 128, 200, 128}
			if (x/2+y)%2 == 0 {
				p = []byte{80, 110, 80, 100}
			}
			copy(data[y*step+2*x:], p)
		}
	}
	one := newLimits(
		Range{Low: [3]uint8{60, 100, 90}, High: [3]uint8{100, 115, 110}},
		Range{Low: [3]uint8{150, 120, 120}, High: [3]uint8{255, 136, 136}})
	limits := []Limits{one, one, one, one}
	var m Masks
	m.Fill(data, width, height, step, limits)
	for y := range height {
		green := 0
		for x := range width {
			require.Equal(t, (x/2+y)%2 == 0, m.Green.At(x, y), "%d %d", x, y)
			require.Equal(t, (x/2+y)%2 != 0, m.White.At(x, y))
			if m.Green.At(x, y) {
				green++
			}
		}
		require.Equal(t, green, m.Green.Count(y, 0, width))
		require.Equal(t, green, m.Green.Count(y, -5, 900))
		require.Zero(t, m.Green.Row(y)[1]>>6, "nothing beyond the width")
	}
	require.False(t, m.Green.At(-1, 0))
	require.False(t, m.Green.At(0, height))
	require.Zero(t, m.Green.Count(height, 0, 9))
	require.Zero(t, testing.AllocsPerRun(10, func() { m.Fill(data, width, height, step, limits) }))
}
