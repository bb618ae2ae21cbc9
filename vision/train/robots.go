package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/nao"
	"gonao/vision"
	"gonao/vision/objects"
	"gonao/vision/view"
)

// The images in which robots are drawn: a quarter of a camera's, since the net reduces them to an eighth.
const (
	sceneWidth, sceneHeight = 160, 120
	sceneFocal              = 617.0 / 4
)

// tone is a colour: luma from 0 to 1, chromas from −0.5 to 0.5.
type tone [3]float32

// scene is an image that is being painted.
type scene struct {
	rng  *rand.Rand
	view view.View
	pix  []tone

	carpet tone
	stand  [][2]float64 // px, where robots stand
}

// Robots returns a data set of n images with robots of all makes.
func Robots(seed uint64, n, threads int) *Set {
	names := objects.RobotOutputs()
	set := &Set{
		Width: objects.InputWidth, Height: objects.InputHeight, Channels: objects.Channels, Outputs: names,
		Targets: objects.CellsX * objects.CellsY * len(names), Samples: make([]Sample, n),
	}
	each(n, threads, func(i int) {
		s := newScene(rand.New(rand.NewPCG(seed, uint64(i))))
		set.Samples[i] = s.sample()
	})
	return set
}

// newScene returns a scene with a camera like a robot's.
func newScene(rng *rand.Rand) *scene {
	for {
		s := &scene{rng: rng, pix: make([]tone, sceneWidth*sceneHeight)}
		pitch, roll := s.between(-0.05, 0.65), rng.NormFloat64()*0.05
		pose := nao.Rotation(r3.Vec{Y: 1}, pitch).Mul(nao.Rotation(r3.Vec{X: 1}, roll)).
			Mul(nao.Pose{R: [9]float64{0, 0, 1, -1, 0, 0, 0, -1, 0}})
		pose.P = r3.Vec{Z: s.between(0.38, 0.6)}
		lens := nao.Intrinsics{Fx: sceneFocal, Fy: sceneFocal, Cx: sceneWidth / 2, Cy: sceneHeight / 2}
		var err error
		if s.view, err = view.At(lens, view.Size{Width: sceneWidth, Height: sceneHeight}, nao.TopCamera, 0, pose, 0); err == nil {
			return s
		}
	}
}

func (s *scene) between(low, high float64) float64 { return low + (high-low)*s.rng.Float64() }

// anyTone returns a colour: mostly grey, from black to white.
func (s *scene) anyTone() tone {
	t := tone{float32(s.between(0.03, 1))}
	if s.rng.IntN(3) == 0 {
		t[1], t[2] = float32(s.rng.NormFloat64()*0.12), float32(s.rng.NormFloat64()*0.12)
	}
	return t
}

// sample draws the scene and returns it with its robots.
func (s *scene) sample() Sample {
	var target objects.RobotGrid
	s.draw(&target)
	var in objects.RobotInput
	in.Fill(s.photograph(), &s.view)
	return Sample{Input: append([]uint8(nil), in[:]...), Target: target.Target()}
}

// draw draws everything, and sets where robots stand.
func (s *scene) draw(target *objects.RobotGrid) {
	s.background()
	things := s.rng.IntN(6)
	places := make([][2]float64, things)
	for i := range places {
		d, a := 0.5+5*s.rng.Float64()*s.between(0.3, 1), s.between(-0.6, 0.6)
		places[i] = [2]float64{d * math.Cos(a), d * math.Sin(a)}
	}
	slices.SortFunc(places, func(a, b [2]float64) int { // the far ones first
		return int(math.Copysign(1, math.Hypot(b[0], b[1])-math.Hypot(a[0], a[1])))
	})
	for _, p := range places {
		switch s.rng.IntN(10) {
		case 0:
			s.post(p)
		case 1, 2:
			s.ball(p)
		case 3:
			s.person([2]float64{p[0] + 2, p[1]})
		default:
			s.robot(p, target)
		}
	}
}

