package rating

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Game is the result of one match: the score of A against B, 1 for a win, ½ for a draw, 0 for a loss.
type Game struct {
	A, B  string
	Score float64
}

// A Rating is the strength of a team. 400 points more mean odds of ten to one; the mean of all teams is 0.
type Rating struct {
	Team  string
	Elo   float64
	Error float64 // 95 % of the estimates lie within ± Error
	Games int
	Score float64 // share of the points
}

// Elo returns the ratings of all teams in the games, best first, by the model of Bradley and Terry (1952): A beats B with the
// probability pA/(pA+pB), Elo = 400 log10 p. A draw counts as half a win. One drawn game of every pair that has met is added,
// so that a team that has won all its games has a finite rating. Teams that are not joined by games with each other are on
// scales of their own.
func Elo(games []Game) []Rating {
	names, wins, met := tally(games)
	n := len(names)
	p := make([]float64, n)
	for i := range p {
		p[i] = 1
	}
	// The minorization of Hunter, MM algorithms for generalized Bradley-Terry models, 2004: p = wins / Σ met/(p + p').
	for range 10_000 {
		change := 0.0
		for i := range p {
			won, sum := 0.0, 0.0
			for j := range p {
				won += wins[i][j]
				sum += met[i][j] / (p[i] + p[j])
			}
			if sum == 0 {
				continue
			}
			next := won / sum
			change = max(change, math.Abs(math.Log(next/p[i])))
			p[i] = next
		}
		if change < 1e-10 {
			break
		}
	}
	return ratings(games, names, p, met)
}

// tally returns the names of all teams, how often each has won against each, and how often they met.
func tally(games []Game) (names []string, wins, met [][]float64) {
	for _, g := range games {
		for _, t := range []string{g.A, g.B} {
			if !slices.Contains(names, t) {
				names = append(names, t)
			}
		}
	}
	slices.Sort(names)
	wins, met = make([][]float64, len(names)), make([][]float64, len(names))
	for i := range names {
		wins[i], met[i] = make([]float64, len(names)), make([]float64, len(names))
	}
	add := func(i, j int, score float64) {
		wins[i][j] += score
		wins[j][i] += 1 - score
		met[i][j]++
		met[j][i]++
	}
	for _, g := range games {
		if g.A == g.B {
			continue
		}
		i, j := slices.Index(names, g.A), slices.Index(names, g.B)
		if met[i][j] == 0 {
			add(i, j, 0.5)
		}
		add(i, j, g.Score)
	}
	return names, wins, met
}

// ratings returns the table of strengths p, with errors from the inverse of the Fisher information.
func ratings(games []Game, names []string, p []float64, met [][]float64) []Rating {
	n := len(names)
	const points = 400 / math.Ln10
	information := mat.NewSymDense(max(n, 1), nil)
	middle := 0.0
	for i := range p {
		middle += math.Log(p[i]) / float64(n)
		for j := range i {
			q := p[i] / (p[i] + p[j])
			f := met[i][j] * q * (1 - q)
			information.SetSym(i, j, information.At(i, j)-f)
			information.SetSym(i, i, information.At(i, i)+f)
			information.SetSym(j, j, information.At(j, j)+f)
		}
	}
	// The mean is fixed: one over n² in every place makes the information of the rest invertible and leaves it as it is.
	for i := range n {
		for j := range i + 1 {
			information.SetSym(i, j, information.At(i, j)+1/float64(n*n))
		}
	}
	var covariance mat.Dense
	solved := n > 1 && covariance.Inverse(information) == nil
	all := make([]Rating, n)
	for i, name := range names {
		all[i] = Rating{Team: name, Elo: points * (math.Log(p[i]) - middle), Error: math.Inf(1)}
		if solved {
			all[i].Error = 1.96 * points * math.Sqrt(max(0, covariance.At(i, i)-1))
		}
	}
	for _, g := range games {
		i, j := slices.Index(names, g.A), slices.Index(names, g.B)
		all[i].Games++
		all[i].Score += g.Score
		if i != j {
			all[j].Games++
			all[j].Score += 1 - g.Score
		}
	}
	for i := range all {
		all[i].Score /= float64(max(1, all[i].Games))
	}
	slices.SortFunc(all, func(a, b Rating) int { return cmp.Or(cmp.Compare(b.Elo, a.Elo), cmp.Compare(a.Team, b.Team)) })
	return all
}
