package graph

import (
	"slices"

	"github.com/spf13/cobra"

	"gonao/ros"
)

// completeParams completes a node and then count of its parameters (0: any number).
func completeParams(t Access, count int) Completer {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return t.CompleteNodes(1)(cmd, args, typed)
		}
		if count > 0 && len(args) > count {
			return NoCompletions()
		}
		return t.FromGraph(cmd.Context(), func(n *ros.Node, g ros.Graph) []string {
			name := Absolute(args[0])
			i := slices.IndexFunc(g.Nodes, func(i ros.NodeInfo) bool { return i.FullName() == name })
			if i < 0 || !hasParameters(g.Nodes[i]) {
				return nil
			}
			names, err := newNode(n, g.Nodes[i], completeWait).list(nil)
			if err != nil {
				return nil
			}
			return WithPrefix(names, typed)
		})
	}
}
