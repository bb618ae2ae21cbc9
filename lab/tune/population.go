package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// population is the common part of the genetic algorithm and the particle swarm: points in the box from 0 to 1, drawn at first
// around a start, and the spread of the last ones.
type population struct {
	n, size int
	rng     *rand.Rand
	points  [][]float64
	mean    []float64
	sigma   float64
}

// newPopulation draws the first points: the start itself, and others of a normal distribution around it, folded into the
// box.
func newPopulation(start []float64, sigma float64, size int, seed, stream uint64) population {
	p := population{
		n: len(start), size: size, rng: rand.New(rand.NewPCG(seed, stream)),
		mean: slices.Clone(start), sigma: sigma, points: make([][]float64, size),
	}
	for k := range p.points {
		p.points[k] = slices.Clone(start)
		for i := range p.n {
			if k > 0 {
				p.points[k][i] += sigma * p.rng.NormFloat64()
			}
			p.points[k][i] = folded(p.points[k][i])
		}
	}
	return p
}

// folded returns a coordinate reflected at the borders of the box until it is inside.
func folded(u float64) float64 { return math.Abs(math.Remainder(u, 2)) }

// check returns an error unless there is one cost for each point.
func (p *population) check(costs []float64) error {
	if len(costs) != len(p.points) {
		return fmt.Errorf("search: %d costs for %d points", len(costs), len(p.points))
	}
	return nil
}

// measure sets mean and spread to those of some points.
func (p *population) measure(points [][]float64) {
	variance := 0.0
	for i := range p.n {
		mean, squares := 0.0, 0.0
		for _, x := range points {
			mean += x[i]
			squares += x[i] * x[i]
		}
		mean /= float64(len(points))
		p.mean[i] = mean
		variance += max(squares/float64(len(points))-mean*mean, 0)
	}
	p.sigma = math.Sqrt(variance / float64(p.n))
}

// Mean returns the middle of the points that are kept.
func (p *population) Mean() []float64 { return slices.Clone(p.mean) }

// Sigma returns the standard deviation of the points that are kept, in the mean over the axes.
func (p *population) Sigma() float64 { return p.sigma }

// less orders costs; NaN is the largest.
func less(a, b float64) bool { return a < b || math.IsNaN(b) && !math.IsNaN(a) }
