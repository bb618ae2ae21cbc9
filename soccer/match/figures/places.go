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

	"gonao/soccer/game"
	"gonao/soccer/match"
	"gonao/soccer/team"
)

// Places writes where each robot was, from its own goal on the left: darker is longer. Dots are its shots on goal.
func Places(w io.Writer, m *match.Match) error {
	n := len(m.Players) / 2
	grid := make([][]*plot.Plot, 2)
	for t := range 2 {
		for k := range n {
			p, err := place(m, t*n+k)
			if err != nil {
				return err
			}
			grid[t] = append(grid[t], p)
		}
	}
	img := vgimg.NewWith(vgimg.UseWH(vg.Length(n)*7.2*vg.Centimeter, 11.5*vg.Centimeter), vgimg.UseDPI(100))
	all := draw.New(img)
	tiles := draw.Tiles{Rows: 2, Cols: n, PadX: vg.Points(4), PadY: vg.Points(4), PadLeft: vg.Points(4), PadRight: vg.Points(4), PadTop: vg.Points(4), PadBottom: vg.Points(4)}
	for r, row := range plot.Align(grid, tiles, all) {
		for c := range row {
			grid[r][c].Draw(row[c])
		}
	}
	return writePNG(w, img)
}

// place draws where one robot was.
func place(m *match.Match, i int) (*plot.Plot, error) {
	side, number := m.Number(i)
	f := m.World.Field
	p := plot.New()
	p.HideAxes()
	p.Title.Text = fmt.Sprintf("%s %d: %s, %.0f m", [2]string{"red", "blue"}[side-game.Home], number, mainRole(m, i), m.Stats.Distance[i])
	p.Title.TextStyle.Font.Size = vg.Points(9)
	h := &heatGrid{heat: &m.Stats.Heat[i], length: f.Length, width: f.Width}
	shades := plotter.NewHeatMap(h, ramp(teams[side-game.Home]))
	shades.Min, shades.Max = 0, math.Max(1, h.most())
	p.Add(shades)
	for _, l := range f.Lines {
		if err := add(p, "", gray, 0.6, plotter.XYs{{X: l.FromX, Y: l.FromY}, {X: l.ToX, Y: l.ToY}}); err != nil {
			return nil, err
		}
	}
	var shots plotter.XYs
	for _, s := range m.Stats.Attempts {
		if s.Side == side && s.Robot == number {
			shots = append(shots, plotter.XY{X: s.X, Y: s.Y})
		}
	}
	if len(shots) > 0 {
		dots, err := plotter.NewScatter(shots)
		if err != nil {
			return nil, err
		}
		dots.Shape, dots.Radius, dots.Color = draw.CircleGlyph{}, vg.Points(2), color.RGBA{A: 0xff}
		p.Add(dots)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -f.Length/2, f.Length/2, -f.Width/2, f.Width/2
	return p, nil
}

// mainRole returns the role that a robot had for the longest time.
func mainRole(m *match.Match, i int) string {
	best, most := "none", 0
	for r := team.NoRole; r <= team.Wing; r++ { // in the order of roles, so that equal ones have a constant order
		if s := m.Stats.Roles[i][r]; s > most {
			best, most = r.String(), s
		}
	}
	return best
}

// heatGrid is a Heat as a plot reads it.
type heatGrid struct {
	heat          *match.Heat
	length, width float64
}

// Dims returns the numbers of columns and rows.
func (g *heatGrid) Dims() (c, r int) { return match.HeatX, match.HeatY }

// Z returns the seconds in a cell.
func (g *heatGrid) Z(c, r int) float64 { return g.heat[c][r] }

// X returns the middle of a column, m.
func (g *heatGrid) X(c int) float64 { return ((float64(c)+0.5)/match.HeatX - 0.5) * g.length }

// Y returns the middle of a row, m.
func (g *heatGrid) Y(r int) float64 { return ((float64(r)+0.5)/match.HeatY - 0.5) * g.width }

// most returns the seconds in the cell with most of them.
func (g *heatGrid) most() float64 {
	v := 0.0
	for c := range g.heat {
		v = max(v, slices.Max(g.heat[c][:]))
	}
	return v
}

// shades are the colours from white to another one.
type shades []color.Color

// ramp returns shades from white to a colour, with clear steps between small values.
func (s shades) Colors() []color.Color { return s }

// ramp returns shades from white to a colour. Small values are well told apart.
func ramp(c color.RGBA) shades {
	const steps = 64
	all := make(shades, steps)
	for i := range all {
		k := math.Sqrt(float64(i) / (steps - 1))
		mix := func(a, b uint8) uint8 { return uint8(float64(a) + k*(float64(b)-float64(a))) }
		all[i] = color.RGBA{R: mix(white.R, c.R), G: mix(white.G, c.G), B: mix(white.B, c.B), A: 0xff}
	}
	return all
}
