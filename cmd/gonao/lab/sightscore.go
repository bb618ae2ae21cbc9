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

// NewSightScore returns the command vision, which only the program motion_lab offers.
func NewSightScore(r Runner) *cobra.Command {
	var o SightScore
	cmd := &cobra.Command{
		Use: "vision", Short: "measure everything that vision finds in rendered worlds, as one table", Args: cobra.NoArgs,
		Long: `vision renders images of seeded worlds of each field and compares balls, robots and the field's features
with the exact labels. It prints one table of required and measured figures.
With --keep the images stay in a directory, so that they are rendered only once and an interrupted command can go on.`,
		Example: "  motion_lab vision --seeds 1001-1002 --images 5 --keep pictures",
		RunE:    run(r, "vision", &o, func([]string) error { return nil }),
	}
	flags := cmd.Flags()
	seedsFlag(flags, &o.Seeds, seeds.Range(1001, 20), "seeds of the worlds")
	flags.IntVar(&o.Images, "images", 15, "images of each world")
	flags.IntVar(&o.PlainImages, "plain-images", 5, "images of each world with a ball of one colour")
	flags.StringVar(&o.Keep, "keep", "", "a directory that keeps the images")
	journalFlag(flags, &o.Journal, "vision")
	flags.StringVarP(&o.Output, "output", "o", "", "also write the table to this file")
	flags.StringVar(&o.BallNet, "ball-net", "", "file of your own weights for balls (default: gonao's)")
	flags.StringVar(&o.RobotNet, "robot-net", "", "file of your own weights for robots (default: gonao's)")
	return cmd
}
