package scenery

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gonao/sim/camera"
	"gonao/sim/world"
)

// drawHall draws the surroundings of the field.
func (s *Stage) drawHall(d *dice) {
	w := &s.World
	f := w.Field
	if f == nil {
		return
	}
	w.Floor.SizeM = [2]float64{
		f.LengthM + 2*f.BorderM + 2*between(d.Rand, 1.5, 6), f.WidthM + 2*f.BorderM + 2*between(d.Rand, 1.5, 6),
	}
	h := &world.Hall{
		HeightM: between(d.Rand, 3.5, 7), Seed: d.Uint64(),
		Walls: []string{world.WallsPlain, world.WallsBricks, world.WallsPanels, world.WallsPosters, world.WallsCurtain}[d.IntN(5)],
		Color: drawPaint(d), Accent: drawPaint(d),
	}
	if d.Float64() < 0.6 {
		h.BoardM = d.within(0.25, 0.9)
	}
	if d.Float64() < 0.5 {
		h.Windows, h.WindowM, h.SillM = 2+d.IntN(4), [2]float64{d.within(0.8, 2.4), d.within(0.8, 2.2)}, d.within(0.6, 2.0)
	}
	s.drawNeighbours(d, h)
	s.drawPeople(d, h)
	w.Hall = h
}

// drawPaint returns the colour of a wall: mostly grey or pale.
func drawPaint(d *dice) world.Color {
	bright, vivid := d.within(0.15, 0.9), d.share()
	vivid *= vivid * 0.8
	var c world.Color
	for i := range c {
		c[i] = bright * (1 - vivid*d.Float64())
	}
	return c
}

// drawNeighbours puts another field beside this one, within the hall's floor or a larger one.
func (s *Stage) drawNeighbours(d *dice, h *world.Hall) {
	if d.Float64() > 0.5 {
		return
	}
	f, floor := s.World.Field, &s.World.Floor
	gap := d.within(0.4, 2)
	if d.Float64() < 0.5 {
		y := f.WidthM + 2*f.BorderM + gap
		h.Neighbours = append(h.Neighbours, world.Neighbour{YM: -y, XM: between(d.Rand, -1, 1)})
		floor.SizeM[1] = max(floor.SizeM[1], 2*(y+f.WidthM/2+f.BorderM+1))
		return
	}
	x := f.LengthM + 2*f.BorderM + gap
	h.Neighbours = append(h.Neighbours, world.Neighbour{XM: x, YM: between(d.Rand, -1, 1)})
	floor.SizeM[0] = max(floor.SizeM[0], 2*(x+f.LengthM/2+f.BorderM+1))
}

// drawPeople puts people beside the carpet, and sometimes a referee onto its border.
func (s *Stage) drawPeople(d *dice, h *world.Hall) {
	f := s.World.Field
	x, y := f.LengthM/2+f.BorderM, f.WidthM/2+f.BorderM
	for range d.IntN(9) {
		away := between(d.Rand, -0.35, 1.2)
		p := world.Person{
			YawDeg: between(d.Rand, -180, 180), HeightM: between(d.Rand, 1.55, 1.95), StrideM: math.Abs(0.2 * d.NormFloat64()),
			Trousers: drawCloth(d), Shirt: drawCloth(d), Shoes: drawCloth(d),
			Skin: world.Color{0.85, 0.65, 0.53}.Scaled(between(d.Rand, 0.3, 1.1)),
		}
		p.StrideM = min(0.5, p.StrideM)
		if d.Float64() < 0.5 {
			p.XM, p.YM = between(d.Rand, -x, x), math.Copysign(y+away, d.Float64()-0.5)
		} else {
			p.XM, p.YM = math.Copysign(x+away, d.Float64()-0.5), between(d.Rand, -y, y)
		}
		h.People = append(h.People, p)
	}
}

// drawCloth returns the colour of clothes: dark and blue ones most of all.
func drawCloth(d *dice) world.Color {
	bright := d.share()
	bright *= bright
	base := []world.Color{{0.9, 0.9, 0.9}, {0.25, 0.3, 0.5}, {0.2, 0.2, 0.22}, {0.8, 0.2, 0.2}, {0.7, 0.6, 0.4}, {0.3, 0.5, 0.3}}[d.IntN(6)]
	return base.Scaled(0.25 + 0.85*bright)
}

// drawLight sets the lamps of the hall, and the sun where there are windows.
func (s *Stage) drawLight(d *dice) {
	w := &s.World
	l := &w.Light
	l.Ambient = d.within(0.2, 0.5)
	sky := d.within(0.35, 0.9)
	l.SkyHorizon, l.SkyTop = world.Color{sky, sky, sky}, world.Color{0.6 * sky, 0.6 * sky, 0.65 * sky}
	lamps := 1 + d.IntN(3)
	for i := range lamps {
		from := [3]float64{between(d.Rand, -4, 4), between(d.Rand, -3, 3), d.within(3, 6)}
		to := [3]float64{from[0] + d.within(-1.5, 1.5), from[1] + d.within(-1.5, 1.5), 0}
		l.Lamps = append(l.Lamps, world.Lamp{
			FromM: from, ToM: to, Color: lampColor(d.share()), Strength: d.within(0.5, 0.9) / math.Sqrt(float64(lamps)),
			BeamDeg: 70, Shadow: i == 0,
		})
	}
	l.Lamps = append(l.Lamps, world.Lamp{ // light reflected by walls and ceiling
		FromM: [3]float64{0, 0, 5}, ToM: [3]float64{d.within(-3, 3), d.within(-3, 3), 0}, Color: lampColor(d.share()), Strength: d.within(0.08, 0.25),
	})
	// The carpet's middle gets light enough for an exposure near 1; where lamps add up or the sun comes in, white is
	// blown out, as on a robot.
	l.Brightness = d.within(0.7, 1.0) / litMiddle(l)
	if w.Hall != nil && w.Hall.Windows > 0 {
		// Through the windows at +y, so steeply that it reaches the field.
		slope := d.within(0.25, 0.7)
		aside := d.within(-0.8, 0.8)
		l.Lamps = append(l.Lamps, world.Lamp{
			FromM: [3]float64{-20 * aside, 20, 20 * slope}, Color: lampColor(0.35 + 0.4*d.share()), Strength: d.within(0.9, 2.6) / l.Brightness, Shadow: true,
		})
	}
}

