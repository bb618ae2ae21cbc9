// Package patch samples windows of camera images as inputs of nets: square, of a fixed number of pixels, and stretched
// in brightness so that a window in the dark looks like one in the light.
package patch

import "gonao/vision"

// Side is the number of pixels of a side of a window.
const Side = 32

// MinContrast is the contrast, grey levels between the darkest and brightest 2 %, below which a window is flat.
const MinContrast = 24

// Luma is a window's brightness, row by row.
type Luma [Side * Side]uint8

// most is the number of samples across one pixel of the window that are averaged at most.
const most = 3

// Sample fills the window of side px whose centre is (x, y) from the image's luma. Outside the image the border's pixels
// go on. The image must have passed its Check. Sample does not allocate.
func (l *Luma) Sample(img vision.Image, x, y, side float64) {
	step := side / Side
	n := min(max(int(step+0.5), 1), most)
	left, top, sub := x-side/2, y-side/2, step/float64(n)
	var taps [Side * most]tap
	for i := range Side * n {
		taps[i] = at(left+(float64(i)+0.5)*sub, img.Width)
	}
	first := taps[0].first
	width := taps[Side*n-1].second + 1 - first
	for i := range Side * n {
		taps[i].first, taps[i].second = taps[i].first-first, taps[i].second-first
	}
	var columns [block]uint16
	norm := uint32(n * n)
	for j := range Side {
		var sums [Side]uint32
		for k := range n {
			row := at(top+(float64(j*n+k)+0.5)*sub, img.Height)
			a, b := img.Data[row.first*img.Step+2*first:][:2*width-1], img.Data[row.second*img.Step+2*first:][:2*width-1]
			if width > block {
				direct(&sums, taps[:Side*n], a, b, row.share)
				continue
			}
			blend(columns[:width], a, b, row.share)
			add(&sums, taps[:Side*n], &columns)
		}
		for i, sum := range sums {
			l[j*Side+i] = uint8((sum/norm + 8) >> 4)
		}
	}
}

// block is the number of columns that are blended at once: a power of two.
const block = 1024

// blendPlain writes the luma between two rows, in 256, for each column. Both rows begin with a luma, and every second byte
// is one.
func blendPlain(columns []uint16, a, b []uint8, share uint32) {
	for i := range columns {
		columns[i] = uint16(uint32(a[2*i])*(256-share) + uint32(b[2*i])*share)
	}
}

// add adds the luma at the taps of a row, in 16, to the sums.
func add(sums *[Side]uint32, taps []tap, columns *[block]uint16) {
	n := len(taps) / Side
	for i := range sums {
		sum := uint32(0)
		for k := range taps[i*n : (i+1)*n] {
			c := &taps[i*n+k]
			u, v := int(columns[c.first%block]), int(columns[c.second%block])
			sum += uint32(u<<8+(v-u)*int(c.share)) >> 12
		}
		sums[i] += sum
	}
}

// direct does what blend and add do, for windows of any width.
func direct(sums *[Side]uint32, taps []tap, a, b []uint8, share uint32) {
	n := len(taps) / Side
	for i := range taps {
		c := &taps[i]
		var pair [2]uint16
		blendPlain(pair[:1], a[2*c.first:], b[2*c.first:], share)
		blendPlain(pair[1:], a[2*c.second:], b[2*c.second:], share)
		sums[i/n] += (uint32(pair[0])*(256-c.share) + uint32(pair[1])*c.share) >> 12
	}
}

// tap is a place between two pixels of a row or column.
type tap struct {
	first, second int
	share         uint32 // of the second, in 256
}

// at returns the pixels beside a place; the centre of pixel i is at i + 0.5.
func at(place float64, n int) tap {
	place = min(max(place-0.5, 0), float64(n-1))
	i := int(place)
	return tap{i, min(i+1, n-1), uint32((place - float64(i)) * 256)}
}

// Stretch maps the darkest 2 % to 16 and the brightest 2 % to 240, and returns the contrast before. A contrast of 0 is
// not stretched.
func (l *Luma) Stretch() (contrast int) {
	var counts [256]int
	for _, v := range l {
		counts[v]++
	}
	const outliers = Side * Side / 50
	low, high := 0, 255
	for n := counts[low]; n <= outliers; n += counts[low] {
		low++
	}
	for n := counts[high]; n <= outliers; n += counts[high] {
		high--
	}
	if high <= low {
		return 0
	}
	var table [256]uint8
	for v := range table {
		table[v] = uint8(min(max(16+(v-low)*224/(high-low), 0), 255))
	}
	for i, v := range l {
		l[i] = table[v]
	}
	return high - low
}
