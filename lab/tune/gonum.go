package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// chol adapts gonum's CmaEsChol, whose loop calls for values, to [Search], which is called. In gonum 0.17 the step size does
// not reach the samples, so that it converges slowly: see BenchmarkSearch and [cma].
type chol struct {
	population int
	asked      chan question
	answers    []chan float64
	points     [][]float64
	mean       []float64 // mean of the better half of the last generation; gonum does not export its own
	sigma      float64
	stop       chan struct{}
	ended      sync.WaitGroup
	err        error
}

type question struct {
	x      []float64
	answer chan float64
}

func newChol(mean []float64, sigma float64, population int, seed uint64) (*chol, error) {
	n := len(mean)
	spread := mat.NewDiagDense(n, nil)
	for i := range n {
		spread.SetDiag(i, sigma*sigma)
	}
	var factor mat.Cholesky
	if !factor.Factorize(spread) {
		return nil, fmt.Errorf("search: spread %g: expected more than 0", sigma)
	}
	method := &optimize.CmaEsChol{
		InitStepSize: 1, InitCholesky: &factor, Population: population,
		Src: rand.NewPCG(seed, 0x63686f6c), StopLogDet: math.NaN(), ForgetBest: true,
	}
	c := &chol{
		population: population, asked: make(chan question), stop: make(chan struct{}),
		mean: slices.Clone(mean), sigma: sigma,
	}
	ask := func(x []float64) float64 {
		q := question{slices.Clone(x), make(chan float64, 1)}
		select {
		case c.asked <- q:
		case <-c.stop:
			return math.NaN()
		}
		select {
		case v := <-q.answer:
			return v
		case <-c.stop:
			return math.NaN()
		}
	}
	settings := &optimize.Settings{
		Concurrent: population, Converger: optimize.NeverTerminate{},
		Recorder: &halt{c.stop}, InitValues: nil,
	}
	c.ended.Go(func() {
		_, err := optimize.Minimize(optimize.Problem{Func: ask}, mean, settings, method)
		select {
		case <-c.stop:
		default:
			c.err = err
		}
	})
	return c, nil
}

// halt ends gonum's loop after Close.
type halt struct{ stop chan struct{} }

func (h *halt) Init() error { return nil }

// Record is called after every operation.
func (h *halt) Record(*optimize.Location, optimize.Operation, *optimize.Stats) error {
	select {
	case <-h.stop:
		return errHalt
	default:
		return nil
	}
}

var errHalt = fmt.Errorf("search: ended")

// Ask waits until all points of a generation are asked for, and sorts them: the order in
// which gonum's goroutines ask is random.
func (c *chol) Ask() [][]float64 {
	questions := make([]question, c.population)
	for i := range questions {
		questions[i] = <-c.asked
	}
	slices.SortFunc(questions, func(a, b question) int { return slices.Compare(a.x, b.x) })
	c.points, c.answers = nil, nil
	for _, q := range questions {
		c.points, c.answers = append(c.points, q.x), append(c.answers, q.answer)
	}
	return c.points
}

// Tell implements [Search].
func (c *chol) Tell(costs []float64) error {
	if len(costs) != len(c.points) {
		return fmt.Errorf("search: %d costs for %d points", len(costs), len(c.points))
	}
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case costs[a] < costs[b]:
			return -1
		case costs[a] > costs[b]:
			return 1
		}
		return 0
	})
	half := order[:max(1, len(order)/2)]
	clear(c.mean)
	for _, k := range half {
		for i, v := range c.points[k] {
			c.mean[i] += v / float64(len(half))
		}
	}
	variance := 0.0
	for _, k := range order {
		for i, v := range c.points[k] {
			variance += (v - c.mean[i]) * (v - c.mean[i])
		}
	}
	c.sigma = math.Sqrt(variance / float64(len(order)*len(c.mean)))
	for i, cost := range costs {
		c.answers[i] <- cost
	}
	return c.err
}

// Mean returns the middle of the better half of the last generation.
func (c *chol) Mean() []float64 { return slices.Clone(c.mean) }

// Sigma returns the spread of the last generation.
func (c *chol) Sigma() float64 { return c.sigma }

// Close ends gonum's loop.
func (c *chol) Close() {
	close(c.stop)
	c.ended.Wait()
}
