package vision

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"gonao/vision/segment"
)

// maxColors is the number of colours that one filter distinguishes in one pass.
const maxColors = 32

// The image is read in cells of cellSide × cellSide pixels. A row of a cell is
// a 16-bit map of the pixels that have a colour.
const (
	cellSide  = 16
	cellWords = cellSide / 2 // a word is 4 bytes, two pixels
)

// Bits kept of each channel in the colour table.
const (
	bitsY  = 5
	bitsUV = 6
	stepY  = 256 >> bitsY
	stepUV = 256 >> bitsUV
)

// Blob is the coloured object found in an image.
type Blob struct {
	Color      string  // its name
	X, Y       float64 // centre of mass, pixels
	Pixels     int     // number of pixels
	Radius     float64 // radius of the disc of equal area, pixels
	Confidence float64 // 1 a filled disc; lower the further its pixels lie apart

	MinX, MinY, MaxX, MaxY int // bounding box, pixels, first and last included
}

// cell holds the sums of one colour in one cell.
type cell struct {
	n                      uint32 // pixels of the colour
	sumX, sumY             uint32 // of their columns and rows inside the cell, 0 to 15
	sumSq                  uint32 // of column² + row²
	minX, maxX, minY, maxY uint8  // inside the cell
	used                   bool   // by the search: visited
}

// Filter finds coloured objects in YUYV images. It is not safe for concurrent use.
type Filter struct {
	names     []string // of the colours, by their bits
	minPixels int

	table  []uint32                   // colour bits of a quantised Y, U, V
	chroma [1 << (2 * bitsUV)]uint32  // colour bits of a quantised U, V with any Y
	sumSq  [1 << (cellSide / 2)]uint8 // sum of the squares of the set bits' numbers, 0 to 7

	width, height int      // of the image the cells are made for
	cols, rows    int      // cells
	cells         [][]cell // per colour, row by row
	seen          uint32   // colours with anything in the image
	stack         []int32  // of the search
	group         []int32  // cells of one object
	blobs         []Blob
}

// NewFilter returns a filter for the colours. Blobs of fewer than minPixels pixels are ignored. An error names
// the colour, its field and what was expected; ranges that are narrower than the table's steps are an error.
func NewFilter(colors []Color, minPixels int) (*Filter, error) {
	return NewTableFilter(colors, nil, minPixels)
}

// NewTableFilter returns a filter for colours and for the classes of a colour table, which may be nil. A class replaces
// the colour of the same name. The filter distinguishes luma in steps of 8, the table in steps of 4: a pixel is of a
// class if one of the two entries is.
func NewTableFilter(colors []Color, t *segment.Table, minPixels int) (*Filter, error) {
	if t == nil {
		t = &segment.Table{}
	}
	colors = slices.DeleteFunc(slices.Clone(colors), func(c Color) bool { return slices.Contains(t.Names, c.Name) })
	if n := len(colors) + len(t.Names); n > maxColors {
		return nil, fmt.Errorf("%d colors: expected at most %d", n, maxColors)
	}
	names := make([]string, 0, len(colors)+len(t.Names))
	for _, c := range colors {
		if err := c.Check(); err != nil {
			return nil, err
		}
		names = append(names, c.Name)
	}
	names = append(names, t.Names...)
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("color %q: there are two of that name", name)
		}
	}
	f := &Filter{
		names:     names,
		minPixels: max(minPixels, 1),
		table:     make([]uint32, 1<<(bitsY+2*bitsUV)),
		cells:     make([][]cell, len(names)),
		blobs:     make([]Blob, 0, len(names)),
	}
	found := f.fillTables(colors, t)
	for i, name := range names {
		switch {
		case found>>i&1 != 0:
		case i < len(colors):
			return nil, fmt.Errorf("color %q: no pixel matches it: expected wider ranges (luma is distinguished in steps of %d, chroma in steps of %d)",
				name, stepY, stepUV)
		default:
			return nil, fmt.Errorf("colour table: no colour is of the class %q: expected examples of it", name)
		}
	}
	return f, nil
}

// fillTables tests the mean of every quantised Y, U, V against every colour, adds the classes of the table, and returns the bits of
// the colours and classes that contain at least one.
func (f *Filter) fillTables(colors []Color, t *segment.Table) (found uint32) {
	centre := func(i, step int) float64 { return float64(i*step) + float64(step-1)/2 }
	for i := range f.table {
		uv := i & (1<<(2*bitsUV) - 1)
		y, u, v := centre(i>>(2*bitsUV), stepY), centre(uv>>bitsUV, stepUV), centre(uv&(1<<bitsUV-1), stepUV)
		for c, color := range colors {
			if color.contains(y, u, v) {
				f.table[i] |= 1 << c
			}
		}
		at := segment.Index(uint8(y), uint8(u), uint8(v)) &^ 1
		f.table[i] |= uint32(t.Of[at]|t.Of[at|1]) << len(colors)
		f.chroma[uv] |= f.table[i]
		found |= f.table[i]
	}
	for i := range f.sumSq {
		for b := range cellSide / 2 {
			if i>>b&1 != 0 {
				f.sumSq[i] += uint8(b * b)
			}
		}
	}
	return found
}

