package experiment

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	_ "gonum.org/v1/plot/vg/vgimg" // PNG
	_ "gonum.org/v1/plot/vg/vgsvg" // SVG

	"gonao/internal/estimate"
	"gonao/lab/look"
)

// Drawn returns the plots of the file, or, if it has none, one of the first measure against the first factor.
func (e *Experiment) Drawn() []Plot {
	if len(e.Plots) > 0 || len(e.Factors) == 0 {
		return e.Plots
	}
	return []Plot{{X: e.Factors[0].Name, Y: e.Measures[0].Name}}
}

// Draw writes a picture in a format, svg or png: the mean of a measure with its 95 % interval over the levels of a factor, a colour
// for each combination of the others.
func (e *Experiment) Draw(w io.Writer, format string, of Plot, rows []Row) error {
	factor, measure := e.factor(of.X), -1
	for i, m := range e.Measures {
		if m.Name == of.Y {
			measure = i
		}
	}
	p := plot.New()
	p.Title.Text = e.Title
	p.X.Label.Text = of.X
	p.Y.Label.Text = of.Y
	if unit := inUnit(e.Measures[measure].Unit); unit != "" {
		p.Y.Label.Text += " " + unit
	}
	at, numeric := e.places(factor)
	if !numeric {
		var names []string
		for _, l := range e.Factors[factor].Levels {
			names = append(names, l.Name)
		}
		p.NominalX(names...)
	}
	estimates := e.Estimates(rows)
	var order []string
	lines := map[string]*line{}
	for c := range e.Cells {
		x := &estimates[c][measure]
		if x.N == 0 {
			continue
		}
		label := e.Label(&e.Cells[c], factor)
		if lines[label] == nil {
			lines[label] = &line{}
			order = append(order, label)
		}
		lines[label].add(at[e.Cells[c].Levels[factor]], x)
	}
	for i, label := range order {
		// The lines are shifted sideways, so that intervals at one place do not cover each other.
		if err := lines[label].draw(p, label, i, len(order), numeric, at); err != nil {
			return fmt.Errorf("plot: %w", err)
		}
	}
	p.Add(plotter.NewGrid())
	p.Legend.Top = true
	widen(&p.Y)
	widen(&p.X)
	picture, err := p.WriterTo(16*vg.Centimeter, 11*vg.Centimeter, format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	_, err = picture.WriteTo(w)
	return err
}

// widen adds space at both ends of an axis.
func widen(a *plot.Axis) {
	if room := 0.04 * (a.Max - a.Min); room > 0 {
		a.Min, a.Max = a.Min-room, a.Max+room
	}
}

// places returns where the levels of a factor lie on the x axis: at their numbers, or one after the other.
func (e *Experiment) places(factor int) (at []float64, numeric bool) {
	for _, l := range e.Factors[factor].Levels {
		v, err := strconv.ParseFloat(l.Name, 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			at = nil
			for i := range e.Factors[factor].Levels {
				at = append(at, float64(i))
			}
			return at, false
		}
		at = append(at, v)
	}
	return at, true
}

// line is the means of one combination of the other factors.
type line struct {
	plotter.XYs
	plotter.YErrors
}

func (l *line) add(x float64, of *estimate.Estimate) {
	l.XYs = append(l.XYs, plotter.XY{X: x, Y: of.Mean})
	low, high := of.Mean-of.Low, of.High-of.Mean
	if of.N < 2 {
		low, high = 0, 0
	}
	l.YErrors = append(l.YErrors, struct{ Low, High float64 }{low, high})
}

// draw adds line i of n.
func (l *line) draw(p *plot.Plot, label string, i, n int, numeric bool, at []float64) error {
	aside := (float64(i) - float64(n-1)/2) * 0.01 * (at[len(at)-1] - at[0])
	for k := range l.XYs {
		l.XYs[k].X += aside
	}
	color := look.Colors[i%len(look.Colors)]
	bars, err1 := plotter.NewYErrorBars(l)
	dots, err2 := plotter.NewScatter(l.XYs)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	bars.Color, dots.Color, dots.Shape = color, color, plotutil.DefaultGlyphShapes[i%len(plotutil.DefaultGlyphShapes)]
	p.Add(bars, dots)
	if numeric && len(l.XYs) > 1 {
		way, err := plotter.NewLine(l.XYs)
		if err != nil {
			return err
		}
		way.Color = color
		p.Add(way)
	}
	if label != "" {
		p.Legend.Add(label, dots)
	}
	return nil
}
