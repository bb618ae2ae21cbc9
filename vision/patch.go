package vision

// This part of the package samples windows of camera images as inputs of nets: square, of a fixed number of pixels, and stretched
// in brightness so that a window in the dark looks like one in the light.

// PatchSide is the number of pixels of a side of a window.
const PatchSide = 32

// MinPatchContrast is the contrast, grey levels between the darkest and brightest 2 %, below which a window is flat.
const MinPatchContrast = 24

// PatchLuma is a window's brightness, row by row.
type PatchLuma [PatchSide * PatchSide]uint8

// most is the number of samples across one pixel of the window that are averaged at most.
const most = 3

// Sample fills the window of side px whose centre is (x, y) from the image's luma. Outside the image the border's pixels
// are repeated. The image must have passed its Check. Sample does not allocate.
func (l *PatchLuma) Sample(img Image, x, y, side float64) {
	step := side / PatchSide
	n := min(max(int(step+0.5), 1), most)
	left, top, sub := x-side/2, y-side/2, step/float64(n)
	var taps [PatchSide * most]tap
	for i := range PatchSide * n {
		taps[i] = at(left+(float64(i)+0.5)*sub, img.Width)
	}
	first := taps[0].first
	width := taps[PatchSide*n-1].second + 1 - first
	for i := range PatchSide * n {
		taps[i].first, taps[i].second = taps[i].first-first, taps[i].second-first
	}
	var s sampler
	s.set(taps[:PatchSide*n])
	// The factor on sums of n·n samples, below 36,721, in 2^normBits: the quotient by n·n is exact.
	const normBits = 19
	norm := uint32((1<<normBits + n*n - 1) / (n * n))
	for j := range PatchSide {
		s.sums = [PatchSide * most]uint32{}
		for k := range n {
			row := at(top+(float64(j*n+k)+0.5)*sub, img.Height)
			a, b := img.Data[row.first*img.Step+2*first:][:2*width-1], img.Data[row.second*img.Step+2*first:][:2*width-1]
			if width > block {
				s.direct(taps[:PatchSide*n], a, b, row.share)
				continue
			}
			blend(s.columns[:width], a, b, row.share)
			s.add(PatchSide * n)
		}
		for i := range PatchSide {
			sum := uint32(0)
			for _, v := range s.sums[i*n : (i+1)*n] {
				sum += v
			}
			l[j*PatchSide+i] = uint8((sum*norm>>normBits + 8) >> 4)
		}
	}
}

// block is the number of columns that are blended at once.
const block = 1024

// sampler holds the buffers of Sample.
type sampler struct {
	columns [block + 1]uint16          // lumas between two rows, in 256, less 2^15
	firsts  [PatchSide * most]uint16   // the column before each tap
	shares  [PatchSide * most][2]int16 // of this column and of the next one, in 256
	sums    [PatchSide * most]uint32   // of a window's row: lumas at the taps, in 16
}

// set sets the taps of a row.
func (s *sampler) set(taps []tap) {
	for i := range taps {
		t := &taps[i]
		s.firsts[i] = uint16(t.first)
		s.shares[i] = [2]int16{int16(256 - t.share), int16(t.share)} // the share of a column beyond the image's last one is 0
	}
}

// middle is what is subtracted from a luma in 256, so that it is a signed number of 16 bits.
const middle = 1 << 15

// blendPlain writes the luma between two rows for each column. Both rows begin with a luma, and every second byte is one.
func blendPlain(columns []uint16, a, b []uint8, share uint32) {
	for i := range columns {
		columns[i] = uint16(uint32(a[2*i])*(256-share)+uint32(b[2*i])*share) - middle
	}
}

// addPlain adds the lumas at n taps to the sums.
func (s *sampler) addPlain(n int) {
	for i := range n {
		at := s.firsts[i]
		u, v := int32(int16(s.columns[at])), int32(int16(s.columns[at+1]))
		s.sums[i] += uint32(u*int32(s.shares[i][0])+v*int32(s.shares[i][1])+middle*256) >> 12
	}
}

// direct does the work of blend and add, for windows of any width.
func (s *sampler) direct(taps []tap, a, b []uint8, share uint32) {
	for i := range taps {
		c := &taps[i]
		u := uint32(a[2*c.first])*(256-share) + uint32(b[2*c.first])*share
		v := uint32(a[2*c.second])*(256-share) + uint32(b[2*c.second])*share
		s.sums[i] += (u*(256-c.share) + v*c.share) >> 12
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
func (l *PatchLuma) Stretch() (contrast int) {
	var counts [256]uint16
	for _, v := range l {
		counts[v]++
	}
	const outliers = PatchSide * PatchSide / 50
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
	PatchLevels(&table, low, high)
	for i, v := range l {
		l[i] = table[v]
	}
	return high - low
}

// PatchLevels fills a table that maps the grey level low to 16 and high, which is above it, to 240, evenly between and beyond them.
func PatchLevels(table *[256]uint8, low, high int) {
	// x·224/(high−low), cut off towards 0, as a product: exact for x below 256, since 255·224·255 < 2²⁴.
	per := 224 * ((1<<24 + high - low - 1) / (high - low))
	clear(table[:low])
	for v, level := low-1, 0; v >= 0; v-- {
		if level = 16 - (low-v)*per>>24; level <= 0 {
			break
		}
		table[v] = uint8(level)
	}
	for v := low; v < len(table); v++ {
		table[v] = uint8(min(16+(v-low)*per>>24, 255))
	}
}
