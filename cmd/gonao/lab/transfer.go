package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Transfer holds the options of transfer.
type Transfer struct {
	Seeds   seeds.List
	Rows    []string
	Workers int
	Seconds float64
	Output  string
	Journal string
}

// NewTransfer returns the command transfer.
func NewTransfer(r Runner) *cobra.Command {
	var o Transfer
	cmd := &cobra.Command{
		Use: "transfer", Short: "measure the paper's behaviours before and after they were adapted to the robot", Args: cobra.NoArgs,
		Long: `transfer repeats the comparison of the paper "Humanoid Behaviors: From Simulation to a Real Robot" in one
table. It measures each of its behaviours as published, in the simulator's profiles ideal and
real, and as adapted, in the profile real: speed, distance or time, and how many robots stand at the end.
See docs/motion/adapt.md.`,
		Example: `  gonao motion transfer
  gonao motion transfer --rows cpg_,kick_ --seeds 1001-1003`,
		RunE: run(r, "transfer", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.Rows, "rows", nil, "only rows whose names begin with one of these")
	seedsFlag(flags, &o.Seeds, seeds.Range(1001, 10), "seeds of the robots of each behaviour and profile")
	flags.IntVar(&o.Workers, "workers", 0, "trials at a time; 0 runs one on each processor")
	flags.Float64Var(&o.Seconds, "seconds", 0, "how long each walk lasts, s; 0: as in the bench")
	journalFlag(flags, &o.Journal, "transfer")
	flags.StringVarP(&o.Output, "output", "o", "", "also write the table to this file")
	return cmd
}
