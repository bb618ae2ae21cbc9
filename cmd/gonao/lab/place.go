package lab

import (
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Place holds the options of localization.
type Place struct {
	Rows     []string      `flag:"rows" doc:"only rows whose names begin with one of these"`
	Seeds    seeds.List    `flag:"seeds" doc:"seeds of the runs of each row: 1 to 1000 are for tuning, up to 5000 for inspection, from 5001 on for a single score (default: from 1001 on, as many as the row has)"`
	Duration time.Duration `flag:"duration" doc:"simulated time of each run; 0: the row's own time"`
	Pool
	Kept
	Output string `flag:"output,o" doc:"also write the table to this file"`
}

// NewPlace returns the command localization, which only the program motion_lab offers.
func NewPlace(r Runner) *cobra.Command {
	var o Place
	return command(r, "localization", &o, &cobra.Command{
		Use: "localization", Short: "measure localization and the world model: poses, flips, balls and robots", Args: cobra.NoArgs,
		Long: `localization runs rows once per seed and prints a table of required and measured figures.
Each run is kept in a file as soon as it has finished, so that a second start goes on where the first ended.
The rows hall and plain render what the cameras see; the others make percepts from truth.`,
		Example: `  motion_lab localization
  motion_lab localization --rows hall --seeds 3 --duration 30s`,
	}, nil)
}
