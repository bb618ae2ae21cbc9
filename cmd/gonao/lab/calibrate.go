package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Calibrate holds the options of gonao match calibrate.
type Calibrate struct {
	World string     `flag:"world" default:"spl" doc:"world whose field is used"`
	Body  string     `flag:"body" default:"real" doc:"profile of the bodies: ideal, paper, real or worn"`
	Base  string     `flag:"base" default:"nao" doc:"preset that provides all other figures"`
	Seeds seeds.List `flag:"seeds" default:"1-10" doc:"seeds of the robots"`
	Pool
	Kept
	Out string `flag:"out,o" doc:"write the preset to this file; default: the standard output"`
}

// newCalibrate returns the command match calibrate.
func newCalibrate(r Runner) *cobra.Command {
	var o Calibrate
	return command(r, "calibrate", &o, &cobra.Command{
		Use: "calibrate", Short: "measure simulated bodies and write a preset of the kinematic world", Args: cobra.NoArgs,
		Long: `calibrate measures how robots walk, kick, fall, get up, block and dive in physics, and writes
a preset for gonao match --preset. Each seed is another robot. The header of the file contains the
seeds, the version and the command. See docs/matches.md.`,
		Example: `  gonao match calibrate --seeds 1-20 -o mine.yaml
  gonao match --preset ./mine.yaml`,
	}, nil)
}
