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
	s := newSearch(method, start, 0.2, 14, 3)
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
	}{{"cma", 120, 1e-6}, {"ga", 120, 1e-2}, {"pso", 120, 1e-2}} {
		s, best := search(t, row.method, 10, row.generations)
		require.Less(t, best, row.below, row.method)
		require.Less(t, bowl(s.Mean()), 2*row.below, row.method)
	}
}

func TestTheSameSeedAsksTheSame(t *testing.T) {
	for _, method := range Methods {
		a, _ := search(t, method, 6, 15)
		b, _ := search(t, method, 6, 15)
		require.Equal(t, a.Ask(), b.Ask(), method)
	}
}

// rastrigin has its only lowest point at 0.7, and a local one at every tenth around it.
func rastrigin(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		u := 10 * (v - 0.7)
		sum += u*u + 10*(1-math.Cos(2*math.Pi*u))
	}
	return sum
}

func TestGeneticsAndSwarmsLeaveLocalValleys(t *testing.T) {
	for _, row := range []struct {
		method string
		below  float64
	}{{"ga", 0.1}, {"pso", 0.1}} {
		found := 0
		for seed := range uint64(10) {
			s := newSearch(row.method, []float64{0.2, 0.2, 0.2}, 0.3, 40, seed)
			first, best := rastrigin(s.Mean()), math.Inf(1)
			for range 100 {
				costs := make([]float64, 0, 40)
				for _, x := range s.Ask() {
					for _, v := range x {
						require.True(t, v >= 0 && v <= 1, "%v", x)
					}
					costs = append(costs, rastrigin(x))
					best = min(best, costs[len(costs)-1])
				}
				require.NoError(t, s.Tell(costs))
			}
			require.Less(t, best, first/10, "%s, seed %d", row.method, seed)
			if best < row.below {
				found++
			}
		}
		require.GreaterOrEqual(t, found, 7, row.method)
	}
}

func TestASearchThatIsToldNothingOfUseGoesOn(t *testing.T) {
	for _, method := range []string{"ga", "pso"} {
		s := newSearch(method, []float64{0, 1}, 0.2, 4, 1)
		require.Error(t, s.Tell([]float64{1}), method)
		for range 5 {
			for _, x := range s.Ask() {
				require.False(t, math.IsNaN(x[0]+x[1]), method)
			}
			require.NoError(t, s.Tell([]float64{math.NaN(), math.Inf(1), math.NaN(), math.NaN()}), method)
		}
	}
}

// BenchmarkSearch reports the cost that remains after 40 generations of 14 points, in 10
// dimensions, from a cost of 15.
func BenchmarkSearch(b *testing.B) {
	for _, method := range Methods {
		b.Run(method, func(b *testing.B) {
			left := 0.0
			for b.Loop() {
				_, best := search(b, method, 10, 40)
				left = best
			}
			b.ReportMetric(left, "cost")
		})
	}
}
