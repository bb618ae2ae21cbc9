package tune

import (
	"math"
	"slices"
)

// The settings of the genetic algorithm.
const (
	gaTournament = 2
	gaCrossover  = 0.8
	gaBlend      = 0.5
	gaElite      = 0.1 // share of the population that survives, at least one
	gaLeastStep  = 0.05
)

// individual is a point with its cost.
type individual struct {
	genes []float64
	cost  float64
}

// genetic is a genetic algorithm over real numbers. Each child has two parents, the best of a tournament each. Its genes are
// drawn from the interval that the parents' genes span, widened on both sides (BLX-α: L. Eshelman and J. D. Schaffer,
// "Real-Coded Genetic Algorithms and Interval-Schemata", 1993). A gene mutates with the probability 1/n, by a normal step as
// wide as the population. The best survive with their costs, and are not tried again.
type genetic struct {
	population
	living []individual // sorted by cost
}

func newGenetic(start []float64, sigma float64, size int, seed uint64) *genetic {
	return &genetic{population: newPopulation(start, sigma, size, seed, 0x6761)}
}

// Ask returns the first points, or the children of the living.
func (s *genetic) Ask() [][]float64 {
	if len(s.living) == 0 {
		return s.points
	}
	spread := make([]float64, s.n)
	for i := range spread {
		mean, squares := 0.0, 0.0
		for _, a := range s.living {
			mean += a.genes[i] / float64(len(s.living))
			squares += a.genes[i] * a.genes[i] / float64(len(s.living))
		}
		spread[i] = max(math.Sqrt(max(squares-mean*mean, 0)), gaLeastStep)
	}
	s.points = make([][]float64, s.size)
	for k := range s.points {
		s.points[k] = s.child(spread)
	}
	return s.points
}

// child returns the genes of a child.
func (s *genetic) child(spread []float64) []float64 {
	genes := slices.Clone(s.parent())
	if s.rng.Float64() < gaCrossover {
		other := s.parent()
		for i, a := range genes {
			low, high := min(a, other[i]), max(a, other[i])
			wide := gaBlend * (high - low)
			genes[i] = low - wide + s.rng.Float64()*(high-low+2*wide)
		}
	}
	for i := range genes {
		if s.rng.Float64() < 1/float64(s.n) {
			genes[i] += spread[i] * s.rng.NormFloat64()
		}
		genes[i] = folded(genes[i])
	}
	return genes
}

// parent returns the genes of the best of a tournament. The living are sorted, so that the smallest index wins.
func (s *genetic) parent() []float64 {
	best := s.rng.IntN(len(s.living))
	for range gaTournament - 1 {
		best = min(best, s.rng.IntN(len(s.living)))
	}
	return s.living[best].genes
}

// Tell replaces the living by the children and the best of the living.
func (s *genetic) Tell(costs []float64) error {
	if err := s.check(costs); err != nil {
		return err
	}
	elite := min(max(int(gaElite*float64(s.size)), 1), len(s.living))
	next := slices.Clone(s.living[:elite])
	for k, x := range s.points {
		next = append(next, individual{x, costs[k]})
	}
	slices.SortStableFunc(next, func(a, b individual) int {
		switch {
		case less(a.cost, b.cost):
			return -1
		case less(b.cost, a.cost):
			return 1
		}
		return 0
	})
	s.living = next[:min(s.size, len(next))]
	half := make([][]float64, 0, s.size)
	for _, a := range s.living[:max(1, len(s.living)/2)] {
		half = append(half, a.genes)
	}
	s.measure(half)
	return nil
}
