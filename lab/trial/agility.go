package trial

import (
	"fmt"
	"math"
)

// trace is where a robot was, cycle by cycle.
type trace []Place

// record walks with a velocity for a while and returns where the robot was after each cycle, and whether it fell.
func (s *walkSet) record(v Place, sec float64) (trace, bool, error) {
	var path trace
	w, err := s.walk(v, sec, func(t *Track) bool {
		path = append(path, t.At)
		return false
	})
	return path, w.fell, err
}

// cycleSec is the length of a cycle, s.
const cycleSec = 0.012

// strideCycles is about the duration of a stride of two steps. The mean speed over a stride is even.
const strideCycles = 40

// speed returns the velocity about cycle i in the robot's axes, over a stride: m/s, rad/s.
func (t trace) speed(i int) Place {
	from, to := max(i-strideCycles/2, 0), min(i+strideCycles/2, len(t)-1)
	if to <= from {
		return Place{}
	}
	return t.mean(from, to)
}

// mean returns the mean velocity between two cycles in the robot's axes, which turn with it.
func (t trace) mean(from, to int) Place {
	var sum Place
	for k := from; k < to; k++ {
		d := t[k+1].In(t[k])
		sum.X, sum.Y, sum.Yaw = sum.X+d.X, sum.Y+d.Y, sum.Yaw+d.Yaw
	}
	sec := float64(to-from) * cycleSec
	return Place{X: sum.X / sec, Y: sum.Y / sec, Yaw: sum.Yaw / sec}
}

// rest returns after how long the robot is at rest, s, and how far it came until then: until it stays within a centimetre
// of where it ends.
func (t trace) rest() (sec, wayM float64) {
	const nearM = 0.01
	last := t[len(t)-1]
	for i := len(t) - 1; i >= 0; i-- {
		if t[i].Distance(last) > nearM {
			return float64(i+1) * cycleSec, t[0].Distance(last)
		}
	}
	return 0, t[0].Distance(last)
}

// reaches returns after how long the forward speed has gone from one value 63 % of the way to another, s.
func (t trace) reaches(from, to float64) float64 {
	const part = 0.63
	goal := from + part*(to-from)
	for i := range t {
		if v := t.speed(i).X; (v-goal)*(to-from) >= 0 {
			return float64(i) * cycleSec
		}
	}
	return math.NaN()
}

// brakeRow measures how a gait stops from its top speed.
func brakeRow(make maker) Row {
	return Row{
		Name: "brake", Title: "from full speed to rest", Paper: "–",
		Figures: []Figure{
			{Name: "time", Unit: "s", Less: true, Must: 0.9, Goal: 0.8},
			{Name: "way", Unit: "cm", Less: true, Must: 25, Goal: 20},
			{Name: "speed before", Unit: "cm/s", Must: none, Goal: none},
			{Name: "no fall", Over: Share, Must: 1, Goal: 1},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			// The seed draws the phase of the step at which the robot brakes.
			before, fell, err := s.record(Place{X: asFastAsItGoes}, 5+0.5*s.Chance())
			if err != nil || fell {
				return fallen(4), err
			}
			path, fell, err := s.record(Place{}, 4)
			if err != nil || fell {
				return fallen(4), err
			}
			sec, wayM := path.rest()
			return Result{Values: []float64{sec, 100 * wayM, 100 * before.mean(len(before)-80, len(before)-1).X, 1}}, nil
		}),
	}
}

// fallen is the result of a trial in which the robot fell: n figures, of which the last one is the share that did not.
func fallen(n int) Result {
	values := make([]float64, n)
	for i := range values[:n-1] {
		values[i] = math.NaN()
	}
	return Result{Values: values, Note: "fell"}
}

