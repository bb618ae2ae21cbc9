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
	others := s.options.Robots
	if others == 0 {
		others = 2 + d.IntN(6)
	}
	teams := drawTeams(d)
	if !s.options.Plain {
		s.drawCarpet(d)
		s.drawHall(d)
		s.drawLight(d)
		s.drawBalls(d)
		s.drawCamera(d)
		if others > 1 && d.Float64() < 0.4 {
			s.drawPuppet(d, teams)
			others--
		}
	}
	cfg := sim.DefaultConfig(*w)
	numbers := d.Perm(7)
	for i := range max(0, others) + 1 {
		robot := sim.DefaultRobot()
		robot.Name = selfName
		if i > 0 {
			robot.Name = fmt.Sprintf("other%d", i)
		}
		team := teams[i%2]
		// They start side by side; each moment puts them elsewhere.
		body := &world.Robot{XM: float64(i) - 5, YM: 0, Look: world.LookSkin, Color: team.color, Waistband: world.WaistbandNone}
		who := label.Identity{Prefix: robot.Name + "/", Team: team.name}
		switch {
		case s.options.Plain:
			body.Waistband = world.WaistbandNone
		case w.Goals != nil && w.Goals[0].Color != w.Goals[1].Color: // the field of 2010 has waistbands
			body.Waistband = [2]string{"blue", "pink"}[i%2]
			who.Team = body.Waistband
		default:
			body.Jersey, body.Number = team.name, 1+numbers[(i/2)%7]
			body.Color, who.Number = world.Color{0.3, 0.3, 0.32}, body.Number
		}
		robot.Robot, robot.Start = body, nao.StandPosture()
		cfg.Robots = append(cfg.Robots, robot)
		s.robots = append(s.robots, who)
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
	var all []team
	for _, name := range []string{"blue", "red", "yellow", "black", "white", "green", "orange", "purple", "grey", "brown", "pink"} {
		color, err := world.ParseColor(name)
		if err != nil {
			panic(err) // all of them are package world's own
		}
		all = append(all, team{name, color})
	}
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return [2]team{all[0], all[1]}
}

// drawCarpet sets the look of carpet and lines.
func (s *Stage) drawCarpet(d *dice) {
	f := s.World.Field
	if f == nil {
		return
	}
	bright := d.within(0.75, 1.3)
	f.Carpet = world.Color{d.within(0.13, 0.26) * bright, d.within(0.33, 0.44) * bright, d.within(0.14, 0.28) * bright}
	f.CarpetNoise = d.within(0.05, 0.35)
	line := d.within(0.78, 0.98)
	f.Lines = world.Color{line, line, line * 0.98}
	grey := d.within(0.15, 0.65)
	s.World.Floor.Color = world.Color{grey, grey * d.within(0.85, 1), grey * d.within(0.75, 1)}
}
