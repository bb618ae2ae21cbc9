package scenery

import (
	"fmt"

	"gonao/nao"
	"gonao/sim"
	"gonao/sim/label"
	"gonao/sim/world"
)

// draw changes the world to that of the seed, and returns the simulation with all robots in it.
func (s *Stage) draw(d *dice) sim.Config {
	w := &s.World
	w.Carriers = nil
	if !s.options.Plain {
		s.drawLight(d)
		s.drawCarpet(d)
	}
	others := s.options.Robots
	if others == 0 {
		others = 2 + d.IntN(6)
	}
	cfg := sim.DefaultConfig(*w)
	teams := drawTeams(d)
	for i := range max(0, others) + 1 {
		robot := sim.DefaultRobot()
		robot.Name = selfName
		if i > 0 {
			robot.Name = fmt.Sprintf("other%d", i)
		}
		team := teams[i%2]
		// They start side by side; each moment puts them elsewhere.
		robot.Robot = &world.Robot{XM: float64(i) - 5, YM: 0, Look: world.LookSkin, Color: team.color, Waistband: world.WaistbandNone}
		robot.Start = nao.StandPosture()
		cfg.Robots = append(cfg.Robots, robot)
		s.robots = append(s.robots, label.Identity{Prefix: robot.Name + "/", Team: team.name})
	}
	return cfg
}

// team is the colour of a team.
type team struct {
	name  string
	color world.Color
}

// drawTeams returns two teams of different colours.
func drawTeams(d *dice) [2]team {
	all := []team{
		{"blue", world.Color{0.08, 0.22, 0.78}}, {"red", world.Color{0.80, 0.08, 0.08}}, {"yellow", world.Color{0.95, 0.82, 0.05}},
		{"black", world.Color{0.05, 0.05, 0.05}}, {"white", world.Color{0.92, 0.92, 0.92}}, {"green", world.Color{0.05, 0.45, 0.15}},
		{"orange", world.Color{1.00, 0.42, 0.02}}, {"purple", world.Color{0.42, 0.10, 0.55}}, {"grey", world.Color{0.45, 0.46, 0.48}},
	}
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return [2]team{all[0], all[1]}
}

// drawLight sets the light of the hall.
func (s *Stage) drawLight(d *dice) {
	l := &s.World.Light
	l.Brightness = d.within(0.55, 1.35)
	sky := d.within(0.35, 0.85)
	l.SkyHorizon = world.Color{sky, sky, sky}
	l.SkyTop = world.Color{0.6 * sky, 0.6 * sky, 0.65 * sky}
}

// drawCarpet sets the look of carpet and lines.
func (s *Stage) drawCarpet(d *dice) {
	f := s.World.Field
	if f == nil {
		return
	}
	bright := d.within(0.7, 1.4)
	f.Carpet = world.Color{d.within(0.08, 0.24) * bright, d.within(0.34, 0.46) * bright, d.within(0.12, 0.28) * bright}
	f.CarpetNoise = d.within(0.05, 0.45)
	line := d.within(0.78, 0.98)
	f.Lines = world.Color{line, line, line * 0.98}
	grey := d.within(0.15, 0.65)
	s.World.Floor.Color = world.Color{grey, grey * d.within(0.85, 1), grey * d.within(0.75, 1)}
}
