package experiment

import "gonao/internal/estimate"

// Estimates returns the estimate of each measure in each cell: by cell, by measure.
func (e *Experiment) Estimates(rows []Row) [][]estimate.Estimate {
	all := make([][]estimate.Estimate, len(e.Cells))
	for c := range e.Cells {
		all[c] = make([]estimate.Estimate, len(e.Measures))
		for m := range e.Measures {
			var values []float64
			for _, r := range rows {
				if r.Cell == c {
					values = append(values, r.Values[m])
				}
			}
			all[c][m] = estimate.MeanOrShare(values)
		}
	}
	return all
}

// Difference is a level of the compared factor less the first one, in the cells of the same levels of all other factors, seed by seed.
type Difference struct {
	Cell, From int // its cell and that of the first level
	Measure    int
	estimate.Estimate
}

// Certain reports whether the 95 % interval does not include 0.
func (d *Difference) Certain() bool { return d.Low > 0 || d.High < 0 }

// compared returns the index of the factor that is compared; -1 if no factor is to be compared, or if it has a single level.
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
			for _, seed := range e.Seeds { // in order, so that the sums are equal on all runs
				if r, other := bySeed[c][seed], bySeed[from][seed]; r != nil && other != nil {
					values = append(values, r.Values[m]-other.Values[m])
				}
			}
			all = append(all, Difference{c, from, m, estimate.Mean(values)})
		}
	}
	return all
}
