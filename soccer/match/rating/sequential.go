package rating

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Sequential is a test that may be read after every value: its interval holds the mean of all values at once with the
// probability of Sigmas standard deviations, however often it is read, and whenever one stops. A plain interval of two
// standard deviations that is read again and again excludes a mean of zero in the end, although the mean is zero.
//
// The interval is the asymptotic confidence sequence of the normal mixture (Robbins 1970; Waudby-Smith, Arbour, Sinha,
// Kennedy, Ramdas: Time-uniform central limit theory, 2021, theorem 2.2): with n values of standard deviation s, error
// probability α and ρ² as below, the mean lies within
//
//	± s √( 2 (n ρ² + 1) / (n² ρ²) · ln( √(n ρ² + 1) / α ) )
type Sequential struct {
	Sigmas float64 // 2: an error probability of 4.6 %
	Least  int     // values before the first reading; 0: 20
}

// leastValues is how many values an estimate of the standard deviation needs.
const leastValues = 20

// bestAt is the number of values at which the interval is narrowest.
const bestAt = 100

// leastVariance is the smallest variance that values are believed to have, goals²: halves of goals that are equal by chance
// would stop a test at once.
const leastVariance = 0.25

// ParseSigmas reads a test from text such as 2s or 2.5s.
func ParseSigmas(text string) (Sequential, error) {
	number, ok := strings.CutSuffix(text, "s")
	k, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil || !(k >= 1 && k <= 6) {
		return Sequential{}, fmt.Errorf("%q: expected a number of standard deviations from 1s to 6s, such as 2s", text)
	}
	return Sequential{Sigmas: k}, nil
}

// Interval returns the mean of the values with the interval of the test; it is infinite while there are too few.
func (q Sequential) Interval(values []float64) (mean, low, high float64) {
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum, squares = sum+v, squares+v*v
	}
	return q.interval(float64(len(values)), sum, squares)
}

// interval returns the interval of n values by their sum and the sum of their squares.
func (q Sequential) interval(n, sum, squares float64) (mean, low, high float64) {
	mean = sum / max(n, 1)
	least := cmp.Or(q.Least, leastValues)
	if n < max(float64(least), 2) {
		return mean, math.Inf(-1), math.Inf(1)
	}
	variance := max(leastVariance, (squares-n*mean*mean)/(n-1))
	alpha := math.Erfc(q.Sigmas / math.Sqrt2)
	// ρ² that makes the interval narrowest at bestAt values (section B.2 of the paper).
	a := -2 * math.Log(alpha)
	rho2 := (a + math.Log(a+1)) / bestAt
	half := math.Sqrt(variance * 2 * (n*rho2 + 1) / (n * n * rho2) * math.Log(math.Sqrt(n*rho2+1)/alpha))
	return mean, mean - half, mean + half
}

// Decides returns the number of values, counted from the first, after which the interval excludes zero for the first time,
// and whether it does.
func (q Sequential) Decides(values []float64) (int, bool) {
	sum, squares := 0.0, 0.0
	for i, v := range values {
		sum, squares = sum+v, squares+v*v
		if _, low, high := q.interval(float64(i+1), sum, squares); low > 0 || high < 0 {
			return i + 1, true
		}
	}
	return len(values), false
}
