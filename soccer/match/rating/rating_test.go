package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of 2000 tests of values with the mean zero, each read 400 times, no more stop than the error probability permits; a plain
// interval of two standard deviations would stop far more.
func TestATestOfEqualTeamsSeldomStops(t *testing.T) {
	const tests, values = 2000, 400
	q := Sequential{Sigmas: 2}
	rng := rand.New(rand.NewPCG(7, 7))
	stopped, plain := 0, 0
	for range tests {
		v := make([]float64, values)
		sum, squares := 0.0, 0.0
		excluded, read := false, false
		for i := range v {
			v[i] = math.Round(rng.NormFloat64()*1.6*2) / 2
			sum, squares = sum+v[i], squares+v[i]*v[i]
			n := float64(i + 1)
			if i >= leastValues {
				excluded = excluded || math.Abs(sum) > 2*math.Sqrt(squares)
			}
			if i%10 == 9 && !read { // every tenth reading is enough here: reading more rarely stops less
				_, low, high := q.Interval(v[:int(n)])
				read = low > 0 || high < 0
			}
		}
		if read {
			stopped++
		}
		if excluded {
			plain++
		}
	}
	t.Logf("%d of %d stopped, %d with a plain interval", stopped, tests, plain)
	require.Less(t, stopped, int(0.0455*tests))
	require.Greater(t, plain, int(0.15*tests))
}

func TestADifferenceStopsTheTest(t *testing.T) {
	q := Sequential{Sigmas: 2}
	rng := rand.New(rand.NewPCG(1, 2))
	v := make([]float64, 1000)
	for i := range v {
		v[i] = 0.5 + 1.6*rng.NormFloat64()
	}
	n, ok := q.Decides(v)
	require.True(t, ok)
	require.Less(t, n, 400)
	require.Greater(t, n, leastValues-1)
	_, low, _ := q.Interval(v[:n])
	require.Positive(t, low)
	n, ok = q.Decides(v[:10])
	require.False(t, ok, "too few")
	require.Equal(t, 10, n)
}

func TestEqualValuesDoNotStopATestAtOnce(t *testing.T) {
	mean, low, high := Sequential{Sigmas: 2, Least: 2}.Interval([]float64{0.5, 0.5, 0.5})
	require.InDelta(t, 0.5, mean, 1e-12)
	require.Negative(t, low)
	require.Greater(t, high, 1.0)
}

func TestSigmasAreRead(t *testing.T) {
	q, err := ParseSigmas("2.5s")
	require.NoError(t, err)
	require.InDelta(t, 2.5, q.Sigmas, 0)
	for _, text := range []string{"", "2", "s", "0.1s", "99s", "NaNs", "two"} {
		_, err := ParseSigmas(text)
		require.ErrorContains(t, err, "standard deviations", text)
	}
}

func TestEloFindsTheOddsAgain(t *testing.T) {
	// Ten to one is 400 points; c beats b as b beats a.
	var games []Game
	for _, pair := range [][2]string{{"b", "a"}, {"c", "b"}} {
		for i := range 1100 {
			score := 1.0
			if i%11 == 0 {
				score = 0
			}
			games = append(games, Game{pair[0], pair[1], score})
		}
	}
	r := Elo(games)
	require.Equal(t, []string{"c", "b", "a"}, []string{r[0].Team, r[1].Team, r[2].Team})
	require.InDelta(t, 400, r[0].Elo-r[1].Elo, 4)
	require.InDelta(t, 400, r[1].Elo-r[2].Elo, 4)
	require.InDelta(t, 0, r[0].Elo+r[1].Elo+r[2].Elo, 1e-6)
	require.Equal(t, 2200, r[1].Games)
	require.InDelta(t, 10.0/11, r[0].Score, 1e-9)
	// The error of the logarithm of the odds is about 1/√(n q (1−q)): 0.105, 18 points, times 1.96.
	require.InDelta(t, 32, r[0].Error, 8)
}

func TestATeamThatHasWonAllHasAFiniteRating(t *testing.T) {
	r := Elo([]Game{{"a", "b", 1}, {"a", "b", 1}, {"b", "c", 0.5}})
	for _, x := range r {
		require.False(t, math.IsInf(x.Elo, 0) || math.IsNaN(x.Elo) || math.IsNaN(x.Error), x.Team)
	}
	require.Equal(t, "a", r[0].Team)
	require.Empty(t, Elo(nil))
	require.Len(t, Elo([]Game{{"a", "a", 1}}), 1)
}
