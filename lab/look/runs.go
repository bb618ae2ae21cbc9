package look

import (
	"errors"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// Run is one of several runs in a plot.
type Run struct {
	Name   string
	Record *Record
}

// DrawRuns writes the centre of mass of several runs into one picture, a colour a run: forward and to the left over time, and from above.
// Each run begins at time 0.
func DrawRuns(file, title string, runs []Run) error {
	names := []string{"CoM forward (x), cm", "CoM to the left (y), cm"}
	above := plot.New()
	above.X.Label.Text, above.Y.Label.Text = "CoM from above: forward (x), cm", "to the left (y), cm"
	plots := []*plot.Plot{plot.New(), plot.New(), above}
	plots[0].Title.Text, plots[1].X.Label.Text = title, "s"
	var errs []error
	for i, run := range runs {
		if len(run.Record.Samples) < 2 {
			return fmt.Errorf("plot %s: expected at least two states of the robot", run.Name)
		}
		c := runColor(i, len(runs))
		var ways [3]plotter.XYs
		begin := run.Record.Samples[0].Sec
		for _, s := range run.Record.Samples {
			ways[0] = append(ways[0], plotter.XY{X: s.Sec - begin, Y: 100 * s.CoM.X})
			ways[1] = append(ways[1], plotter.XY{X: s.Sec - begin, Y: 100 * s.CoM.Y})
			ways[2] = append(ways[2], plotter.XY{X: 100 * s.CoM.X, Y: 100 * s.CoM.Y})
		}
		for k, p := range plots {
			name := ""
			if k == 0 {
				name = run.Name
			}
			errs = append(errs, Line(p, name, c, ways[k]))
		}
	}
	for i, name := range names {
		plots[i].Y.Label.Text = name
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return Save(file, plots, []float64{1, 1, 1}, above)
}

// runColor returns the colour of run i of n: one of Colors, or beyond these one of a scale from blue to orange.
func runColor(i, n int) color.RGBA {
	if n <= len(Colors) {
		return Colors[i]
	}
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(n-1-i) + int(b)*i) / (n - 1)) }
	return color.RGBA{R: mix(Blue.R, Orange.R), G: mix(Blue.G, Orange.G), B: mix(Blue.B, Orange.B), A: 0xff}
}
