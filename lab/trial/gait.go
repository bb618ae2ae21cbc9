package trial

import (
	"math"
	"time"

	"gonao/nao"
	"gonao/sim"
)

// Gait is a walking engine: it follows a commanded velocity and begins from a stand.
type Gait interface {
	Controller
	Begin(state *nao.State, command *nao.Command)
	Velocity(v Place) error // m/s forward and left, rad/s; beyond the limits it is scaled
	Walked() Place          // its odometry since it was made
}

// maker makes a gait with the parameters of a Setup.
type maker func(*Setup) (Gait, error)

// bare removes the balls on their arms, which only cost time.
func bare(cfg *sim.Config) { cfg.World.Carriers = nil }

// newBare makes a stage in an empty hall.
func newBare(setup Setup) (*Stage, error) {
	return New(setup.adjusted(bare))
}

// walkSet is a stage with a gait that has begun.
type walkSet struct {
	*Stage
	gait Gait
}

// onFeet builds a stage, makes the robot stand, and starts the gait.
func onFeet(setup Setup, make maker) (*walkSet, error) {
	gait, err := make(&setup)
	if err != nil {
		return nil, err
	}
	s, err := newBare(setup)
	if err != nil {
		return nil, err
	}
	if err := s.Stand(); err != nil {
		s.Close()
		return nil, err
	}
	gait.Begin(&s.State, s.Wanted())
	return &walkSet{s, gait}, nil
}

// walking returns the Run of a row that measures a gait on a robot on its feet.
func walking(make maker, run func(s *walkSet) (Result, error)) func(Setup) (Result, error) {
	return func(setup Setup) (Result, error) {
		s, err := onFeet(setup, make)
		if err != nil {
			return Result{}, err
		}
		defer s.Close()
		return run(s)
	}
}

// way is the result of a walk.
type way struct {
	Track
	sec  float64 // until the fall or the end
	fell bool
}

// walk walks with a velocity for a while, or until the robot falls or is there.
func (s *walkSet) walk(v Place, sec float64, there func(*Track) bool) (way, error) {
	if err := s.gait.Velocity(v); err != nil {
		return way{}, err
	}
	var w way
	w.Begin(s.Stage)
	begin := s.Time()
	_, err := s.RunUntil(s.gait, time.Duration(sec*float64(time.Second)), func() bool {
		w.Add(s.Stage)
		w.fell = s.Fallen()
		return w.fell || there != nil && there(&w.Track)
	})
	w.sec = (s.Time() - begin).Seconds()
	return w, err
}

// upright returns 1 for a robot that did not fall, otherwise 0.
func upright(fell bool) float64 {
	if fell {
		return 0
	}
	return 1
}

// speedOf describes a row that measures speed.
type speedOf struct {
	name, title, paper string
	v                  Place // commanded; more than the maximum means as fast as possible
	sec                float64
	must, goal         float64 // cm/s or °/s
	safe               float64 // share that must not fall
}

// speedRow makes a row: how fast a gait moves for a while, and whether it falls.
func speedRow(o speedOf, make maker) Row {
	unit, value := "cm/s", func(w *way) float64 { return 100 * w.PathM / max(w.sec, 1) }
	if o.v.Yaw != 0 && o.v.X == 0 {
		unit, value = "°/s", func(w *way) float64 { return math.Abs(w.Turned) * 180 / math.Pi / max(w.sec, 1) }
	}
	return Row{
		Name: o.name, Title: o.title, Paper: o.paper,
		Figures: []Figure{
			{Name: "speed", Unit: unit, Must: o.must, Goal: o.goal},
			{Name: "no fall", Over: Share, Must: o.safe, Goal: o.safe},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			w, err := s.walk(o.v, s.setup.seconds(o.sec), nil)
			return Result{Values: []float64{value(&w), upright(w.fell)}}, err
		}),
		Cost: func(r Result) float64 {
			scale := 30.0
			if unit == "°/s" {
				scale = 90
			}
			return 3*(1-r.Values[1]) - r.Values[0]/scale
		},
	}
}

// straightRow makes a row: how far a gait is off after 4 m straight on.
func straightRow(name, title, paper string, v Place, make maker) Row {
	const wayM, atMostSec = 4, 60
	return Row{
		Name: name, Title: title, Paper: paper,
		Figures: []Figure{
			{Name: "off to the side, worst seed", Unit: "cm", Over: Worst, Less: true, Must: 30, Goal: 10},
			{Name: "off in heading, worst seed", Unit: "°", Over: Worst, Less: true, Must: 10, Goal: 3},
			{Name: "walked 4 m", Over: Share, Must: 1, Goal: 1},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			w, err := s.walk(v, s.setup.seconds(atMostSec), func(t *Track) bool { return t.At.In(t.From).X >= wayM })
			at := w.At.In(w.From)
			if w.fell || at.X < wayM {
				return Result{Values: []float64{math.NaN(), math.NaN(), 0}}, err
			}
			return Result{Values: []float64{100 * math.Abs(at.Y), math.Abs(at.Yaw) * 180 / math.Pi, 1}}, err
		}),
		Cost: func(r Result) float64 {
			if r.Values[2] == 0 {
				return 10
			}
			return r.Values[0]/30 + r.Values[1]/10
		},
	}
}

// course is a way of 10 m with all that a walk does: m/s, m/s, rad/s, s.
var course = []struct {
	v   Place
	sec float64
}{
	{Place{X: 0.25}, 12},                // 3 m ahead
	{Place{Yaw: 0.8}, 2.2},              // about a quarter to the left
	{Place{X: 0.25}, 8},                 // 2 m ahead
	{Place{Y: 0.125}, 8},                // 1 m to the left
	{Place{X: 0.25, Yaw: -0.26}, 12},    // 3 m on a curve to the right
	{Place{X: -0.1}, 5},                 // 0.5 m back
	{Place{X: 0.2, Y: -0.1, Yaw: 0}, 5}, // askew
}

// odometryOf describes a row that measures odometry.
type odometryOf struct {
	name, title string
	standSec    float64 // before the course, to learn the gyroscope's bias
	heading     float64 // that must be, °
	headingGoal float64
}

// odometryRow makes a row: the error of a gait's odometry after a course of 10 m.
func odometryRow(o odometryOf, make maker) Row {
	return Row{
		Name: o.name, Title: o.title, Paper: "–",
		Figures: []Figure{
			{Name: "error by the way walked", Unit: "%", Less: true, Must: 1.2, Goal: 1},
			{Name: "error in heading, worst seed", Unit: "°", Over: Worst, Less: true, Must: o.heading, Goal: o.headingGoal},
			{Name: "way", Unit: "m", Must: none, Goal: none},
			{Name: "came to its end", Over: Share, Must: 1, Goal: 1},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			if _, err := s.walk(Place{}, o.standSec, nil); err != nil {
				return Result{}, err
			}
			from, believed := s.Place(), s.gait.Walked()
			pathM := 0.0
			for _, leg := range course {
				w, err := s.walk(leg.v, leg.sec, nil)
				if err != nil || w.fell {
					return Result{Values: []float64{math.NaN(), math.NaN(), math.NaN(), 0}}, err
				}
				pathM += w.PathM
			}
			if _, err := s.walk(Place{}, 2, nil); err != nil {
				return Result{}, err
			}
			is, thought := s.Place().In(from), s.gait.Walked().In(believed)
			off := 100 * is.Distance(thought) / max(pathM, 0.1)
			return Result{Values: []float64{off, math.Abs(wrapAngle(is.Yaw-thought.Yaw)) * 180 / math.Pi, pathM, 1}}, nil
		}),
	}
}
