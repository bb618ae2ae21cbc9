package motion

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/graph"
	"gonao/cmd/gonao/lab"
	"gonao/internal/convert"
	plots "gonao/lab/look"
	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
	"gonao/ros/bag"
)

// newPlot returns the command plot. The command plots a bag itself, and starts the simulator for other runs.
func newPlot(t graph.Access) *cobra.Command {
	return lab.NewPlot(func(ctx context.Context, words []string, options any) error {
		o, _ := options.(*lab.Plot)
		if len(o.Acts) > 0 && o.Row == "" {
			if _, err := os.Stat(o.Acts[0]); err == nil {
				return plotBags(t, o)
			}
		}
		return lab.Start(t.Terminal)(ctx, words, options)
	})
}

// plotBags plots a bag, or compares several.
func plotBags(t graph.Access, o *lab.Plot) error {
	var runs []plots.Run
	for _, path := range o.Acts {
		record, err := readBag(path, graph.InRobot(o.Robot))
		if err != nil {
			return err
		}
		runs = append(runs, plots.Run{Name: filepath.Base(path), Record: record})
	}
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	if len(runs) > 1 {
		if err := plots.DrawRuns(filepath.Join(o.Dir, "runs.png"), o.Title, runs); err != nil {
			return err
		}
		_, err := fmt.Fprintf(t.Out, "%s: runs.png\n", o.Dir)
		return err
	}
	if o.Title == "" {
		o.Title = runs[0].Name
	}
	if err := runs[0].Record.Draw(o.Dir, o.Title); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.Out, "%s: balance.png, feet.png, torques.png\n", o.Dir)
	return err
}

// readBag reads robot_state from a bag, in a namespace such as /nao1, and ground_truth if the bag has it.
func readBag(path, ns string) (*plots.Record, error) {
	r, err := bag.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	torsos, err := torsosOf(r, ns+"/ground_truth")
	if err != nil {
		return nil, err
	}
	record := &plots.Record{}
	for m, err := range bag.Messages[msgs.RobotState](r, ns+"/robot_state") {
		if err != nil {
			return nil, fmt.Errorf("plot: %w", err)
		}
		var state nao.State
		convert.SetState(&state, &m.Message)
		record.Add(&state, torsos.at(ros.StampTime(m.Message.Stamp)))
	}
	if len(record.Samples) == 0 {
		return nil, fmt.Errorf("plot %s: no messages on %s/robot_state: expected a bag with some, or another --robot", path, ns)
	}
	return record, nil
}

// torsos holds the true poses of the torso, sorted by time.
type torsos struct {
	times []time.Time
	x     []nao.Pose
}

// torsosOf reads the poses from ground_truth. The result is empty if the bag does not have that topic.
func torsosOf(r *bag.Reader, topic string) (torsos, error) {
	var out torsos
	if !slices.ContainsFunc(r.Info().Topics, func(c bag.TopicCount) bool { return c.Name == topic }) {
		return out, nil
	}
	for m, err := range bag.Messages[msgs.GroundTruth](r, topic) {
		if err != nil {
			return out, fmt.Errorf("plot: %w", err)
		}
		if i := slices.Index(m.Message.Names, "torso"); i >= 0 && i < len(m.Message.Poses) {
			out.times = append(out.times, ros.StampTime(m.Message.Header.Stamp))
			out.x = append(out.x, convert.FromPose(&m.Message.Poses[i]))
		}
	}
	return out, nil
}

// at returns the last pose at or before a time, or nil if that pose is more than three cycles older.
func (t *torsos) at(when time.Time) *nao.Pose {
	i, found := slices.BinarySearchFunc(t.times, when, time.Time.Compare)
	if !found {
		i--
	}
	if i < 0 || when.Sub(t.times[i]) > 3*nao.CyclePeriod {
		return nil
	}
	return &t.x[i]
}
