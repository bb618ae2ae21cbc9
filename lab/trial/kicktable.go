package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gonao/internal/journal"
	"gonao/motion/kick"
	"gonao/sim"
)

// kickProbe is a kick of the table's grid: sent straight, with a strength, at a ball in a place.
type kickProbe struct {
	Request kick.Request
	Place   bool // true: it measures one of the ball's places; false: one of the directions and strengths
	I, J    int  // in the table
}

// kickProbes returns the kicks that the table is fitted to, all with the left foot.
func kickProbes() []kickProbe {
	var all []kickProbe
	kick.Grid(func(i, j int, rad, strength float64) {
		x, y := kickPlaceFor(rad)
		all = append(all, kickProbe{kick.Request{BallX: x, BallY: y, Direction: rad, Strength: strength, Foot: kick.LeftFoot}, false, i, j})
	}, func(i, j int, x, y float64) {
		all = append(all, kickProbe{kick.Request{BallX: x, BallY: y, Strength: 1, Foot: kick.LeftFoot}, true, i, j})
	})
	return all
}

// kickPlaceFor returns where the ball lies best for a kick of the left foot in a direction, m; package motion steps to there for a kick to a side.
func kickPlaceFor(rad float64) (x, y float64) {
	const straightX, straightY = 0.175, 0.075
	side, sin := sideKick(), max(math.Sin(rad), 0)
	return straightX + sin*sin*(side.BallX-straightX), straightY + sin*(side.BallY-straightY)
}

// probeKick measures one kick of the grid over robots: the mean distance that the ball rolls, m, and the median of its error
// in direction, rad. Both are NaN for a kick that is out of reach, or that no robot did.
func probeKick(p *kickProbe, profile sim.Profile, seeds []uint64) (distance, turn float64, err error) {
	var far, off []float64
	for _, seed := range seeds {
		k, err := runKick(Setup{Profile: profile, Seed: seed}, p.Request)
		if errors.Is(err, kick.ErrUnreachable) {
			return math.NaN(), math.NaN(), nil
		}
		if err != nil {
			return 0, 0, err
		}
		if !math.IsNaN(k.HitSec) && !k.Fell {
			far, off = append(far, k.Distance), append(off, wrapAngle(k.Direction-p.Request.Direction))
		}
	}
	if len(far) == 0 {
		return math.NaN(), math.NaN(), nil
	}
	slices.Sort(off)
	return stat.Mean(far, nil), stat.Quantile(0.5, stat.LinInterp, off, nil), nil
}

// FitKicks measures the whole grid with the robots of some seeds and fits the table. file is that of the journal. The result does not depend on the number of workers.
func FitKicks(ctx context.Context, file string, profile sim.Profile, seeds []uint64, o journal.Options) (t kick.Table, err error) {
	type result struct {
		Distance journal.Number `json:"distance_m"`
		Turn     journal.Number `json:"turn_rad"`
	}
	probes := kickProbes()
	keys := make([]journal.Key, len(probes))
	for i, p := range probes {
		grid := "direction and strength"
		if p.Place {
			grid = "place of the ball"
		}
		keys[i] = journal.Key{Name: fmt.Sprintf("kick, %s %d %d", grid, p.I, p.J), Seed: seeds[0], Settings: fmt.Sprintf("%s, %d robots", profile, len(seeds))}
	}
	results, err := journal.RunIn(ctx, file, keys, o, func(_ context.Context, i int) (result, error) {
		distance, turn, err := probeKick(&probes[i], profile, seeds)
		return result{journal.Number(distance), journal.Number(turn)}, err
	}, nil)
	if err != nil {
		return t, err
	}
	for i, p := range probes {
		distance, turn := float64(results[i].Distance), float64(results[i].Turn)
		if p.Place {
			t.Place[p.I][p.J] = turn
		} else {
			t.Distance[p.I][p.J], t.Turn[p.I][p.J] = distance, turn
		}
	}
	t.Smooth()
	return t, nil
}
