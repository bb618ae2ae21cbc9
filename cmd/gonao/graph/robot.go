package graph

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/ros"
)

// RobotFlag adds the flag --robot, which names a robot by its namespace, such as nao1. The Tab key completes it with the robots
// of the graph.
func (t Access) RobotFlag(cmd *cobra.Command, robot *string, otherwise, usage string) {
	cli.RobotFlag(cmd.Flags(), robot, otherwise, usage)
	_ = cmd.RegisterFlagCompletionFunc("robot", func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return t.FromGraph(cmd.Context(), func(_ *ros.Node, g ros.Graph) []string { return WithPrefix(robotsOf(g), typed) })
	})
}

// robotsOf returns the namespaces of the robots of a graph, without the slash in front.
func robotsOf(g ros.Graph) []string {
	var all []string
	for _, x := range Topics().All(g) {
		if at, ok := strings.CutSuffix(x.Name, "/robot_state"); ok && at != "" {
			all = append(all, strings.TrimPrefix(at, "/"))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// InRobot returns the prefix of the names in a robot's namespace: "/nao1" for nao1, /nao1 and /nao1/, and "" for none.
func InRobot(robot string) string {
	return strings.TrimSuffix(Absolute(strings.Trim(robot, "/")), "/")
}
