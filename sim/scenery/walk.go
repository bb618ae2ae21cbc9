package scenery

import (
	"fmt"
	"math"

	"gonao/sim/camera"
	"gonao/sim/world"
)

// Draw returns the world of a seed for a robot that moves in it, and the settings of its cameras: hall, light, carpet and camera
// faults are those of [Open]; puppets stand, and balls lie, on the field at places that the seed chooses. A world with
// o.Plain has its own light and hall, and no puppets.
func Draw(seed uint64, o Options) (world.World, camera.Options, error) {
	o, err := o.withDefaults()
	if err != nil {
		return world.World{}, camera.Options{}, fmt.Errorf("scenery: %w", err)
	}
	s := &Stage{Seed: seed, Purpose: purposeOf(seed), options: o}
	if s.World, err = world.Load(o.World); err != nil {
		return world.World{}, camera.Options{}, fmt.Errorf("scenery: %w", err)
	}
	s.World.Carriers = nil
	d := newDice(seed, s.Purpose)
	if !o.Plain {
		s.drawCarpet(d)
		s.drawHall(d)
		s.drawLight(d)
		s.drawBalls(d)
		s.drawCamera(d)
		s.drawOthers(d)
	}
	s.options.Camera.Samples, s.options.Camera.ShadowSize = o.Samples, o.ShadowSize
	return s.World, s.options.Camera, nil
}

// drawOthers puts puppets onto the field, at least a metre apart: as many as the options say, or 2 to 5.
func (s *Stage) drawOthers(d *dice) {
	const apart, tries = 1.0, 100
	f := s.World.Field
	count := s.options.Robots
	if count == 0 {
		count = 2 + d.IntN(4)
	}
	if f == nil {
		return
	}
	for i := range s.World.Balls {
		b := &s.World.Balls[i]
		b.XM, b.YM = between(d.Rand, -0.45, 0.45)*f.LengthM, between(d.Rand, -0.45, 0.45)*f.WidthM
	}
	teams := drawTeams(d)
	for range max(0, count) {
		s.drawPuppet(d, teams)
		p := &s.World.Puppets[len(s.World.Puppets)-1]
		if d.Float64() < 0.7 {
			p.Make = world.MakeNAO
		}
		for range tries {
			p.XM, p.YM = between(d.Rand, -0.5, 0.5)*f.LengthM, between(d.Rand, -0.5, 0.5)*f.WidthM
			p.YawDeg = between(d.Rand, -180, 180)
			if s.clear(p.XM, p.YM, apart) {
				break
			}
		}
	}
}

// clear reports whether all puppets but the last one, and all balls, are farther than apart from a place.
func (s *Stage) clear(x, y, apart float64) bool {
	others := s.World.Puppets[:len(s.World.Puppets)-1]
	for i := range others {
		if math.Hypot(others[i].XM-x, others[i].YM-y) < apart {
			return false
		}
	}
	for i := range s.World.Balls {
		if math.Hypot(s.World.Balls[i].XM-x, s.World.Balls[i].YM-y) < apart {
			return false
		}
	}
	return true
}
