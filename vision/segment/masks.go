package segment

import (
	"math/bits"
)

// Range holds the bounds of a colour, both included.
type Range struct {
	Low, High [3]uint8 // Y, U, V
}

// Limits are the ranges of the two colours for one word of 64 pixels, in the order of an image's bytes: Y U Y V.
type Limits struct {
	greenLow, greenHigh, whiteLow, whiteHigh [16]byte
}

// NewLimits returns the limits of two ranges.
func NewLimits(green, white Range) (l Limits) {
	fill := func(to *[16]byte, c [3]uint8) {
		for i := range to {
			to[i] = [4]uint8{c[0], c[1], c[0], c[2]}[i%4]
		}
	}
	fill(&l.greenLow, green.Low)
	fill(&l.greenHigh, green.High)
	fill(&l.whiteLow, white.Low)
	fill(&l.whiteHigh, white.High)
	return l
}

// Mask holds a bit for each pixel of an image. Bit i of word w of a row is column 64·w + i; bits beyond the width are 0.
type Mask struct {
	Width, Height int
	Words         int // per row
	Bits          []uint64
}

// resize prepares the mask for an image. It keeps the memory when it is large enough.
func (m *Mask) resize(width, height int) {
	m.Width, m.Height, m.Words = width, height, (width+63)/64
	if n := m.Words * height; cap(m.Bits) < n {
		m.Bits = make([]uint64, n)
	} else {
		m.Bits = m.Bits[:n]
	}
}

// Row returns the words of a row.
func (m *Mask) Row(y int) []uint64 { return m.Bits[y*m.Words : (y+1)*m.Words] }

// At reports whether the bit of a pixel is set; pixels outside the image have none.
func (m *Mask) At(x, y int) bool {
	if uint(x) >= uint(m.Width) || uint(y) >= uint(m.Height) {
		return false
	}
	return m.Bits[y*m.Words+x>>6]>>(x&63)&1 != 0
}

// Count returns the number of bits set in a row from column a up to, not including, b.
func (m *Mask) Count(y, a, b int) (n int) {
	if uint(y) >= uint(m.Height) {
		return 0
	}
	a, b = max(a, 0), min(b, m.Width)
	row := m.Row(y)
	for w := a >> 6; w<<6 < b; w++ {
		word := row[w]
		if first := a - w<<6; first > 0 {
			word &= ^uint64(0) << first
		}
		if last := b - w<<6; last < 64 {
			word &= 1<<last - 1
		}
		n += bits.OnesCount64(word)
	}
	return n
}

// TileHeight is the number of rows that share their limits.
const TileHeight = 32

// Masks are the pixels of the carpet and of the lines in one image.
type Masks struct {
	Green, White Mask
}

// Fill makes both masks. limits holds those of each word of 64 pixels, row of tiles by row of tiles; step is the number
// of bytes from one row of data to the next. It allocates only when the image's size grows.
func (m *Masks) Fill(data []byte, width, height, step int, limits []Limits) {
	m.Green.resize(width, height)
	m.White.resize(width, height)
	words := m.Green.Words
	whole := width / 64
	for y := range height {
		row := data[y*step : y*step+2*width]
		of := limits[y/TileHeight*words:][:words]
		green, white := m.Green.Row(y), m.White.Row(y)
		if whole > 0 {
			maskWords(row[:128*whole], of[:whole], green[:whole], white[:whole])
		}
		if whole < words {
			green[whole], white[whole] = maskPixels(row[128*whole:], &of[whole])
		}
	}
}

// maskWordsPlain is maskWords without assembler.
func maskWordsPlain(row []byte, limits []Limits, green, white []uint64) {
	for w := range green {
		green[w], white[w] = maskPixels(row[128*w:128*w+128], &limits[w])
	}
}

// maskPixels returns the bits of up to 64 pixels.
func maskPixels(row []byte, l *Limits) (green, white uint64) {
	for i := 0; i+4 <= len(row) && i < 128; i += 4 {
		y0, u, y1, v := row[i], row[i+1], row[i+2], row[i+3]
		bit := i / 2
		green |= pair(y0, u, y1, v, &l.greenLow, &l.greenHigh) << bit
		white |= pair(y0, u, y1, v, &l.whiteLow, &l.whiteHigh) << bit
	}
	return green, white
}

// pair returns the bits of two pixels.
func pair(y0, u, y1, v byte, low, high *[16]byte) (b uint64) {
	if u < low[1] || u > high[1] || v < low[3] || v > high[3] {
		return 0
	}
	if y0 >= low[0] && y0 <= high[0] {
		b = 1
	}
	if y1 >= low[0] && y1 <= high[0] {
		b |= 2
	}
	return b
}
