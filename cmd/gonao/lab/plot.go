package lab

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Plot holds the options of plot.
type Plot struct {
	Scene
	Robot string     // the robot's namespace in the bag
	Dir   string     `flag:"output,o" default:"plots" doc:"directory to write to"`
	Title string     `flag:"title" doc:"title of the plots"`
	Seeds seeds.List `flag:"seeds" default:"1" doc:"seeds of the body and of the noise; runs with several seeds are compared in one picture"`
}

// NewPlot returns the command plot.
func NewPlot(r Runner) *cobra.Command {
	var o Plot
	cmd := command(r, "plot", &o, &cobra.Command{
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
	}, func(args []string) error { o.Acts = args; return nil })
	cli.RobotFlag(cmd.Flags(), &o.Robot, "nao1", "the robot's namespace in the bag")
	return cmd
}
