package demo

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gonao/lab/look"
	"gonao/lab/score"
)

// stay is one stay in a path of states.
type stay struct {
	path     string
	fromSec  float64
	untilSec float64
}

var (
	pathColors = map[string]color.RGBA{
		"red":   {R: 0xf2, G: 0xb3, B: 0xae, A: 0xff},
		"green": {R: 0xb5, G: 0xdf, B: 0xb2, A: 0xff},
		"right": {R: 0xc9, G: 0xc6, B: 0xe8, A: 0xff},
		"left":  {R: 0xe3, G: 0xd5, B: 0xf0, A: 0xff},
	}
	otherColor = color.RGBA{R: 0xdd, G: 0xdd, B: 0xdd, A: 0xff}
)

// drawErrors writes a PNG of the ball's image error over time, with the state
// path under it.
func drawErrors(file, title string, errors []score.ImageError, stays []stay, untilSec float64) error {
	upper := plot.New()
	upper.Title.Text = title
	upper.Y.Label.Text = "ball from the image's centre, °"
	if err := addLine(upper, "to the right", look.Blue, errors, func(e score.ImageError) float64 { return e.RightDeg }); err != nil {
		return fmt.Errorf("draw %s: %w", file, err)
	}
	if err := addLine(upper, "down", look.Orange, errors, func(e score.ImageError) float64 { return e.DownDeg }); err != nil {
		return fmt.Errorf("draw %s: %w", file, err)
	}
	upper.X.Min, upper.X.Max = 0, untilSec
	upper.X.Tick.Marker = everyFiveSec{}
	upper.Y.Min, upper.Y.Max = min(upper.Y.Min, -5), max(upper.Y.Max, 5)
	// Errors of ±2° must be readable; at a change of the ball the error jumps by tens of degrees.
	upper.Y.Scale, upper.Y.Tick.Marker = look.Spread{Linear: 2}, look.Spread{Linear: 2}

	lower := plot.New()
	lower.X.Label.Text = "s since the machine's first entry"
	lower.Y.Tick.Marker = plot.ConstantTicks{{Value: 0.25, Label: "state"}, {Value: 0.75, Label: "top state"}}
	lower.Add(stateBands(stays))
	lower.X.Tick.Marker = everyFiveSec{}
	lower.X.Min, lower.X.Max, lower.Y.Min, lower.Y.Max = 0, untilSec, 0, 1
	return look.Save(file, []*plot.Plot{upper, lower}, []float64{11, 3})
}

// addLine adds one line per stretch without a gap.
func addLine(p *plot.Plot, name string, c color.Color, errors []score.ImageError, value func(score.ImageError) float64) error {
	const gapSec = 0.5
	var points plotter.XYs
	flush := func() error {
		err := look.Line(p, name, c, points)
		if len(points) > 1 {
			name = "" // the legend has the name once
		}
		points = nil
		return err
	}
	for _, e := range errors {
		if len(points) > 0 && e.TSec-points[len(points)-1].X > gapSec {
			if err := flush(); err != nil {
				return err
			}
		}
		points = append(points, plotter.XY{X: e.TSec, Y: value(e)})
	}
	return flush()
}

// everyFiveSec puts a tick at every multiple of 5 s.
type everyFiveSec struct{}

// Ticks returns the ticks, see [plot.Ticker].
func (everyFiveSec) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for v := 5 * math.Ceil(low/5); v <= high; v += 5 {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return ticks
}

// stateBands draws the outermost state above the rest of the path.
type stateBands []stay

// Plot draws the bands, see [plot.Plotter].
func (b stateBands) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.TextStyle{
		Color: color.Black, Font: p.X.Tick.Label.Font, Handler: p.X.Tick.Label.Handler,
		XAlign: text.XCenter, YAlign: text.YCenter,
	}
	band := func(s stay, low, high float64, name string) {
		fill, ok := pathColors[name]
		if !ok {
			fill = otherColor
		}
		left, right := x(s.fromSec), x(s.untilSec)
		c.FillPolygon(fill, []vg.Point{{X: left, Y: y(low)}, {X: right, Y: y(low)}, {X: right, Y: y(high)}, {X: left, Y: y(high)}})
		c.StrokeLine2(draw.LineStyle{Color: color.Gray{Y: 0x66}, Width: vg.Points(0.5)}, left, y(low), left, y(high))
		if style.Width(name) < right-left {
			c.FillText(style, vg.Point{X: (left + right) / 2, Y: y((low + high) / 2)}, name)
		}
	}
	for _, s := range joinTop(b) {
		band(s, 0.5, 1, s.path)
	}
	for _, s := range b {
		_, inner, _ := strings.Cut(s.path, "/")
		band(s, 0, 0.5, inner)
	}
}

// joinTop joins the stays that share their outermost state.
func joinTop(stays []stay) []stay {
	var joined []stay
	for _, s := range stays {
		top, _, _ := strings.Cut(s.path, "/")
		if n := len(joined); n > 0 && joined[n-1].path == top {
			joined[n-1].untilSec = s.untilSec
			continue
		}
		joined = append(joined, stay{top, s.fromSec, s.untilSec})
	}
	return joined
}
