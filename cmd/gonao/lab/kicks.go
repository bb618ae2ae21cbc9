package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Kicks holds the options of kicks.
type Kicks struct {
	Profile string     `flag:"profile" default:"real" doc:"profile of the simulated body"`
	Seeds   seeds.List `flag:"seeds" default:"101-106" doc:"seeds of the robots that try each kick of the grid"`
	Pool
	Commit string `flag:"commit" doc:"commit to name in the table's first lines"`
	Kept
	Output string `flag:"output,o" doc:"write the table to this file (default: standard output)"`
}

// NewKicks returns the command kicks.
func NewKicks(r Runner) *cobra.Command {
	var o Kicks
	return command(r, "kicks", &o, &cobra.Command{
		Use: "kicks", Short: "measure kicks over a grid and fit the table of strength and direction", Args: cobra.NoArgs,
		Long: `kicks tries every direction, strength and ball position of the table with
several robots, and writes the table from which the balanced kick chooses its strength and direction. Its first
lines contain the command, the seeds and the commit. See docs/motion/kick.md.`,
		Example: `  gonao motion kicks --commit $(git rev-parse --short HEAD) -o motion/kick/table.txt`,
	}, nil)
}
