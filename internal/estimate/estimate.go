// Package estimate estimates a mean from a sample, with its 95 % interval.
package estimate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a mean over runs with its 95 % interval.
type Estimate struct {
	N               int // runs that have a value
	Mean, Low, High float64
	Spread          float64 // standard deviation; NaN with one value
	Share           bool    // all values are 0 or 1, so that Mean is the share of ones
}

// Mean returns the mean of values with Student's interval, which is NaN with fewer than two. Values that are NaN are left out.
func Mean(all []float64) Estimate {
	var values []float64
	for _, v := range all {
		if !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	n := float64(len(values))
	e := Estimate{N: len(values), Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), Spread: math.NaN()}
	if e.N > 0 {
		e.Mean = stat.Mean(values, nil)
	}
	if e.N > 1 {
		e.Spread = stat.StdDev(values, nil)
		half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * e.Spread / math.Sqrt(n)
		e.Low, e.High = e.Mean-half, e.Mean+half
	}
	return e
}

// MeanOrShare is [Mean], with Wilson's interval where all values are 0 or 1 ("Probable inference", JASA 22, 1927).
func MeanOrShare(all []float64) Estimate {
	e := Mean(all)
	if e.N == 0 {
		return e
	}
	for _, v := range all {
		if v != 0 && v != 1 && !math.IsNaN(v) {
			return e
		}
	}
	const z = 1.959964
	n := float64(e.N)
	middle, half := e.Mean+z*z/(2*n), z*math.Sqrt(e.Mean*(1-e.Mean)/n+z*z/(4*n*n))
	e.Share, e.Low, e.High = true, max(0, (middle-half)/(1+z*z/n)), min(1, (middle+half)/(1+z*z/n))
	return e
}

// Quantile returns the value below which a share of the values lies; NaN without values.
func Quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(values))[min(len(values)-1, int(share*float64(len(values))))]
}

// Text returns the mean with its interval; of is the number of runs.
func (x *Estimate) Text(of int) string {
	if x.N == 0 {
		return "–"
	}
	text := number(x.Mean)
	if x.N > 1 {
		text += fmt.Sprintf(" [%s, %s]", number(x.Low), number(x.High))
	}
	if x.N < of {
		text += fmt.Sprintf(" (%d of %d)", x.N, of)
	}
	return text
}

// number returns a number with three significant digits.
func number(v float64) string {
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return "–"
	case a == 0:
		return "0"
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	case a >= 1:
		return fmt.Sprintf("%.2f", v)
	case a >= 0.01:
		return fmt.Sprintf("%.3f", v)
	}
	return fmt.Sprintf("%.2g", v)
}
