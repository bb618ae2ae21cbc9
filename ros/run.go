package ros

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Main runs a node as a process: it reads --ros-args, opens the backend, decodes
// the parameters over defaults, runs until run returns, and exits: with 0, or
// with 1 and one line on stderr. SIGINT and SIGTERM end run's context; a second
// signal changes nothing, so that run can leave the robot safe.
func Main[C any](open Opener, name string, defaults C, run func(ctx context.Context, n *Node, cfg C) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := runMain(ctx, open, name, defaults, run, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

func runMain[C any](ctx context.Context, open Opener, name string, defaults C,
	run func(context.Context, *Node, C) error, args []string, stdout io.Writer,
) (err error) {
	start, err := parseArgs(name, args)
	if err != nil {
		return err
	}
	if start.help {
		return printHelp(stdout, name, defaults)
	}
	cfg := defaults
	if err := start.decode(&cfg); err != nil {
		return err
	}
	backend, err := open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()

	n, err := NewNode(ctx, backend, start.name, start.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	if err := run(n.Context(), n, cfg); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
