package train

import (
	"math"
	"math/rand/v2"

	"gonao/vision/objects"
)

// shirts returns a data set of n trunks of robots in jerseys or waistbands, some without.
func shirts(seed uint64, n, threads int) *Set {
	shape := Set{Width: objects.ShirtSide, Height: objects.ShirtSide, Channels: objects.ShirtChannels, Outputs: objects.ShirtOutputs()}
	return windows(shape, seed, n, threads, shirtWindow)
}

// cloth is a range of colours: hue in degrees, saturation, value.
type cloth struct{ hue, saturation, value [2]float64 }

// cloths are the colours behind the names of teams' colours.
var cloths = map[string]cloth{
	"black": {[2]float64{0, 360}, [2]float64{0, 0.15}, [2]float64{0.02, 0.10}}, "grey": {[2]float64{0, 360}, [2]float64{0, 0.10}, [2]float64{0.35, 0.58}},
	"white": {[2]float64{0, 360}, [2]float64{0, 0.06}, [2]float64{0.85, 1}}, "blue": {[2]float64{212, 240}, [2]float64{0.7, 1}, [2]float64{0.5, 1}},
	"red": {[2]float64{-12, 8}, [2]float64{0.75, 1}, [2]float64{0.5, 1}}, "orange": {[2]float64{18, 33}, [2]float64{0.8, 1}, [2]float64{0.8, 1}},
	"yellow": {[2]float64{46, 60}, [2]float64{0.75, 1}, [2]float64{0.8, 1}}, "green": {[2]float64{105, 140}, [2]float64{0.65, 1}, [2]float64{0.4, 0.8}},
	"purple": {[2]float64{272, 295}, [2]float64{0.55, 0.95}, [2]float64{0.35, 0.7}}, "brown": {[2]float64{18, 32}, [2]float64{0.5, 0.8}, [2]float64{0.25, 0.45}},
	"pink": {[2]float64{320, 342}, [2]float64{0.45, 0.75}, [2]float64{0.8, 1}},
}

// draw returns a colour of the range, as luma and chromas, by shares of white.
func (c cloth) draw(between func(low, high float64) float64) tone {
	pick := func(r [2]float64) float64 { return between(r[0], r[1]) }
	hue, s, v := math.Mod(pick(c.hue)+360, 360)/60, pick(c.saturation), pick(c.value)
	part := func(n float64) float64 { // https://en.wikipedia.org/wiki/HSL_and_HSV#HSV_to_RGB_alternative
		k := math.Mod(n+hue, 6)
		return v - v*s*max(0, min(k, 4-k, 1))
	}
	r, g, b := part(5), part(3), part(1)
	luma := 0.299*r + 0.587*g + 0.114*b
	return tone{float32(luma), float32(0.564 * (b - luma)), float32(0.713 * (r - luma))}
}

// shirtWindow draws one trunk.
func shirtWindow(rng *rand.Rand) (Sample, bool) {
	const side = objects.ShirtSide
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	names := objects.ShirtColors
	class := rng.IntN(len(names) + 1)
	pix := make([]tone, side*side)
	// Behind the robot: carpet, hall, or both.
	carpet, hall := tone{float32(between(0.15, 0.5)), float32(between(-0.12, -0.02)), float32(between(-0.12, -0.03))}, anyCloth(rng)
	end := between(-0.2*side, 1.2*side)
	for i := range pix {
		if pix[i] = hall; float64(i/side) > end {
			pix[i] = carpet
		}
	}
	body := tone{float32(between(0.03, 1))}
	if rng.IntN(3) == 0 {
		body = anyCloth(rng)
	}
	middle, half := side/2+between(-2.5, 2.5), between(2.6, 6)
	top, bottom := between(-6, 2), between(11, 22) // of the trunk
	rect := func(left, right, top, bottom float64, t tone) {
		for i := range pix {
			if x, y := float64(i%side)+0.5, float64(i/side)+0.5; x > left && x < right && y > top && y < bottom {
				pix[i] = t
			}
		}
	}
	rect(middle-half, middle+half, top, bottom, body)
	gap := between(0, 1.5) // arms
	rect(middle-half-gap-2, middle-half-gap, top+1, bottom-between(-2, 5), body)
	rect(middle+half+gap, middle+half+gap+2, top+1, bottom-between(-2, 5), body)
	if class > 0 {
		color := cloths[names[class-1]].draw(between)
		if rng.IntN(3) == 0 { // a waistband
			y := between(7, 12)
			rect(middle-half, middle+half, y, y+between(2, 4), color)
		} else {
			y, low := between(0, 5), between(9, 14)
			rect(middle-half-between(0, 2), middle+half+between(0, 2), y, low, color)
			if rng.IntN(2) == 0 { // its number
				x, n := middle+between(-2, 1), tone{1}
				if color[0] > 0.5 {
					n = tone{0.05}
				}
				rect(x, x+between(0.8, 2), y+1, low-1, n)
			}
		}
	}
	gain, lean := between(0.35, 1.25), between(-0.3, 0.3)
	saturation, noise := between(0.6, 1.15), between(0, 0.03)
	in, target := make([]uint8, side*side*objects.ShirtChannels), make([]float32, len(names)+1)
	target[class] = 1
	for i, t := range pix {
		lit := gain * (1 + lean*(float64(i%side)/side-0.5))
		channel := func(c int) float64 { return float64(t[c]) * lit }
		p := in[i*objects.ShirtChannels:]
		p[0], p[1], p[2] = objects.ShirtPixel(channel(0)+noise*rng.NormFloat64(),
			saturation*channel(1)+0.5*noise*rng.NormFloat64(), saturation*channel(2)+0.5*noise*rng.NormFloat64())
	}
	return Sample{Input: in, Target: target}, true
}

// anyCloth returns the colour of anything.
func anyCloth(rng *rand.Rand) tone {
	t := tone{float32(0.05 + 0.95*rng.Float64())}
	if rng.IntN(3) > 0 {
		t[1], t[2] = float32(rng.NormFloat64()*0.1), float32(rng.NormFloat64()*0.1)
	}
	return t
}

// varyShirts is [Vary] for trunks of robots: mirrored, under other light, noisier.
func varyShirts(set *Set, seed uint64, copies, threads int) *Set {
	return vary(set, seed, copies, threads, variedShirt)
}

func variedShirt(rng *rand.Rand, s Sample) Sample {
	const side, channels = objects.ShirtSide, objects.ShirtChannels
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	out := Sample{Input: make([]uint8, len(s.Input)), Target: append([]float32(nil), s.Target...)}
	gain, saturation, noise := between(0.85, 1.12), between(0.75, 1.25), between(0, 5)
	tint := [2]float64{between(-5, 5), between(-5, 5)}
	mirrored := rng.IntN(2) == 0
	dx, dy := rng.IntN(3)-1, rng.IntN(3)-1
	level := func(x float64) uint8 { return uint8(min(max(math.Round(x), 0), 255)) }
	for i := range side * side {
		x, y := min(max(i%side+dx, 0), side-1), min(max(i/side+dy, 0), side-1)
		if mirrored {
			x = side - 1 - x
		}
		p, q := out.Input[i*channels:], s.Input[(y*side+x)*channels:]
		p[0] = level(float64(q[0])*gain + noise*rng.NormFloat64())
		for c, t := range tint {
			p[1+c] = level(128 + (float64(q[1+c])-128)*saturation + t + 0.5*noise*rng.NormFloat64())
		}
	}
	return out
}
