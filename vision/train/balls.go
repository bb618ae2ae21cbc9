package train

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"gonao/vision"
	"gonao/vision/objects"
)

// Limits of a ball's offset in a window.
const (
	maxOffset    = 0.55 // of the expected radius, in each direction
	maxLogRadius = 0.35
)

// picture is a window that was drawn.
type picture struct {
	window vision.PatchLuma
	target []float32
}

// Balls returns a data set of n windows, half of them with a ball. The same seed draws the same set.
func Balls(seed uint64, n, threads int) *Set {
	return draw(seed, n, threads, objects.BallOutputs(), ballPicture)
}

// draw draws a set with a random source for each picture, so that the number of threads does not matter.
func draw(seed uint64, n, threads int, outputs []string, one func(*rand.Rand) picture) *Set {
	set := &Set{
		Width: vision.PatchSide, Height: vision.PatchSide, Channels: 1, Outputs: outputs, Targets: len(outputs),
		Samples: make([]Sample, n),
	}
	each(n, threads, func(i int) {
		p := one(rand.New(rand.NewPCG(seed, uint64(i))))
		set.Samples[i] = Sample{Input: append([]uint8(nil), p.window[:]...), Target: p.target}
	})
	return set
}

// windows draws a set of the shape that set has, each sample by one until it reports true, with its own random source.
func windows(set Set, seed uint64, n, threads int, one func(*rand.Rand) (Sample, bool)) *Set {
	set.Targets, set.Samples = len(set.Outputs), make([]Sample, n)
	each(n, threads, func(i int) {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		for ok := false; !ok; {
			set.Samples[i], ok = one(rng)
		}
	})
	return &set
}

// each calls one for the numbers below n, in several goroutines.
func each(n, threads int, one func(i int)) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	for t := range threads {
		wg.Go(func() {
			for i := t; i < n; i += threads {
				one(i)
			}
		})
	}
	wg.Wait()
}

// ballPicture draws windows until one has enough contrast.
func ballPicture(rng *rand.Rand) picture {
	for {
		if p, ok := ballWindow(rng); ok {
			return p
		}
	}
}

// ballWindow draws a window of a ball, or of something else.
func ballWindow(rng *rand.Rand) (picture, bool) {
	// The window is drawn with the pixels it would have in the camera image, then sampled as there.
	radiusPx := 3 * math.Exp(rng.Float64()*math.Log(10)) // 3 to 30 px
	px := int(math.Ceil(objects.BallWindowRadii*radiusPx)) + 4
	half := float64(px) / 2 / radiusPx
	scale := 2
	if px < 24 {
		scale = 3
	}
	c := newCanvas(px*scale, half, rng)
	c.ground()
	c.around()
	target := make([]float32, len(objects.BallOutputs()))
	switch kind := rng.IntN(100); {
	case kind < 48:
		c.ballInWindow(newPattern(rng), target, 0)
	case kind < 56:
		c.ballInWindow(plain(c.between(0.15, 1)), target, 1)
	case kind < 64: // too far from the middle, or of another size
		c.wrongBall()
	default:
		c.noBall()
	}
	camera := c.newCamera()
	if c.chance(0.15) { // the head turns fast
		camera.motionPx, camera.motion = radiusPx*c.between(0.2, 1.1), c.between(0, math.Pi)
	}
	img := c.photograph(px, camera)
	var p picture
	centre := float64(px) / 2
	p.window.Sample(img, centre, centre, objects.BallWindowRadii*radiusPx)
	p.target = target
	return p, p.window.Stretch() >= vision.MinPatchContrast
}

// around paints objects that may be near a ball.
func (c *canvas) around() {
	if c.chance(0.3) {
		c.line()
	}
	if c.chance(0.08) {
		c.post(c.between(-2.5, 2.5), c.between(-2, 0.5))
	}
	if c.chance(0.15) {
		c.boot(c.outside(), c.between(-1.6, 0.3))
	}
}

// outside returns a place beside the middle.
func (c *canvas) outside() float64 {
	u := c.between(1.2, 2.6)
	if c.chance(0.5) {
		return -u
	}
	return u
}

// ballInWindow paints a ball near the middle, and sets the targets.
func (c *canvas) ballInWindow(p pattern, target []float32, kind int) {
	u, v, log := c.between(-maxOffset, maxOffset), c.between(-maxOffset, maxOffset), c.between(-maxLogRadius, maxLogRadius)
	radius := math.Exp(log)
	c.sphere(u, v, radius, p)
	target[kind] = 1
	target[2], target[3], target[4] = float32(u), float32(v), float32(log)
	if c.chance(0.16) { // something hides at most a third of it
		a, level := c.between(0, 2*math.Pi), c.between(0.05, 1)
		far := radius * c.between(0.55, 1.1)
		r := c.between(0.4, 1.2)
		c.disc(u+(far+r)*math.Cos(a), v+(far+r)*math.Sin(a), r, r, level, c.between(-0.2, 0.4))
	}
}

// wrongBall paints a ball that does not count for this window: it has its own window.
func (c *canvas) wrongBall() {
	p := newPattern(c.rng)
	switch c.rng.IntN(3) {
	case 0:
		a, far := c.between(0, 2*math.Pi), c.between(1.15, 2)
		c.sphere(far*math.Cos(a), far*math.Sin(a), c.between(0.75, 1.3), p)
	case 1:
		c.sphere(c.between(-0.7, 0.7), c.between(-0.7, 0.7), c.between(0.25, 0.45), p)
	default:
		c.sphere(c.between(-1, 1), c.between(-1, 1), c.between(2.2, 4), p)
	}
}

// noBall paints typical candidates that are not balls.
func (c *canvas) noBall() {
	near := func() float64 { return c.between(-0.6, 0.6) }
	switch kind := c.rng.IntN(100); {
	case kind < 14:
		c.line()
		if c.chance(0.4) {
			c.line()
		}
	case kind < 28:
		c.mark(near(), near())
	case kind < 52:
		c.boot(near(), near())
		if c.chance(0.5) {
			c.boot(c.outside(), near())
		}
	case kind < 62:
		c.post(near(), near()+0.4)
	case kind < 76:
		c.parts()
	case kind < 86:
		c.hall(c.between(-0.5, c.half))
	case kind < 97:
		c.clutter()
	default: // the ground alone
	}
}
