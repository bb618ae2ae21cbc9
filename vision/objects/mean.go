package objects

import (
	"encoding/binary"

	"gonao/vision"
)

// mean averages every step-th row of some bytes.
func mean(img vision.Image, from, to, top, bottom, step int) (luma, u, v uint8) {
	to = max(to, from+4)
	if rows := (bottom - top + step - 1) / step; to-from == cellBytes && rows <= mostOpen/2 {
		return meanOfCell(img.Data[top*img.Step+from:], rows, step*img.Step)
	}
	var s sums
	for y := top; y < bottom; y += step {
		row := img.Data[y*img.Step+from : y*img.Step+to]
		s.n += uint32(len(row) / 4)
		for ; len(row) >= 8; row = row[8:] {
			s.add(binary.LittleEndian.Uint64(row))
		}
		if len(row) >= 4 {
			s.add(uint64(binary.LittleEndian.Uint32(row)))
		}
	}
	s.close()
	return uint8(s.y / (2 * s.n)), uint8(s.u / s.n), uint8(s.v / s.n)
}

// cellBytes is the width of a cell of an image 640 pixels wide.
const cellBytes = 16

// meanOfCell averages some rows of eight pixels, stride bytes apart.
func meanOfCell(data []byte, rows, stride int) (luma, u, v uint8) {
	var lumas, chromas uint64
	for y := range rows {
		p := data[y*stride:][:cellBytes]
		a, b := binary.LittleEndian.Uint64(p), binary.LittleEndian.Uint64(p[8:])
		lumas += a&evenBytes + b&evenBytes
		chromas += a>>8&evenBytes + b>>8&evenBytes
	}
	n := uint32(4 * rows)
	sumY := lumas&0xffff + lumas>>16&0xffff + lumas>>32&0xffff + lumas>>48
	sumU := chromas&0xffff + chromas>>32&0xffff
	sumV := chromas>>16&0xffff + chromas>>48
	return uint8(uint32(sumY) / (2 * n)), uint8(uint32(sumU) / n), uint8(uint32(sumV) / n)
}

// The rows of pixels of a cell that are read, every other one of an image 480 pixels high.
const cellRows = 4

// meansOfCells writes the means of the cells of a row of the input, each of cellRows rows of eight pixels, stride bytes apart.
func meansOfCells(line, data []byte, stride int) {
	const width = InputWidth * cellBytes
	a, b, c, d := data[:width], data[stride:][:width], data[2*stride:][:width], data[3*stride:][:width]
	for x := range InputWidth {
		var lumas, chromas uint64
		for at := x * cellBytes; at < (x+1)*cellBytes; at += 8 {
			i, j := binary.LittleEndian.Uint64(a[at:]), binary.LittleEndian.Uint64(b[at:])
			k, l := binary.LittleEndian.Uint64(c[at:]), binary.LittleEndian.Uint64(d[at:])
			lumas += i&evenBytes + j&evenBytes + k&evenBytes + l&evenBytes
			chromas += i>>8&evenBytes + j>>8&evenBytes + k>>8&evenBytes + l>>8&evenBytes
		}
		const all = 0x0001000100010001 // the product's upper 16 bits are the sum of the four numbers
		chromas += chromas >> 32
		p := line[x*Channels:][:Channels]
		p[0] = uint8(lumas * all >> 48 / (2 * 4 * cellRows))
		p[1], p[2] = uint8(chromas&0xffff/(4*cellRows)), uint8(chromas>>16&0xffff/(4*cellRows))
	}
}

// sums adds four pixels at a time, Y U Y V Y U Y V, in four sums of 16 bits each.
type sums struct {
	lumas, chromas uint64 // open sums: of lumas, and of U and V in turns
	open           int    // numbers in each open sum
	y, u, v, n     uint32
}

// Bytes 0, 2, 4, 6 of eight, and how many bytes fit in a sum of 16 bits.
const (
	evenBytes = 0x00ff00ff00ff00ff
	mostOpen  = 257
)

func (s *sums) add(four uint64) {
	s.lumas += four & evenBytes
	s.chromas += four >> 8 & evenBytes
	if s.open++; s.open == mostOpen {
		s.close()
	}
}

// close adds the open sums to the others.
func (s *sums) close() {
	for shift := 0; shift < 64; shift += 32 {
		a, b := uint32(s.lumas>>shift), uint32(s.chromas>>shift)
		s.y += a&0xffff + a>>16
		s.u += b & 0xffff
		s.v += b >> 16
	}
	s.lumas, s.chromas, s.open = 0, 0, 0
}
