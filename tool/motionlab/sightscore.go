package motionlab

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"

	"gonao/percepts/field"
	"gonao/sim/dataset"
	"gonao/sim/scenery"
	"gonao/tool/lab"
	"gonao/vision/ball"
	"gonao/vision/robots"
	"gonao/vision/trial"
	"gonao/vision/trial/shots"
)

// sightFigure is a line of vision's table.
type sightFigure struct {
	set, name  string
	of         int // how many there were
	value      float64
	unit       string
	must, goal float64 // NaN: nothing is required
	least      bool    // they are lower bounds
}

// verdict returns goal, must or below; a dash without a requirement or a value.
func (f *sightFigure) verdict() string {
	reached := func(bound float64) bool { return f.least && f.value >= bound || !f.least && f.value <= bound }
	switch {
	case math.IsNaN(f.value):
		return "–"
	case reached(f.goal):
		return "goal"
	case math.IsNaN(f.must):
		return "–"
	case reached(f.must):
		return "must"
	}
	return "**below**"
}

// sightScore measures what vision finds on each field, and writes one table.
func (p program) sightScore(ctx context.Context, o *lab.SightScore) error {
	var all []sightFigure
	for _, name := range []string{"spl", "hsl_small"} {
		m, err := p.measured(ctx, o, name, false)
		if err != nil {
			return err
		}
		all = append(append(all, ballFigures(name, &m.Balls)...), robotFigures(name, &m.Robots)...)
	}
	plain, err := p.measured(ctx, o, "spl", true)
	if err != nil {
		return err
	}
	all = append(all, ballFigures("spl, ball of one colour", &plain.Balls)...)
	for _, name := range []string{"spl", "hsl_small", "field2010"} {
		options, err := p.pictures(o, name, false, "features")
		if err != nil {
			return err
		}
		tally, err := shots.Features(ctx, options)
		_, _ = fmt.Fprintln(p.Errs)
		if err != nil {
			return err
		}
		all = append(all, fieldFigures(name, tally)...)
	}
	var text bytes.Buffer
	if err := writeSights(&text, o.Seeds, all); err != nil {
		return err
	}
	if o.Output != "" {
		if err := os.WriteFile(o.Output, text.Bytes(), 0o666); err != nil {
			return err
		}
	}
	_, err = p.Out.Write(text.Bytes())
	return err
}

// pictures returns the options of a set, which reports its progress.
func (p program) pictures(o *lab.SightScore, world string, plain bool, what string) (shots.Options, error) {
	seeds, err := dataset.ParseSeeds(o.Seeds)
	if err != nil {
		return shots.Options{}, err
	}
	images := o.Images
	if plain {
		images = o.PlainImages
	}
	if images < 1 {
		return shots.Options{}, fmt.Errorf("--images %d, --plain-images %d: expected 1 or more", o.Images, o.PlainImages)
	}
	total := len(seeds) * images
	return shots.Options{
		Seeds: seeds, Images: images, Cache: o.Keep,
		Stage: scenery.Options{World: world, Samples: 1, ShadowSize: shots.ShadowSize, PlainBalls: plain},
		Done: func(done int) {
			if done%10 == 0 || done == total {
				_, _ = fmt.Fprintf(p.Errs, "\r%s, %s: %d of %d images", world, what, done, total)
			}
		},
	}, nil
}

// measured finds balls and robots in the images of a set.
func (p program) measured(ctx context.Context, o *lab.SightScore, world string, plain bool) (*shots.Measurement, error) {
	others, err := robots.Open(o.RobotNet)
	if err != nil {
		return nil, err
	}
	kinds, what := ball.Pattern, "balls and robots"
	if plain {
		kinds, what = ball.Plain, "balls of one colour"
	}
	options, err := p.pictures(o, world, plain, what)
	if err != nil {
		return nil, err
	}
	m, err := shots.Measure(ctx, options, kinds, func(radiusM float64) (*ball.Finder, error) { return ball.Open(o.BallNet, radiusM) }, others)
	_, _ = fmt.Fprintln(p.Errs)
	return m, err
}

// none is the requirement of a figure without one.
var none = math.NaN()

func ballFigures(set string, s *shots.BallScore) []sightFigure {
	return []sightFigure{
		{set, "balls, precision", s.Found + s.False, s.Precision(), "", 0.98, 0.995, true},
		{set, "balls, recall", s.Balls, s.Recall(), "", 0.95, 0.98, true},
		{set, "balls, centre, median", s.Found, trial.Quantile(s.CentrePx, 0.5), " px", none, 0.6, false},
	}
}

func robotFigures(set string, s *shots.RobotScore) []sightFigure {
	return []sightFigure{
		{set, "robots, precision", s.Found + s.False, s.Precision(), "", 0.95, 0.97, true},
		{set, "robots, recall", s.Robots, s.Recall(), "", 0.90, 0.95, true},
		{set, "robots at 2 m, place, median", len(s.NearM), 100 * trial.Quantile(s.NearM, 0.5), " cm", 15, 10, false},
	}
}

func fieldFigures(set string, t *trial.Tally) []sightFigure {
	all := []sightFigure{{set, "boundary, median", len(t.Boundary), trial.Quantile(t.Boundary, 0.5), " px", 3, 2, false}}
	for _, k := range []struct {
		name string
		of   trial.Count
	}{{"lines", t.Lines}, {"corners", t.Corners()}, {"marks", t.Kinds[field.Mark]}, {"posts", t.Kinds[field.Post]}} {
		all = append(
			all,
			sightFigure{set, k.name + ", precision", k.of.Said, k.of.Precision(), "", 0.95, 0.97, true},
			sightFigure{set, k.name + ", recall", k.of.There, k.of.Recall(), "", 0.90, 0.95, true},
		)
	}
	return all
}

// writeSights writes the figures as a table.
func writeSights(w io.Writer, seeds string, all []sightFigure) error {
	if _, err := fmt.Fprintf(w, "worlds %s\n\n| field | figure | of | value | must | goal | |\n|-|-|-|-|-|-|-|\n", seeds); err != nil {
		return err
	}
	number := func(v float64, unit string) string {
		switch {
		case math.IsNaN(v):
			return "–"
		case unit == "":
			return fmt.Sprintf("%.3f", v)
		}
		return fmt.Sprintf("%.1f%s", v, unit)
	}
	for i := range all {
		f := &all[i]
		if _, err := fmt.Fprintf(w, "| %s | %s | %d | %s | %s | %s | %s |\n", f.set, f.name, f.of, number(f.value, f.unit), number(f.must, f.unit), number(f.goal, f.unit), f.verdict()); err != nil {
			return err
		}
	}
	return nil
}
