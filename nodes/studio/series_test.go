package studio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A program in place of match: it prints progress, and writes a table or, with a third team, waits for the end of its input.
const seriesProgram = `#!/bin/sh
printf '%s\n' "$@" >args
while [ "$1" != --out ]; do shift; done
out=$2
mkdir -p "$out"
echo "1 of 2 matches" >&2
if [ "$8" ]; then cat; echo "interrupted" >&2; exit 1; fi
cat >"$out/tournament.csv" <<'END'
stage,place,team,played,won,drawn,lost,goals_for,goals_against,points,difference_per_match,low_95,high_95
all against all,1,ours,2,1,1,0,5,3,4,1.0000,-0.5000,2.5000
all against all,2,luar,2,0,1,1,3,5,1,-1.0000,,
END
`

func TestASeriesIsPlayedAndItsTableIsListed(t *testing.T) {
	var dir string
	s := newStage(t, func(c *Config) {
		dir = c.Directory
		c.MatchProgram = filepath.Join(t.TempDir(), "match")
		require.NoError(t, os.WriteFile(c.MatchProgram, []byte(seriesProgram), 0o700)) //nolint:gosec // it is executed
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "series/cup"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "series/cup/tournament.csv"), []byte("final,1,ours,0,0,0,0,0,0,0,0,0,0\nfinal,1,ours,x,0,0,0,0,0,0,0,0,0\n"), 0o600))
	})
	driver := s.dial(t, s.keys.Driver)
	_, err := driver.Subscribe(t.Context(), "studio/match")
	require.NoError(t, err)
	first := nextMatch(t, driver)
	require.Len(t, first.Series, 1)
	require.Contains(t, first.Series[0].Problem, "line 2", "what cannot be read is shown with its place")

	q := MatchRequest{Op: startSeries, Teams: []string{"ours", "luar"}, Seeds: 4, World: "kinematic", Speed: 1}
	for change, want := range map[string]string{"teams": "two or more", "seeds": "expected 1 to 100", "world": "kinematic or physics", "file": "not a name of a file here"} {
		wrong := q
		switch change {
		case "teams":
			wrong.Teams = q.Teams[:1]
		case "seeds":
			wrong.Seeds = 101
		case "world":
			wrong.World = "flat"
		case "file":
			wrong.Teams = []string{"ours", "../luar.yaml"}
		}
		require.ErrorContains(t, driver.CallJSON(t.Context(), "studio/play", wrong, &Said{}), want, change)
	}
	require.NoError(t, driver.CallJSON(t.Context(), "studio/play", q, &Said{}))
	progress, m := "", nextMatch(t, driver)
	for ; m.State == seriesPlaying; m = nextMatch(t, driver) {
		progress = m.Progress
	}
	require.Equal(t, "1 of 2 matches", progress)
	require.Equal(t, NoMatch, m.State)
	require.Empty(t, m.Problem)
	require.Len(t, m.Series, 2)
	mean, low, high := 1.0, -0.5, 2.5
	require.Equal(t, seriesStanding{
		Stage: "all against all", Team: "ours", Played: 2, Won: 1, Drawn: 1, For: 5, Against: 3, Points: 4, Difference: &mean, Low: &low, High: &high,
	}, m.Series[1].Standings[0])
	require.Nil(t, m.Series[1].Standings[1].Low, "one pair of matches has no interval")
	args, err := os.ReadFile(filepath.Join(dir, "args"))
	require.NoError(t, err)
	require.Contains(t, string(args), "tournament\n--studio\n--world\nkinematic\n--seeds\n1-4\n")
	require.True(t, strings.HasSuffix(string(args), "--\nours\nluar\n"))

	// A series that a person stops ends with its input, without a problem.
	q.Teams = append(q.Teams, "voronoi")
	require.NoError(t, driver.CallJSON(t.Context(), "studio/play", q, &Said{}))
	for m.State != seriesPlaying || m.Progress != "1 of 2 matches" {
		m = nextMatch(t, driver)
	}
	require.NoError(t, driver.CallJSON(t.Context(), "studio/play", MatchRequest{Op: StopMatch}, &Said{}))
	for m.State == seriesPlaying {
		m = nextMatch(t, driver)
	}
	require.Empty(t, m.Problem)
	require.Len(t, m.Series, 2)
}
