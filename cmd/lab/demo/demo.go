// Package demo is the program demo. It runs gonao's main task and measures it: a simulated
// NAO follows a coloured ball with its head, dances with its arms, and switches between the
// two.
//
// It runs launch/sim.launch.yaml, so that everything is a process of its own that uses ROS
// 2. It shows one status line and writes pictures, logs and summary.json into its output
// directory. It returns an error if something did not function; what was slow or imprecise
// is a verdict in the summary. Ended by Ctrl-C it returns none.
package demo

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/lab"
	"gonao/lab/score"
	"gonao/msgs"
	"gonao/ros"
)

// options holds the command line.
type options = lab.Demo

// Recorder measures a run from its topics, as the node recorder does.
type Recorder interface {
	Run(ctx context.Context, n *ros.Node) error
	Stats() (msgs.CycleStats, msgs.SimulatorStats)
	Machine() string
}

// New returns the command. It measures with rec, which writes to record.
func New(rec Recorder, record *score.Record) *cobra.Command {
	cmd := lab.NewDemo(func(ctx context.Context, _ []string, given any) error {
		return demo(ctx, *given.(*options), rec, record)
	})
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return fmt.Errorf("%w; see demo --help", err) })
	return cmd
}

// demo runs the launch file and reports.
func demo(ctx context.Context, opts options, rec Recorder, record *score.Record) error {
	if opts.Duration < 0 {
		return fmt.Errorf("--duration %s: expected a positive time such as 45s, or 0", opts.Duration)
	}
	if err := os.MkdirAll(opts.Out, 0o755); err != nil {
		return fmt.Errorf("output directory: %w", err)
	}
	sum, err := runLive(ctx, opts, rec, record)
	if errors.Is(err, errEarly) {
		fmt.Println(err)
		return nil
	}
	if err != nil {
		return err
	}
	if err := sum.write(opts.Out); err != nil {
		return err
	}
	sum.print(os.Stdout)
	fmt.Printf("\nsummary, pictures and logs: %s\n", opts.Out)
	return sum.outcome()
}
