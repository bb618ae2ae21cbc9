package tool

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/robot/percepts/field"
	"gonao/vision/objects"
	"gonao/vision/score"
)

// scoring holds the flags of gonao vision score.
type scoring struct {
	net, robotNet, field, balls string
	seed                        uint64
	windows                     int
	least, most                 float64
}

func newScore(t cli.Terminal) *cobra.Command {
	var f scoring
	cmd := &cobra.Command{
		Use: "score DIR", Short: "score vision on labelled pictures: a folder of COCO, YOLO or windows", Args: cobra.ExactArgs(1),
		Long: `score measures what vision finds in a folder of labelled pictures, rendered or real, and prints
recall and precision for each class and size, at the thresholds in the nets' files.

It reads these folders:
  COCO      a .json file with images, categories and annotations, in the folder or in annotations/
  YOLO      data.yaml, classes.txt or obj.names, and a .txt of labels for each picture
  gonao     what gonao vision dataset writes; its camera poses are used
  windows   the folders ball/ and none/ with one square picture per window; the ball is in the middle with
            a diameter of 0.57 of the side

Classes named ball and robot are scored. Balls are scored in windows, 20 random ones around each ball and
others elsewhere, and in whole images; without camera poses, candidates have all sizes. Robots are
scored only with camera poses.`,
		Example: "  gonao vision score real/ball_windows --most-false 0.005\n  gonao vision score torso21 --field hsl_small",
		RunE: func(_ *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			return f.run(ctx, t, args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.net, "net", "", "file of your own weights for balls (default: gonao's)")
	flags.StringVar(&f.robotNet, "robot-net", "", "file of your own weights for robots (default: gonao's)")
	flags.StringVar(&f.field, "field", "spl", "field with the size of the ball, for pictures with camera poses: spl, hsl_small, field2010 or a file")
	flags.StringVar(&f.balls, "balls", "pattern", "kind of balls to look for: pattern, plain or any")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the windows")
	flags.IntVar(&f.windows, "windows", 100, "windows without a ball in each picture")
	flags.Float64Var(&f.least, "least-recall", 0, "fail if a smaller share of the windows around balls passes, 0 to 1")
	flags.Float64Var(&f.most, "most-false", 1, "fail if a larger share of the other windows passes, 0 to 1")
	return cmd
}

// visionKinds returns the kinds of balls that a name stands for.
func visionKinds(name string) (objects.BallKinds, error) {
	switch name {
	case "pattern":
		return objects.Pattern, nil
	case "plain":
		return objects.Plain, nil
	case "any":
		return objects.Pattern | objects.Plain, nil
	}
	return 0, cli.Usagef("vision score: --balls %q: expected pattern, plain or any", name)
}

// run scores a folder.
func (f scoring) run(ctx context.Context, t cli.Terminal, dir string) error {
	look, err := visionKinds(f.balls)
	if err != nil {
		return err
	}
	if f.windows < 1 || f.windows > 100_000 {
		return cli.Usagef("vision score: --windows %d: expected 1 to 100000", f.windows)
	}
	set, err := score.Open(dir)
	if err != nil {
		return fmt.Errorf("vision score: %w", err)
	}
	fld, err := field.Load(f.field)
	if err != nil {
		return fmt.Errorf("vision score: %w", err)
	}
	finder, err := objects.Open(f.net, f.robotNet, fld.Ball.Diameter/2)
	if err != nil {
		return fmt.Errorf("vision score: %w", err)
	}
	report, err := score.Run(ctx, set, &finder, score.Options{
		Field: fld, Kinds: look, Seed: f.seed, Windows: f.windows,
		Progress: t.Progress("pictures"),
	})
	if err != nil {
		return fmt.Errorf("vision score: %w", err)
	}
	if err := report.Write(t.Out); err != nil {
		return err
	}
	if report.Recall() < f.least || report.False() > f.most {
		return fmt.Errorf("vision score: recall %.4f, %.3f %% of the other windows pass: expected at least %g and at most %g %%",
			report.Recall(), 100*report.False(), f.least, 100*f.most)
	}
	return nil
}
