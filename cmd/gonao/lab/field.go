package lab

import (
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Field holds the options of field.
type Field struct {
	Seeds   seeds.List
	Limit   time.Duration
	Machine string
	World   string
	Table   string
	Film    string
	Journal string
	// Rendered selects rendered camera images instead of percepts from truth.
	Rendered bool
}

// NewField returns the command field.
func NewField(r Runner) *cobra.Command {
	var o Field
	cmd := &cobra.Command{
		Use: "field", Short: "let a robot play alone on the field: it finds its place, goes to the ball and kicks it at the goal", Args: cobra.NoArgs,
		Long: `field puts a robot, a ball and two other robots onto the field, once per seed, and runs a machine until the ball is in the goal.
It prints a line per run, and writes a film of the first run: the field from above with truth, belief, hypotheses and
the planned path, and the error of the pose over time. Its kicks and falls are how often
the machine entered the states kick and get_up. Percepts come from truth with the errors of a table, and no image is rendered. With --rendered the
cameras see the rendered hall of the seed, and vision makes the percepts; a run then takes some minutes.`,
		Example: `  gonao experiment field
  gonao experiment field --seeds 1001-1020
  gonao experiment field --rendered --seeds 3
  gonao experiment field --machine my_player.yaml -o mine.svg`,
		RunE: run(r, "field", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	seedsFlag(flags, &o.Seeds, seeds.Range(1, 1), "one run per seed: 1 to 1000 are for tuning, up to 5000 for inspection, from 5001 on for a single score")
	flags.DurationVar(&o.Limit, "limit", 2*time.Minute, "the longest time of a run, simulated")
	flags.StringVar(&o.Machine, "machine", "play_on_field", "machine of the robot: a name, or the path of a file")
	flags.StringVar(&o.World, "world", "spl", "world with a field and a ball")
	flags.StringVar(&o.Table, "table", "nao", "errors of the percepts: nao, ideal, or the path of a file")
	flags.BoolVar(&o.Rendered, "rendered", false, "render what the cameras see in the hall of the seed, and let vision make the percepts")
	journalFlag(flags, &o.Journal, "field")
	flags.StringVarP(&o.Film, "output", "o", "field.svg", "file of the film; if empty, no film is written")
	return cmd
}
