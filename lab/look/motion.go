package look

import (
	"errors"
	"fmt"
	"image/color"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gonao/nao"
)

// Draw writes three pictures into a directory: balance.png (CoM, ZMP and support
// polygon over time and from above), feet.png (the paths of the soles) and torques.png.
func (r *Record) Draw(dir, title string) error {
	if len(r.Samples) < 2 {
		return errors.New("plot: expected at least two states of the robot")
	}
	for _, f := range []struct {
		name string
		draw func(file, title string) error
	}{{"balance.png", r.drawBalance}, {"feet.png", r.drawFeet}, {"torques.png", r.drawTorques}} {
		if err := f.draw(filepath.Join(dir, f.name), title); err != nil {
			return fmt.Errorf("plot: %w", err)
		}
	}
	return nil
}

// over returns a value over time, in cm; ok reports whether a sample has one.
func (r *Record) over(value func(*Sample) (float64, bool)) plotter.XYs {
	var out plotter.XYs
	for i := range r.Samples {
		if v, ok := value(&r.Samples[i]); ok {
			out = append(out, plotter.XY{X: r.Samples[i].Sec, Y: 100 * v})
		}
	}
	return out
}

// drawBalance draws both directions over time, and the ground from above.
func (r *Record) drawBalance(file, title string) error {
	var plots []*plot.Plot
	for axis, name := range []string{"forward (x), cm", "to the left (y), cm"} {
		p := plot.New()
		p.Y.Label.Text = name
		if axis == 0 {
			p.Title.Text = title
		} else {
			p.X.Label.Text = "s"
		}
		if err := r.addBand(p, axis); err != nil {
			return err
		}
		xy := func(x, y float64) float64 { return [2]float64{x, y}[axis] }
		com := r.over(func(s *Sample) (float64, bool) { return xy(s.CoM.X, s.CoM.Y), true })
		zmp := r.over(func(s *Sample) (float64, bool) { return xy(s.ZMP.X, s.ZMP.Y), s.Loaded })
		if err := errors.Join(Line(p, "ZMP", Orange, zmp), Line(p, "CoM", Blue, com)); err != nil {
			return err
		}
		plots = append(plots, p)
	}
	above, err := r.above()
	if err != nil {
		return err
	}
	return Save(file, append(plots, above), []float64{1, 1, 1}, above)
}

// addBand fills the range that the support polygon covers on one axis.
func (r *Record) addBand(p *plot.Plot, axis int) error {
	var band plotter.XYs
	flush := func() error {
		if len(band) < 4 {
			band = nil
			return nil
		}
		// The outline goes out along the lower edge and back along the upper one.
		var closed plotter.XYs
		for i := 0; i < len(band); i += 2 {
			closed = append(closed, band[i])
		}
		for i := len(band) - 1; i > 0; i -= 2 {
			closed = append(closed, band[i])
		}
		polygon, err := plotter.NewPolygon(closed)
		if err != nil {
			return fmt.Errorf("support polygon: %w", err)
		}
		polygon.Color, polygon.Width = color.RGBA{R: 0xd8, G: 0xe6, B: 0xd8, A: 0xff}, 0
		p.Add(polygon)
		band = nil
		return nil
	}
	for _, s := range r.Samples {
		if !s.OnFoot {
			if err := flush(); err != nil {
				return err
			}
			continue
		}
		band = append(band, plotter.XY{X: s.Sec, Y: 100 * s.Support[2*axis]}, plotter.XY{X: s.Sec, Y: 100 * s.Support[2*axis+1]})
	}
	return flush()
}

// above draws the ground: CoM, ZMP and where the soles were.
func (r *Record) above() (*plot.Plot, error) {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "from above: forward (x), cm", "to the left (y), cm"
	var com, zmp plotter.XYs
	var soles [nao.NumLegs]plotter.XYs
	for _, s := range r.Samples {
		com = append(com, plotter.XY{X: 100 * s.CoM.X, Y: 100 * s.CoM.Y})
		if s.Loaded {
			zmp = append(zmp, plotter.XY{X: 100 * s.ZMP.X, Y: 100 * s.ZMP.Y})
		}
		for leg := range soles {
			soles[leg] = append(soles[leg], plotter.XY{X: 100 * s.Soles[leg].X, Y: 100 * s.Soles[leg].Y})
		}
	}
	err := errors.Join(Line(p, "left sole", green, soles[nao.LeftLeg]), Line(p, "right sole", red, soles[nao.RightLeg]), Line(p, "CoM", Blue, com))
	if err != nil {
		return nil, err
	}
	if len(zmp) > 0 {
		dots, err := plotter.NewScatter(zmp)
		if err != nil {
			return nil, fmt.Errorf("ZMP: %w", err)
		}
		dots.Color, dots.Radius = Orange, vg.Points(1)
		p.Add(dots)
		p.Legend.Add("ZMP", dots)
	}
	return p, nil
}

// drawFeet draws height and place of the soles over time.
func (r *Record) drawFeet(file, title string) error {
	var plots []*plot.Plot
	for axis, name := range []string{"height (z), cm", "forward (x), cm", "to the left (y), cm"} {
		p := plot.New()
		p.Y.Label.Text = name
		if axis == 0 {
			p.Title.Text = title
		}
		for leg, c := range []color.Color{green, red} {
			points := r.over(func(s *Sample) (float64, bool) {
				q := s.Soles[leg]
				return [3]float64{q.Z, q.X, q.Y}[axis], true
			})
			if err := Line(p, []string{"left", "right"}[leg], c, points); err != nil {
				return err
			}
		}
		plots = append(plots, p)
	}
	plots[2].X.Label.Text = "s"
	return Save(file, plots, []float64{1, 1, 1})
}

// drawTorques draws the legs' joints, a plot a leg. A joint has the same colour on both sides, and both plots one scale.
func (r *Record) drawTorques(file, title string) error {
	var plots []*plot.Plot
	for leg, first := range []nao.Joint{nao.LHipYawPitch, nao.RHipRoll} {
		p := plot.New()
		p.Title.Text = title
		p.Y.Label.Text = []string{"left leg, N m", "right leg, N m"}[leg]
		last := []nao.Joint{nao.LAnkleRoll, nao.RAnkleRoll}[leg]
		for j := first; j <= last; j++ {
			points := r.over(func(s *Sample) (float64, bool) { return s.Torque[j] / 100, true })
			if err := Line(p, strings.TrimLeft(j.String(), "LR"), Colors[(int(j-first)+leg)%len(Colors)], points); err != nil {
				return err
			}
		}
		p.Y.Min = 0
		plots = append(plots, p)
	}
	plots[1].Title.Text, plots[1].X.Label.Text = "", "s"
	both := max(plots[0].Y.Max, plots[1].Y.Max)
	plots[0].Y.Max, plots[1].Y.Max = both, both
	return Save(file, plots, []float64{1, 1})
}
