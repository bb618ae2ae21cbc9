package segment

import (
	"math/bits"
	"slices"
)

// Run is a piece of a row of pixels that have a class in common.
type Run struct {
	From, To   int16 // columns, the last one included
	Y          int16
	Class      uint8 // as in a Table
	regionRoot int32 // of the union-find
}

// Region is a connected set of runs of one class.
type Region struct {
	Class                  uint8
	Pixels                 int
	X, Y                   float64 // centre of mass, px; the centre of the first pixel is (0.5, 0.5)
	MinX, MinY, MaxX, MaxY int     // first and last pixels, included
}

// Regions finds runs and regions. It keeps its memory from image to image. The zero value is ready. Images may have up to
// 32767 columns and rows.
type Regions struct {
	runs   []Run
	rows   []int32  // the number of the first run of each row, and of the end
	ends   []uint64 // of a row of labels: a bit for each pixel whose label differs from the next one's
	number []int32  // of a run's region
	found  []Region
}

// Begin begins an image.
func (r *Regions) Begin() { r.runs, r.rows = r.runs[:0], append(r.rows[:0], 0) }

// AddLabels adds the next row: the pixels' classes. Neighbours with equal labels other than 0 are a run.
func (r *Regions) AddLabels(labels []byte) {
	if n := len(labels)/64 + 1; len(r.ends) < n {
		r.ends = make([]uint64, n)
	}
	words := changes(labels, r.ends)
	runs := slices.Grow(r.runs, len(labels))
	y, from, n := int16(len(r.rows)-1), 0, len(runs)
	runs = runs[:cap(runs)]
	for w, t := range r.ends[:words] {
		for ; t != 0; t &= t - 1 {
			to := w<<6 + bits.TrailingZeros64(t)
			if c := labels[from]; c != 0 {
				runs[n] = Run{Class: c, Y: y, From: int16(from), To: int16(to), regionRoot: int32(n)}
				n++
			}
			from = to + 1
		}
	}
	for x := words << 6; x < len(labels); x++ {
		if x+1 < len(labels) && labels[x+1] == labels[x] {
			continue
		}
		if c := labels[from]; c != 0 {
			runs[n] = Run{Class: c, Y: y, From: int16(from), To: int16(x), regionRoot: int32(n)}
			n++
		}
		from = x + 1
	}
	r.runs = runs[:n]
	r.rows = append(r.rows, int32(n))
}

// AddBits adds the next row: the bits of a mask.
func (r *Regions) AddBits(row []uint64, class uint8) {
	y := int16(len(r.rows) - 1)
	open := -1
	for w, word := range row {
		base := w << 6
		if open >= 0 { // the run continues: look for its end
			word = ^word
			end := bits.TrailingZeros64(word)
			if end == 64 {
				continue
			}
			r.push(Run{Class: class, Y: y, From: int16(open), To: int16(base + end - 1)})
			open = -1
			word = ^word &^ (1<<end - 1)
		}
		for word != 0 {
			from := bits.TrailingZeros64(word)
			end := from + bits.TrailingZeros64(^(word >> from))
			if end >= 64 {
				open = base + from
				break
			}
			r.push(Run{Class: class, Y: y, From: int16(base + from), To: int16(base + end - 1)})
			word &= ^uint64(0) << end
		}
	}
	if open >= 0 {
		r.push(Run{Class: class, Y: y, From: int16(open), To: int16(len(row)<<6 - 1)})
	}
	r.rows = append(r.rows, int32(len(r.runs)))
}

func (r *Regions) push(run Run) {
	run.regionRoot = int32(len(r.runs))
	r.runs = append(r.runs, run)
}

// Runs returns the runs of a row.
func (r *Regions) Runs(y int) []Run { return r.runs[r.rows[y]:r.rows[y+1]] }

// Find returns the regions with at least so many pixels, in the order of their first runs. Runs of equal class touch when
// they share a column in neighbouring rows. The slice is valid until the next call.
func (r *Regions) Find(minPixels int) []Region {
	for y := 1; y+1 < len(r.rows); y++ {
		r.join(r.rows[y-1], r.rows[y], r.rows[y], r.rows[y+1])
	}
	if cap(r.number) < len(r.runs) {
		r.number = make([]int32, len(r.runs)+len(r.runs)/4)
	}
	number := r.number[:len(r.runs)]
	r.found = r.found[:0]
	for i := range r.runs {
		// A root is the first run of its region, so that the run that this one hangs on has its number.
		run := &r.runs[i]
		if root := run.regionRoot; root != int32(i) {
			number[i] = number[root]
			r.found[number[i]].add(run)
			continue
		}
		number[i] = int32(len(r.found))
		r.found = append(r.found, Region{Class: run.Class, MinX: int(run.From), MaxX: int(run.To), MinY: int(run.Y)})
		r.found[number[i]].add(run)
	}
	kept := r.found[:0]
	for i := range r.found {
		g := &r.found[i]
		if g.Pixels >= minPixels {
			n := float64(g.Pixels)
			g.X, g.Y = g.X/n+0.5, g.Y/n+0.5
			kept = append(kept, *g)
		}
	}
	return kept
}

// join connects the runs a..b of a row with the runs c..d of the next one.
func (r *Regions) join(a, b, c, d int32) {
	up, down := r.runs[a:b], r.runs[c:d]
	i, k := 0, 0
	for i < len(up) && k < len(down) {
		p, q := &up[i], &down[k]
		if p.Class == q.Class && p.From <= q.To && q.From <= p.To && p.regionRoot != q.regionRoot {
			r.unite(p.regionRoot, q.regionRoot)
			q.regionRoot = min(q.regionRoot, p.regionRoot)
		}
		if p.To < q.To {
			i++
		} else {
			k++
		}
	}
}

// unite joins two regions; the root is the earlier run.
func (r *Regions) unite(a, b int32) {
	a, b = r.root(a), r.root(b)
	if a < b {
		r.runs[b].regionRoot = a
	} else {
		r.runs[a].regionRoot = b
	}
}

// root returns the first run of a run's region, and halves the way to it.
func (r *Regions) root(i int32) int32 {
	for r.runs[i].regionRoot != i {
		r.runs[i].regionRoot = r.runs[r.runs[i].regionRoot].regionRoot
		i = r.runs[i].regionRoot
	}
	return i
}

// add adds a run to the sums.
func (g *Region) add(run *Run) {
	n := int(run.To) - int(run.From) + 1
	g.Pixels += n
	g.X += float64(n*(int(run.From)+int(run.To))) / 2
	g.Y += float64(n * int(run.Y))
	g.MinX, g.MaxX = min(g.MinX, int(run.From)), max(g.MaxX, int(run.To))
	g.MaxY = int(run.Y)
}
