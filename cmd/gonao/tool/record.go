package tool

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/cmd/gonao/graph"
	"gonao/internal/estimate"
	"gonao/internal/wording"
	"gonao/robot/percepts/plane"
	"gonao/ros"
	"gonao/ros/bag"
	"gonao/ros/dynamic"
)

// tableName is the name of the file with a line per estimate, in the directory of the bag.
const tableName = "belief.csv"

// newRecord returns gonao experiment localization record.
func newRecord(t graph.Access) *cobra.Command {
	var dir, robot string
	var lasts time.Duration
	place := newPlace()
	cmd := &cobra.Command{
		Use: "record", Short: "record the robot's belief and the truth", Args: cobra.NoArgs,
		Long: `record writes ground_truth, pose_estimate, world_model and odom of a robot into a bag, until Ctrl-C or for --duration. At the
end it writes belief.csv into the bag's directory, with a line per estimate: truth, belief, error, reason of a jump and hypotheses.
It also prints the error of the belief. gonao experiment localization film draws the bag.`,
		Example: `  gonao experiment localization record -o walk --duration 60s
  gonao experiment localization film walk -o walk.svg`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if dir == "" {
				return cli.Usagef("--output: expected the name of a directory that does not exist yet")
			}
			if lasts < 0 {
				return cli.Usagef("--duration %v: expected 0 or more", lasts)
			}
			if _, err := place.attackedEnd(); err != nil {
				return err
			}
			ctx := cmd.Context()
			if lasts > 0 {
				var stop context.CancelFunc
				ctx, stop = context.WithTimeout(ctx, lasts)
				defer stop()
			}
			return t.WithNode(cmd.Context(), func(n *ros.Node) error { return record(ctx, t, n, dir, graph.InRobot(robot), place) })
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&dir, "output", "o", "", "name of the bag")
	flags.DurationVar(&lasts, "duration", 0, "wall time to record; 0: until Ctrl-C")
	t.RobotFlag(cmd, &robot, "nao1", "the robot's namespace")
	place.flags(flags)
	return cmd
}

// record records until ctx ends, and writes the table.
func record(ctx context.Context, t graph.Access, n *ros.Node, dir, namespace string, at *place) error {
	o := bag.RecordOptions{Dir: dir, Define: bag.Definitions(dynamic.Compiled())}
	for _, topic := range []string{"ground_truth", "pose_estimate", "world_model", "odom"} {
		o.Selection.Topics = append(o.Selection.Topics, namespace+"/"+topic)
	}
	fmt.Fprintf(t.Errs, "recording into %s; Ctrl-C ends it\n", dir)
	if _, err := bag.Record(ctx, n, o); err != nil {
		return err
	}
	all, err := read(dir, namespace, at)
	if err != nil {
		return err
	}
	if err := cli.CreateFile(filepath.Join(dir, tableName), func(w io.Writer) error { return writeTable(w, all) }); err != nil {
		return err
	}
	summarize(t.Out, all)
	return nil
}

// read reads the moments from a bag.
func read(dir, namespace string, at *place) ([]moment, error) {
	end, err := at.attackedEnd()
	if err != nil {
		return nil, err
	}
	r, err := bag.Open(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close() //nolint:errcheck // it was only read
	all, err := moments(r, namespace, end)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return all, nil
}

// summarize prints the error of the belief while the robot was localized.
func summarize(w io.Writer, all []moment) {
	off, heading := localizedErrors(all)
	fmt.Fprintf(w, "%s, %d of them localized\n", wording.Count(len(all), "estimate"), len(off))
	if len(off) > 0 {
		fmt.Fprintf(w, "position off by %.1f cm in the median, %.1f cm at 90 %%; heading by %.1f and %.1f degrees\n",
			100*estimate.Quantile(off, 0.5), 100*estimate.Quantile(off, 0.9), estimate.Quantile(heading, 0.5)*180/math.Pi, estimate.Quantile(heading, 0.9)*180/math.Pi)
	}
}

// writeTable writes one line per moment, in m, rad and s.
func writeTable(w io.Writer, all []moment) error {
	out := csv.NewWriter(w)
	header := []string{
		"time", "truth_x", "truth_y", "truth_theta", "x", "y", "theta", "error", "heading_error", "localized", "fit", "reason", "hypotheses",
	}
	for i := range maxOthers {
		header = append(header, fmt.Sprintf("other%d_x", i+1), fmt.Sprintf("other%d_y", i+1), fmt.Sprintf("other%d_theta", i+1))
	}
	_ = out.Write(header) // Flush returns the error
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	for i := range all {
		m := &all[i]
		line := []string{number(m.at.Seconds())}
		for _, p := range [...]plane.Pose{m.truth, m.belief} {
			line = append(line, number(p.X), number(p.Y), number(p.Theta))
		}
		line = append(line, number(m.truth.Distance(m.belief)), number(plane.Angle(m.belief.Theta-m.truth.Theta)),
			strconv.FormatBool(m.known), number(m.fit), strconv.Itoa(m.reason), strconv.Itoa(m.count))
		for k := range maxOthers {
			if k < m.others {
				line = append(line, number(m.other[k].X), number(m.other[k].Y), number(m.other[k].Theta))
			} else {
				line = append(line, "", "", "")
			}
		}
		_ = out.Write(line)
	}
	out.Flush()
	return out.Error()
}

// writeFilm writes the film of a bag.
func writeFilm(output string, at *place, all []moment) error {
	land, err := at.land()
	if err != nil {
		return err
	}
	return os.WriteFile(output, []byte(film(land, all)), 0o644)
}