// background paints carpet, lines and the surroundings of the field.
func (s *scene) background() {
	s.carpet = tone{float32(s.between(0.15, 0.6)), -float32(s.between(0.02, 0.16)), -float32(s.between(0.02, 0.16))}
	hall, endM := s.anyTone(), s.between(3, 9)
	g := grain{s.rng.Uint64(), s.between(1, 4), s.between(0, 0.1), s.between(0, 0.08)}
	wall := grain{s.rng.Uint64(), 0.1, s.between(0, 0.4), s.between(0, 0.2)}
	lines := make([][3]float64, 1+s.rng.IntN(5)) // cos, sin, distance
	turn := s.between(0, math.Pi)
	for i := range lines {
		a := turn + float64(i%2)*math.Pi/2
		lines[i] = [3]float64{math.Cos(a), math.Sin(a), s.between(-1, 5)}
	}
	endSin, endCos := math.Sincos(s.between(-0.5, 0.5))
	for y := range sceneHeight {
		for x := range sceneWidth {
			p := &s.pix[y*sceneWidth+x]
			gx, gy, ok := s.view.Ground(float64(x)+0.5, float64(y)+0.5)
			if !ok || gx*endCos+gy*endSin > endM {
				*p = hall
				p[0] *= float32(1 + wall.at(float64(x), float64(y)))
				continue
			}
			*p = s.carpet
			p[0] *= float32(1 + g.at(gx, gy))
			for _, l := range lines {
				if math.Abs(gx*l[0]+gy*l[1]-l[2]) < 0.027 {
					*p = tone{0.85}
				}
			}
		}
	}
	for range s.rng.IntN(8) { // boards, banners, chairs
		x, y := s.rng.IntN(sceneWidth), s.view.Horizon(sceneWidth/2)-s.between(-6, 40)
		s.box(float64(x), y, float64(x)+s.between(3, 50), y+s.between(2, 25), s.anyTone(), endM)
	}
}

// box paints a rectangle behind the field.
func (s *scene) box(left, top, right, bottom float64, t tone, endM float64) {
	for y := max(int(top), 0); y < min(int(bottom), sceneHeight); y++ {
		for x := max(int(left), 0); x < min(int(right), sceneWidth); x++ {
			if gx, _, ok := s.view.Ground(float64(x), float64(y)); !ok || gx > endM {
				s.pix[y*sceneWidth+x] = t
			}
		}
	}
}

// limb paints a capsule between two points in base_footprint.
func (s *scene) limb(a, b r3.Vec, radiusM float64, t tone) {
	ax, ay, ok := s.view.Pixel(a.X, a.Y, a.Z)
	bx, by, also := s.view.Pixel(b.X, b.Y, b.Z)
	if !ok || !also {
		return
	}
	radius := sceneFocal * radiusM / max(math.Hypot(a.X, a.Y), 0.2)
	dx, dy := bx-ax, by-ay
	length := dx*dx + dy*dy + 1e-9
	for y := max(int(min(ay, by)-radius), 0); y <= min(int(max(ay, by)+radius), sceneHeight-1); y++ {
		for x := max(int(min(ax, bx)-radius), 0); x <= min(int(max(ax, bx)+radius), sceneWidth-1); x++ {
			px, py := float64(x)+0.5-ax, float64(y)+0.5-ay
			k := min(max((px*dx+py*dy)/length, 0), 1)
			if d := math.Hypot(px-k*dx, py-k*dy) / radius; d < 1 {
				p := t
				p[0] *= float32(1 - 0.3*d*d)
				s.pix[y*sceneWidth+x] = p
			}
		}
	}
}

