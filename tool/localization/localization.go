// Package localization holds the commands about where the robot believes to be: gonao localization.
package localization

import (
	"fmt"
	"math"
	"os"

	"github.com/spf13/cobra"

	"gonao/percepts/field"
	"gonao/percepts/plane"
	"gonao/ros/bag"
	"gonao/tool/cli"
)

// New returns the command localization with all below it.
func New(t cli.Terminal) *cobra.Command {
	cmd := &cobra.Command{Use: "localization", Short: "compare where the robot believed to be with where it was"}
	cmd.AddCommand(newFilm(t))
	return cmd
}

// newFilm returns gonao localization film.
func newFilm(t cli.Terminal) *cobra.Command {
	var output, namespace, on, attack string
	cmd := &cobra.Command{
		Use:   "film BAG",
		Short: "draw belief, hypotheses and truth of a recorded run from above",
		Long: `Reads ground_truth and pose_estimate from a bag, prints how far the belief was off while the robot was
localized, and writes a film as an SVG file: the field from above with truth, belief and the second
hypothesis, and the error over time. A browser shows it.`,
		Example: `  gonao bag record -o walk /nao1/ground_truth /nao1/pose_estimate
  gonao localization film walk -o walk.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := field.Load(on)
			if err != nil {
				return err
			}
			end := plane.PositiveX
			land := f.Map()
			switch attack {
			case "positive":
			case "negative":
				end, land = plane.NegativeX, land.Turned()
			default:
				return fmt.Errorf("--attack %q: expected positive or negative", attack)
			}
			r, err := bag.Open(args[0])
			if err != nil {
				return err
			}
			defer r.Close() //nolint:errcheck // it was only read
			all, err := moments(r, namespace, end)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			place, heading := localizedErrors(all)
			fmt.Fprintf(t.Out, "%d estimates, %d of them localized\n", len(all), len(place))
			if len(place) > 0 {
				fmt.Fprintf(t.Out, "position off by %.1f cm in the median, %.1f cm at 90 %%; heading by %.1f and %.1f degrees\n",
					100*quantile(place, 0.5), 100*quantile(place, 0.9), quantile(heading, 0.5)*180/math.Pi, quantile(heading, 0.9)*180/math.Pi)
			}
			return os.WriteFile(output, []byte(film(land, all)), 0o644)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "localization.svg", "the file that is written")
	flags.StringVar(&namespace, "namespace", "/nao1", "the robot's namespace")
	flags.StringVar(&on, "field", "spl", "spl, hsl_small, field2010, or the path of a field file")
	flags.StringVar(&attack, "attack", "positive", "the end of the world that the robot attacks: positive or negative")
	return cmd
}
