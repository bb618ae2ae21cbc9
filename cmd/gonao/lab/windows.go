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
	Net        string
	Output     string     `flag:"output,o" default:"windows.set" doc:"the file"`
	Seeds      seeds.List `flag:"seeds" default:"1-10" doc:"seeds of the worlds"`
	Images     int        `flag:"images" default:"10" doc:"images of each world"`
	World      string     `flag:"world" default:"spl" doc:"the field: spl, hsl_small, field2010 or the path of a world's file"`
	PlainBalls bool       `flag:"plain-balls" doc:"use balls of one colour instead of balls with a pattern"`
	NoShadows  bool       `flag:"no-shadows" doc:"render without shadows, which takes a third of the time"`
	Keep       string     `flag:"keep" doc:"a directory that keeps the images, so that they are rendered only once and an interrupted command can go on"`
}

// Nets lists the nets that windows can be written for.
var Nets = []string{"ball", "robot", "figure", "corner", "post", "shirt"}

// NewWindows returns the command windows.
func NewWindows(r Runner) *cobra.Command {
	var o Windows
	return command(r, "windows", &o, &cobra.Command{
		Use: "windows NET", Short: "write windows of rendered images to train a net with", Args: cobra.ExactArgs(1),
		Long: `windows renders images of seeded worlds and writes the windows that a net sees, each with its label:
for the net ball the windows of its candidates, for robot the reduced images, for
figure the windows around what robot finds, for corner the ground around candidates as seen from above, for post the feet of posts,
and for shirt the trunks of robots. gonao vision train NET --set adds them to the pictures it draws. The same options write the same
bytes on the same machine.`,
		Example: "  gonao vision windows ball -o windows.set --seeds 1-60 --images 20\n  gonao vision train ball --set windows.set",
	}, func(args []string) error {
		o.Net = args[0]
		if !slices.Contains(Nets, o.Net) {
			return cli.Usagef("windows: net %q: expected one of %s%s", o.Net, strings.Join(Nets, ", "), wording.DidYouMean(o.Net, Nets))
		}
		return nil
	})
}