// Detect returns the largest object of every colour that has one, in the order of the colours. The slice is
// valid until the next call. Detect allocates only when the image's size changes.
func (f *Filter) Detect(img Image) ([]Blob, error) {
	if err := img.Check(); err != nil {
		return nil, err
	}
	f.resize(img.Width, img.Height)
	f.seen = 0
	for y := range img.Height {
		f.scanRow(img.row(y), y)
	}
	f.blobs = f.blobs[:0]
	for seen := f.seen; seen != 0; seen &= seen - 1 {
		c := bits.TrailingZeros32(seen)
		if b, ok := f.largest(c); ok {
			f.blobs = append(f.blobs, b)
		}
		clear(f.cells[c])
	}
	return f.blobs, nil
}

// resize allocates the cells for an image size.
func (f *Filter) resize(width, height int) {
	if f.width == width && f.height == height {
		return
	}
	f.width, f.height = width, height
	f.cols, f.rows = (width+cellSide-1)/cellSide, (height+cellSide-1)/cellSide
	for c := range f.cells {
		f.cells[c] = make([]cell, f.cols*f.rows)
	}
	f.stack = make([]int32, 0, f.cols*f.rows)
	f.group = make([]int32, 0, f.cols*f.rows)
}

// scanRow adds one row of the image to the cells. Most pixels match no colour, so the chroma of a cell's row is tested
// first.
func (f *Filter) scanRow(row []byte, y int) {
	const segment = 4 * cellWords
	col := 0
	for ; len(row) >= segment; col++ {
		s := row[:segment:segment]
		var any uint32
		for i := 0; i < segment; i += 8 {
			w := binary.LittleEndian.Uint64(s[i:])
			any |= f.chroma[uint32(w)>>10&0x3f<<bitsUV|uint32(w)>>26] |
				f.chroma[uint32(w>>42)&0x3f<<bitsUV|uint32(w>>58)]
		}
		if any != 0 {
			f.addSegment(s, any, col, y)
		}
		row = row[segment:]
	}
	if len(row) > 0 {
		f.addSegment(row, ^uint32(0), col, y)
	}
}

// addSegment adds the up to 16 pixels of one row of a cell; any holds the
// colours that may be among them.
func (f *Filter) addSegment(s []byte, any uint32, col, y int) {
	var masks [cellSide]uint32
	n := len(s) / 4
	var all uint32
	for i := range n {
		w := binary.LittleEndian.Uint32(s[4*i:])
		uv := w>>10&0x3f<<bitsUV | w>>26
		a := f.table[w>>3&0x1f<<(2*bitsUV)|uv]
		b := f.table[w>>19&0x1f<<(2*bitsUV)|uv]
		masks[2*i&15], masks[(2*i+1)&15] = a, b
		all |= a | b
	}
	all &= any
	f.seen |= all
	for ; all != 0; all &= all - 1 {
		c := bits.TrailingZeros32(all)
		var line uint32
		for i, m := range masks {
			line |= m >> c & 1 << i
		}
		f.cells[c][y/cellSide*f.cols+col].add(uint16(line), uint32(y%cellSide), &f.sumSq)
	}
}

// add counts the pixels of one row of the cell; bit i is column i.
func (c *cell) add(line uint16, y uint32, sumSq *[256]uint8) {
	n := uint32(bits.OnesCount16(line))
	first, last := uint8(bits.TrailingZeros16(line)), uint8(15-bits.LeadingZeros16(line))
	if c.n == 0 {
		c.minX, c.maxX, c.minY = first, last, uint8(y)
	}
	c.minX, c.maxX, c.maxY = min(c.minX, first), max(c.maxX, last), uint8(y)

	// The sum of the columns, bit by bit of their numbers; the squares byte by
	// byte: (8+b)² = 64 + 16·b + b².
	high := line >> 8
	nHigh, sumHigh := uint32(bits.OnesCount16(high)), sumBits(high)
	c.n += n
	c.sumX += sumBits(line)
	c.sumY += n * y
	c.sumSq += uint32(sumSq[line&0xff]) + uint32(sumSq[high]) + 64*nHigh + 16*sumHigh + n*y*y
}

// sumBits adds the numbers of the set bits.
func sumBits(line uint16) uint32 {
	return uint32(bits.OnesCount16(line&0xaaaa) + 2*bits.OnesCount16(line&0xcccc) +
		4*bits.OnesCount16(line&0xf0f0) + 8*bits.OnesCount16(line&0xff00))
}
