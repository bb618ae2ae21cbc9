package trial

import (
	"math"

	"gonao/motion"
)

const stillSec = 8.0

// stillRow is the row about a stand: nobody touches the robot, and what its soles move is the simulated ground's error.
func stillRow() Row {
	return Row{
		Name: "stand_still", Title: "stand for 8 s, balanced", Paper: "–",
		Figures: []Figure{
			{Name: "turns", Unit: "°", Over: Worst, Less: true, Must: 0.02, Goal: none},
			{Name: "slides", Unit: "mm", Over: Worst, Less: true, Must: 0.2, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			s, m, err := robotWith(setup, motion.WalkGait)
			if err != nil {
				return Result{}, err
			}
			defer s.Close()
			from := s.Place()
			err = s.Run(m, seconds(stillSec))
			moved := s.Place().In(from)
			return Result{Values: []float64{math.Abs(moved.Yaw) * 180 / math.Pi, 1000 * math.Hypot(moved.X, moved.Y)}}, err
		},
	}
}
