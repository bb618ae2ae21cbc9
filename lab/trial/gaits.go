package trial

import (
	"fmt"
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/tunable"
	"gonao/sim"
)

// The gaits that a user selects, with titles for people.
var gaits = []struct {
	gait  motion.Gait
	title string
}{
	{motion.WalkGait, "gait walk"}, {motion.CPGGait, "gait cpg"}, {motion.OmniGait, "gait omni"}, {motion.TFSGait, "gait tfs"},
}

// robotWith makes the whole of motion with a gait and the Setup's numbers, on a robot that stands and that stays down when
// it falls.
func robotWith(setup Setup, g motion.Gait) (*Stage, *motion.Motion, error) {
	cfg := motion.DefaultConfig()
	cfg.Gait, cfg.AutoGetUp = g, false
	for name, fields := range map[string][]tunable.Field{"walk": cfg.Walk.Fields(), "omni": cfg.Omni.Fields(), "tfs": cfg.TFS.Fields()} {
		if err := setup.tune(name, fields); err != nil {
			return nil, nil, err
		}
	}
	m, err := NewMotion(cfg)
	if err != nil {
		return nil, nil, err
	}
	s, err := newBare(setup)
	if err != nil {
		return nil, nil, err
	}
	if _, err := s.RunUntil(m, 10*time.Second, func() bool { return m.State() == motion.Standing }); err != nil {
		s.Close()
		return nil, nil, err
	}
	return s, m, s.Run(m, time.Second)
}

// NewMotion makes the whole of motion with gonao's own motions.
func NewMotion(cfg motion.Config) (*motion.Motion, error) {
	library, err := motion.Builtin()
	if err != nil {
		return nil, err
	}
	return motion.New(cfg, library)
}

// gaitRows are the gaits as a user has them: random velocities by cmd_vel, and walks to places.
func gaitRows() []Row {
	var rows []Row
	for _, g := range gaits {
		rows = append(rows, gaitCommandsRow(g.gait, g.title), gaitGoalsRow(g.gait, g.title))
	}
	return rows
}

// gaitFields lists the numbers of the paper's walks.
func gaitFields(string) ([]tunable.Field, error) {
	cfg := motion.DefaultConfig()
	return append(prefixed("omni", cfg.Omni.Fields()), prefixed("tfs", cfg.TFS.Fields())...), nil
}

