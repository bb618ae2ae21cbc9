package tool

// This part of the package holds the commands gonao experiment localization, which compare where the robot believes
// itself to be with where it is.

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/robot/percepts/field"
	"gonao/robot/percepts/plane"
)

// newLocalization returns the command localization with all below it.
func newLocalization(t graph.Access) *cobra.Command {
	cmd := &cobra.Command{Use: "localization", Short: "compare where the robot believed to be with where it was"}
	cmd.AddCommand(newRecord(t), newFilm(t))
	return cmd
}

// place holds the field on which the robot plays and the end that it attacks.
type place struct{ field, attack string }

func newPlace() *place { return &place{} }

func (p *place) flags(flags *pflag.FlagSet) {
	flags.StringVar(&p.field, "field", "spl", "spl, hsl_small, field2010, or the path of a field file")
	flags.StringVar(&p.attack, "attack", "positive", "the end of the world that the robot attacks: positive or negative")
}

// attackedEnd returns the end of the world that the robot attacks.
func (p *place) attackedEnd() (plane.Attack, error) {
	switch p.attack {
	case "positive":
		return plane.PositiveX, nil
	case "negative":
		return plane.NegativeX, nil
	}
	return 0, fmt.Errorf("--attack %q: expected positive or negative", p.attack)
}

// land returns the map of the field, in map.
func (p *place) land() (*field.Map, error) {
	end, err := p.attackedEnd()
	if err != nil {
		return nil, err
	}
	f, err := field.Load(p.field)
	if err != nil {
		return nil, err
	}
	if end == plane.NegativeX {
		return f.Map().Turned(), nil
	}
	return f.Map(), nil
}

// newFilm returns gonao experiment localization film.
func newFilm(t graph.Access) *cobra.Command {
	var output, robot, table string
	at := newPlace()
	cmd := &cobra.Command{
		Use:   "film BAG",
		Short: "draw belief, hypotheses and truth of a recorded run from above",
		Long: `film reads ground_truth and pose_estimate from a bag, prints the error of the belief while the robot was
localized, and writes a film as an SVG file for browsers: the field from above with truth, belief and up to three other
hypotheses, and the error over time. With --csv it also writes a line per estimate.`,
		Example: `  gonao experiment localization record -o walk --duration 60s
  gonao experiment localization film walk -o walk.svg
  gonao experiment localization film walk --csv walk.csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cli.CheckOutputs(output, table); err != nil {
				return err
			}
			all, err := read(args[0], graph.InRobot(robot), at)
			if err != nil {
				return err
			}
			summarize(t.Out, all)
			if table != "" {
				if err := cli.CreateFile(table, func(w io.Writer) error { return writeTable(w, all) }); err != nil {
					return err
				}
			}
			return writeFilm(output, at, all)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "localization.svg", "write the film to this file")
	t.RobotFlag(cmd, &robot, "nao1", "the robot's namespace")
	flags.StringVar(&table, "csv", "", "write a line per estimate to this file")
	at.flags(flags)
	return cmd
}
