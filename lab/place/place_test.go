package place

import (
	"bytes"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/internal/seeds"
	"gonao/robot/localization"
)

func TestAFigureIsAQuantileOrACount(t *testing.T) {
	samples := []Sample{{"x": {1, 2, 3, 4, 5}, "n": {1}, hours: {0.5}}, {"x": {6, 7, 8, 9, 10}, "n": {2}, hours: {0.5}}}
	for over, want := range map[Over]float64{Median: 6, Ninety: 10, NinetyFive: 10, Sum: 55} {
		f := Figure{Value: "x", Over: over}
		require.InDelta(t, want, f.Of(samples), 1e-9)
	}
	require.InDelta(t, 3.0, (&Figure{Value: "n", Over: PerHour}).Of(samples), 1e-9)
	require.True(t, math.IsNaN((&Figure{Value: "none"}).Of(samples)))
}

func TestAFigureIsJudgedByWhatItMustReach(t *testing.T) {
	f := Figure{Must: 5, Goal: 3}
	for value, want := range map[float64]string{2: "goal", 4: "must", 6: "**below**"} {
		require.Equal(t, want, f.Verdict(value))
	}
	require.Equal(t, "–", f.Verdict(math.NaN()))
	require.Equal(t, "–", (&Figure{Must: none}).Verdict(1))
}

func TestRowsAreFoundByTheBeginningOfTheirNames(t *testing.T) {
	rows, err := Find([]string{"kidnapped"})
	require.NoError(t, err)
	require.Len(t, rows, 3)
	_, err = Find([]string{"swims"})
	require.ErrorContains(t, err, "want one of hall_spl")
	for _, r := range Rows() {
		require.NotZero(t, r.Runs, r.Name)
		require.NotZero(t, r.Lasts, r.Name)
	}
}

// The same seed gives the same run, with the figures of the document.
func TestARunFromTruthFollowsFromItsSeed(t *testing.T) {
	rows, err := Find([]string{"percepts_walk"})
	require.NoError(t, err)
	a, err := rows[0].Run(setup(7, 20*time.Second))
	require.NoError(t, err)
	b, err := rows[0].Run(setup(7, 20*time.Second))
	require.NoError(t, err)
	require.Equal(t, a, b)
	require.Len(t, a["position_cm"], 200)
	require.Less(t, rows[0].Figures[0].Of([]Sample{a}), 10.0)
}

// A robot that walks for some seconds in a hall with its own light knows its place from its camera images.
func TestARobotInAHallKnowsItsPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("opens a hall and draws its images; make bench OF=localization measures it")
	}
	rows, err := Find([]string{"hall_spl"})
	require.NoError(t, err)
	s, err := rows[0].Run(setup(1, 3*time.Second))
	require.NoError(t, err)
	require.Less(t, rows[0].Figures[0].Of([]Sample{s}), 20.0)
	require.Zero(t, s["flips"][0])
}

func TestATableNamesSeedsAndWhatMustBeReached(t *testing.T) {
	r := Row{Name: "hall", Title: "walks", Figures: []Figure{{"position, median", "x", "cm", Median, 5, 3}}}
	var out bytes.Buffer
	require.NoError(t, WriteTable(&out, []Measured{{Row: &r, Seeds: seeds.Range(1001, 2), Lasts: time.Minute, Samples: []Sample{{"x": {4}}, {"x": {4.25}}}}}))
	require.Contains(t, out.String(), "| walks (`hall`), 1m0s each | 1001-1002 | position, median | 4.2 cm | 5 cm | 3 cm | must |")
}

// After a fall the first image may show a line alone. With one hypothesis of any heading, the filter was drawn away by it, and found itself on
// the other side.
func TestALineAfterAFallDoesNotDrawTheRobotAway(t *testing.T) {
	rows, err := Find([]string{"measured_2010"})
	require.NoError(t, err)
	s, err := rows[0].Run(setup(1034, 4*time.Minute+30*time.Second))
	require.NoError(t, err)
	require.Zero(t, s["flips"][0])
	require.Less(t, (&Figure{Value: "position_cm", Over: NinetyFive}).Of([]Sample{s}), 20.0)
}

// What runs once per image does not allocate.
func TestARobotWithMeasuredErrorsStaysOnItsSide(t *testing.T) {
	rows, err := Find([]string{"measured"})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	for _, r := range rows {
		s, err := r.Run(setup(3, 2*time.Minute))
		require.NoError(t, err)
		require.Zero(t, s["flips"][0], r.Name)
		require.Less(t, (&Figure{Value: "position_cm", Over: Median}).Of([]Sample{s}), 15.0, r.Name)
	}
}

// setup returns a run of a seed with our filter and nets.
func setup(seed uint64, d time.Duration) Setup {
	return Setup{Seed: seed, Lasts: d, Localization: localization.DefaultConfig()}
}

// What the first images show of one of four places may fit another one. 1 CPU s.
func TestARobotAtTheTouchlineBeginsInItsOwnHalf(t *testing.T) {
	for seed := range uint64(200) {
		s, err := kickOff(Setup{Seed: seed, Lasts: 4 * time.Second, Localization: localization.DefaultConfig()})
		require.NoError(t, err)
		require.Equal(t, []float64{0}, s["wrong"], "seed %d", seed)
	}
}
