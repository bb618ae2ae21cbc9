package camera

import (
	"encoding/binary"
	"math/bits"
)

// Flip mirrors a YUYV image in place: left and right, top and bottom, or both, which
// turns it by 180°.
func Flip(yuyv []byte, width, height int, horizontal, vertical bool) {
	row := 2 * width
	yuyv = yuyv[:row*height]
	switch {
	case horizontal && vertical:
		reverse(yuyv)
	case horizontal:
		for y := range height {
			reverse(yuyv[y*row : (y+1)*row])
		}
	case vertical:
		for y := range height / 2 {
			swap(yuyv[y*row:(y+1)*row], yuyv[(height-1-y)*row:(height-y)*row])
		}
	}
}

// reverse puts pixels in the opposite order, four from each end at a time.
func reverse(yuyv []byte) {
	i, j := 0, len(yuyv)-8
	for ; i+8 <= j; i, j = i+8, j-8 {
		first, last := yuyv[i:i+8:i+8], yuyv[j:j+8:j+8]
		a, b := binary.LittleEndian.Uint64(first), binary.LittleEndian.Uint64(last)
		binary.LittleEndian.PutUint64(first, turnedFour(b))
		binary.LittleEndian.PutUint64(last, turnedFour(a))
	}
	if yuyv = yuyv[i:max(i, j+8)]; len(yuyv) >= 8 { // up to six pixels in the middle
		first, last := yuyv[:4], yuyv[len(yuyv)-4:]
		a, b := binary.LittleEndian.Uint32(first), binary.LittleEndian.Uint32(last)
		binary.LittleEndian.PutUint32(first, turned(b))
		binary.LittleEndian.PutUint32(last, turned(a))
		yuyv = yuyv[4 : len(yuyv)-4]
	}
	if len(yuyv) == 4 {
		binary.LittleEndian.PutUint32(yuyv, turned(binary.LittleEndian.Uint32(yuyv)))
	}
}

// turned exchanges the brightness of the two pixels of Y0 U Y1 V.
func turned(pair uint32) uint32 {
	return pair&0xff00ff00 | pair&0xff<<16 | pair>>16&0xff
}

// turnedFour puts four pixels in the opposite order.
func turnedFour(pixels uint64) uint64 {
	pixels = bits.RotateLeft64(pixels, 32)
	return pixels&0xff00ff00ff00ff00 | pixels&0x000000ff000000ff<<16 | pixels>>16&0x000000ff000000ff
}

func swap(a, b []byte) {
	b = b[:len(a)]
	for i := 0; i+8 <= len(a); i += 8 {
		x, y := binary.LittleEndian.Uint64(a[i:]), binary.LittleEndian.Uint64(b[i:])
		binary.LittleEndian.PutUint64(a[i:], y)
		binary.LittleEndian.PutUint64(b[i:], x)
	}
	for i := len(a) &^ 7; i < len(a); i++ {
		a[i], b[i] = b[i], a[i]
	}
}
