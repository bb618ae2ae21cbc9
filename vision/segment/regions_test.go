package segment

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/internal/fuzzn"
)

// flood finds the regions of labels pixel by pixel, which is slow.
func flood(labels []byte, width, height int) (all []Region) {
	seen := make([]bool, len(labels))
	for i, c := range labels {
		if c == 0 || seen[i] {
			continue
		}
		g := Region{Class: c, MinX: width, MinY: height}
		stack := []int{i}
		seen[i] = true
		var sx, sy int
		for len(stack) > 0 {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := p%width, p/width
			g.Pixels++
			sx, sy = sx+x, sy+y
			g.MinX, g.MaxX, g.MinY, g.MaxY = min(g.MinX, x), max(g.MaxX, x), min(g.MinY, y), max(g.MaxY, y)
			for _, q := range [4][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
				n := q[1]*width + q[0]
				if q[0] >= 0 && q[0] < width && q[1] >= 0 && q[1] < height && !seen[n] && labels[n] == c {
					seen[n] = true
					stack = append(stack, n)
				}
			}
		}
		g.X, g.Y = float64(sx)/float64(g.Pixels)+0.5, float64(sy)/float64(g.Pixels)+0.5
		all = append(all, g)
	}
	return all
}

func same(t *testing.T, want, got []Region) {
	t.Helper()
	require.Len(t, got, len(want))
	for i := range want {
		require.InDelta(t, want[i].X, got[i].X, 1e-9)
		require.InDelta(t, want[i].Y, got[i].Y, 1e-9)
		want[i].X, want[i].Y, got[i].X, got[i].Y = 0, 0, 0, 0
	}
	for i := range want {
		require.Equal(t, want[i], got[i])
	}
}

// Regions of random labels must be those of a flood fill, with the same areas, boxes and centers.
func TestRegionsOfRandomImagesAreThoseOfAFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var r Regions
	for range fuzzn.N(t)/50 + 20 {
		width, height := 1+rng.IntN(40), 1+rng.IntN(20)
		classes := 1 + rng.IntN(3)
		labels := make([]byte, width*height)
		for i := range labels {
			labels[i] = byte(rng.IntN(classes + 1))
		}
		r.Begin()
		for y := range height {
			r.AddLabels(labels[y*width : (y+1)*width])
		}
		same(t, flood(labels, width, height), slices.Clone(r.Find(1)))
	}
}

func TestRegionsOfRandomMasksAreThoseOfAFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var r Regions
	for range fuzzn.N(t)/100 + 20 {
		words, height := 1+rng.IntN(3), 1+rng.IntN(8)
		labels := make([]byte, 64*words*height)
		row := make([]uint64, words)
		r.Begin()
		for y := range height {
			for w := range row {
				row[w] = [4]uint64{rng.Uint64(), ^uint64(0), rng.Uint64() | rng.Uint64(), 0}[rng.IntN(4)]
				for i := range 64 {
					labels[y*64*words+64*w+i] = byte(row[w] >> i & 1)
				}
			}
			r.AddBits(row, 1)
		}
		same(t, flood(labels, 64*words, height), slices.Clone(r.Find(1)))
	}
}

func TestSmallRegionsAreLeftOutAndNothingIsAllocated(t *testing.T) {
	row := []byte{0, 1, 1, 1, 0, 2, 0}
	var r Regions
	var found []Region
	fill := func() {
		r.Begin()
		for range 5 {
			r.AddLabels(row)
		}
		found = r.Find(6)
	}
	fill()
	require.Len(t, found, 1)
	require.Equal(t, 15, found[0].Pixels)
	require.Len(t, r.Runs(2), 2)
	require.Zero(t, testing.AllocsPerRun(10, fill))
}

// The assembler and plain Go write the same labels and find the same changes in any row of any length.
func TestLabelsAndTheirChangesOfRandomRowsAreThoseOfPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	table := &Table{Names: []string{"a", "b", "c"}}
	for i := range table.Of {
		table.Of[i] = byte(rng.IntN(8))
	}
	const most = 300
	row, got, want := make([]byte, 2*most), make([]byte, most), make([]byte, most)
	ends := make([]uint64, most/64+1)
	for range fuzzn.N(t) {
		for i := range row {
			row[i] = byte(rng.Uint32())
		}
		n := 2 * rng.IntN(most/2+1)
		table.Label(row[:2*n], got[:n])
		table.labelPairs(row[:2*n], want[:n])
		require.Equal(t, want[:n], got[:n])
		for i := 1; i < n; i++ { // creates runs of equal labels, which pure noise does not have
			if rng.IntN(3) > 0 {
				got[i] = got[i-1]
			}
		}
		for w, word := range ends[:changes(got[:n], ends)] {
			for i := range 64 {
				require.Equal(t, got[64*w+i] != got[64*w+i+1], word>>i&1 != 0)
			}
		}
	}
}

func TestATableLabelsPixelsAndSurvivesItsFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	table := &Table{Names: []string{"yellow", "blue"}}
	for i := range table.Of {
		table.Of[i] = byte(rng.IntN(4))
	}
	row, labels := make([]byte, 2*74), make([]byte, 74)
	for i := range row {
		row[i] = byte(rng.Uint32())
	}
	table.Label(row, labels)
	for x := range labels {
		pair := row[x/2*4:]
		require.Equal(t, table.Of[Index(pair[x%2*2], pair[1], pair[3])], labels[x], "pixel %d", x)
	}
	again, err := UnmarshalTable(table.Marshal())
	require.NoError(t, err)
	require.Equal(t, table, again)
	require.Equal(t, uint8(2), again.Class("blue"))
	require.Zero(t, again.Class("pink"))
	good := table.Marshal()
	for want, bad := range map[string][]byte{
		"the first line is not":           good[1:],
		"262143 entries: expected 262144": good[:len(good)-1],
		"0 classes: expected 1 to 8":      append([]byte(magic+"\n"), table.Of[:]...),
		"no line with the classes' names": []byte(magic),
	} {
		_, err := UnmarshalTable(bad)
		require.ErrorIs(t, err, errTable)
		require.ErrorContains(t, err, want)
	}
}
