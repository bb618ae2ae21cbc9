package train

import (
	"math"
	"math/rand/v2"

	"gonao/vision"
	"gonao/vision/objects"
)

// Vary returns a set with the samples of a ball set, and of each some copies as other cameras would have photographed
// it: mirrored, darker, paler, blurred, in fewer pixels, with noise, or compressed as JPEG. The same seed returns the
// same set, with any number of threads.
func Vary(set *Set, seed uint64, copies, threads int) *Set {
	return vary(set, seed, copies, threads, varied)
}

// varyRobots is [Vary] for sets of reduced images with robots: with other brightness, colours and noise.
func varyRobots(set *Set, seed uint64, copies, threads int) *Set {
	return vary(set, seed, copies, threads, variedImage)
}

// vary adds copies that one returns.
func vary(set *Set, seed uint64, copies, threads int, one func(*rand.Rand, Sample) Sample) *Set {
	out := *set
	n := len(set.Samples)
	out.Samples = make([]Sample, n*(1+copies))
	copy(out.Samples, set.Samples)
	each(n*copies, threads, func(i int) {
		rng := rand.New(rand.NewPCG(seed, 0x7661727900000000|uint64(i)))
		out.Samples[n+i] = one(rng, set.Samples[i%n])
	})
	return &out
}

// atX is the place of the target that changes its sign in a mirror.
const atX = 2

// varied returns another photograph of a window. A result without contrast is dropped and the window returned unchanged.
func varied(rng *rand.Rand, s Sample) Sample {
	const side = vision.PatchSide
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	pix := make([]float32, side*side)
	target := append([]float32(nil), s.Target...)
	mirrored := rng.IntN(2) == 0
	for i, v := range s.Input {
		at := i
		if mirrored {
			at = i/side*side + side - 1 - i%side
		}
		pix[at] = float32(v) / 255
	}
	if mirrored {
		target[atX] = -target[atX]
	}
	if rng.IntN(4) == 0 {
		pix = fewer(pix, side, between(1.3, 2.6))
	}
	if rng.IntN(3) == 0 {
		pix = smear(pix, side, between(1, 8), between(0, math.Pi))
	}
	pix = blur(pix, side, between(0.15, 1)*between(0.5, 1.4))
	gain, offset, gamma := between(0.35, 1.4), between(-0.06, 0.15), between(0.6, 1.6)
	leanU, leanV := between(-0.25, 0.25), between(-0.25, 0.25)
	noise := between(0, 8)
	if rng.IntN(5) == 0 {
		noise = between(8, 18)
	}
	var w vision.PatchLuma
	for i, v := range pix {
		lean := leanU*(float64(i%side)/side-0.5) + leanV*(float64(i/side)/side-0.5)
		level := math.Pow(min(max(float64(v)*gain*(1+lean)+offset, 0), 1), gamma)
		w[i] = uint8(min(max(math.Round(255*level+noise*rng.NormFloat64()), 0), 255))
	}
	if rng.IntN(4) == 0 {
		compress(w[:], side, side, rng.IntN(8), rng.IntN(8), between(2, 14))
	}
	if w.Stretch() < vision.MinPatchContrast {
		return s
	}
	return Sample{Input: append([]uint8(nil), w[:]...), Target: target}
}

// fewer returns the picture as a camera with fewer pixels would have seen it.
func fewer(in []float32, n int, factor float64) []float32 {
	small := max(int(float64(n)/factor), 6)
	low := make([]float32, small*small)
	counts := make([]float32, small*small)
	for i, v := range in {
		at := i/n*small/n*small + i%n*small/n
		low[at] += v
		counts[at]++
	}
	out := make([]float32, n*n)
	for y := range n {
		for x := range n {
			u := min(max((float64(x)+0.5)*float64(small)/float64(n)-0.5, 0), float64(small-1))
			v := min(max((float64(y)+0.5)*float64(small)/float64(n)-0.5, 0), float64(small-1))
			i, j := int(u), int(v)
			a, b := float32(u-float64(i)), float32(v-float64(j))
			i2, j2 := min(i+1, small-1), min(j+1, small-1)
			get := func(x, y int) float32 { return low[y*small+x] / counts[y*small+x] }
			out[y*n+x] = (get(i, j)*(1-a)+get(i2, j)*a)*(1-b) + (get(i, j2)*(1-a)+get(i2, j2)*a)*b
		}
	}
	return out
}

// moveRobots returns a reduced image moved by some pixels, its edges continued.
func moveRobots(s Sample, dx, dy int) Sample {
	const width, rows, channels = objects.InputWidth, objects.ImageRows, objects.Channels
	out := Sample{Input: make([]uint8, len(s.Input))}
	for y := range objects.InputHeight {
		for x := range width {
			from := min(max(min(y, rows-1)-dy, 0), rows-1)*width + min(max(x-dx, 0), width-1)
			copy(out.Input[(y*width+x)*channels:][:channels], s.Input[from*channels:])
		}
	}
	out.Target = objects.Moved(s.Target, float64(dx)*objects.CellsX/width, float64(dy)*objects.CellsY/objects.InputHeight)
	return out
}

// MirrorRobots returns a reduced image with robots as a mirror shows it.
func MirrorRobots(s Sample) Sample {
	const width, channels = objects.InputWidth, objects.Channels
	m := Sample{Input: make([]uint8, len(s.Input)), Target: make([]float32, len(s.Target))}
	for y := range objects.InputHeight {
		for x := range width {
			copy(m.Input[(y*width+x)*channels:][:channels], s.Input[(y*width+width-1-x)*channels:])
		}
	}
	n := len(objects.RobotOutputs())
	for y := range objects.CellsY {
		for x := range objects.CellsX {
			t := m.Target[(y*objects.CellsX+x)*n:][:n]
			copy(t, s.Target[(y*objects.CellsX+objects.CellsX-1-x)*n:])
			t[2] = -t[2]
		}
	}
	return m
}

// variedImage returns another photograph of a reduced image.
func variedImage(rng *rand.Rand, s Sample) Sample {
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	gain, offset, gamma := between(0.6, 1.5), between(-10, 20), between(0.75, 1.35)
	saturation, noise := between(0.6, 1.4), between(0, 5)
	tint := [2]float64{between(-10, 10), between(-10, 10)}
	out := moveRobots(s, rng.IntN(21)-10, rng.IntN(13)-6)
	level := func(v float64) uint8 { return uint8(min(max(math.Round(v), 0), 255)) }
	for i := 0; i < len(out.Input); i += objects.Channels {
		p := out.Input[i:]
		luma := 255 * math.Pow(min(max(float64(p[0])*gain+offset, 0), 255)/255, gamma)
		p[0] = level(luma + noise*rng.NormFloat64())
		for c, t := range tint {
			p[1+c] = level(128 + (float64(p[1+c])-128)*saturation + t + 0.4*noise*rng.NormFloat64())
		}
	}
	return out
}
