package graph

// This part of the package holds the commands gonao action: list and show actions, and send goals.

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
)

// NewAction returns the commands.
func NewAction(t Access) *cobra.Command {
	return cli.Group("action", "list and show actions, and send goals",
		newList(t, Actions()), newActionInfo(t), newType(t, Actions()), newFind(t, Actions()), newSendGoal(t))
}

func newActionInfo(t Access) *cobra.Command {
	var wait time.Duration
	var types, count bool
	cmd := &cobra.Command{
		Use: "info ACTION", Short: "show the clients and servers of an action", Args: cobra.ExactArgs(1),
		Long:              "info prints how many nodes use an action as clients and as servers, and their names.",
		Example:           "  gonao action info /nao1/play_motion\n  gonao action info /nao1/play_motion -t     # with types",
		ValidArgsFunction: t.CompleteNames(Actions(), 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return Actions().show(cmd, t, args[0], wait, func(x Named, g ros.Graph) { showAction(t.Out, g, x, types, count) })
		},
	}
	cmd.Flags().BoolVarP(&types, "show-types", "t", false, "show the type that each speaks")
	cmd.Flags().BoolVarP(&count, "count", "c", false, "show only how many there are")
	SearchFlag(cmd, &wait)
	return cmd
}

// showAction prints an action as `ros2 action info` does.
func showAction(out io.Writer, g ros.Graph, action Named, types, count bool) {
	fmt.Fprintf(out, "Action: %s\n", action.Name)
	for _, side := range []struct {
		word   string
		topics func(ros.NodeInfo) []string
	}{
		{"clients", func(i ros.NodeInfo) []string { return i.Subscribes }},
		{"servers", func(i ros.NodeInfo) []string { return i.Publishes }},
	} {
		var nodes []string
		for _, node := range g.Nodes {
			if slices.Contains(side.topics(node), action.Name+feedbackTopic) {
				nodes = append(nodes, node.FullName())
			}
		}
		fmt.Fprintf(out, "Action %s: %d\n", side.word, len(nodes))
		for _, name := range nodes {
			switch {
			case count:
			case types:
				fmt.Fprintf(out, "    %s [%s]\n", name, strings.Join(action.Types, ", "))
			default:
				fmt.Fprintf(out, "    %s\n", name)
			}
		}
	}
}
