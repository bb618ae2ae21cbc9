package trial

import (
	"fmt"
	"math"

	"gonao/sim"
)

// groundRow makes a row of full kicks on hard ground and on ground that sinks by 1 to 5 mm, one after the other by the seed.
func groundRow() Row {
	return Row{
		Name: "kick_ground", Title: "kick forward, ground hard and sinking 1 to 5 mm", Paper: "–",
		Profiles: []sim.Profile{sim.Real}, Fields: kickFields,
		Figures: []Figure{
			{Name: "stands again", Over: Share, Must: 0.99, Goal: 1},
			{Name: "distance", Unit: "m", Must: 3.1, Goal: 5},
			{Name: "off in direction", Unit: "°", Less: true, Must: none, Goal: none},
		},
		// A fall costs as much as 10 times the distance, and 8° as much as a quarter of it.
		Cost: func(r Result) float64 { return 10*(1-r.Values[0]) - r.Values[1]/3.1 + r.Values[2]/32 },
		Run: func(setup Setup) (Result, error) {
			sinkMM := setup.Seed % 6
			if setup.Body == nil {
				ground, err := sim.ParseFigures(fmt.Appendf(nil, "sink_mm: %d\n", sinkMM))
				if err != nil {
					return Result{}, err
				}
				setup.Body = ground
			}
			k, err := runKick(setup, forwardKick())
			return Result{
				Values: []float64{upright(k.Fell || !k.Done), k.Distance, math.Abs(k.Direction) * 180 / math.Pi},
				Note:   fmt.Sprintf("sinks %d mm: %.2f m, fell %t", sinkMM, k.Distance, k.Fell),
			}, err
		},
	}
}
