package trial

import (
	"fmt"

	"gonao/motion/walk"
)

// beyondLimits is by how much the second half of the random commands is beyond the limits.
const beyondLimits = 2.5

// randomRow walks with random commands, within the limits and beyond them, and counts falls. Each command lasts 0.2 to
// 3 s; one of eight is to stop, one of eight is full speed in one direction.
func randomRow(make maker) Row {
	const minutes = 10
	return Row{
		Name: "random", Title: fmt.Sprintf("random commands, %d minutes each", minutes), Paper: "–",
		Figures: []Figure{
			{Name: "no fall within the limits", Over: Share, Must: 1, Goal: 1},
			{Name: fmt.Sprintf("no fall with commands %g times beyond", beyondLimits), Over: Share, Must: 1, Goal: 1},
			{Name: "minutes walked", Unit: "min", Must: none, Goal: none},
		},
		Run: func(setup Setup) (Result, error) {
			result := Result{Values: []float64{0, 0, 0}}
			for i, times := range []float64{1, beyondLimits} {
				minutesOn, fell, err := randomWalk(setup, times, setup.seconds(60*minutes), make)
				if err != nil {
					return result, err
				}
				result.Values[i] = upright(fell)
				result.Values[2] += minutesOn
			}
			return result, nil
		},
		Cost: func(r Result) float64 { return 2 - r.Values[0] - r.Values[1] - r.Values[2]/(2*minutes) },
	}
}

// randomWalk walks with random commands for a time or until the robot falls, and returns for how many minutes.
func randomWalk(setup Setup, times, sec float64, make maker) (minutes float64, fell bool, err error) {
	s, err := onFeet(setup, make)
	if err != nil {
		return 0, false, err
	}
	defer s.Close()
	top := walk.DefaultConfig()
	axis := func(limit float64) float64 { return times * limit * (2*s.Chance() - 1) }
	for walked := 0.0; walked < sec; {
		v := Place{X: axis(top.MaxForward), Y: axis(top.MaxSide), Yaw: axis(top.MaxTurn)}
		switch kind := s.Chance(); {
		case kind < 1.0/8:
			v = Place{}
		case kind < 2.0/8:
			v = []Place{{X: top.MaxForward}, {X: -top.MaxBackward}, {Y: top.MaxSide}, {Y: -top.MaxSide}, {Yaw: top.MaxTurn}, {Yaw: -top.MaxTurn}}[int(6*s.Chance())]
			v.X, v.Y, v.Yaw = times*v.X, times*v.Y, times*v.Yaw
		}
		w, err := s.walk(v, 0.2+2.8*s.Chance(), nil)
		walked += w.sec
		if err != nil || w.fell {
			return walked / 60, true, err
		}
	}
	return sec / 60, false, nil
}
