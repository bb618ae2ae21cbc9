package tune

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gonao/lab/look"
)

// drawSearch shows cost and spread over the generations.
func (out *Outcome) drawSearch(file string) error {
	costs, spread := plot.New(), plot.New()
	costs.Title.Text = title(out.File)
	costs.Y.Label.Text, spread.Y.Label.Text = "cost", "spread, share of range"
	spread.X.Label.Text = "generation"
	var dots, best, mean, sigma plotter.XYs
	for g, gen := range out.Generations {
		x := float64(g + 1)
		low, sum, n := math.Inf(1), 0.0, 0
		for _, c := range gen.Candidates {
			if c.Cost >= lastCost/10 { // it could not be run with some seeds and is off the scale
				continue
			}
			dots = append(dots, plotter.XY{X: x, Y: c.Cost})
			low, sum, n = min(low, c.Cost), sum+c.Cost, n+1
		}
		if n > 0 {
			best = append(best, plotter.XY{X: x, Y: low})
			mean = append(mean, plotter.XY{X: x, Y: sum / float64(n)})
		}
		sigma = append(sigma, plotter.XY{X: x, Y: gen.Sigma})
	}
	if len(dots) > 0 {
		scatter, err := plotter.NewScatter(dots)
		if err != nil {
			return fmt.Errorf("draw search: %w", err)
		}
		scatter.Color, scatter.Radius = color.Gray{Y: 0xbb}, vg.Points(1.5)
		costs.Add(scatter)
	}
	if err := look.Line(costs, "best candidate", look.Blue, best); err != nil {
		return err
	}
	if err := look.Line(costs, "mean", look.Orange, mean); err != nil {
		return err
	}
	if err := look.Line(spread, "", look.Blue, sigma); err != nil {
		return err
	}
	spread.Y.Min = 0
	return look.Save(file, []*plot.Plot{costs, spread}, []float64{2, 1})
}

// drawParameters shows where the search looked, as shares of the ranges.
func (out *Outcome) drawParameters(file string) error {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "parameters", "generation", "share of range"
	for i, name := range out.File.Parameters {
		points := plotter.XYs{{X: 0, Y: out.File.toUnit(out.Start)[i]}}
		for g, gen := range out.Generations {
			points = append(points, plotter.XY{X: float64(g + 1), Y: out.File.toUnit(gen.Mean)[i]})
		}
		if err := look.Line(p, name.Name, look.Colors[i%len(look.Colors)], points); err != nil {
			return err
		}
	}
	p.Y.Min, p.Y.Max = 0, 1
	return look.Save(file, []*plot.Plot{p}, []float64{1})
}