// litMiddle returns how bright the lamps make a white sheet in the middle of the field.
func litMiddle(l *world.Light) float64 {
	sum := l.Ambient + 0.1 // the light that goes along with the camera
	for _, lamp := range l.Lamps {
		to := r3.Scale(-1, r3.Vec{X: lamp.FromM[0], Y: lamp.FromM[1], Z: lamp.FromM[2]})
		if lamp.BeamDeg == 0 {
			to = r3.Vec{X: lamp.ToM[0] - lamp.FromM[0], Y: lamp.ToM[1] - lamp.FromM[1], Z: lamp.ToM[2] - lamp.FromM[2]}
		}
		sum += lamp.Strength * math.Abs(to.Z) / r3.Norm(to)
	}
	return sum
}

// lampColor returns the colour of a lamp from warm (0: some 2700 K) to cold (1: some 8000 K).
func lampColor(cold float64) world.Color {
	warm, white, blue := world.Color{1, 0.78, 0.52}, world.Color{1, 0.98, 0.95}, world.Color{0.78, 0.88, 1}
	for i := range warm {
		if cold < 0.5 {
			warm[i] += 2 * cold * (white[i] - warm[i])
		} else {
			warm[i] = white[i] + (2*cold-1)*(blue[i]-white[i])
		}
	}
	return warm
}

// drawBalls sets the pattern of balls that have one.
func (s *Stage) drawBalls(d *dice) {
	for i := range s.World.Balls {
		b := &s.World.Balls[i]
		if b.Pattern == world.PatternPlain {
			continue
		}
		if s.options.PlainBalls {
			b.Pattern, b.Color = world.PatternPlain, drawBallColor(d)
			continue
		}
		b.Pattern = world.PatternPentagons
		mini := b.DiameterM > 0.12
		if mini && d.Float64() < 0.7 || d.Float64() < 0.15 {
			b.Pattern = []string{world.PatternPatches, world.PatternStars, world.PatternSwirl, world.PatternTango, world.PatternTriangles}[d.IntN(5)]
		}
		dark := between(d.Rand, 0.02, 0.15)
		b.Accent = world.Color{dark, dark, dark}
		if mini && d.Float64() < 0.5 {
			b.Accent = []world.Color{{0.1, 0.15, 0.6}, {0.7, 0.1, 0.1}, {0.05, 0.3, 0.15}, {0.35, 0.1, 0.4}, {0.85, 0.4, 0.05}}[d.IntN(5)]
		}
		light := between(d.Rand, 0.78, 0.97)
		b.Color = world.Color{light, light, light * between(d.Rand, 0.93, 1)}
	}
}

// drawBallColor returns the colour of a ball of one colour: half of them are orange, as those of the leagues' early years.
func drawBallColor(d *dice) world.Color {
	base := []world.Color{{0.95, 0.4, 0.05}, {0.95, 0.4, 0.05}, {0.95, 0.4, 0.05}, {0.85, 0.1, 0.1}, {0.95, 0.85, 0.1}, {0.15, 0.25, 0.85}}[d.IntN(6)]
	return base.Scaled(d.within(0.75, 1.05))
}

// drawPuppet adds a robot of another make.
func (s *Stage) drawPuppet(d *dice, teams [2]team) {
	team := teams[d.IntN(2)]
	s.World.Puppets = append(s.World.Puppets, world.Puppet{
		Name: fmt.Sprintf("puppet%d", len(s.World.Puppets)), Make: world.MakeOther, Posture: "stand", XM: 6, YM: 4,
		Color: team.color, Jersey: team.name, Number: 1 + d.IntN(9),
	})
}

// drawCamera sets the faults of the camera.
func (s *Stage) drawCamera(d *dice) {
	o := &s.options.Camera
	o.Seed = s.Seed
	o.Noise, o.Exposure = d.within(0.5, 3), d.within(0.9, 2)
	o.Effects = camera.Effects{
		WhiteBalance: [3]float64{d.within(0.85, 1.2), 1, d.within(0.8, 1.2)}, Gamma: d.within(0.85, 1.3), Saturation: d.within(0.6, 1.15),
		Vignetting: d.within(0.05, 0.45), ShotNoise: d.within(1, 8), Distortion: d.within(-0.06, 0.02),
		ReadoutSec: d.within(0.015, 0.033), BlurSec: d.within(0.001, 0.012), Flicker: d.within(0, 0.12), FlickerHz: 100,
	}
}
