package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// Adapt holds the options of adapt.
type Adapt struct {
	File    string
	Output  string     `flag:"output,o" doc:"write the adapted behaviour to this file (default: FILE.adapted.xml)"`
	Table   string     `flag:"table" doc:"write the table of what changed to this file (default: FILE.adapted.md)"`
	Row     string     `flag:"row" doc:"row that measures it: cpg_walk, cpg_turn or cpg_rotate for a CPG, a walk's row for parameters"`
	Lie     string     `flag:"lie" doc:"side on which the robot lies at the beginning: front, back, left or right"`
	Profile string     `flag:"profile" default:"real" doc:"profile of the simulated body"`
	Seeds   seeds.List `flag:"seeds" default:"1-5" doc:"seeds of the robots with which it must be stable"`
	Pool
	MaxLoad float64 `flag:"max-load" default:"0.8" doc:"largest share of a joint's top speed"`
	Seconds float64 `flag:"seconds" default:"10" doc:"how long a walk must be stable, s"`
}

// NewAdapt returns the command adapt.
func NewAdapt(r Runner) *cobra.Command {
	var o Adapt
	return command(r, "adapt", &o, &cobra.Command{
		Use: "adapt FILE", Short: "adapt a behaviour to the robot: check it, slow it, and raise its speed", Args: cobra.ExactArgs(1),
		Long: `adapt reads a behaviour (slots or CPG in XML, or the parameters of a walk in YAML), checks
it against the joints' top speeds, slows it until it is stable in the
simulator's profile real with all seeds, and then raises its speed while it stays
stable. It writes the adapted file and a table of what changed. See docs/motion/adapt.md.`,
		Example: `  gonao motion adapt cpg_walk.xml
  gonao motion adapt kick.xml -o kick.real.xml --seeds 1-10
  gonao motion adapt get_up_front.xml --lie front
  gonao motion adapt omni.yaml --row omni_forward`,
	}, func(args []string) error { o.File = args[0]; return nil })
}
