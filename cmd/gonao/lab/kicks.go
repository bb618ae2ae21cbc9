package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Kicks holds the options of kicks.
type Kicks struct {
	Seeds   seeds.List
	Profile string
	Workers int
	Commit  string
	Output  string
	Journal string
}

// NewKicks returns the command kicks.
func NewKicks(r Runner) *cobra.Command {
	var o Kicks
	cmd := &cobra.Command{
		Use: "kicks", Short: "measure kicks over a grid and fit the table of strength and direction", Args: cobra.NoArgs,
		Long: `kicks tries every direction, strength and ball position of the table with
several robots, and writes the table from which the balanced kick chooses its strength and direction. Its first
lines contain the command, the seeds and the commit. See docs/motion/kick.md.`,
		Example: `  gonao motion kicks --commit $(git rev-parse --short HEAD) -o motion/kick/table.txt`,
		RunE:    run(r, "kicks", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Profile, "profile", "real", "profile of the simulated body")
	seedsFlag(flags, &o.Seeds, seeds.Range(101, 6), "seeds of the robots that try each kick of the grid")
	flags.IntVar(&o.Workers, "workers", 0, "trials at a time; 0 runs one on each processor")
	flags.StringVar(&o.Commit, "commit", "", "commit to name in the table's first lines")
	journalFlag(flags, &o.Journal, "kicks")
	flags.StringVarP(&o.Output, "output", "o", "", "write the table to this file (default: standard output)")
	return cmd
}