// accelerateRow measures how fast a gait comes to a speed, and turns it round.
func accelerateRow(make maker) Row {
	const forward, back = 0.3, -0.2
	return Row{
		Name: "accelerate", Title: "acceleration, 63 %", Paper: "–",
		Figures: []Figure{
			{Name: "stand to 0.3 m/s", Unit: "s", Less: true, Must: 1.1, Goal: 0.8},
			{Name: "0.3 to −0.2 m/s", Unit: "s", Less: true, Must: 1.1, Goal: 0.8},
			{Name: "no fall", Over: Share, Must: 1, Goal: 1},
		},
		Run: walking(make, func(s *walkSet) (Result, error) {
			if _, err := s.walk(Place{}, 0.5+0.5*s.Chance(), nil); err != nil {
				return Result{}, err
			}
			up, fell, err := s.record(Place{X: forward}, 5+0.5*s.Chance())
			if err != nil || fell {
				return fallen(3), err
			}
			round, fell, err := s.record(Place{X: back}, 4)
			if err != nil || fell {
				return fallen(3), err
			}
			return Result{Values: []float64{up.reaches(0, forward), round.reaches(forward, back), 1}}, nil
		}),
	}
}

// gridSpeeds returns the 40 velocities that the grid measures: each direction alone, pairs, and all three together.
func gridSpeeds() []Place {
	var all []Place
	for _, x := range []float64{0.1, 0.2, 0.3, -0.08, -0.15} {
		all = append(all, Place{X: x})
	}
	for _, side := range []float64{1, -1} {
		for _, y := range []float64{0.05, 0.1, 0.15} {
			all = append(all, Place{Y: side * y})
		}
		for _, yaw := range []float64{0.4, 0.8, 1.2} {
			all = append(all, Place{Yaw: side * yaw})
		}
		all = append(all,
			Place{X: 0.1, Y: side * 0.05}, Place{X: 0.2, Y: side * 0.1}, Place{X: -0.1, Y: side * 0.1},
			Place{X: 0.2, Yaw: side * 0.4}, Place{X: 0.1, Yaw: side * 0.8}, Place{X: 0.25, Yaw: side * 0.6}, Place{X: -0.1, Yaw: side * 0.5},
			Place{Y: 0.1, Yaw: side * 0.5}, Place{Y: -0.1, Yaw: side * 0.5})
	}
	all = append(all, Place{X: 0.15, Y: 0.08, Yaw: 0.4}, Place{X: 0.15, Y: -0.08, Yaw: 0.4}, Place{X: -0.1, Y: 0.06, Yaw: 0.4},
		Place{X: 0.15, Y: 0.08, Yaw: -0.4}, Place{X: 0.25, Y: 0.05, Yaw: 0.3})
	return all
}

// speedError returns the largest error of a velocity's parts: of what is commanded as a share of the command, of what is
// not as a share of a top speed.
func speedError(commanded, made Place) float64 {
	part := func(want, is, top float64) float64 {
		if want == 0 {
			return math.Abs(is) / top
		}
		return math.Abs(is-want) / math.Abs(want)
	}
	return max(part(commanded.X, made.X, 0.34), part(commanded.Y, made.Y, 0.2), part(commanded.Yaw, made.Yaw, 1.8))
}

// gridRow measures how near to the commanded velocity a gait's true one is.
func gridRow(make maker) Row {
	row := Row{Name: "grid", Title: "speed grid of 40 commands", Paper: "–", Figures: []Figure{
		{Name: "worst error", Unit: "%", Less: true, Must: 15, Goal: 10},
		{Name: "mean error", Unit: "%", Less: true, Must: none, Goal: none},
		{Name: "no fall", Over: Share, Must: 1, Goal: 1},
	}}
	row.Run = walking(make, func(s *walkSet) (Result, error) {
		const settleSec, sec = 3, 5
		worst, sum, note := 0.0, 0.0, ""
		commands := gridSpeeds()
		for _, v := range commands {
			path, fell, err := s.record(v, s.setup.seconds(settleSec+sec))
			if err != nil || fell {
				return fallen(3), err
			}
			made := path.mean(int(settleSec/cycleSec), len(path)-1)
			off := 100 * speedError(v, made)
			sum += off / float64(len(commands))
			if off > worst {
				worst, note = off, fmt.Sprintf("%+v made %+v", v, made)
			}
		}
		return Result{Values: []float64{worst, sum, 1}, Note: note}, nil
	})
	return row
}
