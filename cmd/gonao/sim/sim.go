// Package sim holds the commands gonao sim: they move objects in a running simulator, and set its
// pace.
package sim

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/lab"
)

// New returns the commands.
func New(t graph.Access) *cobra.Command {
	return cli.Group("sim", "move objects in a running simulator, pause it, and film runs",
		newPush(t), newPull(t), newPlace(t), newReset(t),
		newPause(t), newResume(t), newStep(t), newSpeed(t), lab.NewFilm(lab.Start(t.Terminal)))
}
