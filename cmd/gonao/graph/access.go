// Package graph joins a ROS graph for the commands of gonao: it waits until the graph is
// known, finds topics, services, actions and nodes with their types, and completes their
// names in a shell.
package graph

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
	"gonao/ros/rmw"
)

// Access holds what a command needs to join a ROS graph.
type Access struct {
	cli.Terminal
	Open ros.Opener
	Patience
	Definitions *[]string // directories given with --definitions
	NodeName    string    // of the node that joins; "" is a hidden name
	SimTime     bool      // the node follows /clock
}

// Default returns the access of a program: the linked backend and the standard streams.
func Default() Access {
	return Access{Terminal: cli.Standard(), Open: rmw.Open, Patience: DefaultPatience}
}

// hiddenName returns the name of this process's node. It begins with an underscore, so that
// lists leave it out, as in ROS 2.
func hiddenName() string { return fmt.Sprintf("_gonao_%d", os.Getpid()) }

// WithNode calls f with a new node and closes the node when f returns.
func (t Access) WithNode(ctx context.Context, f func(n *ros.Node) error) (err error) {
	backend, err := t.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, backend.Close()) }()
	log := slog.New(slog.NewTextHandler(t.Errs, nil))
	name := cmp.Or(t.NodeName, hiddenName())
	n, err := ros.NewNode(ctx, backend, name, ros.NodeOptions{Logger: log, Bare: true, UseSimTime: t.SimTime})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, n.Close()) }()
	return f(n)
}

// WithGraph calls f with a new node and the graph around it, once that is complete. It prints a note if the graph is empty.
func (t Access) WithGraph(ctx context.Context, wait time.Duration, f func(n *ros.Node, g ros.Graph) error) error {
	return t.WithNode(ctx, func(n *ros.Node) error {
		g, err := t.Graph(n, wait)
		if err != nil {
			return err
		}
		t.NoteEmpty(g)
		return f(n, g)
	})
}

// SearchFlag adds the flag --timeout of commands that only read the graph.
func SearchFlag(cmd *cobra.Command, wait *time.Duration) {
	cli.TimeoutFlag(cmd, wait, "how long to look for nodes, topics and services")
}
