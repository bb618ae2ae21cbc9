package tournament

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/soccer/match"
)

// strength plays matches in which each team has as many goals as its name is long; two matches of each of two seeds.
func strength(played *[][2]string) Play {
	return func(_ context.Context, a, b string) (*match.Series, error) {
		*played = append(*played, [2]string{a, b})
		s := &match.Series{A: a, B: b}
		for i := range 4 {
			r := &match.Result{Score: [2]int{len(a), len(b)}}
			if i%2 == 1 {
				r.Score = [2]int{len(b), len(a)}
			}
			s.Results = append(s.Results, r)
		}
		return s, nil
	}
}

func TestAllAgainstAll(t *testing.T) {
	var played [][2]string
	c, err := Run(t.Context(), roundRobin, 0, []string{"a", "bbb", "cc"}, strength(&played))
	require.NoError(t, err)
	require.Equal(t, [][2]string{{"a", "bbb"}, {"a", "cc"}, {"bbb", "cc"}}, played)
	table := c.Stages[0].Standings()
	require.Equal(t, "bbb", c.Winner)
	require.Equal(t, []string{"bbb", "cc", "a"}, []string{table[0].Team, table[1].Team, table[2].Team})
	require.Equal(t, 24, table[0].Points, "eight matches won")
	require.Equal(t, [2]int{24, 12}, [2]int{table[0].For, table[0].Against})
	require.InDelta(t, 1.5, table[0].DifferencePerMatch.Mean, 1e-12, "2 against a, 1 against cc")
	require.Less(t, table[0].DifferencePerMatch.Low, 1.5)
}

// Of five teams three need no match in the first round, and those that are named first meet last.
func TestAKnockout(t *testing.T) {
	var played [][2]string
	c, err := Run(t.Context(), knockout, 0, []string{"aaaaa", "bbbb", "ccc", "dd", "e"}, strength(&played))
	require.NoError(t, err)
	require.Equal(t, [][2]string{{"dd", "e"}, {"aaaaa", "dd"}, {"bbbb", "ccc"}, {"aaaaa", "bbbb"}}, played)
	require.Equal(t, "aaaaa", c.Winner)
	require.Equal(t, "final", c.Stages[2].Name)
	require.Equal(t, "x", (&Meeting{A: "x", B: "y", Goals: [][2]int{{1, 1}, {0, 0}}}).winner(), "nothing tells them apart")
	require.Equal(t, "y", (&Meeting{A: "x", B: "y", Goals: [][2]int{{3, 0}, {0, 1}, {0, 2}}}).winner(), "as many goals, more matches")
}

func TestGroupsLeadToAKnockoutOfTheirFirstTwo(t *testing.T) {
	var played [][2]string
	c, err := Run(t.Context(), inGroups, 2, []string{"aaaaaa", "bbbbb", "cccc", "ddd", "ee", "f"}, strength(&played))
	require.NoError(t, err)
	require.Equal(t, []string{"aaaaaa", "cccc", "ee"}, c.Stages[0].Teams)
	require.Equal(t, []string{"aaaaaa", "bbbbb", "cccc", "ddd"}, c.Stages[2].Teams)
	require.Len(t, played, 3+3+2+1)
	require.Equal(t, [2]string{"aaaaaa", "ddd"}, played[6], "not of one group")
}

func TestTheTablesAreTextCSVAndAPage(t *testing.T) {
	var played [][2]string
	c, err := Run(t.Context(), inGroups, 1, []string{"a<b", "bb"}, strength(&played))
	require.NoError(t, err)
	var text, lines, page bytes.Buffer
	require.NoError(t, c.Write(&text))
	require.Contains(t, text.String(), "| 1 | a<b | 4 | 4 | 0 | 0 | 12 : 8 | 12 | +1.00 (+1.00 to +1.00) |")
	require.Contains(t, text.String(), "winner: a<b\n")
	require.NoError(t, c.WriteCSV(&lines))
	rows, err := csv.NewReader(&lines).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+2+2)
	require.Equal(t, []string{"group 1", "1", "a<b", "4", "4", "0", "0", "12", "8", "12", "1.0000", "1.0000", "1.0000"}, rows[1])
	require.NoError(t, c.WritePage(&page))
	require.Contains(t, page.String(), "<h1>a&lt;b wins</h1>")
	require.NotContains(t, page.String(), "a<b")
}

func TestWhatIsNoTournamentIsRefused(t *testing.T) {
	for want, form := range map[string]func() error{
		"expected one of":    func() error { return Check("league", 0, []string{"a", "b"}) },
		"two or more":        func() error { return Check(knockout, 0, []string{"a"}) },
		"named twice":        func() error { return Check(roundRobin, 0, []string{"a", "b", "a"}) },
		"two teams or more ": func() error { return Check(inGroups, 2, []string{"a", "b", "c"}) },
	} {
		require.ErrorContains(t, form(), want)
	}
	_, err := Run(t.Context(), knockout, 0, []string{"a", "b"}, func(context.Context, string, string) (*match.Series, error) {
		return nil, errors.New("no ball")
	})
	require.EqualError(t, err, "a against b: no ball")
}
