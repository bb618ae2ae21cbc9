package motionlab

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/internal/journal"
	"gonao/robot/percepts/rates"
	"gonao/sim/scenery"
	"gonao/vision/objects"
	"gonao/vision/trial"
)

// measure measures what vision finds in rendered worlds.
func (p program) measure(ctx context.Context, o *lab.Measure) error {
	if err := checkNets(o.BallNet, o.RobotNet); err != nil {
		return err
	}
	kinds := objects.Pattern
	if o.Balls == "plain" || o.World == "field2010" {
		kinds = objects.Plain
	}
	if err := cli.CheckOutputs(o.Output, o.Rates); err != nil {
		return err
	}
	settings := fmt.Sprintf("measure, world %s, %d images, %s balls, nets %q %q", worldFiles(o.World), o.Images, o.Balls, journal.File(o.BallNet), journal.File(o.RobotNet))
	keys := journal.Keys(filepath.Base(o.World), settings, o.Seeds)
	worlds, err := journal.RunIn(ctx, o.Journal, keys, p.runs(1), func(ctx context.Context, i int) (*trial.Measurement, error) {
		return trial.Measure(ctx, trial.Options{
			Seeds: []uint64{keys[i].Seed}, Images: o.Images, Cache: o.Keep,
			Stage: scenery.Options{World: o.World, Samples: 1, ShadowSize: trial.ShadowSize, PlainBalls: o.Balls == "plain"},
		}, kinds, o.BallNet, o.RobotNet)
	}, nil)
	if err != nil {
		return err
	}
	var m trial.Measurement
	for _, w := range worlds {
		m.Add(w)
	}
	source := fmt.Sprintf("measured by gonao vision measure --world %s --balls %s --seeds %s --images %d", o.World, o.Balls, &o.Seeds, o.Images)
	if o.Rates != "" {
		base, err := rates.Load("nao")
		if err != nil {
			return err
		}
		if err := cli.CreateFile(o.Rates, func(w io.Writer) error { return m.WriteRates(w, base, source) }); err != nil {
			return err
		}
	}
	return p.write(o.Output, func(w io.Writer) error {
		fmt.Fprintln(w, source)
		return m.Write(w)
	})
}
