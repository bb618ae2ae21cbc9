// Package sim holds the commands gonao sim: they move objects in a running simulator.
package sim

import (
	"github.com/spf13/cobra"

	"gonao/tool/cli"
	"gonao/tool/graph"
	"gonao/tool/lab"
)

// New returns the commands.
func New(t graph.Access) *cobra.Command {
	return cli.Group("sim", "move objects in a running simulator, and film runs",
		newPush(t), newPull(t), newPlace(t), newReset(t), lab.NewFilm(lab.Start(t.Terminal)))
}
