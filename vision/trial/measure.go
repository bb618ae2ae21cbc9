package trial

import (
	"context"
	"fmt"
	"io"
	"math"

	"go.yaml.in/yaml/v3"

	"gonao/internal/declared"
	"gonao/robot/percepts/rates"
	"gonao/vision/objects"
)

// stepsM are the bounds of the distances of a [Rate], m.
var stepsM = [...]float64{0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 4.5, 6}

// Rate is how often something is found at a distance, and how far off.
type Rate struct {
	FromM, ToM   float64
	There, Found int
	Distance     []float64 // errors along the line of sight, m, without that of the camera's tilt
	Bearing      []float64 // rad
}

// Measurement holds the finds of the nets in rendered worlds.
type Measurement struct {
	Balls      BallScore
	Robots     RobotScore
	BallRates  [len(stepsM) - 1]Rate
	RobotRates [len(stepsM) - 1]Rate
}

// Measure finds balls and robots in all images with the nets of two files of weights; "" is gonao's.
func Measure(ctx context.Context, o Options, kinds objects.BallKinds, ballNet, robotNet string) (*Measurement, error) {
	m := &Measurement{}
	r, err := objects.OpenRobots(robotNet)
	if err != nil {
		return nil, err
	}
	for i := range m.BallRates {
		m.BallRates[i].FromM, m.BallRates[i].ToM = stepsM[i], stepsM[i+1]
		m.RobotRates[i].FromM, m.RobotRates[i].ToM = stepsM[i], stepsM[i+1]
	}
	var f *objects.BallFinder
	err = each(ctx, o, func(frame *frame) error {
		if f == nil {
			var err error
			if f, err = objects.OpenBalls(ballNet, frame.BallM); err != nil {
				return err
			}
			f.Look(kinds)
		}
		return m.image(frame, f, r)
	})
	return m, err
}

// Add adds the results of other images.
func (m *Measurement) Add(o *Measurement) {
	a, b := &m.Balls, &o.Balls
	a.Images, a.Balls, a.Found, a.False, a.Candidates = a.Images+b.Images, a.Balls+b.Balls, a.Found+b.Found, a.False+b.False, a.Candidates+b.Candidates
	a.CentrePx, a.RadiusShare, a.PlaceM = append(a.CentrePx, b.CentrePx...), append(a.RadiusShare, b.RadiusShare...), append(a.PlaceM, b.PlaceM...)
	a.Failures = append(a.Failures, b.Failures...)
	r, s := &m.Robots, &o.Robots
	r.Images, r.Robots, r.Found, r.False = r.Images+s.Images, r.Robots+s.Robots, r.Found+s.Found, r.False+s.False
	r.PlaceM, r.NearM = append(r.PlaceM, s.PlaceM...), append(r.NearM, s.NearM...)
	for i := range m.BallRates {
		m.BallRates[i].add(&o.BallRates[i])
		m.RobotRates[i].add(&o.RobotRates[i])
	}
}

// add adds a rate of the same distances.
func (r *Rate) add(o *Rate) {
	r.FromM, r.ToM = o.FromM, o.ToM
	r.There, r.Found = r.There+o.There, r.Found+o.Found
	r.Distance, r.Bearing = append(r.Distance, o.Distance...), append(r.Bearing, o.Bearing...)
}

// image measures one image.
func (m *Measurement) image(frame *frame, f *objects.BallFinder, r *objects.RobotFinder) error {
	balls, windows, err := frame.findBalls(f)
	if err != nil {
		return err
	}
	m.Balls.Images++
	m.Balls.add(frame, balls, windows)
	for _, b := range frame.Balls() {
		if b.Share < 0.5 || !b.Carpet || !frame.Exact.Inside(b.U, b.V, 0) {
			continue
		}
		rate := rateAt(m.BallRates[:], math.Hypot(b.X, b.Y))
		if rate == nil {
			continue
		}
		rate.There++
		for _, d := range balls {
			if math.Hypot(d.X-b.U, d.Y-b.V) < max(0.6*b.Radius, 3) {
				rate.Found++
				x, y, ok := frame.Exact.Level(d.X, d.Y, frame.BallM)
				rate.off(x, y, b.X, b.Y, ok)
				break
			}
		}
	}
	found, err := r.Find(frame.Image, &frame.View, &frame.Masks.Green)
	if err != nil {
		return err
	}
	found = objects.WithoutBalls(found, balls)
	m.Robots.Images++
	m.Robots.add(frame, found)
	for _, t := range frame.Robots() {
		rate := rateAt(m.RobotRates[:], math.Hypot(t.X, t.Y))
		if rate == nil || t.Share < robotShare || !t.InFront || t.Pixels < robotPixels {
			continue
		}
		rate.There++
		for _, d := range found {
			if math.Hypot(d.Seen.X-t.X, d.Seen.Y-t.Y) < 0.25+0.12*t.DistM {
				rate.Found++
				x, y, ok := frame.Exact.Ground(d.X, d.Y)
				rate.off(x, y, t.X, t.Y, ok)
				break
			}
		}
	}
	return nil
}

