// Package figures draws measurements of a match as PNG pictures: beliefs and truth over time, places of the robots, and
// possession.
package figures

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gonao/soccer/match"
)

// Colours of the teams, and of neutral parts.
var (
	red   = color.RGBA{R: 0xc8, G: 0x37, B: 0x2d, A: 0xff}
	blue  = color.RGBA{R: 0x1f, G: 0x5f, B: 0xc4, A: 0xff}
	gray  = color.RGBA{R: 0x77, G: 0x77, B: 0x77, A: 0xff}
	white = color.RGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
)

var teams = [2]color.RGBA{red, blue}

// faint returns a translucent colour.
func faint(c color.RGBA, alpha float64) color.RGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) * alpha) }
	return color.RGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: mix(0xff)}
}

// A Figure is a picture of a match.
type Figure struct {
	File, Title string
	Write       func(w io.Writer, m *match.Match) error
}

// All returns the figures of a report.
func All() []Figure {
	return []Figure{
		{"beliefs.png", "Beliefs against truth over time", Beliefs},
		{"play.png", "Possession and territory, by minute of play", Play},
		{"places.png", "Where robots were, from the own goal on the left; darker is longer, dots are shots on goal", Places},
	}
}

// Beliefs writes the errors of the beliefs of all robots over time: the own pose, the ball, other robots. Thin lines are robots,
// thick ones the median of a team over a quarter of a minute; goals are marked.
func Beliefs(w io.Writer, m *match.Match) error {
	kinds := []struct {
		title string
		of    func(e *match.Error) float64
	}{
		{"own place, m", func(e *match.Error) float64 { return e.Pose }},
		{"ball, of who sees it, m", func(e *match.Error) float64 { return e.Ball }},
		{"others that were seen, m", func(e *match.Error) float64 { return e.Others }},
	}
	var plots []*plot.Plot
	for i, k := range kinds {
		p := plot.New()
		p.Y.Label.Text = k.title
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.ConstantTicks{{Value: 0.01, Label: "0.01"}, {Value: 0.1, Label: "0.1"}, {Value: 1, Label: "1"}, {Value: 10, Label: "10"}}
		p.Y.Min, p.Y.Max = least, 10
		p.X.Min, p.X.Max = 0, m.Now().Minutes()
		if err := robotLines(p, m, k.of); err != nil {
			return err
		}
		if err := goals(p, m); err != nil {
			return err
		}
		if err := medians(p, m, k.of, i == 0); err != nil {
			return err
		}
		if i == len(kinds)-1 {
			p.X.Label.Text = "minutes since the match began"
		}
		plots = append(plots, p)
	}
	return stack(w, plots, 26*vg.Centimeter, 7*vg.Centimeter)
}

// least is the smallest error that is drawn, m: the axis is logarithmic.
const least = 0.003

// gap is how long a robot may have no belief before its line is broken, min.
const gap = 3.0 / 60

// robotLines draws the errors of each robot.
func robotLines(p *plot.Plot, m *match.Match, of func(e *match.Error) float64) error {
	n := len(m.Players) / 2
	lines := make([]plotter.XYs, 2*n)
	flush := func(i int) error {
		defer func() { lines[i] = nil }()
		if len(lines[i]) < 2 {
			return nil
		}
		return add(p, "", faint(teams[i/n], 0.35), 0.5, lines[i])
	}
	for k := range m.Stats.Beliefs {
		e := &m.Stats.Beliefs[k]
		v, at := of(e), e.Sec/60
		i := e.Robot
		if l := lines[i]; len(l) > 0 && at-l[len(l)-1].X > gap {
			if err := flush(i); err != nil {
				return err
			}
		}
		if !math.IsNaN(v) {
			lines[i] = append(lines[i], plotter.XY{X: at, Y: max(v, least)})
		}
	}
	for i := range lines {
		if err := flush(i); err != nil {
			return err
		}
	}
	return nil
}

