package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gonao/ros"
)

func newTopicList(t tool) *cobra.Command {
	var types, counts, all bool
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "list", Short: "list the topics of the graph", Args: cobra.NoArgs,
		Example: "  gonao topic list -t     # with types\n  gonao topic list -c     # with the numbers of publishers and subscribers",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				g, err := graph(n, wait)
				if err != nil {
					return err
				}
				t.noteEmpty(g)
				for _, info := range g.Topics {
					if info.Publishers+info.Subscribers == 0 || !all && hidden(info.Name) {
						continue
					}
					line := info.Name
					if types {
						line += " [" + strings.Join(info.Types, ", ") + "]"
					}
					if counts {
						line += fmt.Sprintf("  %d pub, %d sub", info.Publishers, info.Subscribers)
					}
					fmt.Fprintln(t.out, line)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVarP(&types, "show-types", "t", false, "show the types")
	cmd.Flags().BoolVarP(&counts, "count", "c", false, "show how many publish and subscribe")
	cmd.Flags().BoolVarP(&all, "all", "a", false, "show hidden topics too, such as those of actions")
	spinFlag(cmd, &wait)
	return cmd
}

// noteEmpty says on the error output when nobody was found, so that an empty list is
// not taken for a broken tool.
func (t tool) noteEmpty(g ros.Graph) {
	if len(g.Nodes) == 0 {
		fmt.Fprintln(t.errs, "no node found: is one running, with the same ROS_DOMAIN_ID?")
	}
}

// hidden tells whether a part of the name begins with an underscore.
func hidden(name string) bool { return strings.Contains(name, "/_") }

func newNodeList(t tool) *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use: "list", Short: "list the nodes of the graph", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return t.withNode(cmd.Context(), func(n *ros.Node) error {
				g, err := graph(n, wait)
				if err != nil {
					return err
				}
				t.noteEmpty(g)
				for _, node := range g.Nodes {
					fmt.Fprintln(t.out, node.FullName())
				}
				return nil
			})
		},
	}
	spinFlag(cmd, &wait)
	return cmd
}
