package tune

import (
	"math"
	"slices"
)

// The settings of the particle swarm: with them the swarm contracts (M. Clerc and J. Kennedy, "The Particle Swarm: Explosion,
// Stability, and Convergence in a Multidimensional Complex Space", 2002).
const (
	swarmInertia   = 0.7298
	swarmAttract   = 1.49618 // to the particle's own best point, and as much to the best of all
	swarmMostSpeed = 0.5     // of a coordinate in one generation, as a share of the range
)

// swarm is a particle swarm. Each particle flies on with a part of its velocity, and is drawn to the best point it has seen
// and to the best that any has seen. At the border of the box it is reflected.
type swarm struct {
	population
	velocity [][]float64
	best     [][]float64 // of each particle
	cost     []float64   // there
	leader   int         // the particle with the best of all
	told     bool
}

func newSwarm(start []float64, sigma float64, size int, seed uint64) *swarm {
	s := &swarm{population: newPopulation(start, sigma, size, seed, 0x70736f), cost: make([]float64, size)}
	for k := range s.points {
		v := make([]float64, s.n)
		for i := range v {
			v[i] = sigma / 2 * s.rng.NormFloat64()
		}
		s.velocity = append(s.velocity, v)
		s.best = append(s.best, slices.Clone(s.points[k]))
		s.cost[k] = math.Inf(1)
	}
	return s
}

// Ask returns the first points, or moves the particles on.
func (s *swarm) Ask() [][]float64 {
	if !s.told {
		return s.points
	}
	next := make([][]float64, s.size)
	for k, x := range s.points {
		next[k] = make([]float64, s.n)
		v := s.velocity[k]
		for i := range v {
			own, all := s.best[k][i]-x[i], s.best[s.leader][i]-x[i]
			v[i] = swarmInertia*v[i] + swarmAttract*(s.rng.Float64()*own+s.rng.Float64()*all)
			v[i] = min(max(v[i], -swarmMostSpeed), swarmMostSpeed)
			to := x[i] + v[i]
			if to < 0 || to > 1 {
				v[i] = -v[i]
			}
			next[k][i] = folded(to)
		}
	}
	s.points = next
	return next
}

// Tell stores what the particles found.
func (s *swarm) Tell(costs []float64) error {
	if err := s.check(costs); err != nil {
		return err
	}
	s.told = true
	for k, cost := range costs {
		if less(cost, s.cost[k]) {
			s.cost[k] = cost
			copy(s.best[k], s.points[k])
		}
		if less(s.cost[k], s.cost[s.leader]) {
			s.leader = k
		}
	}
	s.measure(s.best)
	return nil
}
