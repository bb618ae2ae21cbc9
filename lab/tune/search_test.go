package tune

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// bowl is a valley: steep across, flat along.
func bowl(x []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += (v - 0.7) * (v - 0.7) * math.Pow(100, float64(i)/float64(len(x)))
	}
	return sum
}

func search(t testing.TB, method string, n, generations int) (Search, float64) {
	start := make([]float64, n)
	for i := range start {
		start[i] = 0.4
	}
	s, err := newSearch(method, start, 0.2, 14, 3)
	require.NoError(t, err)
	best := math.Inf(1)
	for range generations {
		points := s.Ask()
		costs := make([]float64, len(points))
		for i, x := range points {
			costs[i] = bowl(x)
			best = min(best, costs[i])
		}
		require.NoError(t, s.Tell(costs))
	}
	return s, best
}

func TestFindsTheBottomOfAValley(t *testing.T) {
	for _, row := range []struct {
		method      string
		generations int
		below       float64
	}{{"cma", 120, 1e-6}, {"gonum", 120, 1}} {
		s, best := search(t, row.method, 10, row.generations)
		defer s.Close()
		require.Less(t, best, row.below, row.method)
		require.Less(t, bowl(s.Mean()), 2*row.below, row.method)
	}
}

func TestTheSameSeedAsksTheSame(t *testing.T) {
	for _, method := range []string{"cma", "gonum"} {
		a, _ := search(t, method, 6, 15)
		defer a.Close()
		b, _ := search(t, method, 6, 15)
		defer b.Close()
		require.Equal(t, a.Ask(), b.Ask(), method)
	}
}

// BenchmarkSearch is what 40 generations of 14 points leave of the cost, in 10
// dimensions from a cost of 15.
func BenchmarkSearch(b *testing.B) {
	for _, method := range []string{"cma", "gonum"} {
		b.Run(method, func(b *testing.B) {
			left := 0.0
			for b.Loop() {
				s, best := search(b, method, 10, 40)
				s.Close()
				left = best
			}
			b.ReportMetric(left, "cost")
		})
	}
}
