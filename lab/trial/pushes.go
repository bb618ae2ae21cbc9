package trial

import (
	"fmt"
	"math"
	"time"
)

// sides are the directions of pushes with their names, counted to the left. A push from behind
// goes forward.
var sides = [8]string{
	"from behind", "from behind right", "from the right", "from the front right",
	"from the front", "from the front left", "from the left", "from behind left",
}

// pushOf describes a row that measures pushes.
type pushOf struct {
	name, title string
	v           Place   // velocity of the walk during the pushes; zero: the robot stands
	must, goal  float64 // N·s
	all         bool    // the robot must survive every push of strength must and 80 % of those of strength goal
}

// pushRow makes a row: how many pushes from 8 sides a gait survives, at the strength
// that must be and at the one that is the goal.
func pushRow(o pushOf, make maker) Row {
	row := Row{Name: o.name, Title: o.title, Paper: "–", Figures: []Figure{
		{Name: fmt.Sprintf("%g N s survived", o.must), Over: Share, Must: 0.9, Goal: 0.9},
		{Name: fmt.Sprintf("%g N s survived", o.goal), Over: Share, Must: none, Goal: 0.9},
	}}
	for _, impulse := range []float64{o.must, o.goal} {
		for _, side := range sides {
			f := Figure{Name: side, Part: fmt.Sprintf("%g N s", impulse), Over: Share, Must: 0.9, Goal: 0.9}
			if impulse == o.goal {
				f.Must = none
			}
			row.Figures = append(row.Figures, f)
		}
	}
	if o.all {
		row.Figures[0].Must, row.Figures[0].Goal, row.Figures[1].Must = 1, 1, 0.8
	}
	row.Run = func(setup Setup) (Result, error) {
		res := Result{Values: []float64{0, 0}}
		for k, impulse := range []float64{o.must, o.goal} {
			for i := range sides {
				up, err := push(setup, o.v, impulse, float64(i)*math.Pi/4, make)
				if err != nil {
					return res, err
				}
				res.Values[k] += up / float64(len(sides))
				res.Values = append(res.Values, up)
			}
		}
		return res, nil
	}
	row.Cost = func(r Result) float64 { return 2 - r.Values[0] - r.Values[1] }
	return row
}

// push pushes once, at a phase drawn from the seed, and returns 1 if the robot is upright three seconds later, otherwise 0.
func push(setup Setup, v Place, impulse, toward float64, make maker) (float64, error) {
	s, err := onFeet(setup, make)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	walkSec := 0.5
	if v != (Place{}) {
		walkSec = 2.5
	}
	// The seed draws another phase for every side.
	for range int(math.Round(toward * 4 / math.Pi)) {
		s.Chance()
	}
	walkSec += 0.5 * s.Chance()
	s.PushAt(s.Time()+time.Duration(walkSec*float64(time.Second)), impulse, toward)
	w, err := s.walk(v, walkSec+3, nil)
	return upright(w.fell), err
}
