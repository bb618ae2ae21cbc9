package lab

import (
	"github.com/spf13/cobra"

	"gonao/internal/seeds"
)

// SightScore holds the options of vision.
type SightScore struct {
	Seeds                                    seeds.List
	Keep, Journal, Output, BallNet, RobotNet string
	Images, PlainImages                      int
}

// NewSightScore returns the command vision, which only motion_lab has.
func NewSightScore(r Runner) *cobra.Command {
	var o SightScore
	cmd := &cobra.Command{
		Use: "vision", Short: "measure all that vision finds in rendered worlds, as one table", Args: cobra.NoArgs,
		Long: `vision renders images of seeded worlds of each field and compares balls, robots and the field's features
with the exact labels. It prints one table of what must be reached beside what was.
With --keep the images stay in a directory: they are rendered once, and an interrupted command goes on.`,
		Example: "  motion_lab vision --seeds 1001-1002 --images 5 --keep pictures",
		RunE:    run(r, "vision", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	seedsFlag(flags, &o.Seeds, seeds.Range(1001, 20), "of the worlds")
	flags.IntVar(&o.Images, "images", 15, "of each world")
	flags.IntVar(&o.PlainImages, "plain-images", 5, "of each world with a ball of one colour")
	flags.StringVar(&o.Keep, "keep", "", "a directory that keeps the images")
	journalFlag(flags, &o.Journal, "vision")
	flags.StringVarP(&o.Output, "output", "o", "", "write the table to this file too")
	flags.StringVar(&o.BallNet, "ball-net", "", "file of weights of one's own for balls; default: ours")
	flags.StringVar(&o.RobotNet, "robot-net", "", "file of weights of one's own for robots; default: ours")
	return cmd
}
