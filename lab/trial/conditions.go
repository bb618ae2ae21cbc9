package trial

import (
	"fmt"
	"math"

	"gonao/sim"
)

// slopeRow walks on slopes of 3°: uphill, downhill and across.
func slopeRow(make maker) Row {
	const sec = 40
	return Row{
		Name: "slope", Title: "slope of 3°, 40 s ahead with turns", Paper: "–",
		Figures: []Figure{
			{Name: "no fall uphill", Over: Share, Must: 1, Goal: 1},
			{Name: "no fall downhill", Over: Share, Must: 1, Goal: 1},
			{Name: "no fall across", Over: Share, Must: 1, Goal: 1},
		},
		Run: func(setup Setup) (Result, error) {
			var res Result
			for _, downhill := range []float64{180, 0, 90} {
				fell, err := walkSlope(setup, downhill, setup.seconds(sec), make)
				if err != nil {
					return res, err
				}
				res.Values = append(res.Values, upright(fell))
			}
			return res, nil
		},
	}
}

// walkSlope walks on a slope for a time and reports whether the robot fell.
func walkSlope(setup Setup, downhillDeg, sec float64, make maker) (fell bool, err error) {
	s, err := onFeet(setup.adjusted(func(cfg *sim.Config) {
		traits := sim.DrawTraits(cfg.Profile, cfg.Seed)
		if cfg.Body != nil {
			cfg.Body.Apply(&traits)
		}
		traits.Uneven.SlopeRad, traits.Uneven.DownhillRad = 3*math.Pi/180, downhillDeg*math.Pi/180
		cfg.Traits, cfg.Body = &traits, nil
	}), make)
	if err != nil {
		return false, err
	}
	defer s.Close()
	for _, part := range []struct {
		v     Place
		share float64
	}{{Place{X: 0.25}, 0.5}, {Place{X: 0.15, Yaw: 0.6}, 0.3}, {Place{}, 0.05}, {Place{X: asFastAsItGoes}, 0.15}} {
		w, err := s.walk(part.v, part.share*sec, nil)
		if err != nil || w.fell {
			return true, err
		}
	}
	return false, nil
}

// physicsRow compares the top speeds with a step of the physics of 4 ms, which matches have, with those of 2 ms.
func physicsRow(make maker) Row {
	row := Row{Name: "physics", Title: "top speeds at a physics step of 4 ms against 2 ms", Paper: "–"}
	speeds := []struct {
		name string
		v    Place
	}{{"forward", Place{X: asFastAsItGoes}}, {"sideways", Place{Y: asFastAsItGoes}}, {"turn", Place{Yaw: asFastAsItGoes}}}
	for _, s := range speeds {
		row.Figures = append(row.Figures, Figure{Name: s.name + ", difference", Unit: "%", Less: true, Must: 5, Goal: 5})
	}
	row.Figures = append(row.Figures, Figure{Name: "no fall", Over: Share, Must: 1, Goal: 1})
	row.Run = func(setup Setup) (Result, error) {
		var res Result
		for _, o := range speeds {
			var made [2]float64
			for i, stepSec := range []float64{0.002, 0.004} {
				v, fell, err := topSpeed(setup, o.v, stepSec, make)
				if err != nil || fell {
					return fallen(len(row.Figures)), err
				}
				made[i] = v
			}
			res.Values = append(res.Values, 100*math.Abs(made[1]/made[0]-1))
			res.Note += fmt.Sprintf("%s %.3g, %.3g; ", o.name, made[0], made[1])
		}
		res.Values = append(res.Values, 1)
		return res, nil
	}
	return row
}

// topSpeed returns the speed that is made at a physics step, m/s or rad/s.
func topSpeed(setup Setup, v Place, stepSec float64, make maker) (made float64, fell bool, err error) {
	s, err := onFeet(setup.adjusted(func(cfg *sim.Config) { cfg.StepSec = stepSec }), make)
	if err != nil {
		return 0, false, err
	}
	defer s.Close()
	path, fell, err := s.record(v, setup.seconds(20))
	if err != nil || fell {
		return 0, fell, err
	}
	m := path.mean(int(3/cycleSec), len(path)-1)
	return math.Abs(m.X)*share(v.X) + math.Abs(m.Y)*share(v.Y) + math.Abs(m.Yaw)*share(v.Yaw), false, nil
}

// share returns 1 for a part of a velocity that is commanded, otherwise 0.
func share(v float64) float64 {
	if v != 0 {
		return 1
	}
	return 0
}
