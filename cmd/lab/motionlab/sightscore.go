package motionlab

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/estimate"
	"gonao/internal/journal"
	"gonao/robot/percepts/field"
	"gonao/sim/scenery"
	"gonao/vision/objects"
	"gonao/vision/trial"
)

// sightFigure is a line of vision's table.
type sightFigure struct {
	set, name  string
	of         int // how many objects there were to find
	value      float64
	unit       string
	must, goal float64 // NaN: nothing is required
	least      bool    // must and goal are lower bounds
}

// verdict returns goal, must or below; it returns a dash if there is no requirement or no value.
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

// sightSet is a part of vision's table: what is looked for on one field.
type sightSet struct {
	world, what string
	plain       bool // a ball of one colour
	features    bool // of the field, in place of balls and robots
}

// sightSets are the parts, in the order of the table.
var sightSets = []sightSet{
	{world: "spl", what: "balls and robots"},
	{world: "hsl_small", what: "balls and robots"},
	{world: "spl", what: "balls of one colour", plain: true},
	{world: "spl", what: "features", features: true},
	{world: "hsl_small", what: "features", features: true},
	{world: "field2010", what: "features", features: true},
}

// sightRun holds the findings in one world, of either kind.
type sightRun struct {
	Objects  *trial.Measurement `json:"objects,omitempty"`
	Features *trial.Tally       `json:"features,omitempty"`
}

// sightScore measures what vision finds on each field, and writes one table.
func (p program) sightScore(ctx context.Context, o *lab.SightScore) error {
	if o.Images < 1 || o.PlainImages < 1 {
		return fmt.Errorf("--images %d, --plain-images %d: expected 1 or more", o.Images, o.PlainImages)
	}
	if err := checkNets(o.BallNet, o.RobotNet); err != nil {
		return err
	}
	images := func(s *sightSet) int {
		if s.plain {
			return o.PlainImages
		}
		return o.Images
	}
	var keys []journal.Key
	for i := range sightSets {
		s := &sightSets[i]
		settings := fmt.Sprintf("vision, %d images, nets %q %q", images(s), journal.File(o.BallNet), journal.File(o.RobotNet))
		keys = append(keys, journal.Keys(s.world+", "+s.what, settings, o.Seeds)...)
	}
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	results, err := journal.RunIn(ctx, o.Journal, keys, p.runs(1), func(ctx context.Context, i int) (r sightRun, err error) {
		s := &sightSets[i/len(o.Seeds)]
		options := trial.Options{
			Seeds: []uint64{keys[i].Seed}, Images: images(s), Cache: o.Keep,
			Stage: scenery.Options{World: s.world, Samples: 1, ShadowSize: trial.ShadowSize, PlainBalls: s.plain},
		}
		if s.features {
			r.Features, err = trial.Features(ctx, options)
			return r, err
		}
		kinds := objects.Pattern
		if s.plain {
			kinds = objects.Plain
		}
		r.Objects, err = trial.Measure(ctx, options, kinds, o.BallNet, o.RobotNet)
		return r, err
	}, nil)
	if err != nil {
		return err
	}
	var all []sightFigure
	for i := range sightSets {
		var objects trial.Measurement
		var features trial.Tally
		s := &sightSets[i]
		for _, r := range results[i*len(o.Seeds) : (i+1)*len(o.Seeds)] {
			if s.features {
				features.Add(r.Features)
			} else {
				objects.Add(r.Objects)
			}
		}
		switch {
		case s.features:
			all = append(all, fieldFigures(s.world, &features)...)
		case s.plain:
			all = append(all, ballFigures(s.world+", ball of one colour", &objects.Balls)...)
		default:
			all = append(append(all, ballFigures(s.world, &objects.Balls)...), robotFigures(s.world, &objects.Robots)...)
		}
	}
	return p.write(o.Output, func(w io.Writer) error { return writeSights(w, o.Seeds.String(), all) })
}

// checkNets returns an error if files of weights cannot be used.
func checkNets(ballNet, robotNet string) error {
	_, err := objects.Open(ballNet, robotNet, 0.05)
	return err
}

// none marks a figure that has no requirement.
var none = math.NaN()

func ballFigures(set string, s *trial.BallScore) []sightFigure {
	return []sightFigure{
		{set, "balls, precision", s.Found + s.False, s.Precision(), "", 0.98, 0.995, true},
		{set, "balls, recall", s.Balls, s.Recall(), "", 0.95, 0.98, true},
		{set, "balls, centre, median", s.Found, estimate.Quantile(s.CentrePx, 0.5), " px", none, 0.6, false},
	}
}

func robotFigures(set string, s *trial.RobotScore) []sightFigure {
	return []sightFigure{
		{set, "robots, precision", s.Found + s.False, s.Precision(), "", 0.95, 0.97, true},
		{set, "robots, recall", s.Robots, s.Recall(), "", 0.90, 0.95, true},
		{set, "robots at 2 m, place, median", len(s.NearM), 100 * estimate.Quantile(s.NearM, 0.5), " cm", 15, 10, false},
	}
}

func fieldFigures(set string, t *trial.Tally) []sightFigure {
	all := []sightFigure{{set, "boundary, median", len(t.Boundary), estimate.Quantile(t.Boundary, 0.5), " px", 3, 2, false}}
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
	var b strings.Builder
	fmt.Fprintf(&b, "worlds %s\n\n| field | figure | of | value | must | goal | |\n|-|-|-|-|-|-|-|\n", seeds)
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
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s | %s | %s |\n", f.set, f.name, f.of, number(f.value, f.unit), number(f.must, f.unit), number(f.goal, f.unit), f.verdict())
	}
	_, err := io.WriteString(w, b.String())
	return err
}