// medians draws the median of each team over windows of a quarter of a minute.
func medians(p *plot.Plot, m *match.Match, of func(e *match.Error) float64, named bool) error {
	n, windows := len(m.Players)/2, int(m.Now().Minutes()*4)+1
	values := make([][]float64, 2*windows)
	for k := range m.Stats.Beliefs {
		e := &m.Stats.Beliefs[k]
		if v := of(e); !math.IsNaN(v) {
			at := e.Robot/n*windows + min(int(e.Sec/15), windows-1)
			values[at] = append(values[at], v)
		}
	}
	for t := range 2 {
		var line plotter.XYs
		for k := range windows {
			if v := values[t*windows+k]; len(v) > 0 {
				slices.Sort(v)
				line = append(line, plotter.XY{X: (float64(k) + 0.5) / 4, Y: max(v[len(v)/2], least)})
			}
		}
		name := ""
		if named {
			name = m.Sides[t].Name + " (" + [2]string{"red", "blue"}[t] + ")"
		}
		if err := add(p, name, teams[t], 2, line); err != nil {
			return err
		}
	}
	return nil
}

// goals draws a line at each goal.
func goals(p *plot.Plot, m *match.Match) error {
	for i := range m.Calls {
		if c := &m.Calls[i]; c.Rule == "goal" && c.Refuse == "" {
			at := c.Time.Minutes()
			if err := add(p, "", gray, 0.7, plotter.XYs{{X: at, Y: p.Y.Min}, {X: at, Y: p.Y.Max}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Play writes the share of possession, and of play in the opponents' half, of the red team by minute.
func Play(w io.Writer, m *match.Match) error {
	p := plot.New()
	p.Y.Label.Text, p.X.Label.Text = "share of red, %", "minutes of play"
	p.Y.Min, p.Y.Max, p.X.Min, p.X.Max = 0, 125, 0, float64(max(len(m.Stats.Minutes), 1)) // the legend is above 100 %
	p.Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 50, Label: "50"}, {Value: 100, Label: "100"}}
	var possession, half plotter.XYs
	for i := range m.Stats.Minutes {
		k := &m.Stats.Minutes[i]
		for _, s := range []struct {
			of   [2]float64
			line *plotter.XYs
		}{
			{[2]float64{k.Possession[0].Seconds(), k.Possession[1].Seconds()}, &possession},
			{[2]float64{k.Half[0].Seconds(), k.Half[1].Seconds()}, &half},
		} {
			if all := s.of[0] + s.of[1]; all > 0 {
				*s.line = append(*s.line, plotter.XY{X: float64(i) + 0.5, Y: 100 * s.of[0] / all})
			}
		}
	}
	if err := add(p, "", gray, 0.7, plotter.XYs{{X: 0, Y: 50}, {X: p.X.Max, Y: 50}}); err != nil {
		return err
	}
	if err := add(p, "possession", red, 2, possession); err != nil {
		return err
	}
	if err := add(p, "ball in blue's half", color.RGBA{R: 0xe6, G: 0x9f, A: 0xff}, 2, half); err != nil {
		return err
	}
	p.Legend.Top = true
	return stack(w, []*plot.Plot{p}, 26*vg.Centimeter, 8*vg.Centimeter)
}

// add adds a line, with a word in the legend unless its name is empty.
func add(p *plot.Plot, name string, c color.Color, width float64, points plotter.XYs) error {
	if len(points) < 2 {
		return nil
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return fmt.Errorf("draw %q: %w", name, err)
	}
	line.Color, line.Width = c, vg.Points(width)
	p.Add(line)
	if name != "" {
		p.Legend.Add(name, line)
	}
	return nil
}

// stack writes plots under each other, their x axes aligned.
func stack(w io.Writer, plots []*plot.Plot, width, height vg.Length) error {
	img := vgimg.NewWith(vgimg.UseWH(width, vg.Length(len(plots))*height), vgimg.UseDPI(100))
	grid := make([][]*plot.Plot, len(plots))
	for i, p := range plots {
		p.Legend.Top = true
		grid[i] = []*plot.Plot{p}
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: vg.Points(8), PadLeft: vg.Points(6), PadRight: vg.Points(10), PadTop: vg.Points(6), PadBottom: vg.Points(6)}
	for i, row := range plot.Align(grid, tiles, draw.New(img)) {
		plots[i].Draw(row[0])
	}
	return writePNG(w, img)
}

func writePNG(w io.Writer, img *vgimg.Canvas) error {
	if _, err := (vgimg.PngCanvas{Canvas: img}).WriteTo(w); err != nil {
		return fmt.Errorf("write a picture: %w", err)
	}
	return nil
}