// findBalls finds the balls of a frame; nil without carpet.
func (f *frame) findBalls(finder *objects.BallFinder) ([]objects.Ball, []objects.BallWindow, error) {
	if !f.Seen {
		return nil, nil, nil
	}
	found, err := finder.Find(f.Image, &f.View, f.Masks, f.Top)
	return found, finder.Windows(), err
}

// rateAt returns the rate of a distance, nil if there is none.
func rateAt(rates []Rate, d float64) *Rate {
	for i := range rates {
		if d >= rates[i].FromM && d < rates[i].ToM {
			return &rates[i]
		}
	}
	return nil
}

// off adds the error of a place.
func (r *Rate) off(x, y, trueX, trueY float64, ok bool) {
	if !ok {
		return
	}
	r.Distance = append(r.Distance, math.Hypot(x, y)-math.Hypot(trueX, trueY))
	r.Bearing = append(r.Bearing, math.Remainder(math.Atan2(y, x)-math.Atan2(trueY, trueX), 2*math.Pi))
}

// robust returns the deviation of errors by their median size, which a few outliers do not change.
func robust(errors []float64) float64 {
	sizes := make([]float64, len(errors))
	for i, e := range errors {
		sizes[i] = math.Abs(e)
	}
	return 1.4826 * quantile(sizes, 0.5)
}

// Write prints the figures as a table.
func (m *Measurement) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "ball   %s\n%srobot  %s\n", &m.Balls, m.Balls.List(), &m.Robots)
	if err != nil {
		return err
	}
	for _, t := range []struct {
		name  string
		rates []Rate
	}{{"ball", m.BallRates[:]}, {"robot", m.RobotRates[:]}} {
		for _, r := range t.rates {
			if r.There == 0 {
				continue
			}
			if _, err := fmt.Fprintf(w, "%-6s %4.2f to %4.2f m: %3d of %3d found, off by %.3f m in distance and %.4f rad in bearing (one deviation)\n",
				t.name, r.FromM, r.ToM, r.Found, r.There, robust(r.Distance), robust(r.Bearing)); err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteRates writes a table of package sim/sight: the base's camera, features and lines, and the measured rates of balls
// and robots. source describes how they were measured.
func (m *Measurement) WriteRates(w io.Writer, base *rates.Table, source string) error {
	t := *base
	t.Name = "measured"
	t.Ball = m.rate(m.BallRates[:], m.Balls.False)
	t.Robots = m.rate(m.RobotRates[:], m.Robots.False)
	if err := declared.Check(&t); err != nil {
		return err
	}
	text, err := yaml.Marshal(&t)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "# %s\n# Balls and robots are measured; camera, features and lines are those of the table %s.\n%s", source, base.Name, text)
	return err
}

// rate returns the rates as package robot/percepts/rates has them. A distance with fewer than three finds is left out.
func (m *Measurement) rate(measured []Rate, wrong int) rates.Rate {
	r := rates.Rate{False: digits(share(wrong, m.Balls.Images)), Range: 0.6}
	for _, of := range measured {
		if len(of.Distance) < 3 {
			continue
		}
		r.Range = of.ToM
		r.Steps = append(r.Steps, rates.Step{
			At: (of.FromM + of.ToM) / 2, Share: digits(share(of.Found, of.There)),
			Distance: digits(robust(of.Distance)), Bearing: digits(robust(of.Bearing)),
		})
	}
	if n := len(r.Steps); n > 0 {
		r.Near, r.Far = r.Steps[0].Share, r.Steps[n-1].Share
	}
	return r
}

// digits keeps four digits after the point.
func digits(v float64) float64 { return math.Round(v*1e4) / 1e4 }