// robot paints a robot over a place on the ground, and sets its cell's targets.
func (s *scene) robot(at [2]float64, target *objects.RobotGrid) {
	tall, fallen := s.between(0.45, 0.95), s.rng.IntN(6) == 0
	// The body's own axes: side across the line of sight, up; a fallen one lies along any direction.
	d := math.Hypot(at[0], at[1])
	side := r3.Vec{X: -at[1] / d, Y: at[0] / d}
	side = nao.Rotation(r3.Vec{Z: 1}, s.between(-1.2, 1.2)).Rotate(side)
	up, origin := r3.Vec{Z: 1}, r3.Vec{X: at[0], Y: at[1]}
	if fallen {
		a := s.between(0, 2*math.Pi)
		up = r3.Vec{X: math.Cos(a), Y: math.Sin(a)}
		side = r3.Unit(r3.Add(r3.Cross(up, r3.Vec{Z: 1}), r3.Vec{Z: s.between(0, 0.3)}))
		origin = r3.Add(origin, r3.Sub(r3.Vec{Z: 0.1 * tall}, r3.Scale(0.6*tall, up)))
	}
	place := func(across, high float64) r3.Vec {
		return r3.Add(origin, r3.Add(r3.Scale(across*tall, side), r3.Scale(high*tall, up)))
	}
	body, joints, jersey := s.anyTone(), s.anyTone(), s.anyTone()
	if s.rng.IntN(2) == 0 {
		body = tone{float32(s.between(0.6, 1))}
	}
	hip, thick := s.between(0.06, 0.13), s.between(0.05, 0.09)
	bend := s.between(-0.06, 0.06)
	for _, leg := range [2]float64{-1, 1} {
		step := s.between(-0.05, 0.05)
		s.limb(place(leg*hip+step, 0.03), place(leg*hip+bend, 0.24), thick*tall*0.8, body)
		s.limb(place(leg*hip+bend, 0.24), place(leg*hip*0.9, 0.45), thick*tall, joints)
		s.limb(place(leg*hip+step-0.03, 0.03), place(leg*hip+step+0.04, 0.03), thick*tall*0.8, body)
	}
	s.limb(place(0, 0.48), place(0, 0.75), s.between(0.1, 0.16)*tall, jersey)
	for _, arm := range [2]float64{-1, 1} {
		elbow := s.between(0.2, 0.3)
		s.limb(place(arm*0.17, 0.75), place(arm*elbow, 0.58), thick*tall*0.7, body)
		s.limb(place(arm*elbow, 0.58), place(arm*s.between(0.1, 0.3), s.between(0.4, 0.6)), thick*tall*0.6, joints)
	}
	s.limb(place(0, 0.86), place(s.between(-0.02, 0.02), 0.93), s.between(0.07, 0.12)*tall, body)
	s.markRobot(at, fallen, target)
}

// markRobot sets the targets of the cell of a robot.
func (s *scene) markRobot(at [2]float64, fallen bool, target *objects.RobotGrid) {
	x, y, ok := s.view.Pixel(at[0], at[1], 0)
	w, h := objects.RobotCellSize(sceneWidth, sceneHeight)
	if !ok || !s.view.Inside(x, y, -2*max(w, h)) || x < -w/2 || x > sceneWidth+w/2 {
		return
	}
	s.stand = append(s.stand, [2]float64{x, y})
	if math.Hypot(at[0], at[1]) > 5.2 {
		target.Skip(x/w, y/h)
		return
	}
	target.Put(x/w, y/h, fallen)
}

// post paints a goal post.
func (s *scene) post(at [2]float64) {
	t := tone{float32(s.between(0.7, 1))}
	s.limb(r3.Vec{X: at[0], Y: at[1]}, r3.Vec{X: at[0], Y: at[1], Z: s.between(0.8, 1.2)}, 0.05, t)
}

// ball paints a ball.
func (s *scene) ball(at [2]float64) {
	c := r3.Vec{X: at[0], Y: at[1], Z: 0.05}
	s.limb(c, c, 0.05, s.anyTone())
}

// person paints a person's legs behind the field.
func (s *scene) person(at [2]float64) {
	t := s.anyTone()
	for _, leg := range [2]float64{-0.12, 0.12} {
		s.limb(r3.Vec{X: at[0], Y: at[1] + leg, Z: 0.05}, r3.Vec{X: at[0], Y: at[1] + leg, Z: 0.9}, 0.08, t)
	}
	s.limb(r3.Vec{X: at[0], Y: at[1], Z: 0.9}, r3.Vec{X: at[0], Y: at[1], Z: 1.5}, 0.2, s.anyTone())
}

// photograph returns the scene as a camera sees it.
func (s *scene) photograph() vision.Image {
	img := vision.Image{Width: sceneWidth, Height: sceneHeight, Step: 2 * sceneWidth, Encoding: vision.EncodingYUYV}
	img.Data = make([]byte, img.Step*img.Height)
	gain, noise := s.between(0.5, 1.4), s.between(1, 6)
	warm, red := s.between(-0.06, 0.06), s.between(-0.06, 0.06)
	saturation := s.between(0.5, 1.4)
	level := func(v float64) uint8 { return uint8(min(max(math.Round(v), 0), 255)) }
	for y := range sceneHeight {
		for x := range sceneWidth {
			p := s.pix[y*sceneWidth+x]
			at := y*img.Step + 2*x
			img.Data[at] = level(255*float64(p[0])*gain + s.rng.NormFloat64()*noise)
			chroma, tint := p[1], warm
			if x%2 == 1 {
				chroma, tint = p[2], red
			}
			img.Data[at+1] = level(128 + 255*(float64(chroma)*saturation+tint)*gain)
		}
	}
	return img
}
