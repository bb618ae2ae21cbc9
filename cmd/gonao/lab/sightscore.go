package lab

import (
	"github.com/spf13/cobra"
)

// SightScore holds the options of vision.
type SightScore struct {
	Worlds
	PlainImages int    `flag:"plain-images" default:"5" doc:"images of each world with a ball of one colour"`
	Output      string `flag:"output,o" doc:"also write the table to this file"`
}

// NewSightScore returns the command vision, which only the program motion_lab offers.
func NewSightScore(r Runner) *cobra.Command {
	var o SightScore
	return command(r, "vision", &o, &cobra.Command{
		Use: "vision", Short: "measure everything that vision finds in rendered worlds, as one table", Args: cobra.NoArgs,
		Long: `vision renders images of seeded worlds of each field and compares balls, robots and the field's features
with the exact labels. It prints one table of required and measured figures.
With --keep the images stay in a directory, so that they are rendered only once and an interrupted command can go on.`,
		Example: "  motion_lab vision --seeds 1001-1002 --images 5 --keep pictures",
	}, nil)
}
