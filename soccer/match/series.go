package match

import (
	"fmt"
	"io"
	"math"

	"gonao/internal/estimate"
	"gonao/internal/wording"
)

// A Series is many matches of two teams on paired seeds: each seed is played twice, with swapped sides. Where a team plays
// itself, the second match of a seed has blue's kick-off first, and red is compared with blue.
type Series struct {
	A, B    string // teams; A's difference is reported
	Results []*Result
}

// Jobs returns the configurations of a series: for each of n seeds from first on, A as red and A as blue.
func Jobs(base Config, a, b string, first uint64, n int) []Config {
	var all []Config
	for i := range n {
		for _, swap := range []bool{false, true} {
			c := base
			if swap && a == b {
				c.Swap = !base.Swap
			}
			c.Seed, c.Red, c.Blue, c.Threads = first+uint64(i), a, b, 1
			if swap {
				c.Red, c.Blue = b, a
			}
			all = append(all, c)
		}
	}
	return all
}

// Differences returns A's goals less B's of each pair of matches, per match: pairs are independent, the matches of a pair
// share their seed.
func (s *Series) Differences() []float64 {
	var all []float64
	for i := 0; i+1 < len(s.Results); i += 2 {
		r, q := s.Results[i], s.Results[i+1]
		if r == nil || q == nil {
			continue
		}
		k := s.sideOf(i + 1)
		all = append(all, float64(r.Score[0]-r.Score[1]+q.Score[k]-q.Score[1-k])/2)
	}
	return all
}

// Goals returns the goals of A and of B in each match that was played.
func (s *Series) Goals() [][2]int {
	var all [][2]int
	for i, r := range s.Results {
		if r != nil {
			a := s.sideOf(i)
			all = append(all, [2]int{r.Score[a], r.Score[1-a]})
		}
	}
	return all
}

// sideOf returns where A plays in a match, 0 or 1: always red where it plays itself.
func (s *Series) sideOf(i int) int {
	if s.A == s.B {
		return 0
	}
	return i % 2
}

// Interval returns the mean of differences with its 95 % interval; it is infinite with fewer than two.
func Interval(values []float64) (mean, low, high float64) {
	if len(values) == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	e := estimate.Mean(values)
	if e.N < 2 {
		e.Low, e.High = math.Inf(-1), math.Inf(1)
	}
	return e.Mean, e.Low, e.High
}

// Write writes the table of a series.
func (s *Series) Write(w io.Writer) error {
	d := s.Differences()
	mean, low, high := Interval(d)
	var goals, shots, passes, falls, penalties [2]float64
	var possession, wins, draws float64
	n := 0.0
	for i, r := range s.Results {
		if r == nil {
			continue
		}
		a := s.sideOf(i)
		n++
		for k := range 2 {
			goals[k] += float64(r.Score[k^a])
			shots[k] += float64(r.Shots[k^a])
			passes[k] += float64(r.Passes[k^a])
			falls[k] += float64(r.Falls[k^a])
			penalties[k] += float64(r.Penalties[k^a])
		}
		possession += r.Possession[a]
		switch diff := r.Score[a] - r.Score[1-a]; {
		case diff > 0:
			wins++
		case diff == 0:
			draws++
		}
	}
	if n == 0 {
		_, err := fmt.Fprintln(w, "no match was played")
		return err
	}
	nameA, nameB := s.A, s.B
	if s.A == s.B {
		nameA, nameB = s.A+" (red)", s.B+" (blue)"
	}
	interval := fmt.Sprintf("95 %% interval %+.2f to %+.2f", low, high)
	if math.IsInf(low, 0) {
		interval = "without an interval, which needs two seeds or more"
	}
	_, err := fmt.Fprintf(w, `| | %s | %s |
|-|-|-|
| goals per match | %.2f | %.2f |
| shots on goal | %.1f | %.1f |
| passes | %.1f | %.1f |
| possession | %.0f %% | %.0f %% |
| falls | %.1f | %.1f |
| penalties | %.1f | %.1f |
| won | %.0f | %.0f |

%d matches on %s, %.0f drawn: %s is better by %+.2f goals per match, %s.
`, nameA, nameB, goals[0]/n, goals[1]/n, shots[0]/n, shots[1]/n, passes[0]/n, passes[1]/n, 100*possession/n, 100*(1-possession/n), falls[0]/n, falls[1]/n,
		penalties[0]/n, penalties[1]/n, wins, n-wins-draws, int(n), wording.Count(len(d), "paired seed"), draws, nameA, mean, interval)
	return err
}
