package tool

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/graph"
	"gonao/msgs"
	stdsrvs "gonao/msgs/std_srvs"
)

// newPause returns the command that pauses the world, newResume the command that lets it continue.
func newPause(t graph.Access) *cobra.Command {
	return pausing(t, true, &cobra.Command{
		Use: "pause", Short: "pause a simulator's world", Args: cobra.NoArgs,
		Long: `pause stops the world and /clock: machines, motions and drivers wait, and go
on after gonao sim resume. While the world is paused, objects can be placed.`,
		Example: `  gonao sim pause`,
	})
}

func newResume(t graph.Access) *cobra.Command {
	return pausing(t, false, &cobra.Command{
		Use: "resume", Short: "let a simulator's world go on", Args: cobra.NoArgs,
		Example: `  gonao sim resume`,
	})
}

func pausing(t graph.Access, paused bool, cmd *cobra.Command) *cobra.Command {
	var s simulator
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return command(cmd.Context(), t, &s, "pause", stdsrvs.SetBoolRequest{Data: paused},
			func(a stdsrvs.SetBoolResponse) (bool, string) { return a.Success, a.Message })
	}
	return s.flags(t, cmd)
}

func newStep(t graph.Access) *cobra.Command {
	var s simulator
	return s.flags(t, &cobra.Command{
		Use: "step [CYCLES]", Short: "run some cycles of a simulator's world and pause it", Args: cobra.MaximumNArgs(1),
		Long:    `step runs some cycles of 12 ms, one by default, and then pauses the world. It first pauses a running world.`,
		Example: `  gonao sim step 10`,
		RunE: func(cmd *cobra.Command, args []string) error {
			q := msgs.StepSimulatorRequest{Cycles: 1}
			if len(args) == 1 {
				n, err := strconv.ParseUint(args[0], 10, 32)
				if err != nil || n == 0 {
					return fmt.Errorf("CYCLES %q: expected a number, 1 or more", args[0])
				}
				q.Cycles = uint32(n)
			}
			return command(cmd.Context(), t, &s, "step", q,
				func(a msgs.StepSimulatorResponse) (bool, string) { return a.Success, a.Message })
		},
	})
}

func newSpeed(t graph.Access) *cobra.Command {
	var s simulator
	return s.flags(t, &cobra.Command{
		Use: "speed FACTOR", Short: "set how fast a simulator's world runs", Args: cobra.ExactArgs(1),
		Long: `speed sets the speed of the world as a multiple of real time, 0.1 to 10. In lockstep it is
a limit, and 0 removes it.`,
		Example: `  gonao sim speed 0.25`,
		RunE: func(cmd *cobra.Command, args []string) error {
			factor, err := numbers(args, "FACTOR")
			if err != nil {
				return err
			}
			return command(cmd.Context(), t, &s, "speed", msgs.SetSimulatorSpeedRequest{Speed: factor[0]},
				func(a msgs.SetSimulatorSpeedResponse) (bool, string) { return a.Success, a.Message })
		},
	})
}
