package segment

import (
	"math/bits"
)

// Range holds the bounds of a colour, both included.
type Range struct {
	Low, High [3]uint8 // Y, U, V
}

// Limits are the ranges of the two colours for one word of 64 pixels.
type Limits struct{ green, white bounds }

// bounds is a range as the assembler reads it: 16 times the luma's bounds, 8 times those of U and V in turns.
type bounds struct{ lowY, highY, lowUV, highUV [16]byte }

// newLimits returns the limits of two ranges.
func newLimits(green, white Range) Limits {
	return Limits{green: boundsOf(&green), white: boundsOf(&white)}
}

func boundsOf(r *Range) (b bounds) {
	for i := range 16 {
		b.lowY[i], b.highY[i] = r.Low[0], r.High[0]
		b.lowUV[i], b.highUV[i] = r.Low[1+i%2], r.High[1+i%2]
	}
	return b
}

// empty reports whether a lower limit exceeds its upper one: then no pixel is inside.
func (b *bounds) empty() bool {
	return b.lowY[0] > b.highY[0] || b.lowUV[0] > b.highUV[0] || b.lowUV[1] > b.highUV[1]
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

// At reports whether the bit of a pixel is set; false for pixels outside the image.
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

// tileHeight is the number of rows that share their limits.
const tileHeight = 32

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
	empty := false
	for y := range height {
		row := data[y*step : y*step+2*width]
		of := limits[y/tileHeight*words:][:words]
		if y%tileHeight == 0 {
			empty = anyEmpty(of)
		}
		green, white := m.Green.Row(y), m.White.Row(y)
		if whole > 0 {
			maskWords(row[:128*whole], of[:whole], green[:whole], white[:whole])
			if empty {
				clearEmpty(of[:whole], green, white)
			}
		}
		if whole < words {
			green[whole], white[whole] = maskPixels(row[128*whole:], &of[whole])
		}
	}
}

// anyEmpty reports whether one of the ranges is empty.
func anyEmpty(limits []Limits) bool {
	for i := range limits {
		if limits[i].green.empty() || limits[i].white.empty() {
			return true
		}
	}
	return false
}

// clearEmpty clears the words whose range is empty: the assembler finds pixels at the upper bound of such a range.
func clearEmpty(limits []Limits, green, white []uint64) {
	for w := range min(len(limits), len(green), len(white)) {
		if limits[w].green.empty() {
			green[w] = 0
		}
		if limits[w].white.empty() {
			white[w] = 0
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
		bit := i / 2
		green |= l.green.pair(row[i:i+4]) << bit
		white |= l.white.pair(row[i:i+4]) << bit
	}
	return green, white
}

// pair returns the bits of two pixels, Y U Y V.
func (b *bounds) pair(p []byte) (set uint64) {
	if p[1] < b.lowUV[0] || p[1] > b.highUV[0] || p[3] < b.lowUV[1] || p[3] > b.highUV[1] {
		return 0
	}
	if p[0] >= b.lowY[0] && p[0] <= b.highY[0] {
		set = 1
	}
	if p[2] >= b.lowY[0] && p[2] <= b.highY[0] {
		set |= 2
	}
	return set
}
