package lab

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Measure holds the options of measure.
type Measure struct {
	Seeds                                                         seeds.List
	World, Keep, Journal, Output, Rates, BallNet, RobotNet, Balls string
	Images                                                        int
}

// NewMeasure returns the command measure.
func NewMeasure(r Runner) *cobra.Command {
	var o Measure
	cmd := &cobra.Command{
		Use: "measure", Short: "measure what vision's nets find in rendered worlds", Args: cobra.NoArgs,
		Long: `measure renders images of seeded worlds and compares the balls and robots that vision finds with the
exact labels. It prints recall, precision, errors of centres and positions, and how often and how well objects are found
by distance. --rates writes the last as a table of errors for simulated percepts.

With --keep the images stay in a directory, so that they are rendered only once and an interrupted command can go on.`,
		Example: "  gonao vision measure --seeds 1001-1020 --images 15 --keep pictures",
		RunE: run(r, "measure", &o, func([]string) error {
			if o.Balls != "pattern" && o.Balls != "plain" {
				return cli.Usagef("measure: --balls %q: expected pattern or plain", o.Balls)
			}
			return nil
		}),
	}
	flags := cmd.Flags()
	seedsFlag(flags, &o.Seeds, seeds.Range(1001, 20), "seeds of the worlds")
	flags.IntVar(&o.Images, "images", 15, "images of each world")
	flags.StringVar(&o.World, "world", "spl", "the field: spl, hsl_small, field2010 or the path of a world's file")
	flags.StringVar(&o.Balls, "balls", "pattern", "kind of balls: pattern, or plain for balls of one colour")
	flags.StringVar(&o.Keep, "keep", "", "a directory that keeps the images")
	journalFlag(flags, &o.Journal, "measure")
	flags.StringVarP(&o.Output, "output", "o", "", "also write the figures to this file")
	flags.StringVar(&o.Rates, "rates", "", "write to this file how often objects are found, by distance")
	flags.StringVar(&o.BallNet, "ball-net", "", "file of your own weights for balls (default: gonao's)")
	flags.StringVar(&o.RobotNet, "robot-net", "", "file of your own weights for robots (default: gonao's)")
	return cmd
}
