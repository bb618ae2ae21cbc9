package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// Search proposes points near which the cost is low. Ask returns a generation of points, Tell receives their costs in the
// same order; the points belong to the search.
type Search interface {
	Ask() [][]float64
	Tell(costs []float64) error
	Mean() []float64 // where it looks now
	Sigma() float64  // how far around that: the standard deviation, in the mean over the axes
}

// cma is the evolution strategy with covariance matrix adaptation, with rank-one and
// rank-μ updates and cumulative step-size adaptation, after N. Hansen, "The CMA
// Evolution Strategy: A Tutorial", arXiv 1604.00772, figure 6 and table 1 with positive
// weights alone. Vectors and eigenvectors are gonum's. Its state follows from the
// seed and the costs passed to Tell, so it can be rebuilt from these.
type cma struct {
	n, lambda, mu         int
	weights               []float64
	muEff                 float64
	cc, cs, c1, cmu, damp float64
	chiN                  float64

	rng        *rand.Rand
	generation int
	sigma      float64
	mean       *mat.VecDense
	pc, ps     *mat.VecDense
	c          *mat.SymDense
	basis      mat.Dense // B of C = B D² Bᵀ
	axes       []float64 // D
	points     [][]float64
}

// newCMA starts at a mean with an even spread sigma.
func newCMA(mean []float64, sigma float64, lambda int, seed uint64) *cma {
	n := len(mean)
	s := &cma{
		n: n, lambda: lambda, mu: lambda / 2, sigma: sigma,
		rng:  rand.New(rand.NewPCG(seed, 0x636d61)),
		mean: mat.NewVecDense(n, append([]float64(nil), mean...)),
		pc:   mat.NewVecDense(n, nil), ps: mat.NewVecDense(n, nil),
		c: mat.NewSymDense(n, nil),
	}
	// Weights fall with the logarithm of the rank; μ_eff is how many points they are worth.
	s.weights = make([]float64, s.mu)
	sum, squares := 0.0, 0.0
	for i := range s.weights {
		s.weights[i] = math.Log(float64(lambda)/2+0.5) - math.Log(float64(i)+1)
		sum += s.weights[i]
	}
	for i := range s.weights {
		s.weights[i] /= sum
		squares += s.weights[i] * s.weights[i]
	}
	s.muEff = 1 / squares
	// Learning rates, table 1 of the tutorial.
	dim := float64(n)
	s.cc = (4 + s.muEff/dim) / (dim + 4 + 2*s.muEff/dim)
	s.cs = (s.muEff + 2) / (dim + s.muEff + 5)
	s.c1 = 2 / ((dim+1.3)*(dim+1.3) + s.muEff)
	s.cmu = min(1-s.c1, 2*(s.muEff-2+1/s.muEff)/((dim+2)*(dim+2)+s.muEff))
	s.damp = 1 + 2*max(0, math.Sqrt((s.muEff-1)/(dim+1))-1) + s.cs
	s.chiN = math.Sqrt(dim) * (1 - 1/(4*dim) + 1/(21*dim*dim))
	for i := range n {
		s.c.SetSym(i, i, 1)
	}
	s.decompose()
	return s
}

// decompose finds the axes of the spread.
func (s *cma) decompose() {
	var e mat.EigenSym
	if !e.Factorize(s.c, true) {
		return // the old axes are still good enough
	}
	e.VectorsTo(&s.basis)
	s.axes = e.Values(s.axes)
	for i, v := range s.axes {
		s.axes[i] = math.Sqrt(max(v, 1e-20))
	}
}

// Ask draws x = m + σ B D z, z of the standard normal distribution.
func (s *cma) Ask() [][]float64 {
	s.points = make([][]float64, s.lambda)
	z := mat.NewVecDense(s.n, nil)
	for k := range s.points {
		for i := range s.n {
			z.SetVec(i, s.axes[i]*s.rng.NormFloat64())
		}
		x := mat.NewVecDense(s.n, nil)
		x.MulVec(&s.basis, z)
		x.AddScaledVec(s.mean, s.sigma, x)
		s.points[k] = x.RawVector().Data
	}
	return s.points
}

// Tell moves the mean to the better half and adapts spread and step size.
func (s *cma) Tell(costs []float64) error {
	if len(costs) != len(s.points) {
		return fmt.Errorf("search: %d costs for %d points", len(costs), len(s.points))
	}
	order := make([]int, len(costs))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return costs[order[a]] < costs[order[b]] })

	// y_i = (x_i − m)/σ; y_w = Σ w_i y_i; m ← m + σ y_w.
	steps := make([]*mat.VecDense, s.mu)
	y := mat.NewVecDense(s.n, nil)
	for i := range steps {
		steps[i] = mat.NewVecDense(s.n, append([]float64(nil), s.points[order[i]]...))
		steps[i].SubVec(steps[i], s.mean)
		steps[i].ScaleVec(1/s.sigma, steps[i])
		y.AddScaledVec(y, s.weights[i], steps[i])
	}
	s.mean.AddScaledVec(s.mean, s.sigma, y)

	// p_σ ← (1 − c_σ) p_σ + √(c_σ(2 − c_σ)μ_eff) B D⁻¹ Bᵀ y_w.
	white := mat.NewVecDense(s.n, nil)
	white.MulVec(s.basis.T(), y)
	for i, d := range s.axes {
		white.SetVec(i, white.AtVec(i)/d)
	}
	turned := mat.NewVecDense(s.n, nil)
	turned.MulVec(&s.basis, white)
	s.ps.ScaleVec(1-s.cs, s.ps)
	s.ps.AddScaledVec(s.ps, math.Sqrt(s.cs*(2-s.cs)*s.muEff), turned)

	// p_c stalls (h = 0) while p_σ is long.
	s.generation++
	norm := mat.Norm(s.ps, 2)
	h := 0.0
	if norm/math.Sqrt(1-math.Pow(1-s.cs, 2*float64(s.generation)))/s.chiN < 1.4+2/(float64(s.n)+1) {
		h = 1
	}
	s.pc.ScaleVec(1-s.cc, s.pc)
	s.pc.AddScaledVec(s.pc, h*math.Sqrt(s.cc*(2-s.cc)*s.muEff), y)

	// C ← (1 − c_1 − c_μ + (1 − h)c_1 c_c(2 − c_c)) C + c_1 p_c p_cᵀ + c_μ Σ w_i y_i y_iᵀ.
	s.c.ScaleSym(1-s.c1-s.cmu+(1-h)*s.c1*s.cc*(2-s.cc), s.c)
	s.c.SymRankOne(s.c, s.c1, s.pc)
	for i, step := range steps {
		s.c.SymRankOne(s.c, s.cmu*s.weights[i], step)
	}
	s.sigma = min(s.sigma*math.Exp(s.cs/s.damp*(norm/s.chiN-1)), maxSigma)
	s.decompose()
	return nil
}

// maxSigma bounds the spread: the box is 1 wide.
const maxSigma = 1

// Mean returns the centre of the search.
func (s *cma) Mean() []float64 { return append([]float64(nil), s.mean.RawVector().Data...) }

// Sigma returns the spread.
func (s *cma) Sigma() float64 {
	sum := 0.0
	for _, d := range s.axes {
		sum += d
	}
	return s.sigma * sum / float64(s.n)
}
