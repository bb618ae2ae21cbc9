package train

import (
	"math"
	"math/rand/v2"

	"gonao/vision/objects"
	"gonao/vision/segment"
)

// figures returns a data set of n windows in which the second net looks for robots.
func figures(seed uint64, n, threads int) *Set {
	shape := Set{Width: objects.FigureSide, Height: objects.FigureSide, Channels: objects.FigureChannels, Outputs: objects.FigureOutputs()}
	return windows(shape, seed, n, threads, figureWindow)
}

// figureWindow draws a scene and returns a window of it. It returns false if there is none.
func figureWindow(rng *rand.Rand) (Sample, bool) {
	s := newScene(rng)
	var grid objects.RobotGrid
	s.draw(&grid)
	x, y := s.between(0, sceneWidth), s.between(0, sceneHeight)
	if len(s.stand) > 0 && rng.IntN(2) == 0 {
		at := s.stand[rng.IntN(len(s.stand))]
		x, y = at[0], at[1]
	}
	at, ok := objects.FigureAt(&s.view, x, y)
	if !ok {
		return Sample{}, false
	}
	at.X, at.Y = at.X+at.Side*s.between(-0.3, 0.3), at.Y+at.Side*s.between(-0.18, 0.18)
	target := make([]float32, len(objects.FigureOutputs()))
	for _, p := range s.stand {
		dx, dy := (p[0]-at.X)/at.Side, (p[1]-at.Y)/at.Side
		switch {
		case math.Abs(dx) > 0.5 || math.Abs(dy) > 0.4:
			continue
		case math.Abs(dx) > 0.35 || math.Abs(dy) > 0.22:
			return Sample{}, false
		}
		copy(target, []float32{1, float32(dx), float32(dy)})
	}
	var in objects.FigureInput
	if !in.Fill(s.photograph(), s.green(), at) {
		return Sample{}, false
	}
	return Sample{Input: append([]uint8(nil), in[:]...), Target: target}, true
}

// green returns where the carpet is.
func (s *scene) green() *segment.Mask {
	m := &segment.Mask{Width: sceneWidth, Height: sceneHeight, Words: (sceneWidth + 63) / 64}
	m.Bits = make([]uint64, m.Words*sceneHeight)
	for i, p := range s.pix {
		if x, y := i%sceneWidth, i/sceneWidth; p[1] == s.carpet[1] && p[2] == s.carpet[2] {
			m.Bits[y*m.Words+x/64] |= 1 << (x % 64)
		}
	}
	return m
}

// varyFigures is [Vary] for windows in which robots are looked for.
func varyFigures(set *Set, seed uint64, copies, threads int) *Set {
	return vary(set, seed, copies, threads, variedFigure)
}

// variedFigure returns another photograph of a window: mirrored, with other brightness and noise, at times blurred by
// motion.
func variedFigure(rng *rand.Rand, s Sample) Sample {
	const side = objects.FigureSide
	if rng.IntN(4) == 0 {
		luma := make([]float32, side*side)
		for i := range luma {
			luma[i] = float32(s.Input[i*objects.FigureChannels])
		}
		luma = smear(luma, side, 1+3*rng.Float64(), math.Pi*rng.Float64())
		blurred := append([]uint8(nil), s.Input...)
		for i, v := range luma {
			blurred[i*objects.FigureChannels] = uint8(min(max(v, 0), 255))
		}
		s.Input = blurred
	}
	return mirroredWindow(rng, s, side)
}

// mirroredWindow returns another photograph of a window of two channels: brightness, and where the carpet is.
func mirroredWindow(rng *rand.Rand, s Sample, side int) Sample {
	const channels = objects.FigureChannels
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	gain, offset, gamma, noise := between(0.8, 1.2), between(-20, 20), between(0.7, 1.4), between(0, 10)
	mirrored := rng.IntN(2) == 0
	out := Sample{Input: make([]uint8, len(s.Input)), Target: append([]float32(nil), s.Target...)}
	if mirrored {
		out.Target[1] = -out.Target[1]
	}
	for i := range side * side {
		x := i % side
		if mirrored {
			x = side - 1 - x
		}
		p, q := out.Input[i*channels:], s.Input[(i/side*side+x)*channels:]
		level := 255*math.Pow(min(max(float64(q[0])*gain+offset, 0), 255)/255, gamma) + noise*rng.NormFloat64()
		p[0], p[1] = uint8(min(max(math.Round(level), 0), 255)), q[1]
	}
	return out
}
