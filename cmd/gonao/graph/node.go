package graph

// This part of the package holds the commands gonao node: list nodes and show what they speak.

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

// NewNode returns the commands.
func NewNode(t Access) *cobra.Command {
	return cli.Group("node", "list nodes and show what they speak", newNodeList(t), newNodeInfo(t))
}

func newNodeList(t Access) *cobra.Command {
	var wait time.Duration
	var all, count bool
	cmd := &cobra.Command{
		Use: "list", Short: "list the nodes of the graph", Args: cobra.NoArgs,
		Long: `list prints the full names of the nodes, sorted. It warns of several nodes with one name:
ROS 2 cannot tell them apart.`,
		Example: "  gonao node list\n  gonao node list -a     # hidden ones too, such as this tool's",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.WithGraph(cmd.Context(), wait, func(_ *ros.Node, g ros.Graph) error {
				names := NodeNames(g, all)
				if count {
					fmt.Fprintln(t.Out, len(names))
					return nil
				}
				if len(slices.Compact(slices.Clone(names))) < len(names) {
					fmt.Fprintln(t.Errs, "warning: several nodes have the same name; what is asked of one may be answered by another")
				}
				for _, name := range names {
					fmt.Fprintln(t.Out, name)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVarP(&all, "all", "a", false, "show hidden nodes too")
	cmd.Flags().BoolVarP(&count, "count-nodes", "c", false, "show only how many there are")
	SearchFlag(cmd, &wait)
	return cmd
}

func newNodeInfo(t Access) *cobra.Command {
	var wait time.Duration
	var all bool
	cmd := &cobra.Command{
		Use: "info NODE", Short: "show a node's topics, services and actions", Args: cobra.ExactArgs(1),
		Long:              `info prints what a node subscribes to, publishes, serves and calls, each with its type.`,
		Example:           "  gonao node info /nao1/motion\n  gonao node info /nao1/motion -a     # with the topics and services of its actions",
		ValidArgsFunction: t.CompleteNodes(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return t.WithNode(cmd.Context(), func(n *ros.Node) error {
				node, g, err := t.AwaitNode(n, args[0], wait)
				if err != nil {
					return err
				}
				same := 0
				for _, other := range g.Nodes {
					if other.FullName() == node.FullName() {
						same++
					}
				}
				if same > 1 {
					fmt.Fprintf(t.Errs, "warning: %d nodes are named %s; this is one of them\n", same, node.FullName())
				}
				showNode(t.Out, g, node, all)
				return nil
			})
		},
	}
	cmd.Flags().BoolVarP(&all, "all", "a", false, "show hidden topics and services too")
	cmd.Flags().BoolVar(&all, "include-hidden", false, "as --all")
	SearchFlag(cmd, &wait)
	return cmd
}

// showNode prints a node as `ros2 node info` does.
func showNode(out io.Writer, g ros.Graph, node ros.NodeInfo, all bool) {
	topicTypes, serviceTypes := typesByName(g.Topics), typesByName(g.Services)
	fmt.Fprintln(out, node.FullName())
	section := func(title string, names []string, types map[string][]string) {
		fmt.Fprintf(out, "  %s:\n", title)
		shown := 0
		for _, name := range slices.Sorted(slices.Values(names)) {
			if all || !Hidden(name) {
				fmt.Fprintf(out, "    %s: %s\n", name, strings.Join(types[name], ", "))
				shown++
			}
		}
		if shown == 0 {
			fmt.Fprintln(out)
		}
	}
	section("Subscribers", node.Subscribes, topicTypes)
	section("Publishers", node.Publishes, topicTypes)
	section("Service Servers", node.Serves, serviceTypes)
	section("Service Clients", node.Calls, serviceTypes)
	section("Action Servers", actionNames(node.Publishes), actionTypesByName(g))
	section("Action Clients", actionNames(node.Subscribes), actionTypesByName(g))
}

// typesByName returns the types of each topic.
func typesByName(list []ros.TopicInfo) map[string][]string {
	types := make(map[string][]string, len(list))
	for _, i := range list {
		types[i.Name] = i.Types
	}
	return types
}

// actionTypesByName returns the types of each action.
func actionTypesByName(g ros.Graph) map[string][]string {
	types := map[string][]string{}
	for _, a := range Actions().All(g) {
		types[a.Name] = a.Types
	}
	return types
}

// actionNames returns the actions whose feedback is among topics.
func actionNames(topics []string) []string {
	var names []string
	for _, topic := range topics {
		if name, ok := strings.CutSuffix(topic, feedbackTopic); ok {
			names = append(names, name)
		}
	}
	return names
}
