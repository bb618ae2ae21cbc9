package lab

import (
	"time"

	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Field holds the options of field.
type Field struct {
	Seeds    seeds.List    `flag:"seeds" default:"1" doc:"one run per seed: 1 to 1000 are for tuning, up to 5000 for inspection, from 5001 on for a single score"`
	Limit    time.Duration `flag:"limit" default:"2m" doc:"the longest time of a run, simulated"`
	Machine  string        `flag:"machine" default:"play_on_field" doc:"machine of the robot: a name, or the path of a file"`
	World    string        `flag:"world" default:"spl" doc:"world with a field and a ball"`
	Table    string        `flag:"table" default:"nao" doc:"errors of the percepts: nao, ideal, or the path of a file"`
	Rendered bool          `flag:"rendered" doc:"render what the cameras see in the hall of the seed, and let vision make the percepts"`
	Kept
	Film string `flag:"output,o" default:"field.svg" doc:"file of the film; if empty, no film is written"`
}

// NewField returns the command field.
func NewField(r Runner) *cobra.Command {
	var o Field
	return command(r, "field", &o, &cobra.Command{
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
	}, nil)
}
