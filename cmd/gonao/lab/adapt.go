package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Adapt holds the options of adapt.
type Adapt struct {
	Seeds                                  seeds.List
	File, Output, Table, Row, Lie, Profile string
	Workers                                int
	MaxLoad, Seconds                       float64
}

// NewAdapt returns the command adapt.
func NewAdapt(r Runner) *cobra.Command {
	var o Adapt
	cmd := &cobra.Command{
		Use: "adapt FILE", Short: "adapt a behaviour to the robot: check it, slow it, and raise its speed", Args: cobra.ExactArgs(1),
		Long: `adapt reads a behaviour (slots or CPG in XML, or the parameters of a walk in YAML), checks
it against the joints' top speeds, slows it until it is stable in the
simulator's profile real with all seeds, and then raises its speed while it stays
stable. It writes the adapted file and a table of what changed. See docs/motion/adapt.md.`,
		Example: `  gonao motion adapt cpg_walk.xml
  gonao motion adapt kick.xml -o kick.real.xml --seeds 1-10
  gonao motion adapt get_up_front.xml --lie front
  gonao motion adapt omni.yaml --row omni_forward`,
		RunE: run(r, "adapt", &o, func(args []string) error { o.File = args[0]; return nil }),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Output, "output", "o", "", "write the adapted behaviour to this file (default: FILE.adapted.xml)")
	flags.StringVar(&o.Table, "table", "", "write the table of what changed to this file (default: FILE.adapted.md)")
	flags.StringVar(&o.Row, "row", "", "row that measures it: cpg_walk, cpg_turn or cpg_rotate for a CPG, a walk's row for parameters")
	flags.StringVar(&o.Lie, "lie", "", "side on which the robot lies at the beginning: front, back, left or right")
	flags.StringVar(&o.Profile, "profile", "real", "profile of the simulated body")
	seedsFlag(flags, &o.Seeds, seeds.Range(1, 5), "seeds of the robots with which it must be stable")
	flags.IntVar(&o.Workers, "workers", 0, "trials at a time; 0 runs one on each processor")
	flags.Float64Var(&o.MaxLoad, "max-load", 0.8, "largest share of a joint's top speed")
	flags.Float64Var(&o.Seconds, "seconds", 10, "how long a walk must be stable, s")
	return cmd
}
