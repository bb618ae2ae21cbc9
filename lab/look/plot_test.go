package look

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// labels returns the labels of ticks.
func labels(ticks []plot.Tick) (out []string) {
	for _, t := range ticks {
		out = append(out, t.Label)
	}
	return out
}

func TestTicksHaveNoMoreDigitsThanTheyNeed(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []string
	}{
		{-30, 5, []string{"-30", "-20", "-10", "0"}},
		{-26, 4, []string{"-25", "-20", "-15", "-10", "-5", "0"}},
		{0, 5.2, []string{"0", "1", "2", "3", "4", "5"}},
		{0, 0.5, []string{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5"}},
		{0, 1200, []string{"0", "200", "400", "600", "800", "1000", "1200"}},
		{1, 1, nil},
	} {
		require.Equal(t, c.want, labels(Ticks{}.Ticks(c.low, c.high)))
	}
}

func TestTwoDegreesAreReadableBesideAJump(t *testing.T) {
	s := Spread{Linear: 2}
	inside := s.Normalize(-30, 30, 2) - s.Normalize(-30, 30, -2)
	require.Greater(t, inside, 0.2, "±2 of ±30 take more than a fifth of the axis; on a linear one a fifteenth")
	require.InDelta(t, 0, s.Normalize(-30, 30, -30), 1e-12)
	require.InDelta(t, 1, s.Normalize(-30, 30, 30), 1e-12)
	for v := -30.0; v < 30; v++ {
		require.Greater(t, s.Normalize(-30, 30, v+1), s.Normalize(-30, 30, v))
	}
	require.ElementsMatch(t, []string{"0", "-1", "1", "-2", "2", "-5", "5", "-10", "10", "-20", "20"}, labels(s.Ticks(-30, 30)))
}

func TestEqualAxesHaveOneScale(t *testing.T) {
	p := plot.New()
	require.NoError(t, Line(p, "way", Blue, plotter.XYs{{X: 0, Y: 0}, {X: 100, Y: 5}}))
	c := draw.New(vgimg.New(20*vg.Centimeter, 8*vg.Centimeter))
	equalScales(p, c)
	size := p.DataCanvas(c).Size()
	require.InEpsilon(t, (p.X.Max-p.X.Min)/float64(size.X), (p.Y.Max-p.Y.Min)/float64(size.Y), 0.02)
	require.LessOrEqual(t, p.X.Min, 0.0)
	require.GreaterOrEqual(t, p.X.Max, 100.0)
}

func TestLegendsStandBesideTheData(t *testing.T) {
	p := plot.New()
	require.NoError(t, Line(p, "a long name of a line", Blue, plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}))
	c := draw.New(vgimg.New(20*vg.Centimeter, 8*vg.Centimeter))
	legends, column := takeLegends([]*plot.Plot{p, plot.New()}, c)
	require.Len(t, legends, 2)
	require.Greater(t, column, 2*vg.Centimeter)
	require.Zero(t, p.Legend.Rectangle(c).Size().Y, "nothing is left in the plot")
}

func TestSeveralRunsStandInOnePicture(t *testing.T) {
	var runs []Run
	for _, name := range []string{"a", "b", "c"} {
		r := &Record{Samples: make([]Sample, 40)}
		for i := range r.Samples {
			r.Samples[i].Sec = 7 + float64(i)
			r.Samples[i].CoM.X = math.Sin(float64(i))
		}
		runs = append(runs, Run{name, r})
	}
	file := filepath.Join(t.TempDir(), "runs.png")
	require.NoError(t, DrawRuns(file, "three", runs))
	require.FileExists(t, file)
	require.ErrorContains(t, DrawRuns(file, "", []Run{{"none", &Record{}}}), "plot none: expected at least two states")
	seen := map[any]bool{}
	for i := range 15 {
		seen[runColor(i, 15)] = true
	}
	require.Len(t, seen, 15)
}
