package lab

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Plot holds the options of plot.
type Plot struct {
	What                           []string // a bag, or acts
	Dir, Row, Profile, World       string
	Robot                          string // the robot's namespace in the bag
	Values, Motion, Motions, Title string
	Seeds                          seeds.List
	Seconds                        float64
	Trial                          int
}

// NewPlot returns the command plot.
func NewPlot(r Runner) *cobra.Command {
	var o Plot
	cmd := &cobra.Command{
		Use: "plot [BAG... | ACT...]", Short: "plot balance, feet and torques of a run", Args: cobra.ArbitraryArgs,
		Long: `plot draws three pictures into a directory: balance.png, with the centre of mass, the
ZMP (the centre of pressure of the soles' force sensors) and the extent of the support
polygon; feet.png, with the paths of the soles; torques.png, with the torques of the legs' joints,
computed from their currents.

The run is either in a bag (robot_state, and ground_truth if a simulator published it;
without it, the frame is that of the standing feet), or it is simulated: acts or a row,
as for gonao sim film. Several bags, or runs with several seeds, are compared in
one picture, runs.png: the centre of mass over time and from above, one colour for each run.`,
		Example: `  gonao motion plot first_walk -o plots
  gonao motion plot 'walk 0.2 0 0 4' -o plots
  gonao motion plot --row forward --seconds 5
  gonao motion plot 'walk 0.2 0 0 4' --seeds 1-6
  gonao motion plot before after`,
		RunE: run(r, "plot", &o, func(args []string) error { o.What = args; return nil }),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Dir, "output", "o", "plots", "directory to write to")
	cli.RobotFlag(flags, &o.Robot, "nao1", "the robot's namespace in the bag")
	flags.StringVar(&o.Title, "title", "", "title of the plots")
	flags.StringVar(&o.Row, "row", "", "run a row of the motion bench")
	flags.IntVar(&o.Trial, "trial", 1, "which trial of the row")
	flags.StringVar(&o.Motion, "motion", "", "play this file in the row instead of the built-in motion")
	flags.StringVar(&o.Values, "values", "", "read an engine's numbers from this file, which tune writes")
	flags.StringVar(&o.Motions, "motions", "", "a directory with more motions to play")
	flags.StringVar(&o.Profile, "profile", "real", "profile of the simulated body")
	flags.StringVar(&o.World, "world", "", "world in which the robot stands (default: empty)")
	seedsFlag(flags, &o.Seeds, seeds.Range(1, 1), "seeds of the body and of the noise; runs with several seeds are compared in one picture")
	flags.Float64Var(&o.Seconds, "seconds", 0, "how long a row's trial takes, s")
	return cmd
}