// gaitCommandsRow walks with random velocities, a quarter of them zero, each for 1 to 5 s. What the gait cannot walk is
// refused and counted. In the last pause the gait changes to the walk and back.
func gaitCommandsRow(g motion.Gait, title string) Row {
	const usualSec = 60
	return Row{
		Name: "gait_" + string(g), Title: title + ", random velocities for a minute", Paper: "–", Fields: gaitFields,
		Profiles: []sim.Profile{sim.Real},
		Figures: []Figure{
			{Name: "no fall", Over: Share, Must: 1, Goal: 1},
			{Name: "way", Unit: "m", Must: none, Goal: none},
			{Name: "error of the odometry by the way", Unit: "%", Less: true, Must: none, Goal: none},
			{Name: "refused", Unit: "of 100 velocities", Must: none, Goal: none},
			{Name: "stands after a change of the gait", Over: Share, Must: 1, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			s, m, err := robotWith(setup, g)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			from, believed := s.Place(), m.Odometry()
			wayM, asked, refused := 0.0, 0.0, 0.0
			for end := s.Time() + time.Duration(setup.seconds(usualSec)*float64(time.Second)); s.Time() < end; {
				v := motion.Velocity{X: 0.8*s.Chance() - 0.3, Y: 0.2*s.Chance() - 0.1, Yaw: 2*s.Chance() - 1}
				switch kind := s.Chance(); {
				case kind < 0.25:
					v = motion.Velocity{}
				case kind < 0.5:
					v.Y, v.Yaw = 0, 0
				case kind < 0.75:
					v.X, v.Y = 0, 0
				}
				asked++
				if m.SetVelocity(v) != nil {
					refused++
				}
				for until := s.Time() + time.Duration((1+4*s.Chance())*float64(time.Second)); s.Time() < until; {
					_ = m.SetVelocity(v) // counted above
					before := s.Place()
					if err := s.Step(m); err != nil {
						return Result{}, err
					}
					wayM += s.Place().Distance(before)
					if m.Falls() > 0 {
						return Result{Values: []float64{0, wayM, none, 100 * refused / asked, 0}}, nil
					}
				}
			}
			_, err = s.RunUntil(m, 8*time.Second, func() bool { return m.State() == motion.Standing && m.Asked() == motion.Velocity{} })
			if err != nil {
				return Result{}, err
			}
			is, thought := s.Place().In(from), seenFromPlace(m.Odometry(), believed)
			changed, err := changeGait(s, m, g)
			return Result{Values: []float64{upright(m.Falls() > 0), wayM, 100 * is.Distance(thought) / max(wayM, 0.1), 100 * refused / asked, changed}}, err
		},
	}
}

// seenFromPlace returns a place of the odometry as seen from another.
func seenFromPlace(at, from motion.Odometry) Place {
	return Place{X: at.X, Y: at.Y, Yaw: at.Yaw}.In(Place{X: from.X, Y: from.Y, Yaw: from.Yaw})
}

// changeGait changes the gait of a robot that stands to every other one and back, and reports as 1 that it stands.
func changeGait(s *Stage, m *motion.Motion, g motion.Gait) (float64, error) {
	for _, other := range gaits {
		for _, to := range []motion.Gait{other.gait, g} {
			if err := m.SetGait(to); err != nil {
				return 0, nil //nolint:nilerr // that it was refused is what is measured
			}
			if err := s.Run(m, 300*time.Millisecond); err != nil {
				return 0, err
			}
		}
	}
	return upright(m.Falls() > 0 || m.State() != motion.Standing), nil
}

// gaitGoalsRow walks to four places a metre away, whose directions and headings the seed draws.
func gaitGoalsRow(g motion.Gait, title string) Row {
	const goals = 4
	return Row{
		Name: "gait_goal_" + string(g), Title: title + ", walk_to 1 m to a pose", Paper: "–", Fields: gaitFields,
		Profiles: []sim.Profile{sim.Real},
		Figures: []Figure{
			{Name: "time", Unit: "s", Less: true, Must: none, Goal: none},
			{Name: "off", Unit: "cm", Less: true, Must: none, Goal: none},
			{Name: "off in heading", Unit: "°", Less: true, Must: none, Goal: none},
			{Name: "arrived", Over: Share, Must: none, Goal: none},
			{Name: "no fall", Over: Share, Must: 1, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			s, m, err := robotWith(setup, g)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			result := Result{Values: []float64{0, 0, 0, 0, 1}}
			for range goals {
				direction, heading := 2*math.Pi*s.Chance(), 2*math.Pi*s.Chance()-math.Pi
				to := Place{X: math.Cos(direction), Y: math.Sin(direction), Yaw: heading}
				here := s.Place()
				sin, cos := math.Sincos(here.Yaw)
				goal := Place{X: here.X + cos*to.X - sin*to.Y, Y: here.Y + sin*to.X + cos*to.Y, Yaw: here.Yaw + to.Yaw}
				began := s.Time()
				task, err := m.WalkTo(to.X, to.Y, to.Yaw, 1)
				if err != nil {
					return Result{}, err
				}
				if _, err := s.RunUntil(m, 90*time.Second, func() bool { return m.Report(task).Outcome != motion.Playing }); err != nil {
					return Result{}, err
				}
				sec, report := (s.Time() - began).Seconds(), m.Report(task)
				if m.Falls() > 0 {
					return fallen(5), nil
				}
				if report.Outcome != motion.Finished {
					result.Note += fmt.Sprintf("%v; ", report.Err)
				}
				if _, err := s.RunUntil(m, 5*time.Second, func() bool { return m.State() == motion.Standing }); err != nil {
					return Result{}, err
				}
				at := goal.In(s.Place())
				for i, v := range []float64{sec, 100 * math.Hypot(at.X, at.Y), math.Abs(wrapAngle(at.Yaw)) * 180 / math.Pi, truth(report.Outcome == motion.Finished)} {
					result.Values[i] += v / goals
				}
			}
			return result, nil
		},
	}
}
