package lab

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
)

// DemoProgram is the name of the program of the demo.
const DemoProgram = "demo"

// Demo holds the options of demo.
type Demo struct {
	Args     []string      // launch arguments, name:=value
	Duration time.Duration `flag:"duration" doc:"end after this much simulated time since the machine's first entry; 0 runs until Ctrl-C"`
	Out      string        `flag:"out" default:"build/demo" doc:"directory for summary.json, pictures and logs"`
	Launch   string        `flag:"launch" default:"sim.launch.yaml" doc:"launch file to run, a path or the name of one of gonao's own"`
	Page     string        `flag:"page" doc:"directory of the studio's page, instead of the built-in one"`
	Force    bool          `flag:"force" doc:"start even if nodes of the same names run already"`
}

// NewDemo returns the command demo.
func NewDemo(r Runner) *cobra.Command {
	var o Demo
	return command(r, "", &o, &cobra.Command{
		Use:   "demo [name:=value ...]",
		Short: "show a simulated NAO that follows coloured balls and dances",
		Long: `A simulated NAO follows a coloured ball with its head, dances with its arms, and
switches between the two, as separate processes that talk ROS 2. A link opens the studio in the browser;
studio:=false starts none.

While it runs, look around from a second terminal, for example:
  gonao node list
  gonao topic echo /nao1/machine_state

Arguments name:=value go to the launch file; see
  gonao launch sim.launch.yaml --show-args`,
		Example: `  gonao demo --duration 45s
  gonao demo --duration 20s world:=field2010 look:=blocks
  gonao demo controller:=proportional machine:=follow_ball`,
	}, func(args []string) error { o.Args = args; return nil })
}

// StartDemo returns a runner that starts the program demo, since gonao must not link the simulator.
func StartDemo(t cli.Terminal) Runner {
	return func(ctx context.Context, args []string, _ any) error {
		return cli.RunProgram(ctx, t, DemoProgram, "demo", args)
	}
}
