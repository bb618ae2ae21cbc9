package lab

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/internal/seeds"
	"gonao/internal/wording"
)

// Windows holds the options of windows.
type Windows struct {
	Seeds                    seeds.List
	Net, Output, World, Keep string
	Images                   int
	PlainBalls, NoShadows    bool
}

// Nets lists the nets that windows can be written for.
var Nets = []string{"ball", "robot", "figure", "corner", "post", "shirt"}

// NewWindows returns the command windows.
func NewWindows(r Runner) *cobra.Command {
	var o Windows
	cmd := &cobra.Command{
		Use: "windows NET", Short: "write windows of rendered images to train a net with", Args: cobra.ExactArgs(1),
		Long: `windows renders images of seeded worlds and writes the windows that a net sees, each with its label:
for the net ball the windows of its candidates, for robot the reduced images, for
figure the windows around what robot finds, for corner the ground around candidates as seen from above, for post the feet of posts,
and for shirt the trunks of robots. gonao vision train NET --set adds them to the pictures it draws. The same options write the same
bytes on the same machine.`,
		Example: "  gonao vision windows ball -o windows.set --seeds 1-60 --images 20\n  gonao vision train ball --set windows.set",
		RunE: run(r, "windows", &o, func(args []string) error {
			o.Net = args[0]
			if !slices.Contains(Nets, o.Net) {
				return cli.Usagef("windows: net %q: expected one of %s%s", o.Net, strings.Join(Nets, ", "), wording.DidYouMean(o.Net, Nets))
			}
			return nil
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Output, "output", "o", "windows.set", "the file")
	seedsFlag(flags, &o.Seeds, seeds.Range(1, 10), "seeds of the worlds")
	flags.IntVar(&o.Images, "images", 10, "images of each world")
	flags.StringVar(&o.World, "world", "spl", "the field: spl, hsl_small, field2010 or the path of a world's file")
	flags.BoolVar(&o.PlainBalls, "plain-balls", false, "use balls of one colour instead of balls with a pattern")
	flags.BoolVar(&o.NoShadows, "no-shadows", false, "render without shadows, which takes a third of the time")
	flags.StringVar(&o.Keep, "keep", "", "a directory that keeps the images, so that they are rendered only once and an interrupted command can go on")
	return cmd
}
