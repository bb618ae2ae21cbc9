package trial

import (
	"fmt"
	"math"
	"time"

	"gonao/motion/walk"
	"gonao/nao"
)

// The noise of goals that are sent repeatedly, and how often they are sent.
const (
	goalNoiseM   = 0.02
	goalNoiseRad = 2 * math.Pi / 180
	feedCycles   = 8 // about 10 Hz
)

// reached is how a walk to a goal ended.
type reached struct {
	sec      float64 // until the walk reported that it is there
	offM     float64 // from the goal, when the robot has stood for stoodSec
	offRad   float64
	once     bool // it did not walk again
	fell     bool
	reported bool
}

const stoodSec = 3.0

// fed is a walk whose goal is sent repeatedly, with noise.
type fed struct {
	walker
	stage  *Stage
	goal   Place
	cycles int
	err    error
}

// Step sends the goal at its rate, as seen from the true place of the robot, and walks.
func (f *fed) Step(state *nao.State, out *nao.Command) {
	if f.cycles%feedCycles == 0 {
		at := f.goal.In(f.stage.Place())
		f.err = f.Feed([]walk.Point{{
			X: at.X + goalNoiseM*f.stage.rng.NormFloat64(), Y: at.Y + goalNoiseM*f.stage.rng.NormFloat64(),
			Yaw: at.Yaw + goalNoiseRad*f.stage.rng.NormFloat64(),
		}}, goalNoiseM, goalNoiseRad)
	}
	f.cycles++
	f.walker.Step(state, out)
}

// reach walks to a place as seen from the robot. A goal that is fed is sent repeatedly with noise, others once.
func (s *walkSet) reach(to Place, anew bool) (reached, error) {
	const mostSec = 40
	w := s.gait.(walker)
	var c Controller = w
	w.Stop()
	here := s.Place()
	sin, cos := math.Sincos(here.Yaw)
	goal := Place{X: here.X + cos*to.X - sin*to.Y, Y: here.Y + sin*to.X + cos*to.Y, Yaw: here.Yaw + to.Yaw}
	if anew {
		c = &fed{walker: w, stage: s.Stage, goal: goal}
	} else if err := w.WalkTo(to.X, to.Y, to.Yaw, 1); err != nil {
		return reached{}, err
	}
	var r reached
	began := s.Time()
	over := func() bool { return w.Arrived() || s.Fallen() }
	if _, err := s.RunUntil(c, mostSec*time.Second, over); err != nil {
		return r, err
	}
	r.sec, r.reported, r.once = (s.Time() - began).Seconds(), w.Arrived(), true
	_, err := s.RunUntil(c, time.Duration(stoodSec*float64(time.Second)), func() bool {
		r.once = r.once && w.Phase() == walk.Standing
		return s.Fallen()
	})
	at := goal.In(s.Place())
	r.offM, r.offRad, r.fell = math.Hypot(at.X, at.Y), math.Abs(at.Yaw), s.Fallen()
	return r, err
}

// poseRow measures the way to a pose a metre away whose place is sent repeatedly with noise. The seed draws direction and
// heading.
func poseRow(make maker) Row {
	return Row{
		Name: "pose", Title: "1 m to a pose, noise 2 cm and 2° at 10 Hz", Paper: "–",
		Figures: []Figure{
			{Name: "time", Unit: "s", Less: true, Must: 7, Goal: 6},
			{Name: "within 2 cm and 5°", Over: Share, Must: 0.9, Goal: 0.95},
			{Name: "off, mean", Unit: "cm", Less: true, Must: none, Goal: none},
			{Name: "ended once", Over: Share, Must: 1, Goal: 1},
			{Name: "no fall", Over: Share, Must: 1, Goal: 1},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			const goals = 3
			values, note := []float64{0, 0, 0, 0, 0}, ""
			for range goals {
				to, heading := 2*math.Pi*s.Chance(), math.Pi*(s.Chance()-0.5)
				r, err := s.reach(Place{X: math.Cos(to), Y: math.Sin(to), Yaw: heading}, true)
				if err != nil {
					return Result{}, err
				}
				if r.fell {
					return fallen(len(values)), nil
				}
				note += fmt.Sprintf("to %.0f°, heading %.0f°: %.1f s, off %.1f cm, %.1f°; ", to*180/math.Pi, heading*180/math.Pi, r.sec, 100*r.offM, r.offRad*180/math.Pi)
				for i, v := range []float64{r.sec, truth(r.offM <= 0.02 && r.offRad <= 5*math.Pi/180), 100 * r.offM, truth(r.once && r.reported), 1} {
					values[i] += v / goals
				}
			}
			return Result{Values: values, Note: note}, nil
		}),
	}
}

func truth(ok bool) float64 {
	if ok {
		return 1
	}
	return 0
}

// wayRow measures how long a robot takes to a place as seen from its stand.
func wayRow(name, title string, to Place, must, goal float64, make maker) Row {
	return Row{
		Name: name, Title: title, Paper: "–",
		Figures: []Figure{
			{Name: "time", Unit: "s", Less: true, Must: must, Goal: goal},
			{Name: "off", Unit: "cm", Less: true, Must: none, Goal: none},
			{Name: "off in heading", Unit: "°", Less: true, Must: none, Goal: none},
			{Name: "came there and stood", Over: Share, Must: 1, Goal: 1},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			if _, err := s.walk(Place{}, 0.5+0.5*s.Chance(), nil); err != nil {
				return Result{}, err
			}
			r, err := s.reach(to, false)
			if err != nil || r.fell {
				return fallen(4), err
			}
			return Result{Values: []float64{r.sec, 100 * r.offM, r.offRad * 180 / math.Pi, truth(r.once && r.reported)}}, nil
		}),
	}
}
