// Package look draws what a robot did: plots and animated pictures. It does not depend on where the figures come from.
package look

import (
	"fmt"
	"image/color"
	"io"
	"os"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Colours that people with colour blindness can tell apart, also on paper.
var (
	Blue   = color.RGBA{R: 0x1f, G: 0x77, B: 0xb4, A: 0xff}
	Orange = color.RGBA{R: 0xff, G: 0x7f, B: 0x0e, A: 0xff}
	green  = color.RGBA{R: 0x2c, G: 0xa0, B: 0x2c, A: 0xff}
	red    = color.RGBA{R: 0xd6, G: 0x27, B: 0x28, A: 0xff}

	Colors = []color.RGBA{
		Blue, Orange, green, red,
		{R: 0x94, G: 0x67, B: 0xbd, A: 0xff},
		{R: 0x8c, G: 0x56, B: 0x4b, A: 0xff},
		{R: 0xe3, G: 0x77, B: 0xc2, A: 0xff},
		{R: 0x17, G: 0xbe, B: 0xcf, A: 0xff},
		{R: 0xbc, G: 0xbd, B: 0x22, A: 0xff},
		{R: 0x33, G: 0x33, B: 0x33, A: 0xff},
	}
)

// Line adds a line, with a word in the legend unless its name is empty. Fewer than two
// points draw nothing.
func Line(p *plot.Plot, name string, c color.Color, points plotter.XYs) error {
	if len(points) < 2 {
		return nil
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return fmt.Errorf("draw %q: %w", name, err)
	}
	line.Color, line.Width = c, vg.Points(1)
	p.Add(line)
	if name != "" {
		p.Legend.Add(name, line)
	}
	return nil
}

// Save writes plots under each other as a PNG, their x axes aligned, the heights in a
// proportion. Legends stand in a column of their own, beside the data. Plots named in equal
// have the same scale on both axes.
func Save(file string, plots []*plot.Plot, heights []float64, equal ...*plot.Plot) (err error) {
	const width, gap = 26 * vg.Centimeter, 2 * vg.Millimeter
	height := vg.Length(5+6.5*float64(len(plots))) * vg.Centimeter
	img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(100))
	all := draw.New(img)
	all.SetColor(color.White)
	all.Fill(all.Path())
	legends, column := takeLegends(plots, all)
	grid, sum := make([][]*plot.Plot, len(plots)), 0.0
	for i, p := range plots {
		p.Add(plotter.NewGrid())
		roundTicks(p)
		grid[i] = []*plot.Plot{p}
		sum += heights[i]
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadLeft: vg.Points(8), PadRight: vg.Points(14) + column, PadTop: vg.Points(6), PadBottom: vg.Points(6)}
	canvases := plot.Align(grid, tiles, all)
	top, room := all.Max.Y-vg.Points(6), all.Max.Y-all.Min.Y-vg.Points(12)
	for i, p := range plots {
		c := canvases[i][0]
		c.Max.Y = top
		top -= room * vg.Length(heights[i]/sum)
		c.Min.Y = top + gap
		if slices.Contains(equal, p) {
			equalScales(p, c)
		}
		p.Draw(c)
		beside := p.DataCanvas(c)
		beside.Min.X, beside.Max.X = beside.Max.X+vg.Points(8), all.Max.X
		legends[i].Draw(beside)
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	defer func() {
		if closeErr := out.Close(); err == nil {
			err = closeErr
		}
	}()
	var png io.WriterTo = vgimg.PngCanvas{Canvas: img}
	if _, err := png.WriteTo(out); err != nil {
		return fmt.Errorf("write picture %s: %w", file, err)
	}
	return nil
}

// takeLegends returns the plots' legends, which are taken off the plots, and the width of the widest.
func takeLegends(plots []*plot.Plot, c draw.Canvas) (legends []plot.Legend, column vg.Length) {
	for _, p := range plots {
		l := p.Legend
		l.Top, l.Left = true, true
		l.XOffs, l.YOffs = 0, 0
		legends = append(legends, l)
		if size := l.Rectangle(c).Size(); size.Y > 0 {
			column = max(column, size.X+vg.Points(4))
		}
		p.Legend = plot.NewLegend()
	}
	return legends, column
}

// equalScales widens one axis so that both have the same scale on the canvas. It repeats this, since a new range has new
// labels, which change the size of the plot.
func equalScales(p *plot.Plot, c draw.Canvas) {
	for range 4 {
		widenOnce(p, c)
	}
}

// widenOnce widens the axis with the larger scale.
func widenOnce(p *plot.Plot, c draw.Canvas) {
	size := p.DataCanvas(c).Size()
	x, y := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	perPoint := max(x/float64(size.X), y/float64(size.Y))
	widen := func(a *plot.Axis, room vg.Length) {
		middle, half := (a.Min+a.Max)/2, perPoint*float64(room)/2
		a.Min, a.Max = middle-half, middle+half
	}
	widen(&p.X, size.X)
	widen(&p.Y, size.Y)
}
