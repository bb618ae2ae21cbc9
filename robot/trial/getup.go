package trial

import (
	"math"
	"time"

	"gonao/motion"
	"gonao/motion/getup"
	"gonao/nao"
)

// upController lets the get-up engine have the robot, from where it finds it, limp.
type upController struct {
	engine *getup.Engine
	status getup.Status
	err    error
}

func (u *upController) Step(state *nao.State, out *nao.Command) {
	if u.status == getup.Idle && u.err == nil {
		from := nao.Command{Position: state.Position}
		u.err = u.engine.Begin(state, &from)
	}
	u.status = u.engine.Step(state, out)
}

func (u *upController) over() bool {
	return u.err != nil || u.status != getup.Idle && u.status != getup.Running
}

// getUpRow makes a row: how long a robot takes from lying still to standing.
func getUpRow(name, title, paper string, side Side, must, goal float64) Row {
	const atMostSec, lieSec, afterSec = 90, 1, 1
	return Row{
		Name: name, Title: title, Paper: paper,
		Figures: []Figure{
			{Name: "time to stand", Unit: "s", Less: true, Must: must, Goal: goal},
			{Name: "at the first try", Over: Share, Must: 0.95, Goal: 0.99},
			{Name: "stands in the end", Over: Share, Must: 1, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			library, err := motion.Builtin()
			if err != nil {
				return Result{}, err
			}
			engine, err := getup.New(getup.DefaultConfig(), library)
			if err != nil {
				return Result{}, err
			}
			s, err := newBare(setup)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			if err := s.Lie(side); err != nil {
				return Result{}, err
			}
			lies := Func(func(state *nao.State, out *nao.Command) {
				*out = nao.Command{Cycle: state.Cycle, Position: state.Position}
			})
			if err := s.Run(lies, lieSec*time.Second); err != nil {
				return Result{}, err
			}
			u, begin := &upController{engine: engine}, s.Time()
			if _, err := s.RunUntil(u, atMostSec*time.Second, u.over); err != nil {
				return Result{}, err
			}
			sec := (s.Time() - begin).Seconds()
			if u.err != nil {
				return Result{}, u.err
			}
			if err := s.Hold(afterSec * time.Second); err != nil {
				return Result{}, err
			}
			if u.status != getup.Standing || s.Fallen() {
				return Result{Values: []float64{math.NaN(), 0, 0}}, nil
			}
			first := 0.0
			if engine.Attempts() == 1 {
				first = 1
			}
			return Result{Values: []float64{sec, first, 1}}, nil
		},
	}
}

// getUpRows are the rows of the table about get-ups, and the sides.
func getUpRows() []Row {
	return []Row{
		getUpRow("get_up_front", "get up from the front", "16.5 s on the robot", Front, 7, 3.7),
		getUpRow("get_up_back", "get up from the back", "8.1 s on the robot", Back, 5, 2.8),
		getUpRow("get_up_left", "get up from the left side", "–", Left, none, none),
		getUpRow("get_up_right", "get up from the right side", "–", Right, none, none),
	}
}
