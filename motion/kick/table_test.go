package kick

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/nao"
)

// The committed table is what the command wrote: its rows have the digest of their header, and the header has command, seeds and commit.
func TestTheCommittedTableIsWhatTheCommandWrote(t *testing.T) {
	table, err := Fitted()
	require.NoError(t, err)
	head, _, found := strings.Cut(fitted, "\nkick ")
	require.True(t, found)
	for _, word := range []string{"gonao motion kicks", "profile real", "seeds 101-", "commit ", "sha256 of the rows: " + digest(table.rows())} {
		require.Contains(t, head, word)
	}
	var b bytes.Buffer
	require.NoError(t, table.Write(&b, []string{"x"}))
	again, err := parseTable(b.String())
	require.NoError(t, err)
	require.Equal(t, table, again)
}

func TestAKickGoesWhereTheTableHasIt(t *testing.T) {
	table, err := Fitted()
	require.NoError(t, err)
	for _, rad := range []float64{-0.25, 0, 0.25, 0.8, 1.5} {
		for _, part := range []float64{0.3, 0.5, 0.9} {
			want := part * table.farthest(rad)
			sent, strength := table.aimFor(rad, want)
			far, turn := table.reach(sent, strength)
			require.LessOrEqual(t, sent, rad)
			if turn > 0 {
				require.InDelta(t, rad, sent+turn, 0.08, "%.2f rad, %.2f m", rad, want)
			}
			if rad == 0 { // elsewhere a turned kick does not go as far
				require.InDelta(t, want, far, 0.1*want, "%.2f m", want)
			}
		}
	}
}

// A ball that lies so that the corrected kick does not reach it is kicked with less of the correction, down to none.
func TestABallThatOnlyAnUncorrectedKickReachesIsKicked(t *testing.T) {
	cfg := DefaultConfig()
	for x := 0.155; x <= 0.19; x += 0.005 {
		for y := 0.052; y <= 0.12; y += 0.004 {
			plain, err := New(cfg)
			require.NoError(t, err)
			c := standing()
			for _, far := range []float64{0.3, 1, 3} {
				r := Request{BallX: x, BallY: y, Distance: far}
				_, err = plain.aim(&r, nao.LeftLeg, &c.Position)
				require.NoError(t, err, "%.3f, %.3f m, %.1f m", x, y, far)
			}
		}
	}
}

func TestTheTablesEdgesHold(t *testing.T) {
	table, err := Fitted()
	require.NoError(t, err)
	for _, distance := range []float64{0, 1e9} {
		for _, rad := range []float64{-3, 0, 3} {
			sent, strength := table.aimFor(rad, distance)
			require.InDelta(t, rad, sent, 0.35+1e-9)
			require.GreaterOrEqual(t, strength, tableStrengths[0])
			require.LessOrEqual(t, strength, 1.0)
		}
	}
}

func TestATableThatIsNoneIsRefusedWithItsLine(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":   "",
		"too short": fitted[:len(fitted)/2],
		"too long":  fitted + "ball 1 m 1 m: 0 rad\n",
		"swapped":   strings.Replace(fitted, "kick ", "ball ", 1),
		"elsewhere": strings.Replace(fitted, "strength: ", "strength: x", 1),
	} {
		_, err := parseTable(text)
		require.ErrorContains(t, err, "kick table: line", name)
	}
}

func FuzzParseTable(f *testing.F) {
	f.Add(fitted)
	f.Fuzz(func(_ *testing.T, text string) { _, _ = parseTable(text) })
}

// What no kick reached is taken from the directions beside it.
func TestAGapOfTheTableIsFilled(t *testing.T) {
	var table Table
	for i := range table.Distance {
		for j := range table.Distance[i] {
			table.Distance[i][j] = float64(i)
		}
	}
	table.Distance[0][0], table.Distance[3][2], table.Place[1][1] = math.NaN(), math.NaN(), math.NaN()
	table.Smooth()
	require.InDelta(t, 1, table.Distance[0][0], 1e-9)
	require.InDelta(t, 3, table.Distance[3][2], 1e-9)
	require.Zero(t, table.Place[1][1])
}
