package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
)

// tool is what the commands need from outside.
type tool struct {
	open      ros.Opener
	out, errs io.Writer
	in        io.Reader // for --stdin
	patience
	definitions *[]string // directories given with --definitions
	nodeName    string    // "" is a hidden one
	simTime     bool      // the node follows /clock
}

// hiddenName is our own name on the graph; names that begin with an underscore are
// hidden in the lists of ROS 2, and in ours.
func hiddenName() string { return fmt.Sprintf("_gonao_%d", os.Getpid()) }

// withNode runs f with a node on the graph.
func (t tool) withNode(ctx context.Context, f func(n *ros.Node) error) (err error) {
	backend, err := t.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	log := slog.New(slog.NewTextHandler(t.errs, nil))
	name := t.nodeName
	if name == "" {
		name = hiddenName()
	}
	n, err := ros.NewNode(ctx, backend, name, ros.NodeOptions{Logger: log, Bare: true, UseSimTime: t.simTime})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	return f(n)
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// timeoutFlag adds the flag that says how long to wait for what is looked for.
func timeoutFlag(cmd *cobra.Command, wait *time.Duration, usage string) {
	if *wait == 0 {
		*wait = 3 * time.Second
	}
	cmd.Flags().Var((*seconds)(wait), "timeout", usage)
}

// searchFlag is the timeout of commands that only look.
func searchFlag(cmd *cobra.Command, wait *time.Duration) {
	timeoutFlag(cmd, wait, "how long to look for nodes, topics and services")
}

// seconds is a flag that takes seconds as ros2 does ("5"), or a duration ("5s").
type seconds time.Duration

// String writes the default.
func (s *seconds) String() string { return time.Duration(*s).String() }

// Type is what --help calls the value.
func (s *seconds) Type() string { return "duration" }

// Set reads the value.
func (s *seconds) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		sec, floatErr := strconv.ParseFloat(text, 64)
		if floatErr != nil {
			return errors.New(`expected a time such as 5s, 300ms, or 5 for seconds`)
		}
		d = time.Duration(sec * float64(time.Second))
	}
	if d < 0 || d > maxWait {
		return fmt.Errorf("expected 0 to %s", maxWait)
	}
	*s = seconds(d)
	return nil
}

// maxWait bounds what can be asked for; it is for ever.
const maxWait = 1000 * time.Hour

// yamlFrom gives the YAML argument at an index of args, that of the standard input
// with --stdin, or nothing.
func (t tool) yamlFrom(args []string, index int, stdin bool) (string, error) {
	switch {
	case stdin && len(args) > index:
		return "", usage("both YAML and --stdin given; expected one of them")
	case stdin:
		text, err := io.ReadAll(t.in)
		if err != nil {
			return "", fmt.Errorf("read the standard input: %w", err)
		}
		return string(text), nil
	case len(args) > index:
		return args[index], nil
	}
	return "", nil
}

// absolute makes a name fully qualified: the tool lives in "/".
func absolute(name string) string { return "/" + strings.TrimPrefix(name, "/") }
