package experiment

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a mean over runs with its 95 % interval.
type Estimate struct {
	N               int // runs that have a value
	Mean, Low, High float64
	Spread          float64 // standard deviation; NaN with one value
	Share           bool    // all values are 0 or 1: Mean is the share of runs where it holds
}

// estimate returns the mean of values: with Student's interval, or with Wilson's for shares. NaN is left out.
func estimate(all []float64) Estimate {
	var values []float64
	share := true
	for _, v := range all {
		if !math.IsNaN(v) {
			values = append(values, v)
			share = share && (v == 0 || v == 1)
		}
	}
	e := Estimate{N: len(values), Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), Spread: math.NaN(), Share: share && len(values) > 0}
	if e.N == 0 {
		return e
	}
	e.Mean = stat.Mean(values, nil)
	n := float64(e.N)
	if e.N > 1 {
		e.Spread = stat.StdDev(values, nil)
	}
	switch {
	case e.Share: // Wilson, "Probable inference", JASA 22 (1927)
		const z = 1.959964
		middle, half := e.Mean+z*z/(2*n), z*math.Sqrt(e.Mean*(1-e.Mean)/n+z*z/(4*n*n))
		e.Low, e.High = max(0, (middle-half)/(1+z*z/n)), min(1, (middle+half)/(1+z*z/n))
	case e.N > 1:
		half := studentHalf(e.Spread, n)
		e.Low, e.High = e.Mean-half, e.Mean+half
	}
	return e
}

// studentHalf returns half of the 95 % interval of a mean of n values.
func studentHalf(spread, n float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * spread / math.Sqrt(n)
}

// Estimates returns the estimate of each measure in each cell: by cell, by measure.
func (e *Experiment) Estimates(rows []Row) [][]Estimate {
	all := make([][]Estimate, len(e.Cells))
	for c := range e.Cells {
		all[c] = make([]Estimate, len(e.Measures))
		for m := range e.Measures {
			var values []float64
			for _, r := range rows {
				if r.Cell == c {
					values = append(values, r.Values[m])
				}
			}
			all[c][m] = estimate(values)
		}
	}
	return all
}

// Difference is a level of the compared factor less the first one, in the cells of the same levels of all other factors, seed by seed.
type Difference struct {
	Cell, From int // its cell and that of the first level
	Measure    int
	Estimate
}

// Certain reports whether the 95 % interval does not include 0.
func (d *Difference) Certain() bool { return d.Low > 0 || d.High < 0 }

// compared returns the index of the factor that is compared; -1 where no factor, or one with a single level, is to be.
func (e *Experiment) compared() int {
	i := max(e.factor(e.Compare), 0)
	if i >= len(e.Factors) || len(e.Factors[i].Levels) < 2 {
		return -1
	}
	return i
}

// Differences returns the paired differences: only seeds that have a value on both sides count.
func (e *Experiment) Differences(rows []Row) []Difference {
	factor := e.compared()
	if factor < 0 {
		return nil
	}
	bySeed := make([]map[uint64]*Row, len(e.Cells))
	for i := range bySeed {
		bySeed[i] = map[uint64]*Row{}
	}
	for i := range rows {
		bySeed[rows[i].Cell][rows[i].Seed] = &rows[i]
	}
	step := 1 // between the cells of two levels
	for _, f := range e.Factors[factor+1:] {
		step *= len(f.Levels)
	}
	var all []Difference
	for m := range e.Measures {
		for c := range e.Cells {
			level := e.Cells[c].Levels[factor]
			if level == 0 {
				continue
			}
			from := c - level*step
			var values []float64
			for _, seed := range e.Seeds { // in order, for equal sums
				if r, other := bySeed[c][seed], bySeed[from][seed]; r != nil && other != nil {
					values = append(values, r.Values[m]-other.Values[m])
				}
			}
			all = append(all, Difference{c, from, m, differenceOf(values)})
		}
	}
	return all
}

// differenceOf is estimate for differences: they are no shares, also where all are 0 or 1.
func differenceOf(all []float64) Estimate {
	e := estimate(all)
	if e.Share {
		e.Share = false
		e.Low, e.High = math.NaN(), math.NaN()
		if e.N > 1 {
			half := studentHalf(e.Spread, float64(e.N))
			e.Low, e.High = e.Mean-half, e.Mean+half
		}
	}
	return e
}
