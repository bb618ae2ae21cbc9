package lab

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
)

// Calibrate holds the options of gonao match calibrate.
type Calibrate struct {
	World, Body, Base, Out, Journal string
	Seeds                           seeds.List
	Workers                         int
}

// newCalibrate returns the command match calibrate.
func newCalibrate(r MatchRunner) *cobra.Command {
	o := Calibrate{World: "spl", Body: "real", Base: "nao", Seeds: seeds.Range(1, 10)}
	cmd := &cobra.Command{
		Use: "calibrate", Short: "measure simulated bodies and write a preset of the kinematic world", Args: cobra.NoArgs,
		Long: `calibrate measures how robots walk, kick, fall, get up, block and dive in physics, and writes
a preset for gonao match --preset. Each seed is another robot. The header of the file contains the
seeds, the version and the command. See docs/matches.md.`,
		Example: `  gonao match calibrate --seeds 1-20 -o mine.yaml
  gonao match --preset ./mine.yaml`,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return r(cmd.Context(), append([]string{"calibrate"}, cli.GivenFlags(cmd)...), &o)
	}
	f := cmd.Flags()
	f.StringVar(&o.World, "world", o.World, "world whose field is used")
	f.StringVar(&o.Body, "body", o.Body, "profile of the bodies: ideal, paper, real or worn")
	f.StringVar(&o.Base, "base", o.Base, "preset that provides all other figures")
	f.Var(&o.Seeds, "seeds", "seeds of the robots; numbers and ranges such as 1-36,1001")
	f.IntVar(&o.Workers, "workers", 0, "seeds at a time; 0 runs one on each processor")
	journalFlag(f, &o.Journal, "calibrate")
	f.StringVarP(&o.Out, "out", "o", "", "write the preset to this file; default: the standard output")
	return cmd
}
