package objects

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/vision"
	"gonao/vision/segment"
)

// The mean is that of all bytes, also of parts so large that a sum of 16 bits is full, and of widths that no eight bytes fit.
func TestTheMeanIsThatOfAllBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const step, height = 8000, 12
	img := vision.Image{Width: step / 2, Height: height, Step: step, Data: make([]byte, step*height)}
	for i := range img.Data {
		img.Data[i] = uint8(255 - rng.IntN(256)*rng.IntN(2))
	}
	for range 200 {
		from, top, skip := 4*rng.IntN(step/4-1), rng.IntN(height-1), 1+rng.IntN(3)
		to, bottom := from+4*(1+rng.IntN((step-from)/4)), top+1+rng.IntN(height-top)
		if rng.IntN(2) == 0 && from+cellBytes <= step {
			to = from + cellBytes
		}
		var y, u, v, n uint32
		for row := top; row < bottom; row += skip {
			for at := from; at < to; at += 4 {
				p := img.Data[row*step+at:]
				y, u, v, n = y+uint32(p[0])+uint32(p[2]), u+uint32(p[1]), v+uint32(p[3]), n+1
			}
		}
		gotY, gotU, gotV := mean(img, from, to, top, bottom, skip)
		require.Equal(t, [3]uint8{uint8(y / (2 * n)), uint8(u / n), uint8(v / n)}, [3]uint8{gotY, gotU, gotV})
	}
}

func TestTheMeansOfARowAreThoseOfItsCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const step = 2 * 640
	img := vision.Image{Width: 640, Height: 8, Step: step, Data: make([]byte, step*8)}
	for i := range img.Data {
		img.Data[i] = uint8(255 - rng.IntN(256)*rng.IntN(2))
	}
	var line [InputWidth * Channels]byte
	meansOfCells(line[:], img.Data, 2*step)
	for x := range InputWidth {
		y, u, v := mean(img, 16*x, 16*(x+1), 0, 8, 2)
		require.Equal(t, []byte{y, u, v}, line[x*Channels:][:3])
	}
}

func TestTheCarpetOfAPixelIsCounted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	m := segment.Mask{Width: 200, Height: 1, Words: 4, Bits: []uint64{rng.Uint64(), rng.Uint64(), rng.Uint64(), rng.Uint64() & 0xff}}
	for range 200 {
		var places [FigureSide * 3]int
		var columns [FigureSide * 3]bitOf
		for k := range places {
			places[k] = rng.IntN(260) - 30
			columns[k] = bitAt(places[k], m.Width)
		}
		var got, want [FigureSide]uint8
		countBits(&got, &columns, m.Row(0))
		for k, x := range places {
			if m.At(x, 0) {
				want[k/3]++
			}
		}
		require.Equal(t, want, got)
	}
}
