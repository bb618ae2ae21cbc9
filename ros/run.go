package ros

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"gonao/internal/interrupt"
	"gonao/ros/param"
)

// Main runs a node as a process: it reads the command line (--ros-args, --help),
// decodes the parameters over defaults, opens the backend, runs until run
// returns, and exits: with 0, or with 1 and one line on stderr. SIGINT, SIGTERM and
// SIGHUP end run's context; a second signal changes nothing, nor does a closed
// output, so that run can leave the robot safe.
func Main[C any](open Opener, name string, defaults C, run func(ctx context.Context, n *Node, cfg C) error) {
	ctx, stop := interrupt.Context()
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // Ctrl-C also ends the tee behind us, before our last log lines
	if err := runMain(ctx, open, name, defaults, run, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, lastWords(name, err))
		os.Exit(1)
	}
}

// lastWords tells an error in one line that begins with the node's name, once.
func lastWords(name string, err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	for _, layer := range []string{name, strings.ReplaceAll(name, "_", " ")} {
		text = strings.TrimPrefix(text, layer+": ")
	}
	return name + ": " + text
}

func runMain[C any](ctx context.Context, open Opener, name string, defaults C,
	run func(context.Context, *Node, C) error, args []string, stdout io.Writer,
) (err error) {
	if slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		return printHelp(stdout, name, &defaults)
	}
	a, err := param.ParseArgs(args)
	if err != nil {
		return err
	}
	if len(a.Rest) > 0 {
		return fmt.Errorf("argument %q: not known; ROS's arguments stand behind --ros-args, see --help", a.Rest[0])
	}
	cfg := defaults
	opts, err := Configure(a, name, &cfg)
	if err != nil {
		return err
	}
	opts.warnings = append(opts.warnings, forOthers(a, &opts)...)
	return runNode(ctx, open, name, opts, func(ctx context.Context, n *Node) error { return run(ctx, n, cfg) })
}

// runNode opens the backend and closes it once run has returned.
func runNode(ctx context.Context, open Opener, name string, opts NodeOptions, run func(context.Context, *Node) error) (err error) {
	backend, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	n, err := NewNode(ctx, backend, name, opts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	err = run(n.Context(), n)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // it ended because it was asked to
	}
	return err
}

func printHelp(w io.Writer, name string, defaults any) error {
	entries, err := param.Entries(defaults)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, `usage: %s [--ros-args ARGUMENT...]

  -r __node:=NAME      another name for the node
  -r __ns:=/NAMESPACE  its namespace
  -r FROM:=TO          another name for a topic, service or action
  -p NAME:=VALUE       a parameter
  --params-file FILE   parameters from a file; the later one wins
  --log-level LEVEL    debug, info, warn or error

Parameters with their defaults:
`, name)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "  use_sim_time\tbool\tfalse\n")
	for _, e := range entries {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", e.Name, e.Type, param.Text(e.Value))
	}
	return table.Flush()
}
