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
	seed uint64
	luma []int8 // noiseTable values, then the first ones again
}

// newSensorNoise makes noise of the standard deviation sigma, grey levels; nil for none.
func newSensorNoise(sigma float64, seed uint64, width int) *sensorNoise {
	if sigma == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x6e6f697365))
	n := &sensorNoise{seed: seed, luma: make([]int8, noiseTable+4*width)}
	for i := range noiseTable {
		v := min(3, max(-3, rng.NormFloat64()))
		n.luma[i] = int8(math.Round(v * sigma))
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
		for i := 0; i+1 < len(row); i += 2 {
			row[i] = clip(int(row[i]) + int(luma[i]))
			row[i+1] = clip(int(row[i+1]) + int(luma[i+1]/2))
		}
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
