package camera

import (
	"math"
	"math/rand/v2"
)

// noiseTable is the size of a table of noise. An image reads it from a place that its
// seed selects for every row, so that noise costs one table look-up a byte.
const noiseTable = 1 << 16

// sensorNoise is bounded noise of bell shape on luma, half as much on chroma.
type sensorNoise struct {
	seed  uint64
	luma  []int8      // noiseTable values, then the first ones again; in shot noise in units of a 32nd of its deviation
	scale *[256]int32 // deviation of a luma level in 1/256 grey levels; nil: all the same, and luma is in grey levels
}

// unitNoise is a standard deviation in the table of shot noise.
const unitNoise = 32

// newSensorNoise returns noise with the standard deviation sigma everywhere and additional shot noise at full brightness,
// both in grey levels; nil if both are 0.
func newSensorNoise(sigma, shot float64, seed uint64, width int) *sensorNoise {
	if sigma == 0 && shot == 0 {
		return nil
	}
	n := &sensorNoise{seed: seed, luma: make([]int8, noiseTable+4*width)}
	unit := sigma
	if shot > 0 {
		unit, n.scale = unitNoise, &[256]int32{}
		for y := range n.scale {
			n.scale[y] = int32(math.Round(256 * math.Sqrt(sigma*sigma+shot*shot*float64(y)/255)))
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0x6e6f697365))
	for i := range noiseTable {
		v := min(3, max(-3, rng.NormFloat64()))
		n.luma[i] = int8(math.Round(v * unit))
	}
	for i := noiseTable; i < len(n.luma); i++ {
		n.luma[i] = n.luma[i-noiseTable]
	}
	return n
}

// add adds the noise of one moment and camera to a YUYV image of the given width.
func (n *sensorNoise) add(yuyv []byte, width int, moment uint64) {
	state := n.seed ^ moment*0x9e3779b97f4a7c15
	for len(yuyv) >= 2*width {
		row := yuyv[:2*width]
		yuyv = yuyv[2*width:]
		state = splitMix(state)
		luma := n.luma[state%noiseTable:][:2*width]
		if n.scale != nil {
			n.shot(row, luma)
			continue
		}
		for i := 0; i+1 < len(row); i += 2 {
			row[i] = clip(int(row[i]) + int(luma[i]))
			row[i+1] = clip(int(row[i+1]) + int(luma[i+1]/2))
		}
	}
}

// shot adds a row's noise that depends on the brightness of the pixel.
func (n *sensorNoise) shot(row []byte, unit []int8) {
	const half = 256 * unitNoise / 2
	for i := 0; i+1 < len(row); i += 2 {
		scale := n.scale[row[i]]
		row[i] = clip(int(row[i]) + int((int32(unit[i])*scale+half)>>13))
		row[i+1] = clip(int(row[i+1]) + int((int32(unit[i+1])*scale/2+half)>>13))
	}
}

func clip(v int) byte { return byte(min(255, max(0, v))) }

// splitMix is the generator of Steele, Lea and Flood (2014).
func splitMix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
