package motionlab

import (
	"context"
	"errors"
	"fmt"
	"os"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
	"gonao/sim/scenery"
	"gonao/vision/objects"
	"gonao/vision/train"
	"gonao/vision/trial"
)

// windows writes windows of rendered images.
func (p program) windows(ctx context.Context, o *lab.Windows) error {
	if err := cli.CheckOutputs(o.Output); err != nil {
		return err
	}
	progress := p.Progress("images")
	options := trial.Options{
		Seeds: o.Seeds, Images: o.Images, Cache: o.Keep,
		Stage: scenery.Options{World: o.World, Samples: 1, ShadowSize: trial.ShadowSize, PlainBalls: o.PlainBalls},
		Done:  func(done int) { progress(done, len(o.Seeds)*o.Images) },
	}
	if o.NoShadows {
		options.Stage.ShadowSize = -1
	}
	var set *train.Set
	var err error
	switch o.Net {
	case "robot":
		set, err = trial.RobotSet(ctx, options)
	case "figure":
		var first *objects.RobotFinder
		if first, err = objects.DefaultRobots(); err != nil {
			return err
		}
		set, err = trial.FigureSet(ctx, options, first)
	case "post":
		set, err = trial.PostSet(ctx, options)
	case "shirt":
		set, err = trial.ShirtSet(ctx, options)
	case "corner":
		set, err = trial.CornerSet(ctx, options)
	default:
		set, err = trial.Windows(ctx, options)
	}
	if err == nil {
		err = set.Check()
	}
	if err != nil {
		return err
	}
	file, err := os.Create(o.Output)
	if err != nil {
		return err
	}
	if err := errors.Join(set.Write(file), file.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "%s: %d windows\nsha256 %s\n", o.Output, len(set.Samples), set.Hash())
	return err
}
