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
	"time"

	"github.com/spf13/cobra"

	"gonao/lab/score"
	"gonao/msgs"
	"gonao/ros"
)

// options holds the command line.
type options struct {
	duration time.Duration
	out      string
	launch   string
	args     []string // name:=value, for the launch file
	page     string   // directory of the studio's page; "" is no studio
	force    bool     // also beside a robot that runs already
	live     bool     // only the live part, without the runs in one process
}

// Recorder measures a run from its topics, as the node recorder does.
type Recorder interface {
	Run(ctx context.Context, n *ros.Node) error
	Stats() (msgs.CycleStats, msgs.SimulatorStats)
	Machine() string
}

// New returns the command. It measures with rec, which writes to record.
func New(rec Recorder, record *score.Record) *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "demo [name:=value ...]",
		Short: "A simulated NAO follows coloured balls and dances",
		Long: `A simulated NAO follows a coloured ball with its head, dances with its arms, and
switches between the two, as separate processes that talk ROS 2.

While it runs, look around from a second terminal, for example:
  build/bin/gonao node list
  build/bin/gonao topic echo /nao1/machine_state

Arguments name:=value go to the launch file; see
  build/bin/gonao launch sim.launch.yaml --show-args`,
		Example: `  demo --duration 45s
  demo --duration 20s world:=field2010 look:=blocks
  demo controller:=proportional machine:=follow_ball`,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			studio, err := studioArgs(opts.page)
			if err != nil {
				return err
			}
			opts.args = append(studio, args...)
			return demo(cmd.Context(), opts, rec, record)
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return fmt.Errorf("%w; see demo --help", err) })
	flags := cmd.Flags()
	flags.DurationVar(&opts.duration, "duration", 0, "end after this much simulated time since the machine's first entry; 0 runs until Ctrl-C")
	flags.StringVar(&opts.out, "out", "build/demo", "directory for summary.json, pictures and logs")
	flags.StringVar(&opts.launch, "launch", "sim.launch.yaml", "launch file to run, a path or the name of one of gonao's own")
	flags.StringVar(&opts.page, "page", "", "serve the studio with the page in this directory, and print its link; empty is no studio")
	flags.BoolVar(&opts.force, "force", false, "start although nodes of the same names run already")
	flags.BoolVar(&opts.live, "live-only", false, "leave out the runs in one process that follow --duration, which compare the controllers")
	return cmd
}

// demo runs the live part, then the runs in one process, and reports.
func demo(ctx context.Context, opts options, rec Recorder, record *score.Record) error {
	if opts.duration < 0 {
		return fmt.Errorf("--duration %s: expected a positive time such as 45s, or 0", opts.duration)
	}
	if err := os.MkdirAll(opts.out, 0o755); err != nil {
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
	if !opts.live && opts.duration > 0 && !sum.Interrupted {
		if err := compare(ctx, opts, sum); err != nil {
			return err
		}
	}
	if err := sum.write(opts.out); err != nil {
		return err
	}
	sum.print(os.Stdout)
	fmt.Printf("\nsummary, pictures and logs: %s\n", opts.out)
	return sum.outcome()
}
