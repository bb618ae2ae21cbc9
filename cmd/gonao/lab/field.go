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
	// Rendered draws what the cameras see.
	Rendered bool
}

// NewField returns the command field.
func NewField(r Runner) *cobra.Command {
	var o Field
	cmd := &cobra.Command{
		Use: "field", Short: "let a robot play alone on the field: it finds its place, goes to the ball and kicks it at the goal", Args: cobra.NoArgs,
		Long: `field puts a robot, a ball and two others onto the field, once per seed, and runs a machine until the ball is in the goal.
It prints a line per run, and writes a film of the first one: the field from above with truth, belief, hypotheses and
the way, and the error of the pose over time. Percepts come from truth with the errors of a table, and nothing is drawn. With --rendered the
cameras look into the hall of the seed, and vision finds what the robot perceives; a run takes some minutes.`,
		Example: `  gonao experiment field
  gonao experiment field --seeds 1001-1020
  gonao experiment field --rendered --seeds 3
  gonao experiment field --machine my_player.yaml -o mine.svg`,
		RunE: run(r, "field", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	seedsFlag(flags, &o.Seeds, seeds.Range(1, 1), "a run each: 1 to 1000 are for tuning, up to 5000 to look at, from 5001 on to score once")
	flags.DurationVar(&o.Limit, "limit", 2*time.Minute, "the longest time of a run, simulated")
	flags.StringVar(&o.Machine, "machine", "play_on_field", "machine of the robot: a name, or the path of a file")
	flags.StringVar(&o.World, "world", "spl", "world with a field and a ball")
	flags.StringVar(&o.Table, "table", "nao", "errors of what the robot sees: nao, ideal, or the path of a file")
	flags.BoolVar(&o.Rendered, "rendered", false, "draw what the cameras see, in a hall of the seed, and find everything in the images")
	journalFlag(flags, &o.Journal, "field")
	flags.StringVarP(&o.Film, "output", "o", "field.svg", "file of the film; empty: none")
	return cmd
}
