package place

import (
	"context"
	"math/rand/v2"
	"time"

	"gonao/robot/localization"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
	"gonao/robot/percepts/rates"
	"gonao/sim/sight"
	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/player"
	"gonao/soccer/referee"
)

// teamRows returns the rows in which robots stand and play among others.
func teamRows() []Row {
	return []Row{
		{Name: "kick_off", Title: "ten robots wait at the touchlines, one of four places is known", Lasts: 4 * time.Second, Runs: 1000, Run: kickOff, Figures: []Figure{
			{"in the wrong half or place", "wrong", "", Sum, 1, 0},
		}},
		{Name: "match_physics", Title: "five against five with bodies", Lasts: 6 * time.Minute, Runs: 4, Run: matched, Figures: []Figure{
			{"on the other side, s per robot and hour", "other_sec", "s", PerHour, 1, 0},
			{"without a break, 95 % of the robots", "longest_sec", "s", NinetyFive, 5, 0},
		}},
	}
}

// perTeam is how many robots a team has in these rows.
const perTeam = 5

// kickOff has the robots of two teams see the field from where they wait for a half, and counts the robots whose believed place is wrong.
func kickOff(s Setup) (Sample, error) {
	f, err := field.Load("spl")
	if err != nil {
		return nil, err
	}
	table, err := rates.Load("measured")
	if err != nil {
		return nil, err
	}
	maps := [...]*field.Map{plane.PositiveX: f.Map(), plane.NegativeX: f.Map().Turned()}
	rng := rand.New(rand.NewPCG(s.Seed, 3))
	scene := sight.Scene{Field: maps[0], NoBall: true, Robots: make([]sight.Robot, 2*perTeam)}
	attack := func(i int) plane.Attack { return plane.Attack(i / perTeam) }
	for i := range scene.Robots {
		p := referee.LineUp(maps[0].Length, maps[0].Width, attack(i), i%perTeam+1, perTeam)
		p.X, p.Y, p.Theta = p.X+0.02*rng.NormFloat64(), p.Y+0.02*rng.NormFloat64(), p.Theta+0.03*rng.NormFloat64()
		scene.Robots[i] = sight.Robot{Pose: p, Team: uint8(1 + i/perTeam), Number: i%perTeam + 1}
	}
	wrong := 0
	for i := range scene.Robots {
		m, c := maps[attack(i)], s.Localization
		c.Seed = s.Seed*64 + uint64(i)
		l, err := localization.New(m, c)
		if err != nil {
			return nil, err
		}
		l.Reset(localization.KickOff(m))
		eyes := sight.New(table, s.Seed, uint64(i))
		var e localization.Estimate
		const period = 96 * time.Millisecond
		for now := period; now <= s.Lasts; now += period {
			e = l.Step(&localization.Input{Stamp: now, Features: &eyes.Look(now, &scene, i, 0).Features})
		}
		if e.Pose.Distance(plane.Convert(attack(i), scene.Robots[i].Pose)) > 1 {
			wrong++
		}
	}
	return Sample{hours: {s.Lasts.Hours()}, "wrong": {float64(wrong)}}, nil
}

// matched plays a match with bodies, and measures how long robots in play believe that they are on the other side.
func matched(s Setup) (Sample, error) {
	const period = 0.096 // s
	var other, hoursOf float64
	now, longest := make([]float64, 2*perTeam), make([]float64, 2*perTeam)
	m, err := match.New(match.Config{
		WorldKind: match.Physics, Preset: "physics", Seed: s.Seed, Players: perTeam, Half: s.Lasts / 2,
		Player: func(c *player.Config) {
			cfg := s.Localization
			cfg.Seed = c.Seed*64 + uint64(c.Number)
			c.Localizer = func(f *field.Map) (localization.Localizer, error) { return localization.New(f, cfg) }
		},
		Observe: func(m *match.Match) {
			for i, p := range m.Players {
				v, r := &p.View, &m.World.Robots[i]
				if v.State < game.Ready || v.State > game.Playing || v.Penalized || v.Returns || v.Fallen || r.Away {
					continue
				}
				truth, at := plane.Convert(p.Attack(), r.Pose), v.Estimate.Pose
				hoursOf += period / 3600
				if here := at.Distance(truth); here <= 1 || at.Turned().Distance(truth) >= here {
					now[i] = 0
					continue
				}
				other += period
				now[i] += period
				longest[i] = max(longest[i], now[i])
			}
		},
	})
	if err != nil {
		return nil, err
	}
	if _, err := m.Run(context.Background()); err != nil {
		return nil, err
	}
	return Sample{hours: {hoursOf}, "other_sec": {other}, "longest_sec": longest}, nil
}
