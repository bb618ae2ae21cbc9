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
	var cols [Side * most]tap
	for i := range Side * n {
		cols[i] = at(left+(float64(i)+0.5)*sub, img.Width)
	}
	norm := uint32(n * n)
	for j := range Side {
		var sums [Side]uint32
		for k := range n {
			row := at(top+(float64(j*n+k)+0.5)*sub, img.Height)
			a, b := img.Data[row.first*img.Step:], img.Data[row.second*img.Step:]
			for i := range Side * n {
				c := &cols[i]
				upper := uint32(a[2*c.first])*(256-c.share) + uint32(a[2*c.second])*c.share
				lower := uint32(b[2*c.first])*(256-c.share) + uint32(b[2*c.second])*c.share
				sums[i/n] += (upper*(256-row.share) + lower*row.share) >> 12
			}
		}
		for i, sum := range sums {
			l[j*Side+i] = uint8((sum/norm + 8) >> 4)
		}
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
