package tool

// This part of the package holds the commands gonao sim, which move objects in a running simulator and set its
// pace.

import (
	"syscall"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/lab"
)

// newSim returns the commands.
func newSim(t graph.Access) *cobra.Command {
	return cli.Group("sim", "move objects in a running simulator, pause it, film runs, and use Gazebo",
		newPush(t), newPull(t), newSimPlace(t), newPress(t), newReset(t),
		newPause(t), newResume(t), newStep(t), newSpeed(t), lab.NewFilm(lab.Start(t.Terminal)), newGazebo(t.Terminal, syscall.Exec))
}
