package lab

import (
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Place holds the options of localization.
type Place struct {
	Seeds    seeds.List
	Rows     []string
	Duration time.Duration
	Workers  int
	Journal  string
	Output   string
}

// NewPlace returns the command localization, which only the program motion_lab offers.
func NewPlace(r Runner) *cobra.Command {
	var o Place
	cmd := &cobra.Command{
		Use: "localization", Short: "measure localization and the world model: poses, flips, balls and robots", Args: cobra.NoArgs,
		Long: `localization runs rows once per seed and prints a table of required and measured figures.
Each run is kept in a file as soon as it has finished, so that a second start goes on where the first ended.
The rows hall and plain render what the cameras see; the others make percepts from truth.`,
		Example: `  motion_lab localization
  motion_lab localization --rows hall --seeds 3 --duration 30s`,
		RunE: run(r, "localization", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.Rows, "rows", nil, "only rows whose names begin with one of these")
	seedsFlag(flags, &o.Seeds, nil, "seeds of the runs of each row: 1 to 1000 are for tuning, up to 5000 for inspection, from 5001 on for a single score (default: from 1001 on, as many as the row has)")
	flags.DurationVar(&o.Duration, "duration", 0, "simulated time of each run; 0: the row's own time")
	flags.IntVar(&o.Workers, "workers", 0, "runs at a time; 0 makes one on each processor")
	journalFlag(flags, &o.Journal, "localization")
	flags.StringVarP(&o.Output, "output", "o", "", "also write the table to this file")
	return cmd
}
