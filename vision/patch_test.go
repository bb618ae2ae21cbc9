package vision

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// noise returns an image of random pixels.
func noise(rng *rand.Rand, width, height int) Image {
	img := Image{Width: width, Height: height, Step: 2 * width, Encoding: EncodingYUYV, Data: make([]byte, 2*width*height)}
	for i := range img.Data {
		img.Data[i] = uint8(rng.IntN(256))
	}
	return img
}

// byDefinition samples a window pixel by pixel: every sample lies between four pixels.
func byDefinition(img Image, x, y, side float64) (l PatchLuma) {
	step := side / PatchSide
	n := min(max(int(step+0.5), 1), most)
	sub := step / float64(n)
	luma := func(column, row int) uint32 { return uint32(img.Data[row*img.Step+2*column]) }
	for j := range PatchSide {
		for i := range PatchSide {
			sum := uint32(0)
			for k := range n * n {
				row := at(y-side/2+(float64(j*n+k/n)+0.5)*sub, img.Height)
				c := at(x-side/2+(float64(i*n+k%n)+0.5)*sub, img.Width)
				upper := luma(c.first, row.first)*(256-c.share) + luma(c.second, row.first)*c.share
				lower := luma(c.first, row.second)*(256-c.share) + luma(c.second, row.second)*c.share
				sum += (upper*(256-row.share) + lower*row.share) >> 12
			}
			l[j*PatchSide+i] = uint8((sum/uint32(n*n) + 8) >> 4)
		}
	}
	return l
}

func TestWindowsAreSampledByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, width := range []int{2, 40, 640, 1400} {
		img := noise(rng, width, 60)
		for range 40 {
			x, y, side := rng.Float64()*1.4*float64(width)-0.2*float64(width), rng.Float64()*80-10, 2+rng.Float64()*float64(width)*1.2
			want := byDefinition(img, x, y, side)
			var got PatchLuma
			got.Sample(img, x, y, side)
			require.Equal(t, want, got, "%g, %g, side %g, image %d wide", x, y, side, width)
		}
	}
}

func TestRowsAreBlendedAsInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		n := 1 + rng.IntN(60)
		a, b := noise(rng, n, 1).Data[:2*n-1], noise(rng, n, 1).Data[:2*n-1]
		want, got, share := make([]uint16, n), make([]uint16, n), uint32(rng.IntN(257))
		blendPlain(want, a, b, share)
		blend(got, a, b, share)
		require.Equal(t, want, got)
	}
}

func TestTapsAreAddedAsInPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var a sampler
		for i := range a.columns {
			a.columns[i] = uint16(rng.IntN(255*256+1)) - middle
		}
		for i := range a.firsts {
			share := int16(rng.IntN(256))
			a.firsts[i], a.shares[i], a.sums[i] = uint16(rng.IntN(block)), [2]int16{256 - share, share}, rng.Uint32N(1<<20)
		}
		n := PatchSide * (1 + rng.IntN(most))
		b := a
		a.add(n)
		b.addPlain(n)
		require.Equal(t, b, a)
	}
}

func TestSamplingDoesNotAllocate(t *testing.T) {
	img := noise(rand.New(rand.NewPCG(5, 6)), 640, 480)
	var l PatchLuma
	require.Zero(t, testing.AllocsPerRun(10, func() { l.Sample(img, 300, 200, 150) }))
}

func TestAStretchedWindowGoesFrom16To240(t *testing.T) {
	var l PatchLuma
	for i := range l {
		l[i] = uint8(100 + i%2*40)
	}
	require.Equal(t, 40, l.Stretch())
	require.Equal(t, []uint8{16, 240}, l[:2])
	for i := range l {
		l[i] = 77
	}
	require.Zero(t, l.Stretch())
}

func TestLevelsAreStretchedEvenly(t *testing.T) {
	for low := range 256 {
		for high := low + 1; high < 256; high++ {
			var table [256]uint8
			PatchLevels(&table, low, high)
			for v, level := range table {
				if want := min(max(16+(v-low)*224/(high-low), 0), 255); want != int(level) {
					t.Fatalf("%d between %d and %d: %d, expected %d", v, low, high, level, want)
				}
			}
		}
	}
}
