package tool

// This part of the package holds the commands gonao vision, which make pictures for vision and measure what it
// finds in them.

import (
	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/lab"
)

// newVision returns the command vision with all below it.
func newVision(t cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{Use: "vision", Short: "make pictures for vision, and measure what it finds in them"}
	start := lab.Start(t)
	cmd.AddCommand(lab.NewDataset(start), lab.NewWindows(start), lab.NewMeasure(start), newTrain(t), newScore(t), newColors(t))
	return cmd
}
