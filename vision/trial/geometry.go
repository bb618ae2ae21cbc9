package trial

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

var up = r3.Vec{Z: 1}

func scaled(x, y float64) r3.Vec { return r3.Vec{X: x, Y: y} }

// Quantile returns the value below which a share of the values lies; NaN without values.
func Quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
