package lab

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Measure holds the options of measure.
type Measure struct {
	Worlds
	World  string `flag:"world" default:"spl" doc:"the field: spl, hsl_small, field2010 or the path of a world's file"`
	Balls  string `flag:"balls" default:"pattern" doc:"kind of balls: pattern, or plain for balls of one colour"`
	Output string `flag:"output,o" doc:"also write the figures to this file"`
	Rates  string `flag:"rates" doc:"write to this file how often objects are found, by distance"`
}

// Worlds are the rendered worlds in which vision is measured, and the nets.
type Worlds struct {
	Seeds    seeds.List `flag:"seeds" default:"1001-1020" doc:"seeds of the worlds"`
	Images   int        `flag:"images" default:"15" doc:"images of each world"`
	Keep     string     `flag:"keep" doc:"a directory that keeps the images"`
	BallNet  string     `flag:"ball-net" doc:"file of your own weights for balls (default: gonao's)"`
	RobotNet string     `flag:"robot-net" doc:"file of your own weights for robots (default: gonao's)"`
	Kept
}

// NewMeasure returns the command measure.
func NewMeasure(r Runner) *cobra.Command {
	var o Measure
	return command(r, "measure", &o, &cobra.Command{
		Use: "measure", Short: "measure what vision's nets find in rendered worlds", Args: cobra.NoArgs,
		Long: `measure renders images of seeded worlds and compares the balls and robots that vision finds with the
exact labels. It prints recall, precision, errors of centres and positions, and how often and how well objects are found
by distance. --rates writes the last as a table of errors for simulated percepts.

With --keep the images stay in a directory, so that they are rendered only once and an interrupted command can go on.`,
		Example: "  gonao vision measure --seeds 1001-1020 --images 15 --keep pictures",
	}, func([]string) error {
		if o.Balls != "pattern" && o.Balls != "plain" {
			return cli.Usagef("measure: --balls %q: expected pattern or plain", o.Balls)
		}
		return nil
	})
}
