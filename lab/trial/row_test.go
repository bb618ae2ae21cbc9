package trial

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/motion/tunable"
	"gonao/sim"
)

func TestEveryRowIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range Rows() {
		require.False(t, seen[row.Name], "%s: twice", row.Name)
		seen[row.Name] = true
		require.NotNil(t, row.Run, row.Name)
		require.NotEmpty(t, row.Figures, row.Name)
		require.Regexp(t, `^[a-z_0-9]+$`, row.Name)
		if row.Fields != nil {
			fields, err := row.Fields("")
			require.NoError(t, err, row.Name)
			for _, f := range fields {
				require.NoError(t, tunable.Set(fields, f.Name, *f.Value), row.Name)
			}
			require.NotEmpty(t, fields, row.Name)
		}
	}
	_, err := Find("forwrd")
	require.ErrorContains(t, err, `row "forwrd": no such row (did you mean "forward"?)`)
}

func TestASetupsValuesReachTheEngine(t *testing.T) {
	_, err := newWalker(&Setup{Values: map[string]float64{"walk.peroid": 1}})
	require.ErrorContains(t, err, `walk: peroid: no such number (did you mean "period"?)`)
	_, err = newWalker(&Setup{Values: map[string]float64{"kick.peroid": 1}})
	require.NoError(t, err, "another engine's")
}

func TestTheTableSaysWhatWasMeasuredAndJudges(t *testing.T) {
	row := Row{
		Name: "x", Title: "a walk", Paper: "3 / 1 cm/s",
		Figures: []Figure{
			{Name: "speed", Unit: "cm/s", Must: 15, Goal: 25},
			{Name: "up", Over: Share, Must: 0.9, Goal: 1},
			{Name: "off", Unit: "cm", Over: Worst, Less: true, Must: 30, Goal: 10},
			{Name: "left", Part: "1 N s", Over: Share, Must: 0.9, Goal: none},
			{Name: "right", Part: "1 N s", Over: Share, Must: 0.9, Goal: none},
		},
	}
	m := Measured{Row: &row, Profile: sim.Real}
	for i := range 10 {
		up := 1.0
		if i == 3 {
			up = 0
		}
		off := 5 + float64(i)
		if i == 4 {
			off = math.NaN()
		}
		m.Results = append(m.Results, Result{Values: []float64{20 + float64(i%2), up, off, 1, up}})
	}
	var b strings.Builder
	require.NoError(t, WriteTable(&b, []Measured{m}))
	require.Contains(t, b.String(), "| **a walk**, speed | real | 3 / 1 cm/s | 20.5 cm/s | 20.0 to 21.0 | 15.0 cm/s | 25.0 cm/s | must |\n")
	require.Contains(t, b.String(), "| up | real |  | 90 % | 9 of 10 | 90 % | 100 % | must |\n")
	require.Contains(t, b.String(), "| off | real |  | 14.0 cm | 5.00 to 14.0 (9 of 10 seeds) | 30.0 cm | 10.0 cm | must |\n")
	require.Contains(t, b.String(), "| … 1 N s each: left 100 %, right 90 % | real | | | | 90 % | – | must |\n")
	row.Figures[3].Must, row.Figures[3].Goal, row.Figures[4].Must, row.Figures[4].Goal = none, 0.95, none, 0.95
	b.Reset()
	require.NoError(t, WriteTable(&b, []Measured{m}))
	require.Contains(t, b.String(), "left 100 %, right 90 % | real | | | | – | 95 % | – |\n", "one part misses the goal")
	m.Results[0].Values[0] = -100
	require.Equal(t, Below, m.Verdict(0))
}
