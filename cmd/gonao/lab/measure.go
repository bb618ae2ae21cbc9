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
exact labels: recall, precision, errors of centres and places, and how often and how well things are found
by distance. --rates writes the latter as a table of errors for simulated percepts.

With --keep the images stay in a directory: they are rendered once, and an interrupted command goes on.`,
		Example: "  gonao vision measure --seeds 1001-1020 --images 15 --keep pictures",
		RunE: run(r, "measure", &o, func([]string) error {
			if o.Balls != "pattern" && o.Balls != "plain" {
				return cli.Usagef("measure: --balls %q: expected pattern or plain", o.Balls)
			}
			return nil
		}),
	}
	flags := cmd.Flags()
	seedsFlag(flags, &o.Seeds, seeds.Range(1001, 20), "of the worlds")
	flags.IntVar(&o.Images, "images", 15, "of each world")
	flags.StringVar(&o.World, "world", "spl", "the field: spl, hsl_small, field2010 or the path of a world's file")
	flags.StringVar(&o.Balls, "balls", "pattern", "the balls: pattern, or plain for those of one colour")
	flags.StringVar(&o.Keep, "keep", "", "a directory that keeps the images")
	journalFlag(flags, &o.Journal, "measure")
	flags.StringVarP(&o.Output, "output", "o", "", "write the figures to this file too")
	flags.StringVar(&o.Rates, "rates", "", "write how often things are found by distance to this file")
	flags.StringVar(&o.BallNet, "ball-net", "", "file of weights of one's own for balls; default: ours")
	flags.StringVar(&o.RobotNet, "robot-net", "", "file of weights of one's own for robots; default: ours")
	return cmd
}
