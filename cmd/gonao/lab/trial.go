package lab

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/behavior"
	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Trial holds the options of trial.
type Trial struct {
	Machine string
	Seeds   seeds.List    `flag:"seeds" default:"1-5" doc:"a run each"`
	Limit   time.Duration `flag:"limit" default:"1m" doc:"the longest time of a run, simulated"`
	World   string        `flag:"world" default:"spl" doc:"the world: a name, or the path of a file"`
	Profile string        `flag:"profile" default:"real" doc:"of the simulated body: ideal, paper, real or worn"`
	Field   bool          `flag:"field" doc:"make percepts of field, ball and robots from truth instead of images"`
	Table   string        `flag:"table" default:"nao" doc:"errors of these percepts: nao, ideal, or the path of a file"`
	Kept
	CSV  string `flag:"output,o" default:"trial.csv" doc:"write the table to this file"`
	Plot string `flag:"plot" default:"trial.svg" doc:"draw the runs into this file; if empty, draw none"`
}

// NewTrial returns the command trial.
func NewTrial(r Runner) *cobra.Command {
	var o Trial
	return command(r, "trial", &o, &cobra.Command{
		Use: "trial MACHINE", Short: "run a state machine on simulated robots, one per seed, and write a table and a plot", Args: cobra.ExactArgs(1),
		ValidArgsFunction: completeMachines,
		Long: `trial runs a machine, one of gonao's or a file, with one simulated robot per seed. A run ends when the
machine ends, or after --limit of simulated time. It prints and writes one line for each run: how the machine ended and
when, transitions, falls, the walked distance, positions of motions, and the time in each of the outermost
states. It also draws the states of all runs over time. The same seed gives the same run. Each run is kept in a file as soon as it
has finished, so that a second start goes on where the first ended.

Without --field the robot sees the rendered images of its camera and the balls of the demo. With it, percepts of
field, ball and other robots come from truth, with the errors of --table; nothing is rendered.`,
		Example: `  gonao experiment trial dance --seeds 1-3
  gonao experiment trial ./mine.yaml --seeds 1-20 --limit 30s -o mine.csv --plot mine.svg
  gonao experiment trial play_on_field --field --seeds 101-110`,
	}, func(args []string) error {
		o.Machine = args[0]
		if o.Limit < time.Second || o.Limit > time.Hour {
			return cli.Usagef("--limit %v: expected 1s to 1h", o.Limit)
		}
		return nil
	})
}

// completeMachines completes the name of one of gonao's machines, or of a file.
func completeMachines(_ *cobra.Command, args []string, typed string) (words []string, files cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	for _, name := range behavior.Machines() {
		if strings.HasPrefix(name, typed) {
			words = append(words, name)
		}
	}
	return words, cobra.ShellCompDirectiveDefault
}
